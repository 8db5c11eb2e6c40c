// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 0 is a cx::spec, which has a type and no numbers; it serves where only types matter: cx::make_jaxpr, cx::cost
#include <constax/constax.hpp>

namespace cx = constax;

auto g() { return cx::grad([](auto y) { return y * y; })(cx::spec<double>{}); }
