// SPDX-License-Identifier: BSL-1.0
// Examples of arithmetic, rounding and signs; of extrema, bounds and choices, element by element.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

TEST_CASE("sums, products and quotients, an example of each") {
  EXAMPLE("add", "{3.5, 5, 4}", cx::add(x, y));
  DERIVATIVES(add, x, y, 1.0, 1.0);
  EXAMPLE("div", "{6, 0.25, 1}", cx::div(x, y));
  DERIVATIVES(div, x, y, 1.0 / y, -x / (y * y));
  EXAMPLE("divide", "{6, 0.25, 1}", cx::divide(x, y));
  EXAMPLE("true_divide", "{6, 0.25, 1}", cx::true_divide(x, y));
  DERIVATIVES(divide, x, y, 1.0 / y, -x / (y * y));
  DERIVED("divmod", "({1, 0, 1}, {1, 1, 0})", "{1, 1, 1}", cx::divmod(x, 2.0));
  EXAMPLE("floor_divide", "{-4, 3}", cx::floor_divide(cx::ndarray{-7, 7}, 2));
  DERIVATIVES(floor_divide, x, y, 0.0, 0.0);
  EXAMPLE("fmod", "{-3, 3}", cx::fmod(cx::ndarray{-7.0, 7.0}, 4.0));
  DERIVATIVES(fmod, x, y, 1.0, -trunc(x / y));
  EXAMPLE("mod", "{1, 3}", cx::mod(cx::ndarray{-7, 7}, 4));
  DERIVATIVES(mod, x, y, 1.0, -floor(x / y));
  EXAMPLE("mul", "{1.5, 4, 4}", cx::mul(x, y));
  DERIVATIVES(mul, x, y, y, x);
  EXAMPLE("multiply", "{1.5, 4, 4}", cx::multiply(x, y));
  DERIVATIVES(multiply, x, y, y, x);
  EXAMPLE("rem", "{-3, 3}", cx::rem(cx::ndarray{-7, 7}, 4));
  DERIVATIVES(rem, x, y, 1.0, -trunc(x / y));
  EXAMPLE("remainder", "{1, 3}", cx::remainder(cx::ndarray{-7, 7}, 4));
  DERIVATIVES(remainder, x, y, 1.0, -floor(x / y));
  EXAMPLE("sub", "{2.5, -3, 0}", cx::sub(x, y));
  DERIVATIVES(sub, x, y, 1.0, -1.0);
  EXAMPLE("subtract", "{2.5, -3, 0}", cx::subtract(x, y));
  DERIVATIVES(subtract, x, y, 1.0, -1.0);
}

TEST_CASE("rounding, an example of each function") {
  EXAMPLE("ceil", "{-1, 2}", cx::ceil(cx::ndarray{-1.5, 1.5}));
  DERIVATIVE(ceil, x, 0.0);
  EXAMPLE("fix", "{-1, 1}", cx::fix(cx::ndarray{-1.5, 1.5}));
  DERIVATIVE(fix, x, 0.0);
  EXAMPLE("floor", "{-2, 1}", cx::floor(cx::ndarray{-1.5, 1.5}));
  DERIVATIVE(floor, x, 0.0);
  DERIVED("modf", "({0.75, 0.25, 0.5}, {3, 1, 2})", "{1.25, 1.25, 1.25}", cx::modf(1.25 * x));
  EXAMPLE("nextafter", "4.94066e-324", cx::nextafter(0.0, 1.0));
  EXAMPLE("rint", "{0, 2, 2}", cx::rint(cx::ndarray{0.5, 1.5, 2.5}));
  DERIVATIVE(rint, x, 0.0);
  EXAMPLE("round", "{1, 2, 3}", cx::round(cx::ndarray{0.5, 1.5, 2.5}));
  DERIVATIVE(round, x, 0.0);
  EXAMPLE("trunc", "{-1, 1}", cx::trunc(cx::ndarray{-1.5, 1.5}));
  DERIVATIVE(trunc, x, 0.0);
}

TEST_CASE("signs, an example of each function") {
  EXAMPLE("abs", "{2.5, 1}", cx::abs(cx::ndarray{-2.5, 1.0}));
  DERIVATIVE(abs, x, where(x >= 0.0, 1.0, -1.0));
  EXAMPLE("absolute", "{2.5, 1}", cx::absolute(cx::ndarray{-2.5, 1.0}));
  EXAMPLE("fabs", "{2.5, 1}", cx::fabs(cx::ndarray{-2.5, 1.0}));
  DERIVATIVE(absolute, x, where(x >= 0.0, 1.0, -1.0));
  EXAMPLE("copysign", "{-2.5, -1}", cx::copysign(cx::ndarray{-2.5, 1.0}, -1.0));
  DERIVATIVES(copysign, x, y, sign(x) * sign(y), 0.0);
  EXAMPLE("heaviside", "{0, 0.5, 1}", cx::heaviside(cx::ndarray{-2.0, 0.0, 2.0}, 0.5));
  DERIVATIVES(heaviside, x, y, 0.0, where(x == 0.0, 1.0, 0.0));
  EXAMPLE("neg", "{-3, -1, -2}", cx::neg(x));
  DERIVATIVE(neg, x, -1.0);
  EXAMPLE("negative", "{-3, -1, -2}", cx::negative(x));
  DERIVATIVE(negative, x, -1.0);
  EXAMPLE("positive", "{3, 1, 2}", cx::positive(x));
  DERIVATIVE(positive, x, 1.0);
  EXAMPLE("sign", "{-1, 0, 1}", cx::sign(cx::ndarray{-2.5, 0.0, 1.0}));
  DERIVATIVE(sign, x, 0.0);
  EXAMPLE("signbit", "{true, true, false}", cx::signbit(cx::ndarray{-2.5, -0.0, 1.0}));
}

TEST_CASE("extrema and choices, an example of each") {
  DERIVED("clamp", "{2.5, 1.5, 2}", "{0, 0, 1}", cx::clamp(1.5, x, 2.5));
  DERIVED("clip", "{2.5, 1.5, 2}", "{0, 0, 1}", cx::clip(x, 1.5, 2.5));
  EXAMPLE("fmax", "{3, 1, 2}", cx::fmax(x, std::nan("")));
  DERIVATIVES(fmax, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("fmin", "{3, 1, 2}", cx::fmin(x, std::nan("")));
  DERIVATIVES(fmin, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("max", "{3, 4, 2}", cx::max(x, y));
  DERIVATIVES(max, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("maximum", "{3, 1.5, 2}", cx::maximum(x, 1.5));
  DERIVATIVES(maximum, x, y, where(x > y, 1.0, 0.0), where(x > y, 0.0, 1.0));
  EXAMPLE("min", "{0.5, 1, 2}", cx::min(x, y));
  DERIVATIVES(min, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("minimum", "{1.5, 1, 1.5}", cx::minimum(x, 1.5));
  DERIVATIVES(minimum, x, y, where(x < y, 1.0, 0.0), where(x < y, 0.0, 1.0));
  EXAMPLE("nan_to_num", "{1, 0, 0}", cx::nan_to_num(cx::sqrt(x - 2.0)));
  DERIVATIVE(nan_to_num, x, 1.0);
  DERIVED("select_n", "{3, 0, 2}", "{1, 0, 1}", cx::select_n(x > 1.5, 0.0, x));
  DERIVED("stop_gradient", "{9, 1, 4}", "{3, 1, 2}", x * cx::stop_gradient(x));
  DERIVED("where", "{3, 0, 2}", "{1, 0, 1}", cx::where(x > 1.5, x, 0.0));
}

} // namespace constax::inline CONSTAX_TAG
