// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
template <class T> void by_hand_scalar(chain<T>& p) {
  T sum = 0;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    T const x = p.x[i], s = std::sin(x), c = std::cos(x), e = std::exp(-x * x), t = std::tanh(x);
    sum += s * e + t;
    p.gradient[i] = e * (c - 2 * x * s) + (1 - t * t);
  }
  p.value = sum;
}
template <class T> void primal(chain<T>& p) {
  T sum = 0;
  for (std::size_t i = 0; i < p.x.size(); ++i) sum += std::sin(p.x[i]) * std::exp(-p.x[i] * p.x[i]) + std::tanh(p.x[i]);
  p.value = sum;
}
bench::add<chain<double>> const f64("by_hand_scalar", by_hand_scalar<double>), f64_primal("primal", primal<double>, {.value_only = true});
bench::add<chain<float>> const f32("by_hand_scalar", by_hand_scalar<float>), f32_primal("primal", primal<float>, {.value_only = true});
} // namespace
