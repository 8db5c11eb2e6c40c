// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: the mapped axes have different lengths: axis 0 of f64[3], in argument 0, has length 3, and axis 0 of f64[4], in argument 1, has length 4
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
