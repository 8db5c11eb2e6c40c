// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a sentence
static_assert(false, "[constax] a sentence"); // here
int a = 1 + nowhere_1;
int b = 1 + nowhere_2;
int c = 1 + nowhere_3;
int d = 1 + nowhere_4;
int e = 1 + nowhere_5;
int f = 1 + nowhere_6;
