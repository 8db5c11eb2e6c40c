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
  for (auto [r, c] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{8, 8}, std::pair{7, 17}, std::pair{33, 9}, std::pair{300, 40},
                      std::pair{40, 1000}, std::pair{1000, 3}}) {
    INFO(r << " x " << c);
    CHECK(compare(rows, input<double, n, m>(r, c)));
    CHECK(compare(columns, input<double, n, m>(r, c)));
  }
  CHECK(compare(columns, input<float, n, m>(257, 19)));
  CHECK(compare(columns, input<double, n, m>(0, 7))); // sums of nothing
}
inline constexpr auto totals = [](auto x, auto y) { return std::tuple{cx::sum(x), cx::dot(x, y), cx::max(x)}; };
inline constexpr auto of_functions = [](auto x, auto y) { return std::tuple{cx::sum(cx::sin(x) * y), cx::prod(cx::exp(y * 0.001))}; };
inline constexpr auto of_one = cx::value_and_grad([](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x)); });
TEST_CASE("sums of functions: whole blocks in one loop, then the last") {
  for (int r : {17, 255, 256, 257, 512, 700, 1000, 1024, 2049}) {
    INFO(r);
    CHECK(compare(of_functions, input<double, n>(r), input<double, n>(r)));
    CHECK(compare(of_functions, input<float, n>(r), input<float, n>(r)));
    CHECK(compare(of_one, input<double, n>(r)));
  }
  CHECK(compare(of_one, input<float, n>(16'640)));  // 65 blocks in 64 groups
  CHECK(compare(of_one, input<double, n>(40'100))); // several blocks a group
  CHECK(compare(cx::vmap(of_one), input<double, n, m>(3, 700)));
  CHECK(compare([](auto x) { return cx::sum(cx::sin(x)); }, input<double, 1000>()));
}
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
// What any order gives is taken as it lies in memory: four registers a turn, then one, then a part of one. One element decides, wherever it
// is.
inline constexpr auto extrema = [](auto x) { return std::tuple{cx::max(x), cx::max(x, 1_c), cx::min(x, 1_c), cx::max(x, 0_c)}; };
inline constexpr auto alone = [](auto x) { return cx::max(x); };
template <class T>
void one_decides(int rows, int length) {
  constexpr T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  for (auto [most, one] :
       {std::pair{T(-0.0), T(0)}, {T(0), T(-0.0)}, {T(1), nan}, {-inf, std::numeric_limits<T>::lowest()}, {inf, -inf}, {nan, -nan}})
    for (int at = 0; at < rows * length; ++at) {
      std::vector<T> values(static_cast<std::size_t>(rows * length), most);
      values[static_cast<std::size_t>(at)] = one;
      INFO(rows << " x " << length << " of " << most << ", " << one << " at " << at);
      REQUIRE(compare(extrema, input<T, n, m>(values, rows, length)));
      if (rows == 1) REQUIRE(compare(alone, input<T, n>(values, length)));
    }
}
TEST_CASE("the extremum of a line, which one element decides") {
  for (int length : {1, 7, 16, 17, 31, 33, 64, 71, 257}) one_decides<double>(1, length), one_decides<float>(1, length);
  one_decides<double>(5, 41), one_decides<float>(5, 41);
}
// The wrong twin: a sum says that any order gives its bits.
struct careless_sum_t : cx::reduction<careless_sum_t> {
  static constexpr std::string_view name = "careless_sum";
  static constexpr bool any_order = true;
  template <class T>
  static constexpr T identity = T(0);
  static constexpr auto combine(auto const& x, auto const& y) { return x + y; }
};
TEST_CASE("the order of a sum is seen in its bits") {
  CHECK_FALSE(compare([](auto x) { return cx::detail::reduce_along<careless_sum_t>(x, 1_c); }, input<double, n, m>(3, 1000)));
}
inline constexpr auto whether = [](auto x) {
  return std::tuple{cx::any(x > 0.0), cx::all(x > 0.0, 1_c), cx::max(cx::astype<cx::i32>(x), 1_c)};
};
TEST_CASE("what holds for any element or all, and integers, of lines around turns") {
  for (int length : {1, 16, 17, 63, 64, 65, 129, 300, 1000}) {
    INFO(length);
    CHECK(compare(whether, input<double, n, m>(3, length)));
    CHECK(compare(whether, input<double, n, m>(std::vector<double>{2.0, 1.0, 3.0}, 3, length)));
    CHECK(compare(whether, input<double, n, m>(std::vector<double>{-2.0}, 3, length)));
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
