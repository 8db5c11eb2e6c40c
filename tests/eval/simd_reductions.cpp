// SPDX-License-Identifier: BSL-1.0
// Rows and columns of matrices, and of blocks of three axes: the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto rows = [](auto x) { return std::pair{cx::sum(x, 1_c), cx::max(x * 2.0, 1_c)}; };
inline constexpr auto columns = [](auto x) { return std::pair{cx::sum(x, 0_c), cx::sum(x * x, 0_c)}; };

TEST_CASE("rows and columns of symbolic shapes") {
  for (auto [r, c] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{8, 8}, std::pair{7, 17}, std::pair{33, 9}, std::pair{300, 40}, std::pair{40, 1000}, std::pair{1000, 3}}) {
    INFO(r << " x " << c);
    CHECK(compare(rows, input<double, n, m>(r, c)));
    CHECK(compare(columns, input<double, n, m>(r, c)));
  }
  CHECK(compare(columns, input<float, n, m>(257, 19)));
  CHECK(compare(columns, input<double, n, m>(0, 7))); // sums of nothing
}
inline constexpr auto totals = [](auto x, auto y) { return std::tuple{cx::sum(x), cx::dot(x, y), cx::max(x)}; };
TEST_CASE("one line, of lengths around blocks, which are summed four at a time") {
  for (int r : {17, 255, 256, 257, 700, 768, 769, 776, 783, 1000, 1023, 1024, 1025, 1280, 2041, 2048, 2060}) {
    INFO(r);
    CHECK(compare(totals, input<double, n>(r), input<double, n>(r)));
  }
  for (int r : {16'385, 20'000, 33'333}) { // several blocks a group
    INFO(r);
    CHECK(compare(totals, input<double, n>(r), input<double, n>(r)));
    CHECK(compare(totals, input<float, n>(r), input<float, n>(r)));
  }
}
TEST_CASE("rows of small fixed width, and three axes") {
  for (int r : {1, 2, 7, 8, 9, 1000}) {
    CHECK(compare([](auto x) { return cx::sum(x, 1_c); }, input<double, n, 3>(r)));
    CHECK(compare([](auto x) { return cx::sum(x, 0_c); }, input<double, n, 3>(r)));
    CHECK(compare([](auto x) { return std::pair{cx::sum(x, 2_c), cx::sum(x, 0_c)}; }, input<double, n, 3, 2>(r)));
  }
  CHECK(compare([](auto x) { return cx::sum(x, 1_c); }, input<double, 5, 100, 7>()));
}
inline constexpr auto normal = [](auto x) {
  return (x - cx::expand_dims(cx::mean(x, 1_c), 1_c)) / cx::expand_dims(cx::sqrt(cx::var(x, 1_c) + 1e-5), 1_c);
};
TEST_CASE("layer norm and its gradient") {
  CHECK(compare(normal, input<double, n, m>(13, 37)));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(normal(x)) * x); }), input<double, n, m>(13, 37)));
}

} // namespace
