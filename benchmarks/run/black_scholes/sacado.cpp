// SPDX-License-Identifier: BSL-1.0
// needs: sacado
// In reverse, recorded for every option. (Sacado's forward types need MPI's headers, as Debian has built it.)
#include "problem.hpp"

#include <Sacado_trad.hpp>

namespace {
using rad = Sacado::Rad::ADvar<double>;
rad normal(rad const& d) { // Sacado has no erf: value and slope
  double const x = d.val(), density = std::exp(-x * x / 2) * 0.3989422804014327;
  return Sacado::Rad::ADf1(0.5 * std::erfc(-x * std::sqrt(0.5)), density, d);
}
void soa(black_scholes_soa& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    rad x[5];
    for (std::size_t k = 0; k < 5; ++k) x[k] = p.x[k][i];
    auto const& [S, K, r, s, t] = x;
    rad const v = s * sqrt(t), d1 = (log(S / K) + (r + s * s / 2.0) * t) / v, d2 = d1 - v;
    rad const price = S * normal(d1) - K * exp(-r * t) * normal(d2);
    rad::Gradcomp();
    p.price[i] = price.val();
    for (std::size_t k = 0; k < 5; ++k) p.slope[k][i] = x[k].adj();
  }
}
bench::add<black_scholes_soa> const of_arrays("sacado", soa, {.most_items = 10'000});
} // namespace
