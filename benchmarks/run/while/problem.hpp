// SPDX-License-Identifier: BSL-1.0
#pragma once
// while: Newton's method for Kepler's equation E - e sin E = M, from E = M until |E - e sin E - M| < 10^-12, for n mean anomalies M in [0,
// pi] and eccentricities e in [0, .9]; E and its derivatives in M and e, those of the iterate that the loop ends with.
//
// A pair of M and e is drawn again where a residual comes within 1% of 10^-12: rounding would decide about another trip, and the
// derivatives of iterates so close to the limit may differ by more than what the checks allow.
#include "../../support/problem.hpp"

#include <cmath>

struct kepler {
  using number = double;
  static constexpr double tolerance = 1e-12;
  std::size_t n;
  bench::buffer<double> M, e, E, slope_M, slope_e;

  explicit kepler(std::size_t anomalies) : n(anomalies), M(n, 0), e(n, 1), E(n, 2), slope_M(n, 3), slope_e(n, 4) {
    bench::random_numbers random(9);
    for (std::size_t i = 0; i < n; ++i) {
      do M[i] = random(0, 3.14159265358979323846), e[i] = random(0, 0.9);
      while (trips(M[i], e[i]) < 0);
    }
  }
  bench::label what() const { return {"while", std::to_string(n), "f64", "-", static_cast<double>(n)}; }
  std::vector<bench::output<double>> outputs() { return {{E.data(), n}, {slope_M.data(), n}, {slope_e.data(), n}}; }

  /// How often the loop goes round; -1 where rounding decides.
  static int trips(double M, double e) {
    double E = M;
    for (int k = 0;; ++k) {
      double const f = E - e * std::sin(E) - M;
      if (std::abs(std::abs(f) - tolerance) < tolerance / 100) return -1;
      if (std::abs(f) < tolerance) return k;
      E -= f / (1 - e * std::cos(E));
    }
  }
  std::vector<bench::probe> probes() const {
    std::vector<bench::probe> all;
    for (std::size_t const i : bench::some_of(n, 200)) {
      auto const f = [M = static_cast<long double>(M[i]), e = static_cast<long double>(e[i]), k = trips(M[i], e[i])](long double dM,
                                                                                                                     long double de) {
        long double E = M + dM;
        for (int j = 0; j < k; ++j) E -= (E - (e + de) * std::sin(E) - (M + dM)) / (1 - (e + de) * std::cos(E));
        return E;
      };
      all.push_back({0, i, false, [f](long double) { return f(0, 0); }});
      all.push_back({1, i, true, [f](long double h) { return f(h, 0); }, 0x1p-14L});
      all.push_back({2, i, true, [f](long double h) { return f(0, h); }, 0x1p-14L});
    }
    return all;
  }
};
