// SPDX-License-Identifier: BSL-1.0
// expect: [constax] zeros: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::zeros<2, 3>()
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return x + cx::zeros(6); })(cx::spec<double, 6>{});
