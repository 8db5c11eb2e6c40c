// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: bwd(residuals, cotangent) returns the argument's cotangent, of the argument's type
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sin(x), x}; }, [](auto x, auto ct) { return cx::sum(ct * cx::cos(x)); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
