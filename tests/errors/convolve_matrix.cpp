// SPDX-License-Identifier: BSL-1.0
// expect: [constax] convolve, correlate: operands are vectors, of lengths that are numbers, 1 or more; these are f64[2,3] and f64[2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto... x) { return cx::convolve(x...); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{}, cx::spec<double, 2>{});
