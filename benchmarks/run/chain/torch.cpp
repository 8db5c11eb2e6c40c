// SPDX-License-Identifier: BSL-1.0
// needs: torch
// Eager operations on arrays, and their tape backwards.
#include "problem.hpp"
#include "../../support/torch.hpp"

namespace {
template <class T> void by_torch(chain<T>& p) {
  auto const type = std::is_same_v<T, float> ? torch::kFloat32 : torch::kFloat64;
  auto const n = static_cast<std::int64_t>(p.x.size());
  torch::Tensor x = torch::from_blob(p.x.data(), {n}, type);
  x.set_requires_grad(true);
  torch::Tensor const y = (torch::sin(x) * torch::exp(-x * x) + torch::tanh(x)).sum();
  x.mutable_grad() = torch::from_blob(p.gradient.data(), {n}, type).zero_(); // accumulated into
  y.backward();
  p.value = y.template item<T>();
}
bench::add<chain<double>> const f64("torch", by_torch<double>);
bench::add<chain<float>> const f32("torch", by_torch<float>);
} // namespace
