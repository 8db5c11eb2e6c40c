// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reduce_window: windows of an operand of type f64[6] have lengths, strides and dilations of 1 or more; those of axis 0 among their axes are not
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::reduce_window(x, cx::max, cx::window<3>, cx::strides<0>); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 6>{});
