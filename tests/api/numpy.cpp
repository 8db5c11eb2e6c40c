// SPDX-License-Identifier: BSL-1.0
// NumPy's and jax.nn's spellings against numbers worked out by hand, never against another spelling of constax's: that tile is a broadcast
// and a reshape would not show that either is right. Each law is a constant and runs, so that the oracle and the compiled loops answer for
// the same source.
#include <constax/constax.hpp>

#include "../support/programs.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace constax_tests {
namespace {

using namespace cx::literals;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

// ---- what a result is compared with -------------------------------------------------------------------------------------------------

/// The same type, so the same shape and dtype, and the same elements; a NaN is a NaN.
template <class A, class B>
constexpr bool is(A const& got, B const& expected) {
  static_assert(std::is_same_v<A, B>, "the shape and the dtype are part of the claim");
  auto const same = [](auto a, auto b) { return a == b || (a != a && b != b); };
  if constexpr (std::is_arithmetic_v<A>) return same(got, expected);
  else {
    for (std::int64_t i = 0; i < got.size(); ++i)
      if (!same(got[i], expected[i])) return false;
    return true;
  }
}
/// The same, but for the last bit: 2^-52 |b| is one unit in b's last place or more, and less than two.
template <class A, class B>
constexpr bool nearly(A const& got, B const& expected) {
  static_assert(std::is_same_v<A, B>, "the shape and the dtype are part of the claim");
  auto const within = [](double a, double b) { // first of all numbers: clang refuses the difference of NaNs in constant evaluation
    return a == a && b == b && (a < b ? b - a : a - b) <= 0x1p-52 * (b < 0 ? -b : b);
  };
  if constexpr (std::is_arithmetic_v<A>) return within(got, expected);
  else {
    for (std::int64_t i = 0; i < got.size(); ++i)
      if (!within(got[i], expected[i])) return false;
    return true;
  }
}
template <class F, class... X>
constexpr auto of(F const& f, X const&... x) {
  return cx::jit(f)(x...);
}
/// d/dx of sum(f(x) * weights): one number per element of x, and no two elements of f's result weigh the same.
template <class F, class X>
constexpr auto weighted_grad(F const&, X const& x) {
  return cx::grad([](auto y) {
    auto const z = cx::ravel(F{}(y));
    return cx::sum(z * cx::iota<double>(z, 0_c));
  })(x);
}

constexpr array<double, 3> v{1, 2, 3};
constexpr array<double, 2> w{10, 20};
constexpr array<double, 2, 3> m{1, 2, 3, 4, 5, 6};
constexpr array<double, 2, 2> exchange{0, 1, 1, 0};
constexpr array<double, 2, 2, 2> b{1, 2, 3, 4, 5, 6, 7, 8};

// ---- shapes ------------------------------------------------------------------------------------------------------------------------

constexpr bool tiles() {
  return is(of([](auto x) { return cx::tile<1>(x); }, v), v) &&
         is(of([](auto x) { return cx::tile<2>(x); }, v), array<double, 6>{1, 2, 3, 1, 2, 3}) &&
         is(of([](auto x) { return cx::tile<2>(x); }, 3.0), array<double, 2>{3, 3}) &&
         is(of([](auto x) { return cx::tile<2, 2>(x); }, m),
            array<double, 4, 6>{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
}
HOLDS(tiles)
constexpr bool tiles_with_more_and_fewer_repetitions_than_axes() {
  return is(of([](auto x) { return cx::tile<2, 1>(x); }, v), array<double, 2, 3>{1, 2, 3, 1, 2, 3}) &&
         is(of([](auto x) { return cx::tile<2, 1, 2>(x); }, v), array<double, 2, 1, 6>{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}) &&
         is(of([](auto x) { return cx::tile<2>(x); }, m), array<double, 2, 6>{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
}
HOLDS(tiles_with_more_and_fewer_repetitions_than_axes)
constexpr bool tiles_not_at_all() {
  return is(of([](auto x) { return cx::tile<0>(x); }, v), array<double, 0>{}) &&
         is(of([](auto x) { return cx::tile<0, 2>(x); }, m), array<double, 0, 6>{}) &&
         is(of([](auto x) { return cx::sum(cx::tile<2, 0>(x)); }, m), 0.0);
}
HOLDS(tiles_not_at_all)
constexpr bool tiles_backwards() { // a cotangent for each copy
  return is(weighted_grad([](auto x) { return cx::tile<2>(x); }, v), array<double, 3>{0 + 3, 1 + 4, 2 + 5}) &&
         is(weighted_grad([](auto x) { return cx::tile<2, 2>(x); }, w), array<double, 2>{0 + 2 + 4 + 6, 1 + 3 + 5 + 7}) &&
         is(weighted_grad([](auto x) { return cx::tile<0>(x); }, v), array<double, 3>{0, 0, 0});
}
HOLDS(tiles_backwards)

constexpr bool joins() {
  return is(of([](auto x, auto y) { return cx::stack(x, y); }, v, v), array<double, 2, 3>{1, 2, 3, 1, 2, 3}) &&
         is(of([](auto x, auto y) { return cx::stack(x, y * 2.0, 1_c); }, v, v), array<double, 3, 2>{1, 2, 2, 4, 3, 6}) &&
         is(of([](auto x, auto y) { return cx::stack(std::array{x, y}, -1_c); }, v, v), array<double, 3, 2>{1, 1, 2, 2, 3, 3}) &&
         is(of([](auto x) { return cx::stack(x, x + 10.0, 1_c); }, m), array<double, 2, 2, 3>{1, 2, 3, 11, 12, 13, 4, 5, 6, 14, 15, 16}) &&
         is(of([](auto x, auto y) { return cx::stack(x, y); }, 1.0, 2.0), array<double, 2>{1, 2}) &&
         is(of([](auto x) { return cx::concatenate(x, x + 10.0, 1_c); }, exchange), array<double, 2, 4>{0, 1, 10, 11, 1, 0, 11, 10}) &&
         is(weighted_grad([](auto x) { return cx::stack(x, x * 2.0, 1_c); }, v), array<double, 3>{0 + 2 * 1, 2 + 2 * 3, 4 + 2 * 5});
}
HOLDS(joins)
constexpr bool axes_come_and_go() {
  return is(of([](auto x) { return cx::expand_dims(x, 0_c); }, v), array<double, 1, 3>{1, 2, 3}) &&
         is(of([](auto x) { return cx::expand_dims(x, -1_c); }, v), array<double, 3, 1>{1, 2, 3}) &&
         is(of([](auto x) { return cx::expand_dims(x, 1_c); }, m), array<double, 2, 1, 3>{1, 2, 3, 4, 5, 6}) &&
         is(of([](auto x) { return cx::squeeze(x); }, array<double, 1, 3, 1>{1, 2, 3}), v) &&
         is(of([](auto x) { return cx::squeeze(x, -1_c); }, array<double, 1, 3, 1>{1, 2, 3}), array<double, 1, 3>{1, 2, 3}) &&
         is(of([](auto x) { return cx::squeeze(x); }, array<double, 1, 1>{7}), 7.0) && is(of([](auto x) { return cx::squeeze(x); }, m), m);
}
HOLDS(axes_come_and_go)
constexpr bool axes_change_places() {
  return is(of([](auto x) { return cx::swapaxes(x, 0_c, -1_c); }, m), array<double, 3, 2>{1, 4, 2, 5, 3, 6}) &&
         is(of([](auto x) { return cx::swapaxes(x, 2_c, 1_c); }, b), array<double, 2, 2, 2>{1, 3, 2, 4, 5, 7, 6, 8}) &&
         is(of([](auto x) { return cx::swapaxes(x, 1_c, 1_c); }, m), m) &&
         is(of([](auto x) { return cx::transpose(x); }, b), array<double, 2, 2, 2>{1, 5, 3, 7, 2, 6, 4, 8}) &&
         is(of([](auto x) { return cx::transpose(x, cx::axes_c<2, 0, 1>); }, b), array<double, 2, 2, 2>{1, 3, 5, 7, 2, 4, 6, 8}) &&
         is(of([](auto x) { return cx::flip(x, 1_c); }, m), array<double, 2, 3>{3, 2, 1, 6, 5, 4}) &&
         is(of([](auto x) { return cx::flip(x); }, m), array<double, 2, 3>{6, 5, 4, 3, 2, 1}) &&
         is(of([](auto x) { return cx::reshape<3, -1>(x); }, m), array<double, 3, 2>{1, 2, 3, 4, 5, 6}) &&
         is(weighted_grad([](auto x) { return cx::swapaxes(x, 0_c, 1_c); }, m), array<double, 2, 3>{0, 2, 4, 1, 3, 5});
}
HOLDS(axes_change_places)
constexpr bool broadcasts() {
  return is(of([](auto x) { return cx::broadcast_to<2, 3>(x); }, v), array<double, 2, 3>{1, 2, 3, 1, 2, 3}) &&
         is(of([](auto x) { return cx::broadcast_to<2, 3>(x); }, array<double, 2, 1>{1, 2}), array<double, 2, 3>{1, 1, 1, 2, 2, 2}) &&
         is(of([](auto x) { return cx::broadcast_to<2, 2>(x); }, 5.0), array<double, 2, 2>{5, 5, 5, 5}) &&
         is(of([](auto x, auto y) { return cx::expand_dims(x, 0_c) * cx::expand_dims(y, 1_c); }, v, w),
            array<double, 2, 3>{10, 20, 30, 20, 40, 60}) &&
         is(weighted_grad([](auto x) { return cx::broadcast_to<2, 3>(x); }, v), array<double, 3>{0 + 3, 1 + 4, 2 + 5}) &&
         is(weighted_grad([](auto x) { return cx::broadcast_to<2, 3>(x); }, array<double, 2, 1>{1, 2}),
            array<double, 2, 1>{0 + 1 + 2, 3 + 4 + 5});
}
HOLDS(broadcasts)

// ---- indices -----------------------------------------------------------------------------------------------------------------------

constexpr bool integers_newaxis_and_ellipsis() {
  return is(of([](auto x) { return x[-1_c]; }, m), array<double, 3>{4, 5, 6}) && is(of([](auto x) { return x(1_c, -2_c); }, m), 5.0) &&
         is(of([](auto x) { return x(slice(), 1_c); }, m), array<double, 2>{2, 5}) &&
         is(of([](auto x) { return x(cx::ellipsis, -1_c); }, m), array<double, 2>{3, 6}) &&
         is(of([](auto x) { return x(1_c, cx::ellipsis); }, b), array<double, 2, 2>{5, 6, 7, 8}) &&
         is(of([](auto x) { return x(0_c, cx::ellipsis, 1_c); }, b), array<double, 2>{2, 4}) &&
         is(of([](auto x) { return x(0_c, 1_c, cx::ellipsis, 0_c); }, b), 3.0) && // an ellipsis may stand for no axis
         is(of([](auto x) { return x(cx::newaxis, 0_c); }, m), array<double, 1, 3>{1, 2, 3}) &&
         is(of([](auto x) { return x(0_c, slice(), cx::newaxis); }, m), array<double, 3, 1>{1, 2, 3}) &&
         is(of([](auto x) { return x(cx::ellipsis, cx::newaxis); }, m), array<double, 2, 3, 1>{1, 2, 3, 4, 5, 6}) &&
         is(of([](auto x) { return x(slice(), cx::newaxis, slice(1_c, cx::end)); }, m), array<double, 2, 1, 2>{2, 3, 5, 6});
}
HOLDS(integers_newaxis_and_ellipsis)
constexpr array<double, 5> five{0, 1, 2, 3, 4};
constexpr bool slices_with_negative_steps() {
  return is(of([](auto x) { return x[slice(cx::end, cx::end, -1_c)]; }, five), array<double, 5>{4, 3, 2, 1, 0}) &&
         is(of([](auto x) { return x[slice(cx::end, cx::end, -2_c)]; }, five), array<double, 3>{4, 2, 0}) &&
         is(of([](auto x) { return x[slice(cx::end, cx::end, -3_c)]; }, five), array<double, 2>{4, 1}) &&
         is(of([](auto x) { return x[slice(cx::end, cx::end, -7_c)]; }, five), array<double, 1>{4}) &&
         is(of([](auto x) { return x[slice(-1_c, 0_c, -1_c)]; }, five), array<double, 4>{4, 3, 2, 1}) &&
         is(of([](auto x) { return x[slice(3_c, 0_c, -2_c)]; }, five), array<double, 2>{3, 1}) &&
         is(of([](auto x) { return x[slice(2_c, cx::end, -2_c)]; }, five), array<double, 2>{2, 0}) &&
         is(of([](auto x) { return x[slice(cx::end, -1_c, -1_c)]; }, five),
            array<double, 0>{}) && // -1 is the last place, not the one before the first
         is(of([](auto x) { return x(slice(cx::end, cx::end, -1_c), slice(cx::end, cx::end, -2_c)); }, m), array<double, 2, 2>{6, 4, 3, 1});
}
HOLDS(slices_with_negative_steps)
constexpr bool none_is_what_python_calls_none() {
  using cx::none;
  return is(of([](auto x) { return x[slice(none, 3_c)]; }, five), array<double, 3>{0, 1, 2}) &&
         is(of([](auto x) { return x[slice(3_c, none)]; }, five), array<double, 2>{3, 4}) &&
         is(of([](auto x) { return x[slice(none, none, 2_c)]; }, five), array<double, 3>{0, 2, 4}) &&
         is(of([](auto x) { return x[slice(none, none, -2_c)]; }, five), array<double, 3>{4, 2, 0}) &&
         is(of([](auto x) { return x[slice(none, 1_c, -1_c)]; }, five), array<double, 3>{4, 3, 2}) &&
         is(of([](auto x) { return x[slice(1_c, none, -1_c)]; }, five), array<double, 2>{1, 0}) &&
         is(of([](auto x) { return x[slice(1_c, 3_c, none)]; }, five), array<double, 2>{1, 2}) &&
         is(of([](auto x) { return x[cx::slice<none, -1>()]; }, five), array<double, 4>{0, 1, 2, 3}) &&
         is(of([](auto x) { return x.at(slice(none, 4_c)).set(7.0); }, five), array<double, 5>{7, 7, 7, 7, 4}) &&
         is(of([](auto x) { return x(none, slice(), none); }, five), array<double, 1, 5, 1>{0, 1, 2, 3, 4}) &&
         is(of([](auto x) { return x[none]; }, five), array<double, 1, 5>{0, 1, 2, 3, 4});
}
HOLDS(none_is_what_python_calls_none)
constexpr bool plain_integers_choose_one() {
  return is(of([](auto x) { return x[-1]; }, m), array<double, 3>{4, 5, 6}) && is(of([](auto x) { return x(0, -1); }, m), 3.0);
}
HOLDS(plain_integers_choose_one)
#ifdef __cpp_multidimensional_subscript
constexpr bool brackets_take_several() {
  return is(of([](auto x) { return x[cx::ellipsis, 0_c]; }, m), array<double, 2>{1, 4}) &&
         is(of([](auto x) { return x[0_c, slice()]; }, m), array<double, 3>{1, 2, 3});
}
HOLDS(brackets_take_several)
#endif
constexpr bool slices_out_of_range() { // NumPy cuts bounds off at the ends
  return is(of([](auto x) { return x[slice(0_c, 100_c)]; }, five), five) &&
         is(of([](auto x) { return x[slice(-100_c, 2_c)]; }, five), array<double, 2>{0, 1}) &&
         is(of([](auto x) { return x[slice(2_c, 1_c)]; }, five), array<double, 0>{}) &&
         is(of([](auto x) { return x[slice(100_c, cx::end)]; }, five), array<double, 0>{}) &&
         is(of([](auto x) { return x[slice(100_c, cx::end, -2_c)]; }, five), array<double, 3>{4, 2, 0}) &&
         is(of([](auto x) { return x[slice(2_c, -100_c, -1_c)]; }, five), array<double, 3>{2, 1, 0}) &&
         is(of([](auto x) { return x[slice(-100_c, cx::end, -1_c)]; }, five), array<double, 0>{}) &&
         is(of([](auto x) { return x[slice(1_c, 3_c, -1_c)]; }, five), array<double, 0>{}) &&
         is(of([](auto x) { return x[slice(1_c, 100_c, 3_c)]; }, five), array<double, 2>{1, 4});
}
HOLDS(slices_out_of_range)
constexpr bool slices_backwards() { // the cotangent goes where the element came from, 0 elsewhere
  return is(weighted_grad([](auto x) { return x[slice(cx::end, cx::end, -2_c)] + 0.0; }, array<double, 4>{0, 1, 2, 3}),
            array<double, 4>{0, 1, 0, 0}) &&
         is(weighted_grad([](auto x) { return x[slice(cx::end, 0_c, -1_c)]; }, five), array<double, 5>{0, 3, 2, 1, 0}) &&
         is(weighted_grad([](auto x) { return x(cx::ellipsis, slice(1_c, 100_c), cx::newaxis); }, m),
            array<double, 2, 3>{0, 0, 1, 0, 2, 3});
}
HOLDS(slices_backwards)

// ---- products ----------------------------------------------------------------------------------------------------------------------

inline constexpr auto matmul = [](auto x, auto y) { return cx::matmul(x, y); };
inline constexpr auto dot = [](auto x, auto y) { return cx::dot(x, y); };

constexpr bool outer_products() {
  return is(of([](auto x, auto y) { return cx::outer(x, y); }, w, v), array<double, 2, 3>{10, 20, 30, 20, 40, 60}) &&
         is(of([](auto x, auto y) { return cx::outer(x, y); }, exchange, w), array<double, 4, 2>{0, 0, 10, 20, 10, 20, 0, 0}) &&
         is(cx::grad([](auto x, auto y) { return cx::sum(cx::outer(x, y)); })(v, w), array<double, 3>{30, 30, 30});
}
HOLDS(outer_products)
constexpr bool matmul_of_vectors_and_matrices() {
  return is(of(matmul, v, v), 14.0) && is(of(matmul, w, m), array<double, 3>{90, 120, 150}) &&
         is(of(matmul, m, v), array<double, 2>{14, 32}) &&
         is(of(matmul, m, array<double, 3, 2>{1, 4, 2, 5, 3, 6}), array<double, 2, 2>{14, 32, 32, 77}) &&
         is(of(matmul, array<double, 3, 2>{1, 4, 2, 5, 3, 6}, m), array<double, 3, 3>{17, 22, 27, 22, 29, 36, 27, 36, 45});
}
HOLDS(matmul_of_vectors_and_matrices)
constexpr bool matmul_of_more_axes() {
  constexpr array<double, 2, 1, 2, 2> two{0, 1, 1, 0, 2, 0, 0, 2};
  return is(of(matmul, w, b), array<double, 2, 2>{70, 100, 190, 220}) && is(of(matmul, b, w), array<double, 2, 2>{50, 110, 170, 230}) &&
         is(of(matmul, b, exchange), array<double, 2, 2, 2>{2, 1, 4, 3, 6, 5, 8, 7}) &&
         is(of(matmul, exchange, b), array<double, 2, 2, 2>{3, 4, 1, 2, 7, 8, 5, 6}) &&
         is(of(matmul, b, b), array<double, 2, 2, 2>{7, 10, 15, 22, 67, 78, 91, 106}) &&
         is(of(matmul, b, array<double, 1, 2, 1>{1, -1}), array<double, 2, 2, 1>{-1, -1, -1, -1}) &&
         is(of(matmul, two, b), array<double, 2, 2, 2, 2>{3, 4, 1, 2, 7, 8, 5, 6, 2, 4, 6, 8, 10, 12, 14, 16}) &&
         is(of(matmul, b, two), array<double, 2, 2, 2, 2>{2, 1, 4, 3, 6, 5, 8, 7, 2, 4, 6, 8, 10, 12, 14, 16});
}
HOLDS(matmul_of_more_axes)
constexpr bool matmul_backwards() { // the matrix that is used for each of b's two gets the sum of what both say: sum of b[i]^T b[i]
  return is(cx::grad([](auto x, auto y) { return cx::sum(cx::matmul(y, x) * y); })(exchange, b), array<double, 2, 2>{84, 100, 100, 120}) &&
         is(cx::grad([](auto x, auto y) { return cx::sum(cx::matmul(x, y)); })(w, m), array<double, 2>{6, 15});
}
HOLDS(matmul_backwards)
constexpr bool dots() {
  return is(of(dot, 2.0, v), array<double, 3>{2, 4, 6}) && is(of(dot, v, v), 14.0) && is(of(dot, m, v), array<double, 2>{14, 32}) &&
         is(of(dot, w, m), array<double, 3>{90, 120, 150}) && is(of(dot, m, array<double, 3, 1>{1, 0, 2}), array<double, 2, 1>{7, 16}) &&
         is(of(dot, b, w), array<double, 2, 2>{50, 110, 170, 230}) && is(of(dot, w, b), array<double, 2, 2>{70, 100, 190, 220}) &&
         is(of(dot, exchange, b), array<double, 2, 2, 2>{3, 4, 7, 8, 1, 2, 5, 6}) && // [i, j, k] = sum of x[i, l] * y[j, l, k]
         is(of(dot, b, exchange), array<double, 2, 2, 2>{2, 1, 4, 3, 6, 5, 8, 7}) &&
         is(of(dot, b, b), array<double, 2, 2, 2, 2>{7, 10, 19, 22, 15, 22, 43, 50, 23, 34, 67, 78, 31, 46, 91, 106});
}
HOLDS(dots)

// ---- reductions --------------------------------------------------------------------------------------------------------------------

constexpr bool moments() {
  return is(of([](auto x) { return cx::mean(x); }, m), 3.5) &&
         is(of([](auto x) { return cx::mean(x, 0_c); }, m), array<double, 3>{2.5, 3.5, 4.5}) &&
         is(of([](auto x) { return cx::mean(x, cx::axes_c<0, 2>); }, array<double, 2, 1, 2>{1, 2, 3, 6}), array<double, 1>{3}) &&
         is(of([](auto x) { return cx::var(x); }, array<double, 4>{1, 2, 3, 4}), 1.25) &&
         is(of([](auto x) { return cx::var(x, 1_c); }, array<double, 2, 2>{1, 3, 2, 6}), array<double, 2>{1, 4}) &&
         is(of([](auto x) { return cx::var(x, 0_c); }, array<double, 2, 2>{1, 3, 2, 6}), array<double, 2>{0.25, 2.25}) &&
         is(of([](auto x) { return cx::std_(x); }, array<double, 2>{2, 6}), 2.0) &&
         is(of([](auto x) { return cx::std_(x, -1_c); }, array<double, 2, 2>{1, 3, 2, 6}), array<double, 2>{1, 2}) &&
         // a variance of large numbers that lie close together: the mean of squares less the square of the mean would be 0 or worse
         is(of([](auto x) { return cx::var(x); }, array<double, 2>{0x1p40, 0x1p40 + 2}), 1.0);
}
HOLDS(moments)
constexpr bool moments_backwards() { // var' = 2 (x - mean) / n, std' = (x - mean) / (n std)
  return is(cx::grad([](auto x) { return cx::mean(x); })(array<double, 4>{1, 2, 3, 6}), array<double, 4>{0.25, 0.25, 0.25, 0.25}) &&
         is(cx::grad([](auto x) { return cx::var(x); })(array<double, 2>{0, 2}), array<double, 2>{-1, 1}) &&
         is(cx::grad([](auto x) { return cx::var(x); })(array<double, 4>{1, 2, 3, 6}), array<double, 4>{-1, -0.5, 0, 1.5}) &&
         is(cx::grad([](auto x) { return cx::sum(cx::var(x, 0_c)); })(array<double, 2, 2>{1, 3, 2, 7}),
            array<double, 2, 2>{-0.5, -2, 0.5, 2}) &&
         nearly(cx::grad([](auto x) { return cx::std_(x); })(array<double, 2>{2, 6}), array<double, 2>{-0.5, 0.5});
}
HOLDS(moments_backwards)
constexpr bool norms() {
  return is(of([](auto x) { return cx::norm(x); }, array<double, 2>{3, 4}), 5.0) &&
         is(of([](auto x) { return cx::norm(x); }, array<double, 2, 2>{1, 1, 1, 1}), 2.0) &&
         is(of([](auto x) { return cx::norm(x, 1_c); }, array<double, 2, 2>{3, 4, 5, 12}), array<double, 2>{5, 13}) &&
         is(of([](auto x) { return cx::norm(x, 0_c); }, array<double, 2, 2>{3, 5, 4, 12}), array<double, 2>{5, 13}) &&
         nearly(cx::grad([](auto x) { return cx::norm(x); })(array<double, 2>{3, 4}), array<double, 2>{0.6, 0.8}) &&
         nearly(cx::grad([](auto x) { return cx::sum(cx::norm(x, 1_c)); })(array<double, 2, 2>{3, 4, 5, 12}),
                array<double, 2, 2>{0.6, 0.8, 5.0 / 13, 12.0 / 13});
}
HOLDS(norms)
// the derivative is the product of the others, also where an element is 0 and product / element is no number
constexpr bool products_of_elements() {
  return is(of([](auto x) { return cx::prod(x); }, m), 720.0) &&
         is(of([](auto x) { return cx::prod(x, -1_c); }, m), array<double, 2>{6, 120}) &&
         is(cx::grad([](auto x) { return cx::prod(x); })(array<double, 3>{0, 2, 3}), array<double, 3>{6, 0, 0}) &&
         is(cx::grad([](auto x) { return cx::prod(x); })(array<double, 3>{0, 2, 0}), array<double, 3>{0, 0, 0}) &&
         is(cx::grad([](auto x) { return cx::sum(cx::prod(x, 0_c)); })(array<double, 2, 3>{0, 2, 0, 5, 3, 0}),
            array<double, 2, 3>{5, 3, 0, 0, 2, 0}) &&
         is(cx::hessian([](auto x) { return cx::prod(x); })(array<double, 3>{0, 0, 3}), array<double, 3, 3>{0, 3, 0, 3, 0, 0, 0, 0, 0});
}
HOLDS(products_of_elements)
constexpr bool extremes() {
  return is(of([](auto x) { return cx::max(x, cx::axes_c<0, -1>); }, m), 6.0) && is(of([](auto x) { return cx::min(x, 0_c); }, m), v) &&
         is(of([](auto x) { return cx::max(x); }, array<double, 3>{1, nan, 3}), nan) &&
         is(of([](auto x) { return cx::argmax(x, 1_c); }, m), array<int, 2>{2, 2}) &&
         is(of([](auto x) { return cx::argmin(x); }, array<double, 2, 2>{3, 1, 1, 2}), 1) &&
         is(of([](auto x) { return cx::argmax(x); }, array<double, 4>{1, nan, inf, nan}), 1) &&
         is(cx::grad([](auto x) { return cx::max(x); })(array<double, 4>{3, 1, 3, 2}),
            array<double, 4>{0.5, 0, 0.5, 0}); // as JAX: ties share
}
HOLDS(extremes)
constexpr bool any_and_all() {
  return is(of([](auto x) { return cx::all(x > 0); }, m), true) && is(of([](auto x) { return cx::all(x > 1); }, m), false) &&
         is(of([](auto x) { return cx::any(x > 5); }, m), true) && is(of([](auto x) { return cx::any(x > 6); }, m), false) &&
         is(of([](auto x) { return cx::any(x > 5, 1_c); }, m), array<bool, 2>{false, true}) &&
         is(of([](auto x) { return cx::all(x > 1, 0_c); }, m), array<bool, 3>{false, true, true}) &&
         is(of([](auto x) { return cx::all(x); }, array<double, 2, 2>{1, 0, -1, nan}),
            false) && // a number is true unless it is 0; NaN is not
         is(of([](auto x) { return cx::all(x, -1_c); }, array<double, 2, 2>{1, 0, -1, nan}), array<bool, 2>{false, true}) &&
         is(of([](auto x) { return cx::any(x); }, array<double, 2>{0.0, -0.0}), false) &&
         is(of([](auto x) { return cx::all(x); }, array<double, 0>{}), true) &&
         is(of([](auto x) { return cx::any(x); }, array<double, 0>{}), false);
}
HOLDS(any_and_all)

// ---- elementwise -------------------------------------------------------------------------------------------------------------------

constexpr bool clips() {
  return is(of([](auto x) { return cx::clip(x, 2.0, 5.0); }, m), array<double, 2, 3>{2, 2, 3, 4, 5, 5}) &&
         is(of([](auto x, auto lo) { return cx::clip(x, lo, 5.0); }, m, array<double, 3>{3, 0, 4}),
            array<double, 2, 3>{3, 2, 4, 4, 5, 5}) &&
         is(of([](auto x) { return cx::clip(x, 2.0, 1.0); }, v), array<double, 3>{1, 1, 1}) && // hi is taken last
         is(of([](auto x) { return cx::clip(x, 0.0, 1.0); }, array<double, 3>{-inf, nan, inf}), array<double, 3>{0, nan, 1}) &&
         is(cx::grad([](auto x) { return cx::sum(cx::clip(x, 1.5, 2.5)); })(v), array<double, 3>{0, 1, 0});
}
HOLDS(clips)
constexpr bool relus() {
  return is(of([](auto x) { return cx::relu(x); }, array<double, 4>{-inf, -1, 0, 2}), array<double, 4>{0, 0, 0, 2}) &&
         is(of([](auto x) { return cx::relu(x); }, nan), nan) &&
         is(cx::grad([](auto x) { return cx::sum(cx::relu(x)); })(array<double, 3>{-1, 0, 1}), array<double, 3>{0, 0, 1});
}
HOLDS(relus)
constexpr double ln2 = 0.69314718055994530942, softmax_123[] = {0.090030573170380457998, 0.24472847105479765247, 0.66524095577482188953};
inline constexpr auto softmax = [](auto x) { return cx::softmax(x); };
inline constexpr auto log_softmax = [](auto x) { return cx::log_softmax(x); };
inline constexpr auto logsumexp = [](auto x) { return cx::logsumexp(x); };

constexpr bool softmaxes() {
  return nearly(of(softmax, v), array<double, 3>{softmax_123[0], softmax_123[1], softmax_123[2]}) &&
         is(of(softmax, array<double, 2, 2>{1000, 1000, -1000, 1000}), array<double, 2, 2>{0.5, 0.5, 0, 1}) &&
         is(of([](auto x) { return cx::softmax(x, 0_c); }, array<double, 2, 2>{1000, 1000, -1000, 1000}),
            array<double, 2, 2>{1, 0.5, 0, 0.5}) &&
         is(of(softmax, array<double, 3>{0, -inf, 0}), array<double, 3>{0.5, 0, 0.5});
}
HOLDS(softmaxes)
constexpr bool log_softmaxes() {
  return nearly(of(log_softmax, array<double, 2>{0, 0}), array<double, 2>{-ln2, -ln2}) &&
         nearly(of(log_softmax, array<double, 2>{1000, 1000}), array<double, 2>{-ln2, -ln2}) &&
         is(of(log_softmax, array<double, 2>{1000, 0}), array<double, 2>{0, -1000}) && // log(softmax) would be -inf
         is(of([](auto x) { return cx::log_softmax(x, 0_c); }, array<double, 2, 2>{1000, 0, 0, 2000}),
            array<double, 2, 2>{0, -2000, -1000, 0});
}
HOLDS(log_softmaxes)
constexpr bool logs_of_sums() {
  return nearly(of(logsumexp, v), 3.4076059644443803045) && nearly(of(logsumexp, array<double, 3>{1000, 1000, -inf}), 1000 + ln2) &&
         nearly(of(logsumexp, array<double, 2>{-1000, -1000}), -1000 + ln2) &&
         is(of(logsumexp, array<double, 3>{-inf, -inf, -inf}), -inf) && is(of(logsumexp, array<double, 2>{inf, 1}), inf) &&
         is(of(logsumexp, array<double, 2>{inf, -inf}), inf) && is(of(logsumexp, array<double, 2>{nan, 1}), nan) &&
         is(of([](auto x) { return cx::logsumexp(x, 0_c); }, array<double, 2, 3>{-inf, inf, 7, -inf, -inf, -inf}),
            array<double, 3>{-inf, inf, 7});
}
HOLDS(logs_of_sums)
constexpr bool softmaxes_backwards() { // d/dx[k] of sum of i s[i] = s[k] (k - sum of i s[i]); that of logsumexp is s
  return is(weighted_grad(softmax, array<double, 2>{0, 0}), array<double, 2>{-0.25, 0.25}) &&
         is(weighted_grad(softmax, array<double, 2>{1000, 1000}), array<double, 2>{-0.25, 0.25}) &&
         is(weighted_grad(log_softmax, array<double, 2>{1000, 1000}), array<double, 2>{-0.5, 0.5}) &&
         is(cx::grad(logsumexp)(array<double, 2>{0, 0}), array<double, 2>{0.5, 0.5}) &&
         is(cx::grad(logsumexp)(array<double, 3>{1000, -inf, 1000}), array<double, 3>{0.5, 0, 0.5}) &&
         nearly(cx::grad(logsumexp)(v), array<double, 3>{softmax_123[0], softmax_123[1], softmax_123[2]});
}
HOLDS(softmaxes_backwards)

// ---- wrong twins: the comparisons, and the numbers compared with, tell a spelling from the one it is mistaken for -----------------------

constexpr bool comparisons_can_fail() {
  constexpr double next = 1 + 0x1p-52, after = 1 + 0x1p-51;
  return !is(array<double, 2>{1, 2}, array<double, 2>{1, next}) && !is(1.0, next) && !is(nan, 0.0) && !is(0.0, nan) && is(nan, nan) &&
         nearly(next, 1.0) && !nearly(after, 1.0) && !nearly(nan, 1.0) && !nearly(array<double, 2>{1, after}, array<double, 2>{1, 1});
}
HOLDS(comparisons_can_fail)
constexpr bool wrong_spellings_are_told_apart() {
  auto const repeats = [](auto x) { return cx::reshape<6>(cx::broadcast_to<3, 2>(cx::expand_dims(x, 1_c))); }; // tile's
  auto const sample_variance = [](auto x) { return cx::sum(cx::square(x - cx::mean(x))) / 3.0; };
  auto const kink = [](auto x) { return cx::sum(cx::max(x, 0.0)); };           // relu's, whose derivative at 0 is not 0.5
  auto const quotient = [](auto x) { return cx::exp(cx::sum(cx::log(x))); };   // prod's, without numbers at 0
  auto const overflows = [](auto x) { return cx::log(cx::sum(cx::exp(x))); };  // logsumexp's
  auto const infinite = [](auto x) { return cx::log(cx::softmax(x)); };        // log_softmax's
  return !is(of(repeats, v), array<double, 6>{1, 2, 3, 1, 2, 3}) && !is(of(sample_variance, array<double, 4>{1, 2, 3, 4}), 1.25) &&
         !is(of(dot, exchange, b), array<double, 2, 2, 2>{3, 4, 1, 2, 7, 8, 5, 6}) && !is(of(dot, b, b), array<double, 2, 2, 2, 2>{}) &&
         !is(cx::grad(kink)(array<double, 3>{-1, 0, 1}), array<double, 3>{0, 0, 1}) &&
         !is(cx::grad(quotient)(array<double, 3>{0, 2, 3}), array<double, 3>{6, 0, 0}) &&
         !nearly(of(overflows, array<double, 2>{1000, 1000}), 1000 + ln2) &&
         !is(of(infinite, array<double, 2>{1000, 0}), array<double, 2>{0, -1000});
}
HOLDS(wrong_spellings_are_told_apart)

} // namespace
} // namespace constax_tests
