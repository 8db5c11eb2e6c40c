// SPDX-License-Identifier: BSL-1.0
// Primitives with several results in compiled loops: the oracle's bits, at lengths around those of registers, whichever results are read.
#include "../support/several_results.hpp"
#include "same_bits.hpp"

namespace {

namespace cx = constax;
using same_bits::compare, same_bits::input, same_bits::scalar;
inline constexpr cx::dim<"n"> n;

inline constexpr auto all = [](auto x, auto y) { return std::tuple{cx::frexp(x), my::three(x, y), my::turned(x, y)}; };
inline constexpr auto some = [](auto x) {
  auto const [m, e] = cx::frexp(x * 3.0);
  return std::tuple{m + 1.0, cx::sum(cx::astype<double>(e)), std::get<1>(my::three(x, 0.5))};
};
inline constexpr auto slopes = cx::grad([](auto x) {
  auto const [m, e] = cx::frexp(x);
  auto const [a, b] = my::turned(m * x, x);
  return cx::sum(a * b + m);
});

} // namespace

TEST_CASE("several results in loops of every length") {
  for (int length : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 100, 257}) {
    CHECK(compare(all, input<double, n>(length), input<double, n>(length, 5)));
    CHECK(compare(all, input<float, n>(length), input<float, n>(length, 5)));
    CHECK(compare(some, input<double, n>(length)));
    CHECK(compare(slopes, input<double, n>(length)));
  }
}
TEST_CASE("several results of numbers, matrices, beside numbers") {
  CHECK(compare(all, scalar{1.5}, scalar{-2.0}));
  CHECK(compare(all, input<double, 3, 17>(), scalar{2.5}));
  CHECK(compare([](auto i, auto k) { return my::turned(i, k); }, input<std::int32_t, n>(37), input<std::int32_t, n>(37, 2)));
  CHECK(compare([](auto x) { return cx::emit<my::scaled_t, my::scaled_t::params{2.5}>(x); }, input<float, n>(37)));
}
TEST_CASE("frexp at special values") {
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> const special{0.0, -0.0, inf, -inf, nan, 1, -1, 4.9e-324, -2.2e-308, 1.7e308, 0.5, -0.75, 3};
  CHECK(compare(cx::frexp, input<double, n>(special, special.size())));
  cx::array<double, 13> x;
  for (std::size_t i = 0; i < special.size(); ++i) x[static_cast<int>(i)] = special[i];
  auto const [m, e] = cx::frexp(x);
  for (int i = 0; i < 13; ++i) {
    int exponent = 0;
    double const mantissa = std::frexp(x[i], &exponent);
    CHECK(same_bits::same_element(static_cast<double>(m[i]), mantissa));
    if (std::isfinite(x[i])) CHECK(e[i] == exponent);
    else CHECK(e[i] == 0); // as in NumPy and JAX; C leaves it open
  }
}
