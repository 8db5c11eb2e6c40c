// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jacrev: the number of elements of f64[n,m] is not an affine form; use cx::vmap over its rows
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = cx::jacrev([](auto x) { return x * x; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, n, m>{});
