// SPDX-License-Identifier: BSL-1.0
// needs: eigen
// flags: -O3 -march=native -DNDEBUG -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand, row by row.
#include "problem.hpp"

#include <Eigen/Core>

namespace {
void by_eigen(logsumexp& p) {
  p.value = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    Eigen::Map<Eigen::ArrayXd const> const x(p.x.data() + i * p.columns, static_cast<Eigen::Index>(p.columns));
    Eigen::Map<Eigen::ArrayXd> g(p.gradient.data() + i * p.columns, static_cast<Eigen::Index>(p.columns));
    double const most = x.maxCoeff();
    g = (x - most).exp();
    double const sum = g.sum();
    p.value += most + std::log(sum);
    g *= 1 / sum;
  }
}
bench::add<logsumexp> const f64("eigen", by_eigen);
} // namespace
