// SPDX-License-Identifier: BSL-1.0
// expect: [constax] broadcast_in_dim: what the symbol m stands for follows from no argument of the call; hand over an argument with an axis of that extent
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
auto f(cx::view<double const, n> x) {
  return cx::jit([](auto v) { return cx::ones<double, m>() * cx::sum(v); })(x);
}
