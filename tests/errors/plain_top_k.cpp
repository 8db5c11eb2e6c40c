// SPDX-License-Identifier: BSL-1.0
// expect: [constax] top_k: what decides a shape is part of a type here, and the value of a plain integer is not; write cx::top_k(x, 3_c)
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::top_k(x, 2); })(cx::spec<double, 6>{});
