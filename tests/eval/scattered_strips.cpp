// SPDX-License-Identifier: BSL-1.0
// Scatters whose slices come in strips of a region, and are added to an array that was there before: the oracle's bits, for lengths around
// a strip's; from nothing, into what nothing else reads and into what the region reads; by several indices, in rows, beside sums.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
constexpr int lengths[] = {0, 1, 2, 7, 31, 128, 129, 1000};

inline constexpr auto energy = [](auto x, auto first, auto second) {
  auto const d = x[first] - x[second];
  auto const s = 1.0 / (cx::sum(d * d, 1_c) + 1.0);
  return cx::sum(s * s - s);
};
TEST_CASE("forces of pairs") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(cx::value_and_grad(energy), input<double, n, 3>(9), input<int, m>(k), input<int, m>(k)));
    CHECK(compare(cx::grad(energy), input<double, n, 3>(k + 1), input<int, n>(k + 1), input<int, n>(k + 1))); // atoms run as pairs do
  }
  CHECK(compare(cx::grad(energy), input_in<cx::strided, double, n, 3>(9), input_in<cx::strided, int, m>(300), input<int, m>(300)));
}

inline constexpr auto into = [](auto array, auto x, auto i) {
  auto const v = cx::exp(x) * x;
  return std::tuple{array.at(i).add(v), array.at(i).set(v), (2.0 * array).at(i).max(v)};
};
inline constexpr auto into_what_is_read = [](auto array, auto x, auto i) {
  auto const start = cx::sin(array);
  auto const v = cx::exp(x) + start[i];
  return start.at(i).add(v); // strips read the array as it was
};
inline constexpr auto one_after_the_other = [](auto array, auto x, auto i) {
  auto const a = (2.0 * array).at(i).add(cx::exp(x)), b = a.at(i).mul(cx::cos(x));
  return std::pair{b, cx::sum(b[i] * cx::sin(x))};
};
inline constexpr auto beside_sums = [](auto array, auto x, auto i) {
  auto const v = cx::exp(x) - cx::sum(x), w = v / cx::sum(v);
  return std::tuple{array.at(i).add(w), cx::sum(cx::sin(w)), cx::max(w)};
};
TEST_CASE("arrays that slices come to") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(into, input<double, n>(5), input<double, m>(k), input<int, m>(k)));
    CHECK(compare(into_what_is_read, input<double, n>(5), input<double, m>(k), input<int, m>(k)));
    CHECK(compare(one_after_the_other, input<double, n>(70), input<double, m>(k), input<std::int64_t, m>(k)));
    if (k) CHECK(compare(beside_sums, input<double, n>(5), input<double, m>(k), input<int, m>(k)));
  }
}

inline constexpr auto matrix = [](auto array, auto x, auto i, auto j) {
  auto const v = cx::exp(x);
  return std::pair{array.at(i, j).add(v), array.at(j).add(cx::expand_dims(v, 1_c) * array[i])};
};
inline constexpr auto in_rows = [](auto array, auto x, auto i) {
  return cx::vmap([](auto a, auto v, auto k) { return a.at(k).add(cx::exp(v) * v); })(array, x, i);
};
inline constexpr auto neighbours = [](auto x, auto i) {
  auto const d = cx::expand_dims(x, 1_c) - x[i];
  auto const r2 = cx::sum(d * d, 2_c) + 1.0;
  return cx::sum(cx::log(r2) / r2);
};
inline constexpr auto table = [](auto array, auto x, auto i) { // slices meet row by row of the places
  auto const v = cx::exp(x) * cx::sin(x);
  return std::tuple{array.at(i).add(v), cx::sum(v, 0_c), cx::sum(v, 1_c)};
};
inline constexpr auto known = [](auto x, auto i) { return cx::zeros<double, 6>().at(i).add(cx::exp(x) * cx::sum(x)); };
TEST_CASE("several indices, rows, known lengths") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(matrix, input<double, n, 6>(6), input<double, m>(k), input<int, m>(k), input<int, m>(k)));
    CHECK(compare(in_rows, input<double, n, 6>(k), input<double, n, m>(k, 9), input<int, n, m>(k, 9)));
  }
  CHECK(compare(known, input<double, 300>(), input<int, 300>()));
  for (int k : {1, 8, 9, 40}) CHECK(compare(cx::grad(neighbours), input<double, n, 3>(k), input<int, n, m>(k, 6)));
  for (int k : {1, 3, 8, 200}) CHECK(compare(table, input<double, n>(7), input<double, m, n>(k, 7), input<int, m, n>(k, 7)));
}

inline constexpr auto windows = [](auto array, auto x, auto i) { // two elements from each place on, some beyond the end; a row of three
  auto const v = x * x[i];
  return std::tuple{array.at(i).add(v), array.at(i + 1).max(v), cx::zeros_like(x).at(2 * i - 3).add(v), v};
};
inline constexpr auto rows_of_three = [](auto x, auto i, auto j) {
  auto const d = x[i] - x[j];
  auto const r2 = cx::expand_dims(1.0 / (cx::sum(d * d, 1_c) + 1.0), 1_c);
  return std::tuple{x.at(i).add(d * r2), cx::zeros_like(x).at(j).add(-d * r2), d, r2}; // rows are results, too
};
inline constexpr auto both_ends = [](auto x, auto ends) { // an edge's ends may be one atom; columns between the places and in the slices
  auto const at = x[ends];
  auto const d = at(cx::slice(), 0_c) - at(cx::slice(), 1_c);
  auto const pull = d * cx::expand_dims(1.0 / (cx::sum(d * d, 1_c) + 1.0), 1_c);
  auto const both = cx::stack(pull, d - pull, 1_c);
  return std::tuple{x.at(ends).add(both), (2.0 * x).at(ends).set(both), cx::zeros_like(x).at(ends - 4).add(both)};
};
TEST_CASE("several places at a point") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(both_ends, input<double, n, 3>(9), input<int, m, 2>(k)));
    CHECK(compare(cx::grad([](auto x, auto ends) { return cx::sum(std::get<0>(both_ends(x, ends))); }), input<double, n, 3>(9),
                  input<std::int64_t, m, 2>(k)));
  }
  CHECK(compare(both_ends, input_in<cx::strided, double, n, 3>(9), input_in<cx::strided, int, m, 2>(300)));
}

/// Places that a program promises: the nearest ones that are there.
inline constexpr auto promised = [](auto x, auto i) {
  auto const inside = cx::clip(i, 0, 8);
  auto const get = [&](auto const& k) { return x.at(k).get(cx::mode::promise_in_bounds); };
  auto const v = get(inside) * get(inside - 9); // from either end
  return std::pair{cx::zeros_like(x).at(inside).add(v, cx::mode::promise_in_bounds), v};
};
/// Differences of neighbours that are gathered, and their sum's gradient: loops that go beyond the ends of what is gathered.
inline constexpr auto promised_in_windows = [](auto x, auto y, auto i) {
  auto const at = x.at(cx::clip(i, 0, 8)(cx::slice(1_c, -1_c))).get(cx::mode::promise_in_bounds);
  auto const d = at * y(cx::slice(1_c, -1_c));
  return cx::sum(cx::square(d(cx::slice(1_c, cx::end)) - d(cx::slice(0_c, -1_c))));
};
TEST_CASE("promises are relied on, and loops meet no other indices") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(promised, input<double, n>(9), input<int, m>(k)));
    CHECK(compare(promised, input<float, n>(9), input<std::int64_t, m>(k)));
    if (k > 2)
      CHECK(compare(cx::value_and_grad(promised_in_windows, cx::argnums<1>), input<double, n>(9), input<double, m>(k), input<int, m>(k)));
  }
}

TEST_CASE("point by point") {
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(rows_of_three, input<double, n, 3>(9), input<int, m>(k), input<int, m>(k)));
    CHECK(compare(rows_of_three, input<float, n, 3>(9), input<std::uint8_t, m>(k), input<std::uint64_t, m>(k)));
    if (k) CHECK(compare(windows, input<double, n>(20), input<double, m>(k), input<int, m>(k)));
  }
  CHECK(compare(rows_of_three, input_in<cx::strided, double, n, 3>(9), input_in<cx::strided, int, m>(300), input<int, m>(300)));
  CHECK(compare(windows, input<std::int32_t, n>(20), input<std::int32_t, m>(300), input<int, m>(300)));
}
TEST_CASE("plans: slices are in strips or registers, also where nothing but the scatter reads its indices") {
  static constexpr auto product = [](auto x, auto v, auto row, auto column) { return cx::zeros_like(x).at(row).add(v * x[column]); };
  constexpr auto p = cx::plan(product)(cx::spec<double, 100>{}, cx::spec<double, 5000>{}, cx::spec<int, 5000>{}, cx::spec<int, 5000>{});
  STATIC_REQUIRE(p.workspace < 5000 * 8);
  CHECK(p.str().view().find("scatter_add f64[100], point by point in the kernel before") != std::string_view::npos);
  static constexpr auto slow = [](auto x, auto v, auto row) { return cx::zeros_like(x).at(row).add(cx::exp(v)); };
  constexpr auto q = cx::plan(slow)(cx::spec<double, 100>{}, cx::spec<double, 5000>{}, cx::spec<int, 5000>{});
  CHECK(q.str().view().find("scatter_add f64[100], exit over axis 0 of its slices") != std::string_view::npos);
  for (int k : lengths) {
    INFO(k);
    CHECK(compare(product, input<double, n>(90), input<double, m>(k), input<int, m>(k), input<int, m>(k)));
  }
}

} // namespace
