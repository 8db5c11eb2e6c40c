// SPDX-License-Identifier: BSL-1.0
// expect: [constax] value_and_grad: the function must return a scalar, its result is f64[3]; sum it, or use cx::jacrev
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::value_and_grad([](auto x) { return 2.0 * x; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
