// SPDX-License-Identifier: BSL-1.0
// Examples of exponentials, logarithms, powers and roots; of trigonometric and hyperbolic functions, their inverses, and angles.
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

TEST_CASE("trigonometric functions, an example of each") {
  EXAMPLE("acos", "1.0472", cx::acos(0.5));
  DERIVATIVE(acos, x, -1.0 / sqrt(1.0 - x * x));
  EXAMPLE("arccos", "1.0472", cx::arccos(0.5));
  DERIVATIVE(arccos, x, -1.0 / sqrt(1.0 - x * x));
  EXAMPLE("arcsin", "0.523599", cx::arcsin(0.5));
  DERIVATIVE(arcsin, x, 1.0 / sqrt(1.0 - x * x));
  EXAMPLE("arctan", "{1.24905, 0.785398, 1.10715}", cx::arctan(x));
  DERIVATIVE(arctan, x, 1.0 / (1.0 + x * x));
  EXAMPLE("arctan2", "2.35619", cx::arctan2(1.0, -1.0));
  DERIVATIVES(arctan2, y, x, x / (x * x + y * y), -y / (x * x + y * y));
  EXAMPLE("asin", "0.523599", cx::asin(0.5));
  DERIVATIVE(asin, x, 1.0 / sqrt(1.0 - x * x));
  EXAMPLE("atan", "{1.24905, 0.785398, 1.10715}", cx::atan(x));
  DERIVATIVE(atan, x, 1.0 / (1.0 + x * x));
  EXAMPLE("atan2", "0.785398", cx::atan2(1.0, 1.0));
  DERIVATIVES(atan2, y, x, x / (x * x + y * y), -y / (x * x + y * y));
  EXAMPLE("cos", "{-0.989992, 0.540302, -0.416147}", cx::cos(x));
  DERIVATIVE(cos, x, -sin(x));
  EXAMPLE("sin", "{0.14112, 0.841471, 0.909297}", cx::sin(x));
  DERIVATIVE(sin, x, cos(x));
  EXAMPLE("sinc", "{0.300105, 0.900316, 0.63662}", cx::sinc(x / 4.0));
  DERIVATIVE(sinc, x, (cos(3.141592653589793 * x) - sinc(x)) / x);
  EXAMPLE("tan", "{-0.142547, 1.55741, -2.18504}", cx::tan(x));
  DERIVATIVE(tan, x, 1.0 + square(tan(x)));
}

TEST_CASE("hyperbolic functions, an example of each") {
  EXAMPLE("acosh", "{1.76275, 0, 1.31696}", cx::acosh(x));
  DERIVATIVE(acosh, x, 1.0 / sqrt(x * x - 1.0));
  EXAMPLE("arccosh", "{1.76275, 0, 1.31696}", cx::arccosh(x));
  DERIVATIVE(arccosh, x, 1.0 / sqrt(x * x - 1.0));
  EXAMPLE("arcsinh", "{1.81845, 0.881374, 1.44364}", cx::arcsinh(x));
  DERIVATIVE(arcsinh, x, 1.0 / sqrt(x * x + 1.0));
  EXAMPLE("arctanh", "0.549306", cx::arctanh(0.5));
  DERIVATIVE(arctanh, x, 1.0 / (1.0 - x * x));
  EXAMPLE("asinh", "{1.81845, 0.881374, 1.44364}", cx::asinh(x));
  DERIVATIVE(asinh, x, 1.0 / sqrt(x * x + 1.0));
  EXAMPLE("atanh", "0.549306", cx::atanh(0.5));
  DERIVATIVE(atanh, x, 1.0 / (1.0 - x * x));
  EXAMPLE("cosh", "{10.0677, 1.54308, 3.7622}", cx::cosh(x));
  DERIVATIVE(cosh, x, sinh(x));
  EXAMPLE("sinh", "{10.0179, 1.1752, 3.62686}", cx::sinh(x));
  DERIVATIVE(sinh, x, cosh(x));
  EXAMPLE("tanh", "{0.995055, 0.761594, 0.964028}", cx::tanh(x));
  DERIVATIVE(tanh, x, 1.0 - square(tanh(x)));
}

TEST_CASE("angles, an example of each function") {
  EXAMPLE("deg2rad", "{0, 1.5708, 3.14159}", cx::deg2rad(cx::ndarray{0.0, 90.0, 180.0}));
  DERIVATIVE(deg2rad, x, 3.141592653589793 / 180.0);
  EXAMPLE("degrees", "{171.887, 57.2958, 114.592}", cx::degrees(x));
  DERIVATIVE(degrees, x, 180.0 / 3.141592653589793);
  EXAMPLE("hypot", "5", cx::hypot(3.0, 4.0));
  DERIVATIVES(hypot, x, y, x / hypot(x, y), y / hypot(x, y));
  EXAMPLE("rad2deg", "{171.887, 57.2958, 114.592}", cx::rad2deg(x));
  DERIVATIVE(rad2deg, x, 180.0 / 3.141592653589793);
  EXAMPLE("radians", "{0, 1.5708, 3.14159}", cx::radians(cx::ndarray{0.0, 90.0, 180.0}));
  DERIVATIVE(radians, x, 3.141592653589793 / 180.0);
}

} // namespace constax::inline CONSTAX_TAG
