// SPDX-License-Identifier: BSL-1.0
// expect: [constax] pad: an axis of an operand of type f64[0] has no element to pad with, or too few for this many: widths are 0 or more, and at most 15 times the axis
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::pad(x, 1_c, cx::mode::edge); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 0>{});
