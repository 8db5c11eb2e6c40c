// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: whether f64[m] and f64[n] agree cannot be decided; name a new symbol for one of them; a slice must end within its axis
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = [](auto x, auto) { return x[cx::slice(0_c, m)]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{}, cx::spec<double, m>{});
