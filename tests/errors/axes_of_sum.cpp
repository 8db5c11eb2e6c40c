// SPDX-License-Identifier: BSL-1.0
// expect: [constax] axis 8 is out of range for an operand of type f64[1,2,1,2,1,2,1,2]; axes are counted from 0, from the end from -1
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::sum(x, cx::axes_c<0, 1, 2, 3, 4, 5, 6, 7, 8>); })(cx::spec<double, 1, 2, 1, 2, 1, 2, 1, 2>{});
