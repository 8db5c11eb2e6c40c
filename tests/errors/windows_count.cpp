// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reduce_window: an operand of type f64[6,7] needs a number for each axis that windows run along, in cx::window as in cx::strides and the dilations; and one cx::pad_width for all of these axes, or one for each
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::reduce_window(x, cx::add, cx::window<3>); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 6, 7>{});
