// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an array has at most 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

auto f(cx::array<double, 1, 1, 1, 1, 1, 1, 1, 1, 1> const& x) { return cx::jit([](auto y) { return cx::sum(y); })(x); }
