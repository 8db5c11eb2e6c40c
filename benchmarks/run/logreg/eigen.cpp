// SPDX-License-Identifier: BSL-1.0
// needs: eigen
// flags: -O3 -march=native -DNDEBUG -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand: two matrix-vector products, and arrays in between.
#include "problem.hpp"

#include <Eigen/Core>

namespace {
void by_eigen(logreg& p) {
  using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto const n = static_cast<Eigen::Index>(p.rows), m = static_cast<Eigen::Index>(p.columns);
  Eigen::Map<matrix const> const x(p.x.data(), n, m);
  Eigen::Map<Eigen::ArrayXd const> const y(p.y.data(), n);
  Eigen::Map<Eigen::VectorXd const> const w(p.w.data(), m);
  Eigen::Map<Eigen::VectorXd> g(p.gradient.data(), m);
  static Eigen::ArrayXd a, e; // kept: fresh memory costs more than the computation
  a = -y * (x * w).array();
  e = (-a.abs()).exp();
  p.value = (a.max(0.0) + e.log1p()).mean();
  a = -y * (a > 0.0).select(1.0, e) / (1.0 + e) / static_cast<double>(n);
  g.noalias() = x.transpose() * a.matrix();
}
bench::add<logreg> const f64("eigen", by_eigen);
} // namespace
