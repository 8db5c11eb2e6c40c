// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
void by_hand_scalar(logsumexp& p) {
  p.value = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const* const x = p.x.data() + i * p.columns;
    double* const g = p.gradient.data() + i * p.columns;
    double const most = *std::max_element(x, x + p.columns);
    double sum = 0;
    for (std::size_t j = 0; j < p.columns; ++j) sum += g[j] = std::exp(x[j] - most);
    p.value += most + std::log(sum);
    for (std::size_t j = 0; j < p.columns; ++j) g[j] *= 1 / sum;
  }
}
void primal(logsumexp& p) {
  p.value = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double const* const x = p.x.data() + i * p.columns;
    double const most = *std::max_element(x, x + p.columns);
    double sum = 0;
    for (std::size_t j = 0; j < p.columns; ++j) sum += std::exp(x[j] - most);
    p.value += most + std::log(sum);
  }
}
bench::add<logsumexp> const f64("by_hand_scalar", by_hand_scalar), value("primal", primal, {.value_only = true});
} // namespace
