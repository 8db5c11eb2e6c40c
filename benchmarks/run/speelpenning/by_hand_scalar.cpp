// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

namespace {
template <std::size_t N> void by_hand_scalar(speelpenning<N>& p) {
  double const* const x = p.x.data();
  double* const g = p.gradient.data();
  double y = 1;
  for (std::size_t i = 0; i < N; ++i) g[i] = y, y *= x[i];
  p.value = y;
  y = 1;
  for (std::size_t i = N; i-- > 0;) g[i] *= y, y *= x[i];
}
template <std::size_t N> void primal(speelpenning<N>& p) {
  double const* const x = p.x.data();
  double y = 1;
  for (std::size_t i = 0; i < N; ++i) y *= x[i];
  p.value = y;
}
template <std::size_t N> struct contenders {
  bench::add<speelpenning<N>> gradient{"by_hand_scalar", by_hand_scalar<N>}, value{"primal", primal<N>, {.value_only = true}};
};
contenders<10> const f10;
contenders<1000> const f1000;
} // namespace
