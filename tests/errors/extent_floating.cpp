// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an extent is a whole number, 0 or more, or a symbol
#include <constax/constax.hpp>

namespace cx = constax;

double first(cx::view<double const, 2.5> x) { return x[0]; }
