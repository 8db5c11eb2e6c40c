// SPDX-License-Identifier: BSL-1.0
// expect: [constax] value_and_grad: no form of it takes these arguments; it is called like this: cx::value_and_grad(f)(x...), cx::value_and_grad(f, cx::argnums<0, 1>)(x...)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::sum(x); };
auto const j = cx::make_jaxpr(cx::value_and_grad<1>(f))(cx::spec<double, 3>{}); // here
