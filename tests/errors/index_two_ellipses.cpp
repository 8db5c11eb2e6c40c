// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: cx::ellipsis stands for all axes that are not named, and can stand once
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x(cx::ellipsis, 0_c, cx::ellipsis); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
