// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: more indices than axes of a traced value of type f64[2,3]
#include <constax/constax.hpp>

namespace cx = constax;

cx::array<double, 2, 3> const x{1, 2, 3, 4, 5, 6};
auto const y = x.at(0, 1, 2).set(1.0); // here
