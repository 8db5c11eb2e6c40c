// SPDX-License-Identifier: BSL-1.0
// Outside of traced functions, operators on arrays build an expression: nothing is computed until it is assigned, then all in one loop.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;

int main() {
  cx::array<double, n> xs(1000), ys(1000);
  for (std::int64_t i = 0; i < xs.size(); ++i) xs[i] = 0.01 * static_cast<double>(i), ys[i] = 1.0 - xs[i];

  // No temporary array for ys * 2.0: the same trace and planner as for functions make one loop of the whole right side.
  cx::array<double, n> const zs = xs + ys * 2.0;

  // What is there already is written where it lies, without an allocation: an array, and through a view your own memory.
  cx::array<double, n> total(1000);
  total = xs + ys;
  total = total * 0.5 + zs;
  std::vector<double> mine(1000);
  cx::view<double, n> const view(mine);
  view = total - zs;

  // Functions mix in. An expression with a name is computed when it is used: it refers to xs and ys, which must still be there.
  auto const wave = cx::sin(xs) * cx::exp(-ys);
  std::vector<double> both(1000);
  cx::evaluate_into(cx::view<double, n>(both), wave + zs);

  double worst = 0;
  for (std::int64_t i = 0; i < xs.size(); ++i) {
    auto const at = static_cast<std::size_t>(i);
    worst = std::fmax(worst, std::abs(zs[i] - (xs[i] + ys[i] * 2.0)));
    worst = std::fmax(worst, std::abs(mine[at] - (xs[i] + ys[i]) * 0.5));
    worst = std::fmax(worst, std::abs(both[at] - (std::sin(xs[i]) * std::exp(-ys[i]) + zs[i])) / (1 + std::abs(both[at])));
  }
  std::printf("xs + ys * 2 at 500: %g; largest difference from a plain loop %.1e\n", zs[500], worst);
  return worst < 1e-15 ? 0 : 1;
}
