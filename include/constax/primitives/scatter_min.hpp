// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/min.hpp>
#include <constax/primitives/scattered_extremum.hpp>

namespace constax::inline CONSTAX_TAG {

/// The smaller of each element of x and the slices that go to its place (indexed.hpp); nan if one of them is.
/// scatter_min[along, at, indexed, mode, slice_sizes] : T[s], T[slices], I[t]... -> T[s], T a number
struct scatter_min_t : scattered_extremum<scatter_min_t> {
  static constexpr std::string_view name = "scatter_min";
  static constexpr std::string_view cpp = "math::min($x, $y)";
  static constexpr auto combine(auto const& x, auto const& slice) { return min_t::eval(x, slice); }
};

} // namespace constax::inline CONSTAX_TAG
