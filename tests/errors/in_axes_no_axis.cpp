// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes names axis 1 of argument 1, which is f64[3]; use cx::none for an argument without rows
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; }, cx::in_axes<0, 1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 3>{});
