// SPDX-License-Identifier: BSL-1.0
// needs: sacado
// In reverse, recorded in every call. (Sacado's forward types need MPI's headers, as Debian has built it.)
#include "problem.hpp"

#include <Sacado_trad.hpp>

namespace {
template <class T> T value_of(T const* x, std::size_t n) {
  T sum = 0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    T const u = 1.0 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100.0 * v * v;
  }
  return sum;
}
template <std::size_t N> void backwards(rosenbrock<N>& p) {
  using rad = Sacado::Rad::ADvar<double>;
  std::vector<rad> x(N);
  for (std::size_t i = 0; i < N; ++i) x[i] = p.x[i];
  rad y = value_of(x.data(), N);
  rad::Gradcomp();
  p.value = y.val();
  for (std::size_t i = 0; i < N; ++i) p.gradient[i] = x[i].adj();
}
bench::add<rosenbrock<10>> const f10("sacado", backwards<10>);
bench::add<rosenbrock<1000>> const f1000("sacado", backwards<1000>);
} // namespace
