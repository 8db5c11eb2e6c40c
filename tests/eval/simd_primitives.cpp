// SPDX-License-Identifier: BSL-1.0
// Arithmetic, comparisons and choices of floating-point numbers: kernels, at all lengths and of all pairs of special values, and calls on
// numbers give the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

inline constexpr auto arithmetic = [](auto x, auto y) {
  return std::tuple{x + y, x - y, x * y, x / y, x % y, x * y + 1.0, 0.5 - x * y, x * x + y * y}; // the last three are fma
};
inline constexpr auto choices = [](auto x, auto y) {
  return std::tuple{cx::max(x, y), cx::min(x, y), cx::clamp(x, y, -x), cx::clamp(-1.0, x, 1.5),
                    cx::where(x < y, x, y), cx::select_n(x != y, y, 0.5), cx::relu(x)};
};
inline constexpr auto comparisons = [](auto x, auto y) {
  return std::tuple{x < y, x <= y, x > y, x >= y, x == y, x != y, cx::is_finite(x), (x < y) | !cx::is_finite(y)};
};
inline constexpr auto unary = [](auto x, auto y) {
  return std::tuple{
      -x,           cx::abs(x),    cx::sign(x),   cx::floor(x),  cx::ceil(x),   cx::round(x),   cx::trunc(x),   cx::square(x), cx::sqrt(x),
      cx::rsqrt(x), cx::pow(y, 0), cx::pow(y, 1), cx::pow(y, 2), cx::pow(y, 7), cx::pow(y, -1), cx::pow(y, -2), cx::pow(y, -5)};
};

inline constexpr auto functions = [](auto x, auto y) {
  return std::tuple{cx::pow(x, y),   cx::pow(cx::abs(x), y), cx::atan2(x, y),
                    cx::hypot(x, y), cx::nextafter(x, y),    cx::pow(x, -3) * cx::rsqrt(cx::abs(y))};
};

TEST_CASE("+ - * / % fma") {
  CHECK(compare_on_pairs<double>(arithmetic));
  CHECK(compare_on_pairs<float>(arithmetic));
}
TEST_CASE("max min clamp where") {
  CHECK(compare_on_pairs<double>(choices));
  CHECK(compare_on_pairs<float>(choices));
}
TEST_CASE("< <= > >= == != is_finite") {
  CHECK(compare_on_pairs<double>(comparisons));
  CHECK(compare_on_pairs<float>(comparisons));
}
TEST_CASE("few elements, known in number") { // no loop: kernels are written out
  pairs<float> const p(40);
  CHECK(compare(arithmetic, input<float, 5>(p.x), input<float, 5>(p.y)));
  CHECK(compare(choices, input<float, 5>(p.x), input<float, 5>(p.y)));
}
TEST_CASE("signs, roundings, roots and integer powers") {
  CHECK(compare_on_pairs<double>(unary));
  CHECK(compare_on_pairs<float>(unary));
}
TEST_CASE("functions of two arguments") { // one source on lanes and on scalars: not a bit apart either
  CHECK(compare_on_pairs<double>(functions));
  CHECK(compare_on_pairs<float>(functions));
}
TEST_CASE("what agrees on ordinary numbers alone is told by special values") {
  constexpr auto larger = [](auto x, auto y) { return cx::max(x, y); };
  // max(0, -0) and max(nan, 1) are not what the definition says
  constexpr auto chosen = [](auto x, auto y) { return cx::where(x > y, x, y); };
  input<double, n> const x(100), y(100, 3);
  CHECK(compare_with(chosen, larger, x, y));
  pairs<double> const p;
  CHECK_FALSE(compare_with(chosen, larger, input<double, n>(p.x, p.x.size()), input<double, n>(p.y, p.y.size())));
  CHECK_FALSE(compare_scalars_with(chosen, larger, p.x, p.y));
  CHECK(compare_scalars_with(larger, larger, p.x, p.y));
}

} // namespace
