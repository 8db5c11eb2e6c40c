// SPDX-License-Identifier: BSL-1.0
// needs: adolc
// Records and reverses in every call.
#include "problem.hpp"

#include <adolc/adolc.h>

namespace {
template <std::size_t N> void by_adolc(rosenbrock<N>& p) {
  trace_on(1);
  {
    std::vector<adouble> x(N);
    for (std::size_t i = 0; i < N; ++i) x[i] <<= p.x[i];
    adouble sum = 0;
    for (std::size_t i = 0; i + 1 < N; ++i) {
      adouble const u = 1 - x[i], v = x[i + 1] - x[i] * x[i];
      sum += u * u + 100 * v * v;
    }
    sum >>= p.value;
  }
  trace_off();
  gradient(1, static_cast<int>(N), p.x.data(), p.gradient.data());
}
bench::add<rosenbrock<10>> const f10("adolc", by_adolc<10>);
bench::add<rosenbrock<1000>> const f1000("adolc", by_adolc<1000>);
} // namespace
