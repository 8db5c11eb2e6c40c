// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/base/vec.hpp>

namespace constax::inline CONSTAX_TAG {

/// The axis of each nest that the user wants lanes along (negative: from the last); without, the cheapest. And: is the plan for calls of
/// one thread, also where others have a team?
struct lane_choice {
  bool given = false;
  i8 axis = 0;
  bool one_thread = false;
  /// Are the strips of a region taken in their order? A team shares them.
  constexpr bool in_order() const { return one_thread || !CONSTAX_HAS_OPENMP; }
  /// The axis of a nest of so many, -1: not said, or it has no such axis.
  constexpr int in(int rank) const {
    int const d = axis < 0 ? rank + axis : axis;
    return given && d >= 0 && d < rank ? d : -1;
  }
};

} // namespace constax::inline CONSTAX_TAG
