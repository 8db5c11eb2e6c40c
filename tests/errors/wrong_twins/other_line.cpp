// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a sentence
static_assert(false, "[constax] a sentence");

int far_from_it; // here
