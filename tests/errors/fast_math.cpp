// SPDX-License-Identifier: BSL-1.0
// expect: [constax] -ffast-math breaks NaN, infinities, signed zeros and the fixed order of sums: drop it, or define CONSTAX_ALLOW_FAST_MATH
// flags: -ffast-math
#include <constax/constax.hpp>
