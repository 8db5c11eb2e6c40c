// SPDX-License-Identifier: BSL-1.0
// needs: torch
// Eager operations on arrays, and their tape backwards.
#include "problem.hpp"
#include "../../support/torch.hpp"

namespace {
void by_torch(logreg& p) {
  auto const n = static_cast<std::int64_t>(p.rows), m = static_cast<std::int64_t>(p.columns);
  torch::Tensor const x = torch::from_blob(p.x.data(), {n, m}, torch::kFloat64), y = torch::from_blob(p.y.data(), {n}, torch::kFloat64);
  torch::Tensor w = torch::from_blob(p.w.data(), {m}, torch::kFloat64);
  w.set_requires_grad(true);
  torch::Tensor const loss = torch::softplus(-y * torch::mv(x, w), 1, 40).mean();
  w.mutable_grad() = torch::from_blob(p.gradient.data(), {m}, torch::kFloat64).zero_(); // accumulated into
  loss.backward();
  p.value = loss.item<double>();
}
bench::add<logreg> const f64("torch", by_torch);
} // namespace
