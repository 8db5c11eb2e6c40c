// SPDX-License-Identifier: BSL-1.0
// needs: xtensor
// flags: -O3 -march=native -DNDEBUG -DXTENSOR_USE_XSIMD -Wno-uninitialized -Wno-maybe-uninitialized
// The gradient by hand, as xtensor's expressions are used; in pieces, so that what value and gradient have in common stays in the first
// cache.
#include "problem.hpp"

#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>

namespace {
template <class T> void by_xtensor(chain<T>& p) {
  static xt::xtensor<T, 1> s, e, t; // kept: fresh memory costs time
  p.value = 0;
  for (std::size_t i = 0; i < p.x.size(); i += 512) {
    std::array<std::size_t, 1> const n{std::min<std::size_t>(512, p.x.size() - i)};
    auto const x = xt::adapt(p.x.data() + i, n[0], xt::no_ownership(), n);
    auto g = xt::adapt(p.gradient.data() + i, n[0], xt::no_ownership(), n);
    s.resize(n), e.resize(n), t.resize(n);
    xt::noalias(s) = xt::sin(x), xt::noalias(e) = xt::exp(-x * x), xt::noalias(t) = xt::tanh(x);
    p.value += xt::sum(s * e + t, xt::evaluation_strategy::immediate)();
    xt::noalias(g) = e * (xt::cos(x) - T(2) * x * s) + T(1) - t * t;
  }
}
bench::add<chain<double>> const f64("xtensor", by_xtensor<double>);
bench::add<chain<float>> const f32("xtensor", by_xtensor<float>);
} // namespace
