// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: in_axes names axis 0 of argument 1, which is f64[]; use cx::none for an argument without rows
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double>{});
