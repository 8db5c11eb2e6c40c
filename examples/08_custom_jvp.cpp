// SPDX-License-Identifier: BSL-1.0
// Functions that bring their own derivative: where the formula is right but its derivative overflows, or where another one is wanted.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <utility>

namespace cx = constax;

// log(1 + e^x). Its derivative comes out as e^x / (1 + e^x) with e^x twice: inf / inf at x = 800.
inline constexpr auto naive = [](auto x) { return cx::log(1.0 + cx::exp(x)); };

// custom_jvp(f, rule): rule(x, dx) -> {value, derivative in the direction dx}, linear in dx. It may call f.
inline constexpr auto log1pexp = cx::custom_jvp(naive, [](auto x, auto dx) {
  return std::pair{naive(x), dx * (1.0 - 1.0 / (1.0 + cx::exp(x)))};
});

// custom_vjp(f, fwd, bwd): fwd(x) -> {value, what bwd needs}, bwd(that, cotangent) -> the cotangent of x. Here: gradients cut off at 1.
inline constexpr auto clipped = cx::custom_vjp([](auto x) { return x; },
                                               [](auto x) {
                                                 return std::pair{x, x};
                                               },
                                               [](auto, auto ct) { return cx::clamp(-1.0, ct, 1.0); });
inline constexpr auto steep = [](auto x) { return 5.0 * clipped(x) * clipped(x); };

int main() {
  double const plain = cx::grad(naive)(800.0), own = cx::grad(log1pexp)(800.0);
  std::printf("at 800: derivative %g without a rule, %g with it\n", plain, own);

  // The rule is written in the same language, so it differentiates and batches like everything else.
  double const x = 0.4, s = 1 / (1 + std::exp(-x));
  double const second = cx::grad(cx::grad(log1pexp))(x);
  std::printf("second derivative at %g: %.15f, by hand %.15f\n", x, second, s * (1 - s));
  auto const rows = cx::vmap(cx::grad(log1pexp))(cx::array<double, 3>{-1, 0.4, 800});
  std::printf("rows: %.6f %.6f %.6f\n", rows[0], rows[1], rows[2]);

  double const cut = cx::grad(steep)(3.0); // each use of clipped hands on at most 1
  std::printf("clipped: %g instead of 30\n", cut);

  return std::isnan(plain) && own == 1 && std::abs(second - s * (1 - s)) < 1e-15 && std::abs(rows[1] - s) < 1e-15 && rows[2] == 1 &&
                 cut == 2
             ? 0
             : 1;
}
