// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_jvp, custom_vjp: the function captures a value that is being differentiated, of which its rule says nothing; hand that value over as an argument
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto const g = cx::custom_jvp([=](auto y) { return x * y; }, [](auto y, auto dy) { return std::pair{y, 7.0 * dy}; });
  return g(2.0 * x);
};
auto const j = cx::make_jaxpr(cx::grad(f))(cx::spec<double>{});
