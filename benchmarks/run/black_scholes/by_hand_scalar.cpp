// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
struct result {
  double price, slope[5];
};
result option(double S, double K, double r, double s, double t) {
  double const root = std::sqrt(t), v = s * root, d1 = (std::log(S / K) + (r + s * s / 2) * t) / v, d2 = d1 - v;
  double const n1 = std::erfc(d1 * -std::sqrt(0.5)) / 2, n2 = std::erfc(d2 * -std::sqrt(0.5)) / 2, discount = std::exp(-r * t);
  double const debt = K * discount * n2, vega = S * root * std::exp(-d1 * d1 / 2) * 0.39894228040143267794;
  return {S * n1 - debt, {n1, -discount * n2, t * debt, vega, vega * s / (2 * t) + r * debt}};
}

void soa(black_scholes_soa& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    result const y = option(p.x[0][i], p.x[1][i], p.x[2][i], p.x[3][i], p.x[4][i]);
    p.price[i] = y.price;
    for (std::size_t k = 0; k < 5; ++k) p.slope[k][i] = y.slope[k];
  }
}
void aos(black_scholes_aos& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    double const* const x = p.x.data() + 5 * i;
    result const y = option(x[0], x[1], x[2], x[3], x[4]);
    p.price[i] = y.price;
    for (std::size_t k = 0; k < 5; ++k) p.slope[5 * i + k] = y.slope[k];
  }
}
void soa_primal(black_scholes_soa& p) {
  for (std::size_t i = 0; i < p.n; ++i) p.price[i] = call_price(p.x[0][i], p.x[1][i], p.x[2][i], p.x[3][i], p.x[4][i]);
}
void aos_primal(black_scholes_aos& p) {
  for (std::size_t i = 0; i < p.n; ++i) {
    double const* const x = p.x.data() + 5 * i;
    p.price[i] = call_price(x[0], x[1], x[2], x[3], x[4]);
  }
}
bench::add<black_scholes_soa> const of_arrays("by_hand_scalar", soa), value_of_arrays("primal", soa_primal, {.value_only = true});
bench::add<black_scholes_aos> const of_rows("by_hand_scalar", aos), value_of_rows("primal", aos_primal, {.value_only = true});
} // namespace
