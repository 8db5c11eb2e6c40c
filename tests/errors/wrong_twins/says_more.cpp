// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the expected sentence
static_assert(false, "[constax] the expected sentence");
static_assert(false, "[constax] another sentence");
