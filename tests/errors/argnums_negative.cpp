// SPDX-License-Identifier: BSL-1.0
// expect: [constax] value_and_grad: argnums names argument -3, the function is called with 2
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::value_and_grad([](auto x, auto y) { return x * y; }, cx::argnums<0, -3>);
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
