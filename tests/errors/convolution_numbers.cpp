// SPDX-License-Identifier: BSL-1.0
// expect: [constax] conv_general_dilated: an operand of type f64[1,3,8] and a kernel of type f64[4,2,3] take texts of as many letters as they have axes, each once, the operand's and the result's with N and C, the kernel's with O and I: cx::dimension_numbers of NHWC, HWIO, NHWC
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto w) { return cx::conv(x, w, cx::dimension_numbers<"NWC", "WIO", "NCC">); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 1, 3, 8>{}, cx::spec<double, 4, 2, 3>{});
