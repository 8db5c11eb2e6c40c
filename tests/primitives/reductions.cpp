// SPDX-License-Identifier: BSL-1.0
// reduce_sum reduce_max reduce_min reduce_prod reduce_and reduce_or argmax argmin, and the order of sums
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

constexpr auto integer_types = {dtype::i32, dtype::i64, dtype::u32};

/// A reduction of (3,4,5) over axes, and of nothing: (3,0,5).
template <class P, i64... Axes>
struct reduced {
  constexpr jaxpr operator()(dtype t) const { return program_of<P>({{t, {3, 4, 5}}}, {{Axes...}}); }
};
template <class P>
void keeps_the_laws(domains const& d, law_options const& o = {}) {
  CHECK(laws(reduced<P, 0>{}, d, o, integer_types));
  CHECK(laws(reduced<P, 1, 2>{}, d, o, integer_types));
  CHECK(laws(reduced<P, 0, 2>{}, d, o, integer_types));
  CHECK(laws(reduced<P, 0, 1, 2>{}, d, o, integer_types));
  CHECK(laws(reduced<P>{}, d, o, integer_types));
}

TEST_CASE("reduce_sum keeps the laws", "[reduction]") {
  keeps_the_laws<reduce_sum_t>(standard);
  CHECK(laws([](dtype t) { return program_of<reduce_sum_t>({{t, {3, 0, 5}}}, {{1}}); }, standard, {}, integer_types));
}
TEST_CASE("reduce_max and reduce_min keep the laws", "[reduction]") {
  keeps_the_laws<reduce_max_t>(unique_integers);
  keeps_the_laws<reduce_min_t>(unique_integers);
}
TEST_CASE("reduce_prod keeps the laws", "[reduction]") {
  CHECK(laws(reduced<reduce_prod_t, 1>{}, positive, {}, integer_types));
  CHECK(laws(reduced<reduce_prod_t, 0, 2>{}, between(0.5, 1.5), {}, integer_types));
  CHECK(laws([](dtype t) { return program_of<reduce_prod_t>({{t, {5}}}, {{0}}); }, integers(-1, 1))); // zeros do no harm
}
TEST_CASE("reduce_and and reduce_or keep the laws", "[reduction]") {
  for (std::uint64_t seed : {1u, 2u, 3u}) {
    report r;
    all_laws(r, reduced<reduce_and_t, 1>{}(dtype::boolean), {}, {}, {}, seed);
    all_laws(r, reduced<reduce_or_t, 0, 2>{}(dtype::boolean), {}, {}, {}, seed);
    CHECK(r);
  }
}
TEST_CASE("argmax and argmin keep the laws", "[reduction]") {
  CHECK(laws([](dtype t) { return program_of<argmax_t>({{t, {3, 4}}}, {{1}, dtype::i32}); }, unique_integers, {}, integer_types));
  CHECK(laws([](dtype t) { return program_of<argmin_t>({{t, {3, 4}}}, {{0}, dtype::i64}); }, unique_integers, {}, integer_types));
}

/// P of a vector over axis 0, or of a matrix over both axes.
template <class P, class T>
constexpr tensor of_all(tensor const& x, params_of<P> const& p) {
  vec<tensor> const ys = reference::evaluate(program_of<P>({x.type}, p), {&x, 1});
  return ys[0];
}
template <class P, class T>
constexpr tensor reduce(std::initializer_list<T> xs) {
  return of_all<P, T>(tensor_of(xs), {{0}});
}
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

static_assert(equals(reduce<reduce_sum_t>({1.0, 2.0, 3.0}), 6.0) && equals(reduce<reduce_sum_t>({7, -3}), 4));
static_assert(equals(reduce<reduce_sum_t>({2147483647, 1}), -2147483647 - 1)); // integers wrap
static_assert(equals(reduce<reduce_prod_t>({2.0, 3.0, 4.0}), 24.0));
static_assert(equals(reduce<reduce_max_t>({1.0, 3.0, 2.0}), 3.0) && equals(reduce<reduce_min_t>({1.0, 3.0, -2.0}), -2.0));
static_assert(equals(reduce<reduce_max_t>({-0.0, 0.0}), 0.0) && equals(reduce<reduce_min_t>({0.0, -0.0}), -0.0));
static_assert(number_at(reduce<reduce_max_t>({1.0, nan, 2.0}), 0) != number_at(reduce<reduce_max_t>({1.0, nan, 2.0}), 0));
static_assert(equals(reduce<reduce_and_t>({true, false}), false) && equals(reduce<reduce_or_t>({true, false}), true));

// A nan is the largest and the smallest; the first of several wins.
template <class P, class T>
constexpr i32 place(std::initializer_list<T> xs) {
  tensor const t = of_all<P, T>(tensor_of(xs), {{0}, dtype::i32});
  return t.at<i32>(0);
}
static_assert(place<argmax_t>({1.0, 3.0, 3.0}) == 1 && place<argmin_t>({2, 1, 1}) == 1);
static_assert(place<argmax_t>({1.0, nan, inf, nan}) == 1 && place<argmin_t>({1.0, nan, -inf}) == 1);
static_assert(place<argmax_t>({-0.0, 0.0}) == 0);

// The order of a sum is fixed: these numbers give another result in any other order.
template <class T, int Chains>
constexpr bool sums_in_order() {
  T xs[600] = {};
  for (int i = 0; i < 600; ++i) xs[i] = i % 7 == 0 ? T(1e16) : i % 7 == 3 ? T(-1e16) : T(1.0 + i * 0.37);
  T block[3] = {};
  for (int b = 0; b < 3; ++b) {
    T chain[Chains] = {};
    for (int i = 256 * b; i < 256 * (b + 1) && i < 600; ++i) chain[i % Chains] += xs[i];
    for (int half = Chains / 2; half; half /= 2)
      for (int c = 0; c < half; ++c) chain[c] += chain[c + half];
    block[b] = chain[0];
  }
  T const expected = (block[0] + block[1]) + block[2];
  tensor const sum = of_all<reduce_sum_t, T>(tensor_of(shape{600}, range<T>{xs, 600}), {{0}});
  return equals(sum, expected);
}
static_assert(sums_in_order<double, 8>() && sums_in_order<float, 16>());
constexpr bool short_sums_go_left_to_right() {
  double const xs[] = {1e16, 1.0, 1.0, -1e16, 3.0};
  double sum = -0.0;
  for (double x : xs) sum += x;
  return equals(of_all<reduce_sum_t, double>(tensor_of(xs), {{0}}), sum);
}
static_assert(short_sums_go_left_to_right());
// Two axes: the innermost first, each in its own order.
constexpr bool axes_go_one_by_one() {
  double xs[3][40] = {};
  double rows[3] = {};
  for (int r = 0; r < 3; ++r)
    for (int i = 0; i < 40; ++i) xs[r][i] = (i % 5 ? 1e16 : -4e16) + r + 0.3 * i;
  for (int r = 0; r < 3; ++r) rows[r] = of_all<reduce_sum_t, double>(tensor_of(xs[r]), {{0}}).at<double>(0);
  return equals(of_all<reduce_sum_t, double>(tensor_of(xs), {{0, 1}}), -0.0 + rows[0] + rows[1] + rows[2]);
}
static_assert(axes_go_one_by_one());

} // namespace constax_tests
