// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: out_axes has 2 entries for std::tuple(*, *, *), which has 3 parts; give an entry for each, or one axis for all
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x) { return std::tuple{x, x, x}; }, cx::in_axes<0>, cx::out_axes<0, 0>);
auto const r = f(cx::array<double, 3>{}); // here
