// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scan: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x, auto ys) { return cx::map([&](auto y) { return y * x; }, ys); })(cx::spec<double, 1, 2, 1, 2, 1, 2, 1, 2>{}, cx::spec<double, 3>{});
