// SPDX-License-Identifier: BSL-1.0
// Integers of all sizes: kernels, at all lengths and of all pairs of values that overflow or divide by 0 and -1, and calls on numbers give
// the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

inline constexpr auto all_of_integers = [](auto x, auto y) {
  return std::tuple{x + y,
                    x - y,
                    x * y,
                    x / y,
                    x % y,
                    -x,
                    cx::max(x, y),
                    cx::min(x, y),
                    cx::abs(x),
                    cx::sign(x),
                    cx::square(x),
                    cx::pow(y, 5),
                    x<y, x <= y, x>
                        y,
                    x >= y,
                    x == y,
                    x != y,
                    x & y,
                    x | y,
                    x ^ y,
                    ~x,
                    cx::where(x < y, x, y),
                    cx::clamp(x, y, 7),
                    x / 0,
                    x % 0,
                    x / 3,
                    x % 3,
                    100 / y,
                    100 % y};
};
inline constexpr auto by_minus_one = [](auto x, auto) { return std::tuple{x / -1, x % -1, x * -1}; };

TEST_CASE("signed integers") {
  CHECK(compare_on_pairs<std::int8_t>(all_of_integers));
  CHECK(compare_on_pairs<std::int32_t>(all_of_integers));
  CHECK(compare_on_pairs<std::int64_t>(all_of_integers));
}
TEST_CASE("signed integers by a literal -1") {
  CHECK(compare_on_pairs<std::int8_t>(by_minus_one));
  CHECK(compare_on_pairs<std::int64_t>(by_minus_one));
}
TEST_CASE("unsigned integers") {
  CHECK(compare_on_pairs<std::uint8_t>(all_of_integers));
  CHECK(compare_on_pairs<std::uint32_t>(all_of_integers));
  CHECK(compare_on_pairs<std::uint64_t>(all_of_integers));
}

TEST_CASE("a quotient that rounds down is not one that truncates") {
  constexpr auto right = [](auto x, auto y) { return x / y; };
  constexpr auto down = [](auto x, auto y) { return cx::where((x % y != 0) & ((x < 0) != (y < 0)), x / y - 1, x / y); };
  pairs<int> const p;
  CHECK_FALSE(compare_with(down, right, input<int, n>(p.x, p.x.size()), input<int, n>(p.y, p.y.size())));
  CHECK(compare_with(down, right, input<int, n>({6, 7, 8}, 100), input<int, n>({1, 2, 3}, 100)));
}

} // namespace
