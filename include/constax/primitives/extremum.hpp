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
    if constexpr (detail::reduces<X...>) return detail::reduce_along<Reduction>(x...);
    else if constexpr (detail::keeps<X...>) return keeping_axes(*this, x...);
    else return elementwise<Self, numeric>::operator()(x...);
  }
  /// The derivative in x, of x and y.
  static constexpr value chosen(auto x, auto y) {
    return select_n(Self::wins(x, y), select_n(eq(x, y), like(x, 0.0), like(x, 0.5)), like(x, 1.0));
  }
};

} // namespace constax::inline CONSTAX_TAG
