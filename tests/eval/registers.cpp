// SPDX-License-Identifier: BSL-1.0
// Registers and accumulators of kernels are as many as counted, whatever their dtype.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <vector>

namespace {

namespace cx = constax;
using cx::detail::register_counts;
using cx::detail::registers;

/// n registers of dtype number t.
constexpr register_counts only(int t, cx::u32 n) {
  register_counts r;
  r.of[t] += n;
  return r;
}
template <register_counts N, class T>
constexpr std::size_t bytes_of_file = sizeof(std::declval<registers<1, N>&>().template file<T>());

TEST_CASE(
    "as many floats as doubles are two register files") { // g++ 12 took one for the other: accumulators beyond the end of an array of one
  static_assert(bytes_of_file<only(0, 3), float> == 3 * sizeof(float));
  static_assert(bytes_of_file<only(0, 3), double> == sizeof(double));
  static_assert(bytes_of_file<only(1, 3), double> == 3 * sizeof(double));
  static_assert(bytes_of_file<only(1, 3), float> == sizeof(float));
  CHECK(bytes_of_file<only(3, 5), std::int32_t> == 5 * sizeof(std::int32_t));
  CHECK(bytes_of_file<only(4, 5), std::int64_t> == 5 * sizeof(std::int64_t));
}
TEST_CASE("three sums of floats, after three sums of doubles") {
  auto const sums = [](auto x) { return std::tuple{cx::sum(x), cx::sum(x * x), cx::sum(cx::abs(x) + 1.0)}; };
  std::vector<double> const x(1001, -2.0);
  std::vector<float> const y(1001, -2.0f);
  constexpr cx::dim<"n"> n;
  CHECK(cx::jit(sums)(cx::view<double const, n>(x)) == std::tuple{-2002.0, 4004.0, 3003.0});
  CHECK(cx::jit(sums)(cx::view<float const, n>(y)) == std::tuple{-2002.0f, 4004.0f, 3003.0f});
}

} // namespace
