// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vmap: the mapped axes have different lengths; the arguments are f64[3] f64[4]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::vmap([](auto x, auto y) { return x * y; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
