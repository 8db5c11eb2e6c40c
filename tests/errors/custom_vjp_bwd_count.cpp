// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: bwd(residuals, cotangent) returns a std::tuple with one cotangent per argument, of the arguments' types
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::custom_vjp([](auto x, auto y) { return x * y; }, [](auto x, auto y) { return std::pair{x * y, std::pair{x, y}}; },
                                         [](auto xy, auto ct) { return ct * xy.second; });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{}, cx::spec<double>{});
