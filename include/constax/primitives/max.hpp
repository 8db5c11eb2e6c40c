// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/add.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/gt.hpp>
#include <constax/primitives/mul.hpp>
#include <constax/primitives/reduction.hpp>
#include <constax/primitives/select_n.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_max_t;

/// Elementwise: the larger of x[i] and y[i]; nan if either is. max : T[s], T[s] -> T[s]. Where they tie, each has half of the derivative.
/// As NumPy has it, max of one array, or of an array and an axis, is the reduction: max(x), max(x, 0_c).
struct max_t : elementwise<max_t, numeric> {
  static constexpr std::string_view name = "max";
  static constexpr bool commutative = true, exact = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::max(x, y); }
  static constexpr value chosen(value x, value y) { return select_n(gt(x, y), select_n(eq(x, y), like(x, 0.0), like(x, 0.5)), like(x, 1.0)); }
  static constexpr value jvp(value x, value y, value dx, value dy, value) {
    value d = dx;
    if (!dx.is_zero()) d = dx * chosen(x, y);
    if (!dy.is_zero()) d = d + dy * chosen(y, x);
    return d;
  }
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr (detail::reduces<X...>) return detail::reduce_along<reduce_max_t>(x...);
    else return elementwise::operator()(x...);
  }
};
inline constexpr max_t max{};

} // namespace constax::inline CONSTAX_TAG
