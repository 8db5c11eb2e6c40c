// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// Energies of all pairs of 1000 points, with their gradient. The loop knows that a pair has one force.
#include "beside.hpp"

namespace {
using namespace beside;

inline constexpr auto squares = [](auto x) {
  auto const d = cx::reshape<n, 1, 3>(x) - cx::reshape<1, n, 3>(x);
  return cx::sum(d * d, 2_c);
};
inline constexpr auto gaussian = [](auto x) { return cx::sum(cx::exp(-squares(x))); };
inline constexpr auto softened = [](auto x) { return cx::sum(1.0 / cx::sqrt(squares(x) + 0.01)); };

/// f: square of a distance -> energy of the pair, its derivative.
template <auto const& Energy> times of_pairs(auto f) {
  constexpr std::size_t points = 1000;
  numbers const x = normal(points * 3);
  numbers g(x.size()), h(x.size());
  double value = 0, of_loop = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, n, 3>>(value, cx::view<double, n, 3>(g.data(), points)),
                          cx::value_and_grad(Energy), cx::view<double const, n, 3>(x.data(), points));
      },
      [&] {
        double sum = 0;
        for (std::size_t i = 0; i < points; ++i) {
          double force[3] = {};
          for (std::size_t j = 0; j < points; ++j) {
            double const d[] = {x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]};
            auto const [energy, slope] = f(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            sum += energy;
            for (int k = 0; k < 3; ++k) force[k] += slope * d[k];
          }
          for (std::size_t k = 0; k < 3; ++k) h[3 * i + k] = 4 * force[k];
        }
        of_loop = sum;
      },
      15, [&] { return std::max(difference(g, h), std::abs(value - of_loop) / of_loop); });
}

add const a("energies of pairs, exp(-r^2), with gradient", [] {
  return of_pairs<gaussian>([](double s) {
    double const e = std::exp(-s);
    return std::pair(e, -e);
  });
});
add const b("energies of pairs, 1/r, with gradient", [] {
  return of_pairs<softened>([](double s) {
    double const e = 1 / std::sqrt(s + 0.01);
    return std::pair(e, -0.5 * e / (s + 0.01));
  });
});
} // namespace
