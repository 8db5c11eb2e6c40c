// SPDX-License-Identifier: BSL-1.0
// expect: [constax] mul: shapes f64[n] and f64[m] do not broadcast; reshape one of them, or name equal symbols
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = [](auto x, auto y) { return x * y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{}, cx::spec<double, m>{});
