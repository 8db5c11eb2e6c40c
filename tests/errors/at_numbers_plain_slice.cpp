// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: bounds given as plain integers cannot decide the length of the result, which is part of its type; write cx::slice(1_c, -1_c) with `using namespace constax::literals`, or cx::slice<1, -1>()
#include <constax/constax.hpp>

namespace cx = constax;

cx::array<double, 4> const x{1, 2, 3, 4};
auto const y = x.at(cx::slice(1, 3)).set(0.0); // here
