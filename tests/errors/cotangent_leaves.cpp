// SPDX-License-Identifier: BSL-1.0
// expect: [constax] vjp: the result is std::pair(*, *) and the cotangent is *; they must have one structure
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::vjp([](auto y) { return std::pair{y, y}; }, x).second(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
