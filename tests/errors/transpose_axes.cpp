// SPDX-License-Identifier: BSL-1.0
// expect: [constax] axis 2 is out of range for an operand of type f64[3,2]; axes are counted from 0, from the end from -1
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::swapaxes(x, 0_c, 2_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
