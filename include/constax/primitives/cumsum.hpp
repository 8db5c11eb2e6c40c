// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/reduce_sum.hpp>

namespace constax::inline CONSTAX_TAG {

/// `y[i] = x[0] + ... + x[i]` along an axis. cumsum[axis, reverse, exclusive] : T[s] -> T[s], T a number.
struct cumsum_t : cumulative_reduction<cumsum_t, reduce_sum_t> {
  static constexpr std::string_view name = "cumsum";
  static constexpr bool linear = true;
  static constexpr value transpose(auto ct, u32, auto, auto const& p) {
    return bind<cumsum_t>({p.axis, !p.reverse, p.exclusive}, ct);
  }
};

} // namespace constax::inline CONSTAX_TAG
