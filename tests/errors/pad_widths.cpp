// SPDX-License-Identifier: BSL-1.0
// expect: [constax] pad: an operand of type f64[2,3] takes one width for all axes or one for each, then a mode or a number: cx::pad(x, 1_c), cx::pad(x, cx::pad_width<1, 2>, cx::mode::edge)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::pad(x, 1_c, 2_c, 3_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{});
