// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_jvp, custom_vjp: the function captures a value that is being differentiated, of which its rule says nothing; hand that value over as an argument
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  auto const g = cx::custom_vjp([=](auto y) { return x * y; }, [](auto y) { return std::pair{y, y}; }, [](auto, auto ct) { return 7.0 * ct; });
  return g(2.0 * x);
};
auto const j = cx::make_jaxpr(cx::vmap(cx::grad(f)))(cx::spec<double, 3>{});
