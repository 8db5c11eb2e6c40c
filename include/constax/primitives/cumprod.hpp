// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/linear_recurrence.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_prod_t;

/// `y[i] = x[0] * ... * x[i]` along an axis. cumprod[axis, reverse, exclusive] : T[s] -> T[s], T a number.
/// The derivative divides by nothing: zeros do no harm.
struct cumprod_t : cumulative_reduction<cumprod_t, reduce_prod_t> {
  static constexpr std::string_view name = "cumprod";
  static constexpr cumulative_slopes slopes(auto before, auto x, auto) { return {x, before}; }
};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/reduce_prod.hpp>
