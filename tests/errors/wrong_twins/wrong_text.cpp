// SPDX-License-Identifier: BSL-1.0
// expect: what it says
// expect: a sentence that is not there
static_assert(sizeof(char) == 2, "what it says");
