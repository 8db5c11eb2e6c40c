// SPDX-License-Identifier: BSL-1.0
// Sorts as compiled nodes: the oracle's places, at lengths around what is put in place one by one and what is sorted by radix, of all
// dtypes, in all layouts, of one key and of several; the first few of many, and the derivative. (The oracle merges by comparing numbers,
// the node sorts integers.)
// flags: -O1 -march=native -fopenmp
#include "same_bits.hpp"

#include <algorithm>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto places = [](auto x) { return cx::argsort(x); };
inline constexpr auto places_down = [](auto x) { return cx::argsort(x, cx::descending); };
template <class T>
void agree_on_lines() {
  for (int k : {0, 1, 2, 47, 48, 49, 50, 300}) {
    INFO(k);
    CHECK(compare(places, input<T, n>(k)));
    CHECK(compare(places_down, input<T, n>(k, 3)));
  }
}
TEST_CASE("lines of all dtypes") {
  agree_on_lines<double>();
  agree_on_lines<float>();
  agree_on_lines<bool>();
  agree_on_lines<std::int8_t>();
  agree_on_lines<std::int32_t>();
  agree_on_lines<std::uint64_t>();
}
/// Numbers whose order their bits do not have: nan of either sign, -0, infinities, the smallest and the largest.
template <class T>
std::vector<T> special() {
  using limits = std::numeric_limits<T>;
  T const nan = limits::quiet_NaN(), inf = limits::infinity();
  std::vector<T> x{T(0), nan,  -inf,  T(-0.0), inf, limits::max(), limits::lowest(), limits::denorm_min(), -limits::denorm_min(),
                   -nan, T(1), T(-1), T(0)};
  for (int i = 0; i < 60; ++i) x.push_back(x[static_cast<std::size_t>(i * 7 % 13)]);
  return x;
}
TEST_CASE("special numbers, in their order and the other way") {
  for (int k : {13, 73}) {
    CHECK(compare(places, input<double, n>(special<double>(), k)));
    CHECK(compare(places_down, input<double, n>(special<double>(), k)));
    CHECK(compare(places, input<float, n>(special<float>(), k)));
    CHECK(compare(places_down, input<float, n>(special<float>(), k)));
  }
}

inline constexpr auto columns = [](auto x, auto v) {
  auto const several = cx::sort(std::tuple(cx::astype<int>(x), x, v), 0_c, cx::num_keys<2>, cx::descending);
  return std::tuple{cx::sort(x, 0_c), std::get<1>(several), std::get<2>(several), cx::median(v, 1_c)};
};
TEST_CASE("columns and several keys, in other layouts too") {
  for (int k : {1, 3, 60}) {
    INFO(k);
    CHECK(compare(columns, input<double, n, m>(k, 5), input<float, n, m>(k, 5)));
    CHECK(compare(columns, input_in<cx::col_major, double, n, m>(k, 5), input_in<cx::strided, float, n, m>(k, 5)));
  }
  CHECK(compare(columns, input<double, n, m>(40, 130), input<float, n, m>(40, 130))); // enough for a team
}

inline constexpr auto largest = [](auto x) { return std::tuple{cx::top_k<3>(x), cx::top_k<64>(x)}; };
inline constexpr auto smallest = [](auto x) { return cx::emit<cx::argsort_t, cx::argsort_t::params{0, 5, false, cx::dtype::i64}>(x); };
TEST_CASE("the first few of many") {
  for (int k : {64, 1024, 1025, 1400, 5000}) {
    INFO(k);
    CHECK(compare(largest, input<double, n>(k)));
    CHECK(compare(largest, input<std::int32_t, n>(k)));
    CHECK(compare(smallest, input<float, n>(k)));
  }
  std::vector<double> up(5000), few = special<double>();
  for (std::size_t i = 0; i < up.size(); ++i) up[i] = static_cast<double>(i / 3); // each element is the largest so far
  CHECK(compare(largest, input<double, n>(up, 5000)));
  std::reverse(up.begin(), up.end());
  CHECK(compare(largest, input<double, n>(up, 5000)));
  CHECK(compare(largest, input<double, n>(few, 5000)));
  CHECK(compare(smallest, input<float, n>(special<float>(), 5000)));
  CHECK(compare([](auto x) { return cx::top_k<4>(x, 0_c); }, input<float, n, m>(3000, 2)));
}

inline constexpr auto trimmed = [](auto x, auto w) { return cx::sum(cx::sort(x)[cx::slice(1_c, -1_c)] * w); };
TEST_CASE("the derivative goes to where the elements were") {
  for (int k : {3, 100}) CHECK(compare(cx::value_and_grad(trimmed, cx::argnums<0, 1>), input<double, n>(k), input<double, 1>()));
}
inline constexpr auto in_loops = [](auto x) {
  auto const step = [](auto state, auto row) {
    auto const s = cx::sort(state + row);
    return std::pair{s, cx::sum(s[cx::slice(0_c, 2_c)])};
  };
  return cx::scan(step, cx::zeros_like(x[0_c]), x);
};
TEST_CASE("inside loops") {
  for (int k : {2, 50}) CHECK(compare(in_loops, input<double, 6, n>(k)));
  CHECK(compare(in_loops, input<double, 6, 4>()));
}
TEST_CASE("small arrays in straight-line code") {
  CHECK(compare([](auto x) { return std::tuple{cx::sort(x) * 2.0, cx::top_k<2>(x * x)}; }, input<double, 5>()));
  CHECK(compare([](auto x) { return cx::sort(x, 0_c); }, input<float, 3, 4>()));
}

} // namespace
