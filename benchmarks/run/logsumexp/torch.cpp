// SPDX-License-Identifier: BSL-1.0
// needs: torch
// Eager operations on arrays, and their tape backwards.
#include "problem.hpp"
#include "../../support/torch.hpp"

namespace {
void by_torch(logsumexp& p) {
  auto const n = static_cast<std::int64_t>(p.rows), m = static_cast<std::int64_t>(p.columns);
  torch::Tensor x = torch::from_blob(p.x.data(), {n, m}, torch::kFloat64);
  x.set_requires_grad(true);
  torch::Tensor const y = torch::logsumexp(x, 1).sum();
  x.mutable_grad() = torch::from_blob(p.gradient.data(), {n, m}, torch::kFloat64).zero_(); // accumulated into
  y.backward();
  p.value = y.item<double>();
}
bench::add<logsumexp> const f64("torch", by_torch);
} // namespace
