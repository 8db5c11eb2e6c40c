// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: an axis of the result has a length that is no affine form in at most two symbols, from an operand of type f64[n,m,3]; give that axis a length in numbers
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = [](auto x) { return cx::reshape<-1, 3>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n, m, 3>{});
