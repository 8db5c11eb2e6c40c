// SPDX-License-Identifier: BSL-1.0
// needs: adolc
// Records and reverses every option, as a function of five numbers that is called in a loop. Left out where there are many.
#include "problem.hpp"

#include <adolc/adolc.h>

namespace {
adouble normal(adouble const& d) { return 0.5 * (1 + erf(d * std::sqrt(0.5))); }

void soa(black_scholes_soa& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    double x[5], g[5];
    for (std::size_t k = 0; k < 5; ++k) x[k] = p.x[k][i];
    trace_on(1);
    {
      adouble S, K, r, s, t;
      S <<= x[0], K <<= x[1], r <<= x[2], s <<= x[3], t <<= x[4];
      adouble const v = s * sqrt(t), d1 = (log(S / K) + (r + s * s / 2) * t) / v, d2 = d1 - v;
      adouble price = S * normal(d1) - K * exp(-r * t) * normal(d2);
      price >>= p.price[i];
    }
    trace_off();
    gradient(1, 5, x, g);
    for (std::size_t k = 0; k < 5; ++k) p.slope[k][i] = g[k];
  }
}
bench::add<black_scholes_soa> const of_arrays("adolc", soa, {.most_items = 10'000});
} // namespace
