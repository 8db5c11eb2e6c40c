// SPDX-License-Identifier: BSL-1.0
#pragma once
// math: functions on lanes, called by their qualified names (math::sin), since primitives bear the same ones.
#include "exact.hpp"       // one right answer: abs sign floor ceil round trunc sqrt rem max min copysign is_finite is_nan is_inf
#include "arithmetic.hpp"  // add sub mul div neg square rsqrt integer_pow, defined for every operand
#include "circular.hpp"    // sin cos tan sincos
#include "elementary.hpp"  // exp log tanh asin ... pow: a few ulp
#include "special.hpp"     // logistic erf erfc
