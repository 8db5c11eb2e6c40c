// SPDX-License-Identifier: BSL-1.0
// expect: [constax] quantile, median: an operand of type f64[0] has no element along an axis, of which there is no quantile
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::median(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 0>{});
