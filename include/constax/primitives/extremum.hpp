// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/convert_element_type.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/reduce_sum.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The tangent of the extremum y of x along axes: the mean of the tangents where x attains it, as JAX has it.
constexpr value share_among_equal(auto x, auto dx, auto y, axes const& over) {
  aval const a = type_of(x);
  auto const attained = convert_element_type(eq(x, broadcast_in_dim(y, a.shape, kept_axes(a.rank(), over))), a.type);
  return reduce_sum(dx * attained, over) * (1.0 / reduce_sum(attained, over));
}

} // namespace detail

struct keepdims_t {};
/// The last argument of a reduction: axes that are reduced stay, with length 1 (api/keepdims.hpp).
inline constexpr keepdims_t keepdims{};

namespace detail {
/// Does op(x...) mean a reduction that keeps its axes?
template <class X, class... More>
inline constexpr bool keeps = traced_value<X> && (... || std::is_same_v<More, keepdims_t>);

/// Options of reductions: the elements that count, and what they begin with (api/some_of.hpp).
template <class C> struct where_option { C condition; };
template <class V> struct initial_option { V value; };
template <class O> inline constexpr bool is_where_option = false;
template <class C> inline constexpr bool is_where_option<where_option<C>> = true;
template <class O> inline constexpr bool is_initial_option = false;
template <class V> inline constexpr bool is_initial_option<initial_option<V>> = true;
template <class... O>
inline constexpr bool restricts = (false || ... || (is_where_option<std::remove_cvref_t<O>> || is_initial_option<std::remove_cvref_t<O>>));

constexpr text nothing_to_reduce(std::string_view name, aval const& of) {
  text t;
  return t << "[constax] " << name << ": an operand of type " << of << " has no element along an axis, and the " << name
           << " of nothing is no number; say what it is then, cx::" << name << "(x, cx::initial(v))";
}
template <class P, class X> struct says_nothing_to_reduce {
  constexpr text operator()() const { return nothing_to_reduce(P::name, X::aval); }
};
constexpr bool has_empty_axis(aval const& of, axes const& over) {
  for (i64 d : over)
    if (d >= 0 && d < of.rank() && of.shape[static_cast<int>(d)] == extent(0)) return true;
  return false;
}
template <class X> void expect_elements_dynamic(std::string_view name, X const& x, axes const& over); // runtime/functions.hpp
/// The reduction P of x along axes, which have elements. Name: who asks.
template <class P, class Name, class X, class... A> constexpr auto extremum_along(X const& x, A const&... axis) {
  if constexpr (is_dynamic<X>) expect_elements_dynamic(Name::name, x, dynamic_axes(x, axis...));
  else {
    constexpr axes over = axes_of<X>(A{}...);
    if constexpr (has_empty_axis(X::aval, over)) expect_silence<says_nothing_to_reduce<Name, X>>();
  }
  return reduce_along<P>(x, axis...);
}
} // namespace detail

/// What max and min share: members say `wins(x, y)`. Where operands tie, each has half of the derivative. As NumPy has it, the object
/// applied to one array, or to an array and an axis, is the reduction.
template <class Self, class Reduction>
struct extremum : elementwise<Self, numeric> {
  static constexpr bool commutative = true, exact = true;
  static constexpr value jvp(auto x, auto y, auto dx, auto dy, auto) {
    auto d = dx;
    if (!dx.is_zero()) d = dx * chosen(x, y);
    if (!dy.is_zero()) d = d + dy * chosen(y, x);
    return d;
  }
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr (detail::restricts<X...>) return reduce_some_of(Self{}, x...);
    else if constexpr (detail::reduces<X...>) return detail::extremum_along<Reduction, Self>(x...);
    else if constexpr (detail::keeps<X...>) return keeping_axes(*this, x...);
    else return elementwise<Self, numeric>::operator()(x...);
  }
  /// max(x, {0, 1}), and options: of dynamic tracers (api/axes_lists.hpp).
  template <class X, class... O>
  constexpr auto operator()(X const& x, std::initializer_list<i64> over, O const&... options) const {
    return along_list(*this, x, over, options...);
  }
  /// The derivative in x, of x and y.
  static constexpr value chosen(auto x, auto y) {
    return select_n(Self::wins(x, y), select_n(eq(x, y), like(x, 0.0), like(x, 0.5)), like(x, 1.0));
  }
};

} // namespace constax::inline CONSTAX_TAG
