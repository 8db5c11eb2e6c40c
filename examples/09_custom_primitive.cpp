// SPDX-License-Identifier: BSL-1.0
// A primitive of your own: one struct with a name, its value on lanes, and one derivative rule. The rest follows: SIMD, vmap, grad of any
// order.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace cx = constax;

namespace my {

/// Elementwise `y[i] = e^(-x[i]^2)`. gaussian : T[s] -> T[s], T floating.
struct gaussian_t : cx::elementwise<gaussian_t> {
  static constexpr std::string_view name = "my::gaussian"; // names are unique: put yours under your namespace
  static constexpr bool transcendental = true;
  /// On lanes: one function serves the constexpr oracle (one element) and the SIMD loop (a register of them).
  static constexpr auto eval(auto const& x) { return cx::math::exp(cx::math::neg(cx::math::mul(x, x))); }
  /// The derivative in direction dx, given the result y: written as tangent times coefficient.
  static constexpr cx::value jvp(auto x, auto dx, auto y) { return dx * (-2.0 * x * y); }
};
inline constexpr gaussian_t gaussian{};

} // namespace my

inline constexpr auto f = [](auto x) { return cx::sum(my::gaussian(x)); };
static_assert(cx::make_jaxpr(f)(cx::spec<double, 5>{}) ==
              "{ lambda ; a:f64[5]. let\n"
              "    b:f64[5] = my::gaussian a\n"
              "    c:f64[] = reduce_sum[axes=(0,)] b\n"
              "  in (c,) }");

int main() {
  cx::array<double, 5> const x{-1.5, -0.5, 0, 0.3, 2};
  auto const g = cx::grad(f)(x);
  auto const h = cx::hessian(f)(x);
  double worst = 0;
  for (int i = 0; i < 5; ++i) {
    double const y = std::exp(-x[i] * x[i]);
    std::printf("x = %4.1f   y' = %10.7f   y'' = %10.7f\n", x[i], g[i], h(i, i));
    worst = std::fmax(worst, std::fmax(std::abs(g[i] + 2 * x[i] * y), std::abs(h(i, i) - (4 * x[i] * x[i] - 2) * y)));
  }
  std::printf("largest difference from the formulas %.1e\n", worst);
  return worst < 1e-14 && h(0, 1) == 0 ? 0 : 1;
}
