// SPDX-License-Identifier: BSL-1.0
// flags: -ffast-math -DCONSTAX_ALLOW_FAST_MATH
#include <constax/constax.hpp>
