// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::reshape<1, 1, 1, 1, 1, 1, 1, 1, 1, 6>(x); })(cx::spec<double, 6>{});
