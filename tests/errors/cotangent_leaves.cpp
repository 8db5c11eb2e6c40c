// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: the cotangent has 1 leaves, the result has 2
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::vjp([](auto y) { return std::pair{y, y}; }, x).second(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
