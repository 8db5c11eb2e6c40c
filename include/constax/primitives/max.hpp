// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/extremum.hpp>
#include <constax/primitives/gt.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_max_t;

/// Elementwise: the larger of x[i] and y[i]; nan if either is. max : T[s], T[s] -> T[s]. max(x) and max(x, 0_c) are the reduction.
struct max_t : extremum<max_t, reduce_max_t> {
  static constexpr std::string_view name = "max";
  static constexpr auto eval(auto const& x, auto const& y) { return math::max(x, y); }
  static constexpr value wins(auto x, auto y) { return gt(x, y); }
};
inline constexpr max_t max{};

} // namespace constax::inline CONSTAX_TAG
