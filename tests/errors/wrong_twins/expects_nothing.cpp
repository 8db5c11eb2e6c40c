// SPDX-License-Identifier: BSL-1.0
static_assert(sizeof(char) == 2);
