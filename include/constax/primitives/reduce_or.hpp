// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// Whether any elements along axes are true. reduce_or[axes] : bool[s] -> bool[s without axes]
struct reduce_or_t : reduction<reduce_or_t, boolean> {
  static constexpr std::string_view name = "reduce_or";
  static constexpr std::string_view cpp = "$x || $y";
  static constexpr bool any_order = true;
  template <class T>
  static constexpr T identity = false;
  static constexpr auto combine(auto const& x, auto const& y) { return detail::as_element<bool>(x | y); }
};

} // namespace constax::inline CONSTAX_TAG
