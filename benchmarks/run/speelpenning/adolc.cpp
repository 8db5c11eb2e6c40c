// SPDX-License-Identifier: BSL-1.0
// needs: adolc
// Records and reverses in every call.
#include "problem.hpp"

#include <adolc/adolc.h>

namespace {
template <std::size_t N> void by_adolc(speelpenning<N>& p) {
  trace_on(1);
  {
    std::vector<adouble> x(N);
    for (std::size_t i = 0; i < N; ++i) x[i] <<= p.x[i];
    adouble y = 1;
    for (std::size_t i = 0; i < N; ++i) y *= x[i];
    y >>= p.value;
  }
  trace_off();
  gradient(1, static_cast<int>(N), p.x.data(), p.gradient.data());
}
bench::add<speelpenning<10>> const f10("adolc", by_adolc<10>);
bench::add<speelpenning<1000>> const f1000("adolc", by_adolc<1000>);
} // namespace
