// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::reshape<2, 3>(x)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::reshape(x, 2, 3); })(cx::spec<double, 6>{});
