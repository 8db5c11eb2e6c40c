// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: axis 1 is out of range for an operand of type f64[]; out_axes names an axis of the result
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x) { return x * x; }, cx::in_axes<0>, cx::out_axes<1>);
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
