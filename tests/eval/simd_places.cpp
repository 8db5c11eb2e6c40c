// SPDX-License-Identifier: BSL-1.0
// argmax and argmin along both axes, with nan and ties; products, sums and extrema of integers; squeeze and tile: the oracle's.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr std::pair<int, int> sizes[] = {{1, 1},  {3, 5},   {8, 8},   {7, 17},   {17, 7},
                                                {33, 9}, {2, 130}, {130, 2}, {300, 40}, {40, 600}};

inline constexpr auto places = [](auto x) {
  return std::tuple{cx::argmax(x, 0_c), cx::argmin(x, 0_c), cx::argmax(x, 1_c), cx::argmin(x, 1_c)};
};
inline constexpr auto places_in_row_major_order = [](auto x) { return std::tuple{cx::argmax(x), cx::argmin(x)}; };

/// Few distinct values: ties in every line, in another order in each.
template <class T>
std::vector<T> with_ties(std::vector<T> const& few) {
  std::vector<T> v;
  std::uint32_t state = 1;
  for (int i = 0; i < 997; ++i) v.push_back(few[(state = state * 1664525u + 1013904223u) >> 16 & 0x7fff % few.size()]);
  return v;
}
template <class T>
bool places_agree(std::vector<T> const& few) {
  bool good = true;
  for (auto [r, c] : sizes) {
    good &= compare(places, input<T, n, m>(r, c)) && compare(places, input<T, n, m>(with_ties(few), r, c)) &&
            compare(places, input<T, n, m>({few[0]}, r, c));
    good &= compare(places_in_row_major_order, input<T, n, 6>(with_ties(few), r)); // of n * m elements no axis can be made
  }
  return good;
}

TEST_CASE("places of the largest and the smallest, with ties and nan") {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(places_agree<double>({0.0, -0.0, 1.0, -1.0}));
  CHECK(places_agree<double>({nan, inf, -inf, -0.0, 0.0, std::numeric_limits<double>::denorm_min()}));
  CHECK(places_agree<double>({-inf, nan}));
  CHECK(places_agree<float>({static_cast<float>(nan), 3.0f, 3.0f, -2.0f, -0.0f}));
}
TEST_CASE("places of integers") {
  CHECK(places_agree<int>({std::numeric_limits<int>::min(), -1, 0, 5, std::numeric_limits<int>::max()}));
  CHECK(places_agree<std::uint8_t>({0, 127, 128, 255}));
  CHECK(places_agree<std::uint64_t>({0, std::numeric_limits<std::uint64_t>::max() / 2 + 1, std::numeric_limits<std::uint64_t>::max()}));
}

inline constexpr auto lines = [](auto x) {
  return std::tuple{cx::prod(x, 0_c), cx::prod(x, 1_c), cx::max(x, 0_c), cx::max(x, 1_c),
                    cx::min(x, 0_c),  cx::min(x, 1_c),  cx::sum(x, 0_c), cx::sum(x, 1_c)};
};
inline constexpr auto whole = [](auto x) { return std::tuple{cx::prod(x), cx::max(x), cx::min(x), cx::sum(x)}; };
template <class T>
bool reductions_agree() {
  bool good = true;
  std::vector<T> const odd = {3, 5, static_cast<T>(-7), 9}; // products of them do not become 0
  for (auto [r, c] : sizes) {
    good &= compare(lines, input<T, n, m>(r, c)) && compare(lines, input<T, n, m>(special_values<T>(), r, c));
    good &= compare(lines, input<T, n, m>(odd, r, c));
  }
  for (std::int64_t k = 0; k <= 2 * width<T> + 1; ++k) good &= compare(whole, input<T, n>(odd, k)) && compare(whole, input<T, n>(k));
  return good && compare(whole, input<T, n>(odd, 5000));
}
TEST_CASE("products, extrema and sums of integers, which wrap") {
  CHECK(reductions_agree<std::int8_t>());
  CHECK(reductions_agree<int>());
  CHECK(reductions_agree<std::uint64_t>());
  CHECK(compare(lines, input<int, n, m>(0, 7)));
  CHECK(compare(lines, input<int, n, m>(7, 0)));
}

TEST_CASE("squeeze and tile") {
  constexpr auto squeezed = [](auto x) { return std::tuple{cx::squeeze(x) * 2, cx::squeeze(x, 1_c), cx::sum(cx::squeeze(x, -1_c), 0_c)}; };
  constexpr auto tiled = [](auto x) {
    return std::tuple{cx::tile<2, 3>(x), cx::tile<3, 1>(x) + 1, cx::tile<4>(x), cx::tile<2, 1, 2>(x), cx::sum(cx::tile<1, 2>(x), 1_c)};
  };
  constexpr auto tiled_line = [](auto x) { return std::tuple{cx::tile<3>(x), cx::tile<2, 2>(x) - 1}; };
  for (auto [r, c] : {std::pair{0, 3}, std::pair{1, 1}, std::pair{5, 9}, std::pair{17, 8}, std::pair{40, 33}}) {
    INFO(r << " x " << c);
    CHECK(compare(squeezed, input<float, n, 1, m, 1>(r, c)));
    CHECK(compare(tiled, input<double, n, m>(r, c)));
    CHECK(compare(tiled, input<std::int8_t, n, m>(r, c)));
    CHECK(compare(tiled_line, input<int, n>(c)));
  }
}
TEST_CASE("the last of equal elements is not the first") {
  constexpr auto first = [](auto x) { return cx::argmax(x, 1_c); };
  constexpr auto last = [](auto x) { return 16 - cx::argmax(cx::flip(x, 1_c), 1_c); };
  CHECK(compare_with(last, first, input<double, n, 17>(40)));
  CHECK_FALSE(compare_with(last, first, input<double, n, 17>({1.0, 2.0}, 40)));
}

} // namespace
