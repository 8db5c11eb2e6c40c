// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/linear_recurrence.hpp>
#include <constax/primitives/min.hpp>
#include <constax/primitives/reduce_min.hpp>

namespace constax::inline CONSTAX_TAG {

/// The smallest of `x[0], ..., x[i]` along an axis; nan from the first nan on. cummin[axis, reverse, exclusive] : T[s] -> T[s], T a number.
/// The derivative is that of taking `min` again and again: where x[i] equals the smallest before it, each has half of the derivative.
/// (So has a first element that is inf, since that is where it begins.)
struct cummin_t : cumulative_reduction<cummin_t, reduce_min_t> {
  static constexpr std::string_view name = "cummin";
  static constexpr bool exact = true;
  static constexpr cumulative_slopes slopes(auto before, auto x, auto) { return {min_t::chosen(before, x), min_t::chosen(x, before)}; }
};

} // namespace constax::inline CONSTAX_TAG
