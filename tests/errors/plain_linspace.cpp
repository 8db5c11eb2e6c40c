// SPDX-License-Identifier: BSL-1.0
// expect: [constax] linspace: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::linspace<5>(0.0, 1.0)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return x * cx::linspace(0.0, 1.0, 6); })(cx::spec<double, 6>{});
