// SPDX-License-Identifier: BSL-1.0
// Row by row, in loops that run along memory.
#include "problem.hpp"

namespace {
double forward(mlp const& p, std::size_t i, double* a) {
  for (std::size_t k = 0; k < p.units; ++k) a[k] = 0;
  for (std::size_t j = 0; j < p.inputs; ++j)
    for (std::size_t k = 0; k < p.units; ++k) a[k] += p.x[i * p.inputs + j] * p.w[j * p.units + k];
  double e = -p.y[i];
  for (std::size_t k = 0; k < p.units; ++k) a[k] = std::tanh(a[k]), e += p.v[k] * a[k];
  return e;
}
void by_hand_scalar(mlp& p) {
  static std::vector<double> a;
  a.resize(p.units);
  p.value = 0;
  for (double& g : p.of_w) g = 0;
  for (double& g : p.of_v) g = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const e = forward(p, i, a.data()), slope = 2 * e / static_cast<double>(p.rows);
    p.value += e * e / static_cast<double>(p.rows);
    for (std::size_t k = 0; k < p.units; ++k) p.of_v[k] += slope * a[k], a[k] = slope * p.v[k] * (1 - a[k] * a[k]);
    for (std::size_t j = 0; j < p.inputs; ++j)
      for (std::size_t k = 0; k < p.units; ++k) p.of_w[j * p.units + k] += p.x[i * p.inputs + j] * a[k];
  }
}
void primal(mlp& p) {
  static std::vector<double> a;
  a.resize(p.units);
  p.value = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const e = forward(p, i, a.data());
    p.value += e * e / static_cast<double>(p.rows);
  }
}
bench::add<mlp> const f64("by_hand_scalar", by_hand_scalar);
bench::add<mlp> const value("primal", primal, {.value_only = true});
} // namespace
