// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: no form of it takes these arguments; it is called like this: cx::grad(f)(x...), cx::grad(f, cx::argnums<0, 1>)(x...)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::sum(x); };
auto const j = cx::make_jaxpr(cx::grad(f, 0))(cx::spec<double, 3>{}); // here
