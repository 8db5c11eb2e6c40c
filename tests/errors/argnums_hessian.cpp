// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jacfwd: argnums names argument 2, the function is called with 2
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::hessian([](auto x, auto y) { return x * y; }, cx::argnums<0, 2>);
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
