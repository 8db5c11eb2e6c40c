// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/linear_recurrence.hpp>
#include <constax/primitives/max.hpp>
#include <constax/primitives/reduce_max.hpp>

namespace constax::inline CONSTAX_TAG {

/// The largest of `x[0], ..., x[i]` along an axis; nan from the first nan on. cummax[axis, reverse, exclusive] : T[s] -> T[s], T a number.
/// The derivative is that of taking `max` again and again: where x[i] equals the largest before it, each has half of the derivative.
/// (So has a first element that is -inf, since that is where it begins.)
struct cummax_t : cumulative_reduction<cummax_t, reduce_max_t> {
  static constexpr std::string_view name = "cummax";
  static constexpr bool exact = true;
  static constexpr cumulative_slopes slopes(auto before, auto x, auto) { return {max_t::chosen(before, x), max_t::chosen(x, before)}; }
};

} // namespace constax::inline CONSTAX_TAG
