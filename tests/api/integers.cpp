// SPDX-License-Identifier: BSL-1.0
// Integers and bool in the midst of floating-point programs: traced exponents, sums of masks, selectors among several cases; against
// numbers worked out by hand.
#include <constax/constax.hpp>

#include "../support/programs.hpp"

#include <type_traits>

namespace constax_tests {
namespace {

using namespace cx::literals;
using cx::array;

template <class A, class B>
constexpr bool is(A const& got, B const& expected) {
  static_assert(std::is_same_v<A, B>, "shape and dtype are part of the claim");
  return got == expected;
}
template <class F, class... X>
constexpr auto of(F const& f, X const&... x) {
  return cx::jit(f)(x...);
}

// ---- masks
// -------------------------------------------------------------------------------------------------------------------------------

inline constexpr array<double, 2, 3> table{1, -2, 3, 4, -5, -6};
constexpr bool a_mask_is_counted() {
  return is(of([](auto x) { return cx::sum(x > 0.0); }, table), 3) &&
         is(of([](auto x) { return cx::sum(x > 0.0, 0_c); }, table), array<int, 3>{2, 0, 1}) &&
         is(of([](auto x) { return cx::sum(x > 0.0, -1_c); }, table), array<int, 2>{2, 1}) &&
         is(of([](auto x) { return cx::sum(x > 9.0); }, table), 0) && is(of([](auto x) { return cx::sum(x > 0.0); }, 5.0), 1);
}
HOLDS(a_mask_is_counted)
constexpr bool products_and_prefixes_of_masks() {
  return is(of([](auto x) { return cx::prod(x > 0.0, 0_c); }, table), array<int, 3>{1, 0, 0}) &&
         is(of([](auto x) { return cx::cumsum(x > 0.0, 1_c); }, table), array<int, 2, 3>{1, 1, 2, 1, 1, 1}) &&
         is(of([](auto x) { return cx::cumprod(x > 0.0, 1_c); }, table), array<int, 2, 3>{1, 0, 0, 1, 0, 0});
}
HOLDS(products_and_prefixes_of_masks)
constexpr bool a_count_has_no_derivative() { // (x1 + x2 + x3) * 2, two of them being positive
  constexpr auto f = [](auto x) { return cx::sum(x) * cx::astype<double>(cx::sum(x > 0.0)); };
  return is(cx::grad(f)(array<double, 3>{3, -1, 4}), array<double, 3>{2, 2, 2});
}
HOLDS(a_count_has_no_derivative)

// ---- selectors
// -----------------------------------------------------------------------------------------------------------------------------

inline constexpr auto choose = [](auto i, auto x) { return cx::select_n(i, x, 2.0 * x, x * x, -x, 7); };
constexpr bool integers_choose_among_cases() {
  array<int, 7> const i{0, 1, 2, 3, 4, -5, 9}; // below and beyond: the first, the last
  array<double, 7> const x{3, 3, 3, 3, 3, 3, 3};
  return is(of(choose, i, x), array<double, 7>{3, 6, 9, -3, 7, 3, 7}) && is(of(choose, 2, x), array<double, 7>{9, 9, 9, 9, 9, 9, 9}) &&
         is(of(choose, 3, 5.0), -5.0);
}
HOLDS(integers_choose_among_cases)
constexpr bool each_case_has_its_derivative() {
  array<int, 5> const i{0, 1, 2, 3, 4};
  constexpr auto f = [](auto y, auto k) { return cx::sum(choose(k, y)); };
  return is(cx::grad(f)(array<double, 5>{3, 3, 3, 3, 3}, i), array<double, 5>{1, 2, 6, -1, 0}) &&
         is(cx::vmap(cx::grad([](auto y, auto k) { return choose(k, y); }), cx::in_axes<cx::none, 0>)(3.0, i),
            array<double, 5>{1, 2, 6, -1, 0});
}
HOLDS(each_case_has_its_derivative)
constexpr bool two_cases_by_an_integer_and_by_a_bool() {
  constexpr auto two = [](auto which, auto a, auto b) { return cx::select_n(which, a, b); };
  return is(of(two, 0, 1.5, 2.5), 1.5) && is(of(two, 1, 1.5, 2.5), 2.5) && is(of(two, false, 1.5, 2.5), 1.5) &&
         is(of(two, true, 1.5, 2.5), 2.5);
}
HOLDS(two_cases_by_an_integer_and_by_a_bool)
constexpr bool where_takes_integers_for_true_unless_they_are_0() {
  constexpr auto f = [](auto c, auto x) { return cx::where(c, x, -x); };
  return is(of(f, array<int, 4>{-1, 0, 1, 2}, array<double, 4>{3, 3, 3, 3}), array<double, 4>{3, -3, 3, 3});
}
HOLDS(where_takes_integers_for_true_unless_they_are_0)
constexpr bool cases_of_several_shapes_and_integers() {
  constexpr auto f = [](auto i, auto row) { return cx::select_n(i, row, 10, row * row); };
  return is(of(f, array<int, 2, 1>{2, 1}, array<int, 3>{1, 2, 3}), array<int, 2, 3>{1, 4, 9, 10, 10, 10});
}
HOLDS(cases_of_several_shapes_and_integers)
// Five cases are four choices, no more.
static_assert([] {
  int selects = 0;
  constexpr auto p = cx::make_jaxpr(choose)(cx::spec<int, 4>{}, cx::spec<double, 4>{});
  for (auto const& e : p.eqns()) selects += e.prim->name == "select_n";
  return selects;
}() == 4);

// ---- powers
// ----------------------------------------------------------------------------------------------------------------------------------

inline constexpr auto power = [](auto x, auto n) { return cx::pow(x, n); };
static_assert(std::is_same_v<decltype(cx::eval_shape(power)(cx::spec<float, 3>{}, cx::spec<int, 3>{})), cx::spec<float, 3>>);
static_assert(std::is_same_v<decltype(cx::eval_shape(power)(cx::spec<double>{}, cx::spec<unsigned char, 4>{})), cx::spec<double, 4>>);
TEST_CASE("a floating-point base with traced integer exponents") {
  array<int, 6> const n{0, 1, 2, 3, -1, -2};
  CHECK(is(of(power, 2.0, n), array<double, 6>{1, 2, 4, 8, 0.5, 0.25}));
  CHECK(is(of(power, -2.0, n), array<double, 6>{1, -2, 4, -8, -0.5, 0.25}));
  CHECK(is(of(power, array<float, 2>{3, -1}, array<int, 2>{4, 5}), array<float, 2>{81, -1}));
}
TEST_CASE("the derivative of a power in its base, also at 0") {
  array<int, 4> const n{0, 1, 2, 3};
  auto const slopes = cx::vmap(cx::grad(power), cx::in_axes<cx::none, 0>);
  CHECK(is(slopes(2.0, n), array<double, 4>{0, 1, 4, 12}));
  CHECK(is(slopes(-2.0, n), array<double, 4>{0, 1, -4, 12}));
  CHECK(is(slopes(0.0, n), array<double, 4>{0, 1, 0, 0}));
  // 5 + 3 x + 2 x^2 at 0
  constexpr auto polynomial = [](auto x, auto c) { return cx::dot(c, cx::pow(x, cx::arange<3>())); };
  array<double, 3> const c{5, 3, 2};
  CHECK(of(polynomial, 0.0, c) == 5);
  CHECK(cx::grad(polynomial)(0.0, c) == 3);
  CHECK(cx::grad(polynomial)(10.0, c) == 43);
}

} // namespace
} // namespace constax_tests
