// SPDX-License-Identifier: BSL-1.0
// expect: [constax] broadcast_in_dim: shapes f64[3] and f64[2,4] do not fit; an axis keeps its length, or has length 1
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::broadcast_to<2, 4>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
