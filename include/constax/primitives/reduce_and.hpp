// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/reduction.hpp>

namespace constax::inline CONSTAX_TAG {

/// Whether all elements along axes are true. reduce_and[axes] : bool[s] -> bool[s without axes]
struct reduce_and_t : reduction<reduce_and_t, boolean> {
  static constexpr std::string_view name = "reduce_and";
  static constexpr std::string_view cpp = "$x && $y";
  static constexpr bool any_order = true;
  template <class T>
  static constexpr T identity = true;
  static constexpr auto combine(auto const& x, auto const& y) { return detail::as_element<bool>(x & y); }
};

} // namespace constax::inline CONSTAX_TAG
