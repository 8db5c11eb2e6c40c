// SPDX-License-Identifier: BSL-1.0
// expect: [constax] searchsorted: both arrays have one dtype; convert one with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto a, auto v) { return cx::searchsorted(a, v); })(cx::spec<float, 6>{}, cx::spec<double, 2>{});
