// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: whether f64[n,m] and f64[6] agree cannot be decided; name a new symbol for one of them
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = [](auto x) { return cx::reshape<6>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n, m>{});
