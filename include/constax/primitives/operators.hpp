// SPDX-License-Identifier: BSL-1.0
#pragma once
// operators: + - * / % < == & ... on tracers, and between tracers and numbers. Each is its primitive; shapes broadcast as in NumPy.
#include <constax/primitives/and.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/ge.hpp>
#include <constax/primitives/gt.hpp>
#include <constax/primitives/le.hpp>
#include <constax/primitives/lt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/ne.hpp>
#include <constax/primitives/not.hpp>
#include <constax/primitives/or.hpp>
#include <constax/primitives/rem.hpp>
#include <constax/primitives/sub.hpp>
#include <constax/primitives/xor.hpp>

namespace constax::inline CONSTAX_TAG {

/// Two tracers, or a tracer and a number.
template <class X, class Y>
concept traced_operands = (traced_value<X> && (traced_value<Y> || number<Y>)) || (number<X> && traced_value<Y>);
namespace detail {
/// One of them has its type from the compiler. Those of dynamic tracers alone are runtime/tracer.hpp's.
template <class X, class Y>
concept static_operands = (tracing<X> && (traced_value<Y> || number<Y>)) || ((number<X> || dynamic_tracing<X>) && tracing<Y>);
} // namespace detail

template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator+(X const& x, Y const& y) { return add(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator-(X const& x, Y const& y) { return sub(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator*(X const& x, Y const& y) { return mul(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator/(X const& x, Y const& y) { return div(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator%(X const& x, Y const& y) { return rem(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator<(X const& x, Y const& y) { return lt(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator<=(X const& x, Y const& y) { return le(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator>(X const& x, Y const& y) { return gt(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator>=(X const& x, Y const& y) { return ge(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator==(X const& x, Y const& y) { return eq(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator!=(X const& x, Y const& y) { return ne(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator&(X const& x, Y const& y) { return and_(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator|(X const& x, Y const& y) { return or_(x, y); }
template <class X, class Y> requires detail::static_operands<X, Y> constexpr auto operator^(X const& x, Y const& y) { return xor_(x, y); }
template <tracing X> constexpr auto operator-(X const& x) { return neg(x); }
template <traced_value X> constexpr auto operator+(X const& x) { return x; }
template <tracing X> constexpr auto operator~(X const& x) { return not_(x); }
template <tracing X> requires std::is_same_v<typename X::value_type, bool> constexpr auto operator!(X const& x) { return not_(x); }

namespace detail {
template <char Sign, class X, class Y>
struct says_no_shortcut {
  constexpr text operator()() const {
    text t("[constax] ");
    return t << Sign << Sign
             << " does not compute its second operand where the first decides, which is not known while the program is recorded; write "
             << Sign << " in its place: both are computed";
  }
};
} // namespace detail
// (Dynamic tracers are asked for their numbers: runtime/numbers.hpp.)
template <class X, class Y> requires(traced_operands<X, Y> && (tracing<X> || tracing<Y>))
constexpr auto operator&&(X const&, Y const&) {
  expect_silence<detail::says_no_shortcut<'&', X, Y>>();
  return after_error<basic_tracer<bool>>();
}
template <class X, class Y> requires(traced_operands<X, Y> && (tracing<X> || tracing<Y>))
constexpr auto operator||(X const&, Y const&) {
  expect_silence<detail::says_no_shortcut<'|', X, Y>>();
  return after_error<basic_tracer<bool>>();
}

namespace detail {
constexpr text not_assignable(std::string_view name, aval const& variable, aval const& result) {
  text t;
  return t << "[constax] " << name << " and assign: the result has type " << result << ", the variable has type " << variable
           << "; a traced variable keeps its type: assign the result to a new one";
}
template <class P, class X, class Y>
struct says_not_assignable {
  constexpr text operator()() const { return not_assignable(P::name, X::aval, Y::aval); }
};
template <class X, class Y>
void assign_dynamic(std::string_view name, X& x, Y const& y); // runtime/elementwise.hpp
/// x op= y: x keeps its dtype and shape.
template <class P, class X, class Y>
constexpr X& assign(X& x, Y const& y) {
  if constexpr (is_dynamic<Y>) assign_dynamic(P::name, x, y);
  else if constexpr (!std::is_same_v<X, Y>) expect_silence<says_not_assignable<P, X, Y>>();
  else x = y;
  return x;
}
} // namespace detail

template <traced_value X, class Y> requires detail::static_operands<X, Y>
constexpr X& operator+=(X& x, Y const& y) { return detail::assign<add_t>(x, x + y); }
template <traced_value X, class Y> requires detail::static_operands<X, Y>
constexpr X& operator-=(X& x, Y const& y) { return detail::assign<sub_t>(x, x - y); }
template <traced_value X, class Y> requires detail::static_operands<X, Y>
constexpr X& operator*=(X& x, Y const& y) { return detail::assign<mul_t>(x, x * y); }
template <traced_value X, class Y> requires detail::static_operands<X, Y>
constexpr X& operator/=(X& x, Y const& y) { return detail::assign<div_t>(x, x / y); }
template <traced_value X, class Y> requires detail::static_operands<X, Y>
constexpr X& operator%=(X& x, Y const& y) { return detail::assign<rem_t>(x, x % y); }

namespace detail {
/// x[i], where it is a value of its own.
template <class X>
concept passing_value = traced_value<X> && !std::is_lvalue_reference_v<X>;
} // namespace detail
template <detail::passing_value X, class Y>
constexpr auto operator+=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "+=", "add(v)">();
}
template <detail::passing_value X, class Y>
constexpr auto operator-=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "-=", "subtract(v)">();
}
template <detail::passing_value X, class Y>
constexpr auto operator*=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "*=", "mul(v)">();
}
template <detail::passing_value X, class Y>
constexpr auto operator/=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "/=", "mul(1.0 / v)">();
}

} // namespace constax::inline CONSTAX_TAG
