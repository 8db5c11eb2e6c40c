// SPDX-License-Identifier: BSL-1.0
// expect: [constax] repeat: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::repeat(x, 2_c)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::repeat(x, 2); })(cx::spec<double, 6>{});
