// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// The place of the largest element along one axis: the first of several; a nan counts as largest.
/// argmax[axes, index_dtype] : T[s] -> index_dtype[s without axes]
struct argmax_t : locate<argmax_t> {
  static constexpr std::string_view name = "argmax";
  static constexpr std::string_view cpp = "$x > $y";
  static constexpr auto better(auto const& x, auto const& than) { return (x > than) | ((x != x) & (than == than)); }
};

} // namespace constax::inline CONSTAX_TAG
