// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reduce_window: a stride divides no symbol: along axis 0 among those of the windows of an operand of type f64[n] a stride of 1 is needed, or a length that is a number
#include <constax/constax.hpp>

namespace cx = constax;
inline constexpr cx::dim<"n"> n;

inline constexpr auto f = [](auto x) { return cx::reduce_window(x, cx::max, cx::window<3>, cx::strides<2>); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{});
