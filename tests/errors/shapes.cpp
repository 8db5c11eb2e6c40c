// SPDX-License-Identifier: BSL-1.0
// expect: [constax] add: shapes f64[3] and f64[4] do not broadcast; reshape one of them, or name equal symbols
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return x + y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
