// SPDX-License-Identifier: BSL-1.0
// expect: [constax] tile: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::tile<2>(x)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::tile(x, {2, 2}); })(cx::spec<double, 6>{});
