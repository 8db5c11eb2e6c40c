// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: the number next to x[i] on the way to y[i]. nextafter : T[s], T[s] -> T[s], T floating. As in JAX it has no derivative.
struct nextafter_t : elementwise<nextafter_t> {
  static constexpr std::string_view name = "nextafter";
  static constexpr bool exact = true;
  static constexpr auto eval(auto const& x, auto const& y) { return math::nextafter(x, y); }
};
inline constexpr nextafter_t nextafter{};

} // namespace constax::inline CONSTAX_TAG
