// SPDX-License-Identifier: BSL-1.0
// needs: sacado
// In reverse, recorded in every call. (Sacado's forward types need MPI's headers, as Debian has built it.)
#include "problem.hpp"

#include <Sacado_trad.hpp>

namespace {
template <std::size_t N> void backwards(speelpenning<N>& p) {
  using rad = Sacado::Rad::ADvar<double>;
  std::vector<rad> x(N);
  for (std::size_t i = 0; i < N; ++i) x[i] = p.x[i];
  rad y = 1;
  for (std::size_t i = 0; i < N; ++i) y *= x[i];
  rad::Gradcomp();
  p.value = y.val();
  for (std::size_t i = 0; i < N; ++i) p.gradient[i] = x[i].adj();
}
bench::add<speelpenning<10>> const f10("sacado", backwards<10>);
bench::add<speelpenning<1000>> const f1000("sacado", backwards<1000>);
} // namespace
