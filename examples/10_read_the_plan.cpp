// SPDX-License-Identifier: BSL-1.0
// plan(f)(args...) prints what a call would run: loops, what is fused into each, where values live, bytes, flops and workspace.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;

// Two reductions: the second needs the total of the first, so one loop over x cannot do both.
inline constexpr auto deviation = [](auto x) {
  auto d = x - cx::mean(x);
  return cx::sqrt(cx::mean(d * d));
};

int main() {
  std::vector<double> x(1000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 10);
  cx::view<double const, n> const view(x);

  std::cout << cx::plan(deviation)(view) << "\n\n" << cx::plan(cx::grad(deviation))(view) << '\n';

  // With elementwise functions alone, value and gradient are one loop without workspace, however many equations there are.
  auto const wave = cx::vmap(cx::value_and_grad([](auto t) { return cx::sin(t) * cx::exp(-t * t) + cx::tanh(t); }));
  std::cout << '\n' << cx::plan(wave)(view) << '\n';

  return std::abs(cx::jit(deviation)(view) - std::sqrt(8.25)) < 1e-14 && cx::plan(wave)(view).workspace == 0 ? 0 : 1;
}
