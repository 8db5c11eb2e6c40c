// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: an axis of the result has a length that is no affine form in at most two symbols, from an operand of type f64[n]; give that axis a length in numbers; a stride cannot divide a symbol
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) { return x[cx::slice(0_c, cx::end, 2_c)]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{});
