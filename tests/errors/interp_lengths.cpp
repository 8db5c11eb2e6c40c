// SPDX-License-Identifier: BSL-1.0
// expect: [constax] interp: places and values are vectors of one length, a number, 1 or more; these are f64[3] and f64[2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto... x) { return cx::interp(x...); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double, 3>{}, cx::spec<double, 2>{});
