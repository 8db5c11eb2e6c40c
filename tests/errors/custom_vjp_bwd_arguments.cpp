// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: bwd cannot be called with the residuals and the cotangent of the result; its parameters are other ones
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_vjp([](auto x) { return cx::sin(x); }, [](auto x) { return std::pair{cx::sin(x), x}; }, [](auto x, auto y, auto ct) { return ct * cx::cos(x) * y; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
