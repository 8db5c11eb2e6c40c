// SPDX-License-Identifier: BSL-1.0
// Built many times with different flags; CONSTAX_UNIT names the function of this build.
#include <constax/constax.hpp>

namespace cx = constax;

namespace {
struct input {
  double x[37];
  input() {
    for (int i = 0; i < 37; ++i) x[i] = 0.1 * (i - 18);
  }
};
}  // namespace

inline constexpr auto f = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-(x * x)) + cx::tanh(x)); };

// value, and the sum of the gradient's entries, each times its index
void CONSTAX_UNIT(double& value, double& moment) {
  static input in;
  auto [v, g] = cx::value_and_grad(f)(cx::view<double, 37>(in.x));
  value = v;
  g = g * 2.0 - g; // an expression, in place and exact
  moment = 0;
  for (int i = 0; i < 37; ++i) moment += i * static_cast<double>(g[i]);
}
