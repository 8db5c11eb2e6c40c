// SPDX-License-Identifier: BSL-1.0
// needs: xtensor
// flags: -O3 -march=native -DNDEBUG -DXTENSOR_USE_XSIMD -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand, row by row.
#include "problem.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>

namespace {
void by_xtensor(logsumexp& p) {
  p.value = 0;
  std::array<std::size_t, 1> const n{p.columns};
  for (std::size_t i = 0; i < p.rows; ++i) {
    auto const x = xt::adapt(p.x.data() + i * p.columns, p.columns, xt::no_ownership(), n);
    auto g = xt::adapt(p.gradient.data() + i * p.columns, p.columns, xt::no_ownership(), n);
    double const most = xt::amax(x, xt::evaluation_strategy::immediate)();
    xt::noalias(g) = xt::exp(x - most);
    double const sum = xt::sum(g, xt::evaluation_strategy::immediate)();
    p.value += most + std::log(sum);
    g *= 1 / sum;
  }
}
bench::add<logsumexp> const f64("xtensor", by_xtensor);
} // namespace
