// SPDX-License-Identifier: BSL-1.0
// needs: eigen
// flags: -O3 -march=native -DNDEBUG -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand, as expressions of matrices.
#include "problem.hpp"

#include <Eigen/Core>

namespace {
void by_eigen(mlp& p) {
  using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto const n = static_cast<Eigen::Index>(p.rows), d = static_cast<Eigen::Index>(p.inputs), h = static_cast<Eigen::Index>(p.units);
  Eigen::Map<matrix const> const x(p.x.data(), n, d), w(p.w.data(), d, h);
  Eigen::Map<Eigen::VectorXd const> const y(p.y.data(), n), v(p.v.data(), h);
  Eigen::Map<matrix> of_w(p.of_w.data(), d, h);
  Eigen::Map<Eigen::VectorXd> of_v(p.of_v.data(), h);
  static matrix a;
  static Eigen::VectorXd e;
  a.noalias() = x * w;
  a = a.array().tanh();
  e.noalias() = a * v;
  e -= y;
  p.value = e.squaredNorm() / static_cast<double>(n);
  e *= 2 / static_cast<double>(n);
  of_v.noalias() = a.transpose() * e;
  a.array() = (e * v.transpose()).array() * (1 - a.array().square());
  of_w.noalias() = x.transpose() * a;
}
bench::add<mlp> const f64("eigen", by_eigen);
} // namespace
