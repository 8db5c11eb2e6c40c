// SPDX-License-Identifier: BSL-1.0
// needs: cblas
// Matrix products by the BLAS, which nobody writes by hand; in between, a register of units at a time.
#include "problem.hpp"
#include "../../support/lanes.hpp"

#include <cblas.h>

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>;

V some(double const* p, std::size_t k, std::size_t n) {
  return k + w <= n ? at(p + k) : cx::load_n<double, lanes<double>>(p + k, static_cast<std::ptrdiff_t>(n - k), 0);
}
void put(double* p, std::size_t k, std::size_t n, V v) { cx::store_n(p + k, v, static_cast<std::ptrdiff_t>(n - k < w ? n - k : w)); }

void by_hand(mlp& p) {
  static std::vector<double> a;
  a.resize(p.rows * p.units);
  int const n = static_cast<int>(p.rows), d = static_cast<int>(p.inputs), h = static_cast<int>(p.units);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, h, d, 1.0, p.x.data(), d, p.w.data(), h, 0.0, a.data(), h);
  p.value = 0;
  for (double& g : p.of_v) g = 0;
  for (std::size_t i = 0; i < p.rows; ++i) {
    double* const row = a.data() + i * p.units;
    V sum(0.0);
    for (std::size_t k = 0; k < p.units; k += w) {
      V const t = cx::math::tanh(some(row, k, p.units));
      put(row, k, p.units, t), sum = cx::fma(some(p.v.data(), k, p.units), t, sum);
    }
    double const e = total(sum) - p.y[i], slope = 2 * e / static_cast<double>(p.rows);
    p.value += e * e / static_cast<double>(p.rows);
    for (std::size_t k = 0; k < p.units; k += w) {
      V const t = some(row, k, p.units), vk = some(p.v.data(), k, p.units);
      put(p.of_v.data(), k, p.units, cx::fma(V(slope), t, some(p.of_v.data(), k, p.units)));
      put(row, k, p.units, V(slope) * vk * (V(1.0) - t * t));
    }
  }
  cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, d, h, n, 1.0, p.x.data(), d, a.data(), h, 0.0, p.of_w.data(), h);
}
bench::add<mlp> const f64("by_hand", by_hand);
} // namespace
