// SPDX-License-Identifier: BSL-1.0
// The derivatives are those of the iteration, forwards beside it in both directions: no trip has to be kept.
#include "problem.hpp"

namespace {
void by_hand_scalar(kepler& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    double const M = p.M[i], e = p.e[i];
    double E = M, in_M = 1, in_e = 0;
    for (;;) {
      double const s = std::sin(E), f = E - e * s - M;
      if (std::abs(f) < kepler::tolerance) break;
      // d(f/d) = (df - r dd) / d with the denominator d, r = f/d, df = d dE - s de - dM, dd = e s dE - c de
      double const c = std::cos(E), inverse = 1 / (1 - e * c), r = f * inverse, bend = r * e * s;
      E -= r, in_M = (1 + bend * in_M) * inverse, in_e = (s + bend * in_e - r * c) * inverse;
    }
    p.E[i] = E, p.slope_M[i] = in_M, p.slope_e[i] = in_e;
  }
}
void primal(kepler& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    double const M = p.M[i], e = p.e[i];
    double E = M;
    for (;;) {
      double const f = E - e * std::sin(E) - M;
      if (std::abs(f) < kepler::tolerance) break;
      E -= f / (1 - e * std::cos(E));
    }
    p.E[i] = E;
  }
}
bench::add<kepler> const f64("by_hand_scalar", by_hand_scalar), value("primal", primal, {.value_only = true});
} // namespace
