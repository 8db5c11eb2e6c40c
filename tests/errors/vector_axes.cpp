// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes has 2 entries for a leaf, which has no parts; give it an axis, or cx::none
#include <constax/runtime.hpp>

namespace cx = constax;

inline constexpr auto total = [](auto const& xs) { return xs[0] * xs[1]; };
auto f(std::vector<cx::ndarray> const& xs) {
  return cx::vmap(total, cx::in_axes<cx::in_axes<0, cx::in_axes<0, cx::none>>>)(xs);
}
