// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an axis given as a plain integer, or in braces, cannot decide the shape of the result
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::concatenate(x, x, 0); })(cx::spec<double, 6>{});
