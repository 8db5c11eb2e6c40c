// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr(cx::jacfwd([](auto x) { return x * x; }))(cx::spec<double, 2, 2, 2, 2, 2>{});
