// SPDX-License-Identifier: BSL-1.0
// expect: [constax] diff, trapezoid and gradient: samples lie along an axis, gradient needs two of them; an operand has type f64[1]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::gradient(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 1>{});
