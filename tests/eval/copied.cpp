// SPDX-License-Identifier: BSL-1.0
// Movements whose results lie in memory of their own: transposes, steps and reversals that a loop of trips reads slice by slice, as a whole
// and in strips. Bits against the oracle.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

inline constexpr auto recurrence = [](auto a, auto b) {
  auto const step = [](auto s, auto row) {
    auto [p, q] = row;
    auto t = p * s + q;
    return std::pair{t, t};
  };
  return cx::scan(step, cx::zeros_like(a[0_c]), std::tuple{a, b}).second;
};
inline constexpr auto along_rows = cx::vmap(recurrence);
inline constexpr auto backwards = [](auto a, auto b) { return recurrence(cx::transpose(cx::flip(a, 0_c)), cx::transpose(b)); };
inline constexpr auto in_steps = [](auto a, auto b) {
  constexpr auto odd = cx::slice(1_c, cx::none, 2_c);
  return recurrence(cx::transpose(a[odd]), cx::transpose(cx::flip(b[odd], 1_c)));
};
inline constexpr auto cube = [](auto a, auto b) { return recurrence(cx::transpose(a, cx::axes_c<2, 0, 1>), cx::transpose(b, cx::axes_c<2, 1, 0>)); };

TEST_CASE("rows of a loop along the last axis: transposes in strips") {
  CHECK(compare(along_rows, input<double, 37, 50>(), input<double, 37, 50>(1)));
  CHECK(compare(cx::vmap(recurrence), input<float, 16, 33>(), input<float, 16, 33>(1)));
  for (int rows : {0, 1, 7, 64, 129}) {
    INFO(rows);
    CHECK(compare(along_rows, input<double, n, 20>(rows), input<double, n, 20>(rows, 1)));
  }
}
TEST_CASE("of reversed and stepped operands, of three axes, of narrow integers") {
  CHECK(compare(backwards, input<double, 19, 24>(), input<double, 19, 24>(1)));
  CHECK(compare(in_steps, input<double, 21, 24>(), input<double, 21, 24>(1)));
  CHECK(compare(cube, input<float, 3, 9, 17>(), input<float, 9, 3, 17>(1)));
  CHECK(compare(backwards, input<std::int8_t, 12, 40>(), input<std::int8_t, 12, 40>(1)));
  CHECK(compare(backwards, input_in<cx::col_major, double, 12, 10>(), input_in<cx::strided, double, 12, 10>(1)));
}

} // namespace
