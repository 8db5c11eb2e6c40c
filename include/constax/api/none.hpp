// SPDX-License-Identifier: BSL-1.0
#pragma once
// none : what Python says by None
//
//   x[cx::slice(cx::none, 3_c)]      x[None:3]: this side of the slice is left out
//   x(cx::none, 0_c)                 x[None, 0]: a new axis of length 1
//   cx::in_axes<0, cx::none>         (0, None): an argument of vmap without rows
#include <constax/base/config.hpp>

#include <climits>

namespace constax::inline v0 {

struct none_t {
  /// Among the axes of vmap, which are ints.
  constexpr operator int() const { return INT_MIN; }
};
/// A bound or a step of a slice that is left out, a new axis, an argument of vmap without rows: Python's None.
inline constexpr none_t none{};

} // namespace constax::inline v0
