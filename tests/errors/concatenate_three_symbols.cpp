// SPDX-License-Identifier: BSL-1.0
// expect: [constax] concatenate: an axis of the result has a length that is no affine form in at most two symbols, from an operand of type f64[k]; give that axis a length in numbers
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;
inline constexpr auto f = [](auto x, auto y, auto z) { return cx::concatenate(x, y, z); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{}, cx::spec<double, m>{}, cx::spec<double, k>{});
