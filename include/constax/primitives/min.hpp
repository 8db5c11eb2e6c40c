// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/extremum.hpp>
#include <constax/primitives/lt.hpp>

namespace constax::inline CONSTAX_TAG {

struct reduce_min_t;

/// Elementwise: the smaller of x[i] and y[i]; nan if either is. min : T[s], T[s] -> T[s]. min(x) and min(x, 0_c) are the reduction.
struct min_t : extremum<min_t, reduce_min_t> {
  static constexpr std::string_view name = "min";
  static constexpr auto eval(auto const& x, auto const& y) { return math::min(x, y); }
  static constexpr value wins(auto x, auto y) { return lt(x, y); }
};
inline constexpr min_t min{};

} // namespace constax::inline CONSTAX_TAG
