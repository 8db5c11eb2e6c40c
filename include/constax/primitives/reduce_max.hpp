// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/extremum.hpp>

namespace constax::inline CONSTAX_TAG {

/// The largest element along axes; nan if there is one. reduce_max[axes] : T[s] -> T[s without axes]. Of nothing it is -inf.
/// The derivative is shared evenly by the elements that attain it.
struct reduce_max_t : reduction<reduce_max_t> {
  static constexpr std::string_view name = "reduce_max";
  static constexpr std::string_view cpp = "math::max($x, $y)";
  static constexpr bool any_order = true;
  template <class T>
  static constexpr T identity = std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
  static constexpr auto combine(auto const& x, auto const& y) { return math::max(x, y); }
  static constexpr value jvp(auto x, auto dx, auto y, params const& p) { return detail::share_among_equal(x, dx, y, p.axes); }
};

constexpr value reduce_max(is_value auto x, axes const& over) { return over.size() ? bind<reduce_max_t>({over}, x) : x; }

} // namespace constax::inline CONSTAX_TAG
