// SPDX-License-Identifier: BSL-1.0
// expect: [constax] random::gamma: a parameter is f64[3], which does not broadcast to the shape of the result, [2]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto key, auto a) { return cx::random::gamma<2>(key, a); };
auto const j = cx::make_jaxpr(f)(cx::random::key(0), cx::spec<double, 3>{});
