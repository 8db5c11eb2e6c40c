// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cumsum: an operand of type f64[3,4] has several axes, say along which: cx::cumsum(x, 0_c)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::cumsum(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
