// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: fwd returns std::pair{value, residuals}, the value of the function's result type; what bwd needs goes into the residuals
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sum(x), x}; }, [](auto x, auto ct) { return ct * cx::cos(x); });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
