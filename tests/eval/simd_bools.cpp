// SPDX-License-Identifier: BSL-1.0
// Truth values: elementwise and reduced, at all lengths and along both axes of matrices, the oracle's.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto all_of_bools = [](auto x, auto y) {
  return std::tuple{x & y, x | y, x ^ y, !x, ~y, x == y, x != y, cx::where(x, y, !y), cx::where(x, 1.5, -0.0), cx::where(y, 3, -4)};
};
inline constexpr auto reductions_of_bools = [](auto x) { return std::tuple{cx::any(x), cx::all(x), cx::any(!x), cx::all(x | !x)}; };
inline constexpr auto lines_of_bools = [](auto x) {
  return std::tuple{cx::any(x, 0_c), cx::any(x, 1_c), cx::all(x, 0_c), cx::all(x, 1_c)};
};

TEST_CASE("truth values") {
  CHECK(compare_on_pairs<bool>(all_of_bools));
}
TEST_CASE("any and all of truth values") {
  for (std::int64_t k = 0; k <= 2 * width<bool> + 1; ++k) {
    CHECK(compare(reductions_of_bools, input<bool, n>(k)));
    CHECK(compare(reductions_of_bools, input<bool, n>({true}, k)));
    CHECK(compare(reductions_of_bools, input<bool, n>({false}, k)));
    if (k == 0) continue;
    std::vector<bool> one(static_cast<std::size_t>(k)); // the last is another than all before it
    one.back() = true;
    CHECK(compare(reductions_of_bools, input<bool, n>(one, k)));
    one.flip();
    CHECK(compare(reductions_of_bools, input<bool, n>(one, k)));
  }
  CHECK(compare(reductions_of_bools, input<bool, n>(5000)));
  constexpr std::pair<int, int> sizes[] = {{0, 3}, {3, 0}, {1, 1}, {3, 5}, {8, 64}, {65, 7}, {300, 40}, {40, 1000}};
  for (auto [r, c] : sizes) {
    INFO(r << " x " << c);
    CHECK(compare(lines_of_bools, input<bool, n, m>(r, c)));
    CHECK(compare(lines_of_bools, input<bool, n, m>({true}, r, c)));
    CHECK(compare(lines_of_bools, input<bool, n, m>({false, false, false, false, false, false, true}, r, c)));
  }
}
TEST_CASE("any and all of numbers: nan is not 0, -0 is") {
  constexpr auto f = [](auto x) { return std::tuple{cx::any(x, 0_c), cx::all(x, 1_c), cx::any(x)}; };
  CHECK(compare(f, input<double, n, m>(special_values<double>(), 13, 17)));
  CHECK(compare(f, input<double, n, m>({0.0, -0.0}, 13, 17)));
}
TEST_CASE("one element among many is told") {
  constexpr auto all = [](auto x) { return cx::all(x); };
  constexpr auto all_but_the_last = [](auto x) { return cx::all(x[cx::slice(0_c, -1_c)]); };
  std::vector<bool> v(1000, true);
  CHECK(compare_with(all_but_the_last, all, input<bool, n>(v, 1000)));
  v.back() = false;
  CHECK_FALSE(compare_with(all_but_the_last, all, input<bool, n>(v, 1000)));
}

} // namespace
