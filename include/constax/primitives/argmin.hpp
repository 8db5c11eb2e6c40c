// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// The place of the smallest element along one axis: the first of several; a nan counts as smallest.
/// argmin[axes, index_dtype] : T[s] -> index_dtype[s without axes]
struct argmin_t : locate<argmin_t> {
  static constexpr std::string_view name = "argmin";
  static constexpr std::string_view cpp = "$x < $y";
  static constexpr auto better(auto const& x, auto const& than) { return (x < than) | ((x != x) & (than == than)); }
};

} // namespace constax::inline CONSTAX_TAG
