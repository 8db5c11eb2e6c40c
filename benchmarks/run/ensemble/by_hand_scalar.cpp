// SPDX-License-Identifier: BSL-1.0
// A pendulum at a time: forwards, keeping the accelerations of each step's stages, then backwards. The cosine of the drive at the end of a
// step is that at the beginning of the next.
#include "problem.hpp"

namespace {
struct step {
  double theta, omega, a1, a2, a3, middle, last; // the last two: cos(w t)
};
void by_hand_scalar(ensemble& p) {
  constexpr double h = ensemble::h;
  constexpr std::size_t steps = ensemble::steps;
  step kept[steps];
  for (std::size_t n = 0; n < p.n; ++n) {
    double theta = p.x[0][n], omega = p.x[1][n];
    double const q = p.x[2][n], g = p.x[3][n], w = p.x[4][n];
    double first = 1;
    for (std::size_t i = 0; i < steps; ++i) {
      double const t = h * static_cast<double>(i), middle = std::cos(w * (t + h / 2)), last = std::cos(w * (t + h));
      double const a1 = g * first - std::sin(theta) - q * omega;
      double const o2 = omega + h / 2 * a1, a2 = g * middle - std::sin(theta + h / 2 * omega) - q * o2;
      double const o3 = omega + h / 2 * a2, a3 = g * middle - std::sin(theta + h / 2 * o2) - q * o3;
      double const o4 = omega + h * a3, a4 = g * last - std::sin(theta + h * o3) - q * o4;
      kept[i] = {theta, omega, a1, a2, a3, middle, last};
      theta += h / 6 * (omega + 2 * (o2 + o3) + o4), omega += h / 6 * (a1 + 2 * (a2 + a3) + a4);
      first = last;
    }
    p.loss[n] = theta * theta + omega * omega;
    // cotangents of theta, omega; of a1 of the step after
    double to_theta = 2 * theta, to_omega = 2 * omega, after = 0, to_q = 0, to_g = 0, to_w = 0;
    for (std::size_t i = steps; i-- > 0;) {
      auto const [theta, omega, a1, a2, a3, middle, last] = kept[i];
      double const t = h * static_cast<double>(i), o2 = omega + h / 2 * a1, o3 = omega + h / 2 * a2, o4 = omega + h * a3;
      double const to_a4 = h / 6 * to_omega, to_o4 = h / 6 * to_theta - q * to_a4, to_t4 = -std::cos(theta + h * o3) * to_a4;
      double const to_a3 = h / 3 * to_omega + h * to_o4, to_o3 = h / 3 * to_theta + h * to_t4 - q * to_a3,
                   to_t3 = -std::cos(theta + h / 2 * o2) * to_a3;
      double const to_a2 = h / 3 * to_omega + h / 2 * to_o3, to_o2 = h / 3 * to_theta + h / 2 * to_t3 - q * to_a2,
                   to_t2 = -std::cos(theta + h / 2 * omega) * to_a2;
      double const to_a1 = h / 6 * to_omega + h / 2 * to_o2, to_o1 = h / 6 * to_theta + h / 2 * to_t2 - q * to_a1,
                   to_t1 = -std::cos(theta) * to_a1;
      double const to_middle = to_a2 + to_a3, to_last = to_a4 + after;
      to_q -= to_a1 * omega + to_a2 * o2 + to_a3 * o3 + to_a4 * o4;
      to_g += middle * to_middle + last * to_last;
      to_w -= g * ((t + h / 2) * std::sin(w * (t + h / 2)) * to_middle + (t + h) * std::sin(w * (t + h)) * to_last);
      to_theta += to_t1 + to_t2 + to_t3 + to_t4, to_omega += to_o1 + to_o2 + to_o3 + to_o4;
      after = to_a1;
    }
    p.slope[0][n] = to_theta, p.slope[1][n] = to_omega, p.slope[2][n] = to_q, p.slope[3][n] = to_g + after, p.slope[4][n] = to_w;
  }
}
void primal(ensemble& p) {
  for (std::size_t n = 0; n < p.n; ++n) p.loss[n] = ensemble::loss_of(p.x[0][n], p.x[1][n], p.x[2][n], p.x[3][n], p.x[4][n]);
}
bench::add<ensemble> const f64("by_hand_scalar", by_hand_scalar), value("primal", primal, {.value_only = true});
} // namespace
