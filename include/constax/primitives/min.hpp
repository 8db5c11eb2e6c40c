// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/lt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/reduction.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_min_t;

/// Elementwise: the smaller of x[i] and y[i]; nan if either is. min : T[s], T[s] -> T[s]. Where they tie, each has half of the derivative.
/// As NumPy has it, min of one array, or of an array and an axis, is the reduction: min(x), min(x, 0_c).
struct min_t : elementwise<min_t, numeric> {
  static constexpr std::string_view name = "min";
  static constexpr bool commutative = true, exact = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::min(x, y); }
  static constexpr value chosen(value x, value y) { return select_n(lt(x, y), select_n(eq(x, y), like(x, 0.0), like(x, 0.5)), like(x, 1.0)); }
  static constexpr value jvp(value x, value y, value dx, value dy, value) {
    value d = dx;
    if (!dx.is_zero()) d = dx * chosen(x, y);
    if (!dy.is_zero()) d = d + dy * chosen(y, x);
    return d;
  }
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr (detail::reduces<X...>) return detail::reduce_along<reduce_min_t>(x...);
    else return elementwise::operator()(x...);
  }
};
inline constexpr min_t min{};

} // namespace constax::inline CONSTAX_TAG
