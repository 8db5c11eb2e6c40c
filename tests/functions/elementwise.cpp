// SPDX-License-Identifier: BSL-1.0
// Examples of arithmetic: sums, products and quotients, rounding, signs.
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
  DERIVATIVE(abs, x, sign(x));
  EXAMPLE("absolute", "{2.5, 1}", cx::absolute(cx::ndarray{-2.5, 1.0}));
  EXAMPLE("fabs", "{2.5, 1}", cx::fabs(cx::ndarray{-2.5, 1.0}));
  DERIVATIVE(absolute, x, sign(x));
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

} // namespace constax::inline CONSTAX_TAG
