// SPDX-License-Identifier: BSL-1.0
// expect: [constax] max: where no element counts it is no number; say what it is then, cx::initial(v), beside cx::where(c)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::max(x, cx::where(x > 0.0)); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2>{});
