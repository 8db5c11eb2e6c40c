// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes has 3 entries for std::pair(*, *), which has 2 parts; give an entry for each, or one axis for all
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto p) { return p.first * p.second; }, cx::in_axes<cx::in_axes<0, 0, cx::none>>);
auto const r = f(std::pair{cx::array<double, 3>{}, 1.0}); // here
