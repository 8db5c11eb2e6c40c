// SPDX-License-Identifier: BSL-1.0
// expect: [constax] split: an axis of an operand of type f64[5] is not cut into 2 equal parts; cx::array_split cuts into unequal ones, cx::split(x, cx::axes_c<2, 5>) where you say
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return std::get<0>(cx::split(x, 2_c)); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 5>{});
