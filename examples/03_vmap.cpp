// SPDX-License-Identifier: BSL-1.0
// vmap(f): f over rows. f is written for one example; which argument has rows is said by in_axes, how many there are by the data.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cx = constax;

// For one point: a potential, and the force that it exerts.
inline constexpr auto potential = [](auto strength, auto p) { return strength / cx::sqrt(cx::sum(p * p)); };
inline constexpr auto force = [](auto strength, auto p) { return -cx::grad(potential, cx::argnums<1>)(strength, p); };

// For all points: the strength is shared, the points are rows.
inline constexpr auto forces = cx::vmap(force, cx::in_axes<cx::none, 0>);

inline constexpr cx::dim<"n"> n; // a length that is known when the program runs: one compilation serves all of them

int main() {
  std::vector<double> points(3 * 1001);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = 1.0 + 0.001 * static_cast<double>(i % 97);

  auto const result = forces(2.5, cx::view<double const, n, 3>(points)); // array<double, n, 3>

  double worst = 0;
  for (std::int64_t i = 0; i < result.length(0); ++i) {
    double const* p = points.data() + 3 * i;
    double const r = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (int k = 0; k < 3; ++k) worst = std::fmax(worst, std::abs(result(i, k) - 2.5 * p[k] / (r * r * r)));
  }
  std::printf("%lld forces, the first is (%.6f, %.6f, %.6f); largest difference from the formula %.1e\n",
              static_cast<long long>(result.length(0)), result(0, 0), result(0, 1), result(0, 2), worst);
  return result.length(0) == 1001 && worst < 1e-14 ? 0 : 1;
}
