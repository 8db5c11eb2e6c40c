// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes has 3 entries, the function is called with 2 arguments
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, 0, 0>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
