// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_jvp: the rule returns std::pair{value, tangent}, both of the function's result type; return them in that order
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_jvp([](auto x) { return cx::sin(x); }, [](auto x, auto dx) { return dx * cx::cos(x); });
auto const j = cx::make_jaxpr(cx::grad(f))(cx::spec<double>{});
