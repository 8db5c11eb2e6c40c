// SPDX-License-Identifier: BSL-1.0
#pragma once
// gcd, lcm : of integers, by Euclid's algorithm
#include <constax/api/control/while_loop.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
void expect_integers_dynamic(dynamic_tracer const& x, dynamic_tracer const& y); // runtime/elements.hpp
}
/// The greatest common divisor, of 0 and y |y|. Operands broadcast.
template <traced_value X, traced_value Y> constexpr auto gcd(X const& x, Y const& y) {
  if constexpr (tracing<X> && tracing<Y>)
    static_assert(info(X::aval.type).integer && X::aval.type == Y::aval.type, "[constax] gcd, lcm: both operands are integers of one type");
  else detail::expect_integers_dynamic(x, y);
  auto const go_on = [](auto const& xy) { return any(ne(xy.second, 0)); };
  auto const step = [](auto const& xy) {
    auto const& [a, b] = xy;
    auto const some = ne(b, 0);
    return std::pair{select_n(some, a, b), select_n(some, b, rem(a, select_n(some, full_like(b, 1), b)))};
  };
  auto const none = zeros_like(x + y);
  return while_loop(go_on, step, std::pair{abs(x) + none, abs(y) + none}).first;
}
/// The least common multiple, 0 where one is 0.
template <traced_value X, traced_value Y> constexpr auto lcm(X const& x, Y const& y) {
  auto const d = gcd(x, y);
  return where(eq(d, 0), 0, abs(x) * (abs(y) / where(eq(d, 0), 1, d)));
}

namespace detail {
template <class X, class Y>
concept traced_beside_integer = (traced_value<X> && integer_number<Y>) || (integer_number<X> && traced_value<Y>);
}
/// One of them may be a number: gcd(x, 12).
template <class X, class Y>
requires detail::traced_beside_integer<X, Y>
constexpr auto gcd(X const& x, Y const& y) {
  if constexpr (traced_value<X>) return gcd(x, full_like(x, y));
  else return gcd(full_like(y, x), y);
}
template <class X, class Y>
requires detail::traced_beside_integer<X, Y>
constexpr auto lcm(X const& x, Y const& y) {
  if constexpr (traced_value<X>) return lcm(x, full_like(x, y));
  else return lcm(full_like(y, x), y);
}

} // namespace constax::inline CONSTAX_TAG
