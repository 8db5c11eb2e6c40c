// SPDX-License-Identifier: BSL-1.0
// expect: anything
static_assert(sizeof(char) == 1);
