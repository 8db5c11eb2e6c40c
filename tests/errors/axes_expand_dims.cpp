// SPDX-License-Identifier: BSL-1.0
// expect: [constax] broadcast_in_dim: there would be more than 8 axes; join some of them with cx::reshape
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

auto const j = cx::make_jaxpr([](auto x) { return cx::expand_dims(x, 0_c); })(cx::spec<double, 1, 2, 1, 2, 1, 2, 1, 2>{});
