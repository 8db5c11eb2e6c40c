// SPDX-License-Identifier: BSL-1.0
#pragma once
// among_traced: arrays, views, expressions of them and ndarrays beside traced values, in a traced function: x * w, cx::dot(x, w), x += w.
// Their numbers become literals of the program (constants.hpp).
#include <constax/api/expr.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The same of expressions: or_constant of what is in them.
template <class X> constexpr auto as_traced(X const& x) {
  if constexpr (is_expression<X>) return unpack([](auto const&... o) { return expression_program<X>{}(as_traced(o)...); }, operands_of(x));
  else return or_constant(x);
}
/// Is there a traced value among them, and an array?
template <class... X>
concept arrays_among_traced = ((lazy<X> || is_ndarray<std::remove_cvref_t<X>>) || ...) && any_tracer<X...>;
template <class X, class Y>
concept array_beside_traced = (traced_value<X> && lazy<Y>) || (lazy<X> && traced_value<Y>);

} // namespace detail

template <class Op, class... X>
requires any_tracer<X...>
constexpr auto lazily(Op const& op, X const&... x) { return op(detail::as_traced(x)...); }

#define CONSTAX_BESIDE(sign, op)             \
  template <class X, class Y>                \
  requires detail::array_beside_traced<X, Y> \
  constexpr auto operator sign(X const& x, Y const& y) { return op(detail::as_traced(x), detail::as_traced(y)); }
CONSTAX_BESIDE(+, add)
CONSTAX_BESIDE(-, sub)
CONSTAX_BESIDE(*, mul)
CONSTAX_BESIDE(/, div)
CONSTAX_BESIDE(%, rem)
CONSTAX_BESIDE(<<, left_shift)
CONSTAX_BESIDE(>>, right_shift)
CONSTAX_BESIDE(<, lt)
CONSTAX_BESIDE(<=, le)
CONSTAX_BESIDE(>, gt)
CONSTAX_BESIDE(>=, ge)
CONSTAX_BESIDE(==, eq)
CONSTAX_BESIDE(!=, ne)
CONSTAX_BESIDE(&, and_)
CONSTAX_BESIDE(|, or_)
CONSTAX_BESIDE(^, xor_)
#undef CONSTAX_BESIDE

#define CONSTAX_BESIDE(sign, op) \
  template <traced_value X, detail::lazy Y> constexpr X& operator sign##=(X& x, Y const& y) { return detail::assign<op##_t>(x, x sign y); }
CONSTAX_BESIDE(+, add)
CONSTAX_BESIDE(-, sub)
CONSTAX_BESIDE(*, mul)
CONSTAX_BESIDE(/, div)
CONSTAX_BESIDE(%, rem)
#undef CONSTAX_BESIDE

} // namespace constax::inline CONSTAX_TAG
