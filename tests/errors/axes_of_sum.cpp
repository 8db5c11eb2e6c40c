// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reduce_sum: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::sum(x, cx::axes_c<0, 1, 2, 3, 4, 5, 6, 7, 8>); })(cx::spec<double, 1, 2, 1, 2, 1, 2, 1, 2>{});
