// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: index 3 is out of bounds on axis 0 of an operand of type f64[3]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x[3_c]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
