// SPDX-License-Identifier: BSL-1.0
// Examples of exponentials, logarithms, powers and roots.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

TEST_CASE("exponentials and logarithms, an example of each") {
  EXAMPLE("exp", "{20.0855, 2.71828, 7.38906}", cx::exp(x));
  DERIVATIVE(exp, x, exp(x));
  EXAMPLE("exp2", "{8, 2, 4}", cx::exp2(x));
  DERIVATIVE(exp2, x, 0.6931471805599453 * exp2(x));
  EXAMPLE("expm1", "1e-20", cx::expm1(1e-20));
  DERIVATIVE(expm1, x, exp(x));
  EXAMPLE("log", "{1.09861, 0, 0.693147}", cx::log(x));
  DERIVATIVE(log, x, 1.0 / x);
  EXAMPLE("log10", "3", cx::log10(1000.0));
  DERIVATIVE(log10, x, 0.4342944819032518 / x);
  EXAMPLE("log1p", "1e-20", cx::log1p(1e-20));
  DERIVATIVE(log1p, x, 1.0 / (1.0 + x));
  EXAMPLE("log2", "3", cx::log2(8.0));
  DERIVATIVE(log2, x, 1.4426950408889634 / x);
  EXAMPLE("logaddexp", "{3.07889, 4.04859, 2.69315}", cx::logaddexp(x, y));
  DERIVATIVES(logaddexp, x, y, exp(x) / (exp(x) + exp(y)), exp(y) / (exp(x) + exp(y)));
  EXAMPLE("logaddexp2", "{3.23484, 4.16993, 3}", cx::logaddexp2(x, y));
  DERIVATIVES(logaddexp2, x, y, exp2(x) / (exp2(x) + exp2(y)), exp2(y) / (exp2(x) + exp2(y)));
}

TEST_CASE("powers and roots, an example of each") {
  EXAMPLE("cbrt", "3", cx::cbrt(27.0));
  DERIVATIVE(cbrt, x, 1.0 / (3.0 * square(cbrt(x))));
  EXAMPLE("float_power", "{2.44949, 2, 3}", cx::float_power(n, 0.5));
  DERIVATIVES(float_power, x, y, y * exp((y - 1.0) * log(x)), log(x) * exp(y * log(x)));
  EXAMPLE("pow", "{1.73205, 1, 4}", cx::pow(x, y));
  DERIVATIVES(pow, x, y, y * exp((y - 1.0) * log(x)), log(x) * exp(y * log(x)));
  EXAMPLE("power", "{27, 1, 8}", cx::power(x, 3.0));
  DERIVATIVES(power, x, y, y * exp((y - 1.0) * log(x)), log(x) * exp(y * log(x)));
  EXAMPLE("reciprocal", "{2, 0.25, 0.5}", cx::reciprocal(y));
  DERIVATIVE(reciprocal, x, -1.0 / (x * x));
  EXAMPLE("rsqrt", "{1.41421, 0.5, 0.707107}", cx::rsqrt(y));
  DERIVATIVE(rsqrt, x, -0.5 / (x * sqrt(x)));
  EXAMPLE("sqrt", "1.41421", cx::sqrt(2.0));
  DERIVATIVE(sqrt, x, 0.5 / sqrt(x));
  EXAMPLE("square", "{9, 1, 4}", cx::square(x));
  DERIVATIVE(square, x, 2.0 * x);
}

TEST_CASE("numbers as mantissa and exponent, an example of each function") {
  DERIVED("frexp", "({0.75, 0.5, 0.5}, {2, 1, 2})", "{0.25, 0.5, 0.25}", cx::frexp(x));
  DERIVED("ldexp", "{24, 8, 16}", "{8, 8, 8}", cx::ldexp(x, 3));
}

} // namespace constax::inline CONSTAX_TAG
