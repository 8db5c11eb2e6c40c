// SPDX-License-Identifier: BSL-1.0
#pragma once
// math: functions on lanes, called by their qualified names (math::sin), since primitives bear the same ones.
//
// One generic source each, from + - * / sqrt fma, integers, bits and select: the same bits in constant evaluation, for a scalar and for
// every width, whether g++ or clang compiled it (docs/reference/math.md: methods, errors and speed, measured).
#include "arithmetic.hpp"  // add sub mul div neg square integer_pow, defined for every operand
#include "exact.hpp"       // one right answer: abs sign floor ceil round trunc sqrt rem max min copysign is_finite is_nan is_inf
#include "ldexp.hpp"       // and frexp
#include "nextafter.hpp"
#include "philox.hpp"
#include "shift.hpp"  // shift_left shift_right_logical shift_right_arithmetic
#include "threefry.hpp"

#include "cbrt.hpp"
#include "hypot.hpp"
#include "inversion.hpp"
#include "rsqrt.hpp"

#include "exp.hpp"
#include "exp2.hpp"
#include "expm1.hpp"
#include "log.hpp"  // log log2 log10
#include "log1p.hpp"
#include "pow.hpp"

#include "asin.hpp"  // asin acos
#include "atan.hpp"  // atan atan2
#include "sin.hpp"   // sin cos sincos
#include "tan.hpp"

#include "asinh.hpp"  // asinh acosh
#include "atanh.hpp"
#include "lorentzian.hpp"
#include "sech2.hpp"
#include "sinh.hpp"  // sinh cosh
#include "tanh.hpp"

#include "logistic.hpp"
#include "logistic_density.hpp"
#include "softplus.hpp"

#include "erf.hpp"
#include "erf_inv.hpp"
#include "erf_inv_slope.hpp"
#include "erfc.hpp"
#include "gaussian.hpp"

#include "digamma.hpp"
#include "lgamma.hpp"
#include "tgamma.hpp"
#include "zeta.hpp"  // zeta polygamma

#include "bessel_i.hpp"
#include "bessel_i0e.hpp"
#include "bessel_i1e.hpp"
#include "beta_density.hpp"
#include "betainc.hpp"
#include "gamma_density.hpp"
#include "igamma.hpp"  // igamma igammac igamma_grad_a
