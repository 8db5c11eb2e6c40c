// SPDX-License-Identifier: BSL-1.0
// expect: [constax] max: an operand of type f64[2,0] has no element along an axis, and the max of nothing is no number; say what it is then, cx::max(x, cx::initial(v))
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::max(x, 1_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 0>{});
