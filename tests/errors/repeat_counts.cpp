// SPDX-License-Identifier: BSL-1.0
// expect: [constax] repeat: one number is needed, or one for each element along the axis of an operand of type f64[3]: cx::repeat(x, cx::axes_c<1, 2>, 0_c)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::repeat(x, cx::axes_c<1, 2>); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
