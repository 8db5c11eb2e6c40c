// SPDX-License-Identifier: BSL-1.0
// needs: eigen
// flags: -O3 -march=native -DNDEBUG -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand, as Eigen's arrays are used; in pieces, so that what value and gradient have in common stays in the first cache.
#include "problem.hpp"

#include <Eigen/Core>

namespace {
template <class T> void by_eigen(chain<T>& p) {
  using array = Eigen::Array<T, Eigen::Dynamic, 1, 0, 512, 1>;
  array s, e, t;
  p.value = 0;
  for (std::size_t i = 0; i < p.x.size(); i += 512) {
    auto const n = static_cast<Eigen::Index>(std::min<std::size_t>(512, p.x.size() - i));
    Eigen::Map<array const> const x(p.x.data() + i, n);
    Eigen::Map<array> g(p.gradient.data() + i, n);
    s = x.sin(), e = (-x.square()).exp(), t = x.tanh();
    p.value += (s * e + t).sum();
    g = e * (x.cos() - T(2) * x * s) + T(1) - t.square();
  }
}
bench::add<chain<double>> const f64("eigen", by_eigen<double>);
bench::add<chain<float>> const f32("eigen", by_eigen<float>);
} // namespace
