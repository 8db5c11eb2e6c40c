// SPDX-License-Identifier: BSL-1.0
// Examples of comparisons, of questions about numbers, of logic, and of the bits of integers.
#include "examples.hpp"

TEST_CASE("comparisons element by element, an example of each") {
  EXAMPLE("eq", "{false, false, true}", cx::eq(x, 2.0));
  EXAMPLE("equal", "{false, false, true}", cx::equal(x, 2.0));
  EXAMPLE("ge", "{true, false, true}", cx::ge(x, 2.0));
  EXAMPLE("greater", "{true, false, false}", cx::greater(x, y));
  EXAMPLE("greater_equal", "{true, false, true}", cx::greater_equal(x, y));
  EXAMPLE("gt", "{true, false, false}", cx::gt(x, 2.0));
  EXAMPLE("le", "{false, true, true}", cx::le(x, 2.0));
  EXAMPLE("less", "{false, true, false}", cx::less(x, y));
  EXAMPLE("less_equal", "{false, true, true}", cx::less_equal(x, y));
  EXAMPLE("lt", "{false, true, false}", cx::lt(x, 2.0));
  EXAMPLE("ne", "{true, true, false}", cx::ne(x, 2.0));
  EXAMPLE("not_equal", "{true, true, false}", cx::not_equal(x, y));
}

TEST_CASE("comparisons of arrays, an example of each") {
  EXAMPLE("allclose", "true", cx::allclose(x, x + 1e-9));
  EXAMPLE("array_equal", "false", cx::array_equal(x, y));
  EXAMPLE("array_equiv", "true", cx::array_equiv(x, cx::ndarray{{3.0, 1.0, 2.0}, {3.0, 1.0, 2.0}}));
  STEPS("equal_nan", "true", auto r = cx::sqrt(x - 2.0); return cx::array_equal(r, r, cx::equal_nan););
  EXAMPLE("isclose", "{true, false, true}", cx::isclose(x, cx::ndarray{3.0 + 1e-9, 1.1, 2.0}));
}

TEST_CASE("questions about numbers, an example of each") {
  EXAMPLE("is_finite", "{true, false, true}", cx::is_finite(1.0 / (x - 1.0)));
  EXAMPLE("isfinite", "{true, false, true}", cx::isfinite(1.0 / (x - 1.0)));
  EXAMPLE("isinf", "{false, true, false}", cx::isinf(1.0 / (x - 1.0)));
  EXAMPLE("isnan", "{false, true, false}", cx::isnan(cx::sqrt(x - 2.0)));
  EXAMPLE("isneginf", "{false, true, false}", cx::isneginf(cx::log(x - 1.0)));
  EXAMPLE("isposinf", "{false, true, false}", cx::isposinf(1.0 / (x - 1.0)));
}

TEST_CASE("logic, an example of each function") {
  EXAMPLE("logical_and", "{true, false, true}", cx::logical_and(b, x > 1.0));
  EXAMPLE("logical_not", "{false, true, false}", cx::logical_not(b));
  EXAMPLE("logical_or", "{true, true, false}", cx::logical_or(x < 1.5, x > 2.5));
  EXAMPLE("logical_xor", "{false, false, true}", cx::logical_xor(b, x > 2.5));
}

TEST_CASE("bits of integers, an example of each function") {
  EXAMPLE("bitwise_and", "{4, 4, 1}", cx::bitwise_and(n, 5));
  EXAMPLE("bitwise_left_shift", "{12, 8, 18}", cx::bitwise_left_shift(n, 1));
  EXAMPLE("bitwise_not", "{-7, -5, -10}", cx::bitwise_not(n));
  EXAMPLE("bitwise_invert", "{-7, -5, -10}", cx::bitwise_invert(n));
  EXAMPLE("invert", "{-7, -5, -10}", cx::invert(n));
  EXAMPLE("bitwise_or", "{7, 5, 9}", cx::bitwise_or(n, 1));
  EXAMPLE("bitwise_right_shift", "{3, 2, 4}", cx::bitwise_right_shift(n, 1));
  EXAMPLE("bitwise_xor", "{3, 1, 12}", cx::bitwise_xor(n, 5));
  EXAMPLE("left_shift", "{24, 16, 36}", cx::left_shift(n, 2));
  EXAMPLE("right_shift", "{-4, 4}", cx::right_shift(cx::ndarray{-8, 8}, 1));
  EXAMPLE("shift_left", "{24, 16, 36}", cx::shift_left(n, 2));
  EXAMPLE("shift_right_arithmetic", "{-4, 4}", cx::shift_right_arithmetic(cx::ndarray{-8, 8}, 1));
  EXAMPLE("shift_right_logical", "{2147483644, 4}", cx::shift_right_logical(cx::ndarray{-8, 8}, 1));
}

TEST_CASE("types of elements, an example of each function") {
  EXAMPLE("astype", "{4, 1, 3}", cx::astype<int>(1.5 * x));
  EXAMPLE("cast", "2", cx::cast<int>(2.75));
}

TEST_CASE("random bits, an example of each function") {
  EXAMPLE("philox2x32", "18383040953097194994", cx::philox2x32(0ul, 0ul));
  EXAMPLE("philox4x32", "7361108121267848589", cx::philox4x32(0ul, 0ul, 0ul));
  EXAMPLE("philox4x32_folded", "15740156123634277973", cx::philox4x32_folded(0ul, 0ul, 0ul));
  EXAMPLE("rng_bit_generator", "{16871436696524211692, 525026369095358965}", cx::rng_bit_generator(0ul, 1ul, cx::ndarray{0ul, 1ul}));
}
