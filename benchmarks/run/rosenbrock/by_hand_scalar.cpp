// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
template <std::size_t N> void by_hand_scalar(rosenbrock<N>& p) {
  double const* const x = p.x.data();
  double* const g = p.gradient.data();
  double sum = 0, carry = 0;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    double const u = 1 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100 * v * v;
    g[i] = carry - 2 * u - 400 * v * x[i];
    carry = 200 * v;
  }
  g[N - 1] = carry;
  p.value = sum;
}
template <std::size_t N> void primal(rosenbrock<N>& p) {
  double const* const x = p.x.data();
  double sum = 0;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    double const u = 1 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100 * v * v;
  }
  p.value = sum;
}
template <std::size_t N> struct contenders {
  bench::add<rosenbrock<N>> gradient{"by_hand_scalar", by_hand_scalar<N>}, value{"primal", primal<N>, {.value_only = true}};
};
contenders<10> const f10;
contenders<1000> const f1000;
contenders<1'000'000> const f1000000;
} // namespace
