// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an extent is a whole number, 0 or more, or a symbol
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return 2.0 * x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, -3>{});
