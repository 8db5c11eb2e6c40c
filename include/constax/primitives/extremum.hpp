// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/convert_element_type.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/reduce_sum.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The tangent of the extremum y of x along axes: the mean of the tangents where x attains it, as JAX has it.
constexpr value share_among_equal(value x, value dx, value y, axes const& over) {
  aval const a = type_of(x);
  value const attained = convert_element_type(eq(x, broadcast_in_dim(y, a.shape, kept_axes(a.rank(), over))), a.type);
  return reduce_sum(dx * attained, over) * (1.0 / reduce_sum(attained, over));
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
