// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::bernoulli: a parameter is f64[4], which does not broadcast to the shape of the result, [3]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto key, auto p) { return cx::random::bernoulli<3>(key, p); }; // here
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, 4>{});
