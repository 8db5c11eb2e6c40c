// SPDX-License-Identifier: BSL-1.0
// expect: [constax] tracer: a value of type f64[3] is taken for one of type f32[3]; make the tracer of the value's own type
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr([](auto x) { return cx::tracer<float, 3>(x.value); })(cx::spec<double, 3>{});
