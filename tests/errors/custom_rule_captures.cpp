// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_vjp: fwd and bwd must not capture; hand what they need to f as arguments
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x * x; };
inline constexpr auto fwd = [](auto x) { return std::pair{x * x, x}; };
// Its value would be lost: rules are made anew where they are traced.
auto g(double x) {
  return cx::grad(cx::custom_vjp(f, fwd, cx::closure([](auto k, auto y, auto ct) { return k * y * ct; }, 2.0)))(x);
}
