// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes has 2 entries for a leaf, which has no parts; give it an axis, or cx::none
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, cx::in_axes<0, cx::none>>);
auto const r = f(cx::array<double, 3>{}, cx::array<double, 3>{}); // here
