// SPDX-License-Identifier: BSL-1.0
// expect: [constax] ldexp: the exponent must be an integer, or integers; for powers of other numbers multiply by cx::exp2(n)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x, auto n) { return cx::ldexp(x, n); })(cx::spec<double>{}, cx::spec<double>{});
