// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the number 300 stands beside a value of dtype u8, which holds 0 to 255; convert that value with cx::astype, or the number
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x < 300; };
auto const j = cx::make_jaxpr(f)(cx::spec<unsigned char, 6>{});
