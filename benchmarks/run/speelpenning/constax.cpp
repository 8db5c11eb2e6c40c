// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;

inline constexpr auto with_a_loop = [](auto x) {
  auto y = x[0];
  for (int i = 1; i < 10; ++i) y *= x[i];
  return y;
};
inline constexpr auto with_prod = [](auto x) { return cx::prod(x); };

template <auto F, std::size_t N> void by_constax(speelpenning<N>& p) {
  std::pair<double&, cx::view<double, N>> out{p.value, cx::view<double, N>(p.gradient.data())};
  cx::evaluate_into(out, cx::value_and_grad(F), cx::view<double const, N>(p.x.data()));
}
bench::add<speelpenning<10>> const f10("constax", by_constax<with_a_loop, 10>);
bench::add<speelpenning<1000>> const f1000("constax", by_constax<with_prod, 1000>);
} // namespace
