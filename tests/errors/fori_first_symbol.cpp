// SPDX-License-Identifier: BSL-1.0
// expect: [constax] fori_loop: the bounds are integers, of which the last may be a symbol, or traced integer scalars of one type
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) { return cx::fori_loop(n, 5, [](auto, auto y) { return y * y; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{});
