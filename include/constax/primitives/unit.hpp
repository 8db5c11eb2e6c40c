// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/derivative_along.hpp>

namespace constax::inline CONSTAX_TAG {

/// unit_of[axes] : u, r, x -> u, which is x over its Euclidean length along axes; r is the length's reciprocal, repeated. The derivative
/// (dx - u sum(u dx)) r divides by no square of the length, and has no difference 1 - u^2 where one element dominates.
struct unit_of_t : detail::derivative_along<unit_of_t, 3> {
  static constexpr std::string_view name = "unit_of";
  static constexpr value jvp(auto u, auto r, auto, auto, auto, auto dx, auto, params const& p) {
    return r * detail::off_mean(u * u, u, dx, p.axes, [&](value along) { return u * along; });
  }
};

} // namespace constax::inline CONSTAX_TAG
