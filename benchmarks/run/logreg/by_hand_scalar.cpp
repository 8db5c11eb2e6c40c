// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
double margin(logreg const& p, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < p.columns; ++j) sum += p.x[i * p.columns + j] * p.w[j];
  return -p.y[i] * sum;
}
void by_hand_scalar(logreg& p) {
  double sum = 0;
  for (double& g : p.gradient) g = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const m = margin(p, i), e = std::exp(-std::abs(m)), c = -p.y[i] * (m > 0 ? 1 : e) / (1 + e);
    sum += std::max(m, 0.0) + std::log1p(e);
    for (std::size_t j = 0; j < p.columns; ++j) p.gradient[j] += c * p.x[i * p.columns + j];
  }
  p.value = sum / static_cast<double>(p.rows);
  for (double& g : p.gradient) g /= static_cast<double>(p.rows);
}
void primal(logreg& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const m = margin(p, i);
    sum += std::max(m, 0.0) + std::log1p(std::exp(-std::abs(m)));
  }
  p.value = sum / static_cast<double>(p.rows);
}
bench::add<logreg> const f64("by_hand_scalar", by_hand_scalar), value("primal", primal, {.value_only = true});
} // namespace
