// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/max.hpp>
#include <constax/primitives/scattered_extremum.hpp>

namespace constax::inline CONSTAX_TAG {

/// The larger of each element of x and the slices that go to its place (indexed.hpp); nan if one of them is.
/// scatter_max[along, at, indexed, mode, slice_sizes] : T[s], T[slices], I[t]... -> T[s], T a number
struct scatter_max_t : scattered_extremum<scatter_max_t> {
  static constexpr std::string_view name = "scatter_max";
  static constexpr std::string_view cpp = "math::max($x, $y)";
  static constexpr auto combine(auto const& x, auto const& slice) { return max_t::eval(x, slice); }
};

} // namespace constax::inline CONSTAX_TAG
