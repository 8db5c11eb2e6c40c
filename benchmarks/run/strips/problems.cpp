// SPDX-License-Identifier: BSL-1.0
// Rows of problems that other benchmarks time too, by their definitions.
#include "../black_scholes/price.hpp"
#include "../gmm/log_posterior.hpp"
#include "row.hpp"

namespace rows {

inline constexpr auto polynomial = [](auto x) { // by Horner's rule, of degree 10
  auto y = 0.1 + 0.0 * x;
  for (int i = 1; i <= 10; ++i) y = y * x + 1.0 / (1.0 + i);
  return cx::sum(y * y);
};
inline constexpr auto stencil = [](auto u) {
  auto const inner = cx::slice(1_c, -1_c);
  auto const before = cx::slice(0_c, -2_c);
  auto const after = cx::slice(2_c, cx::end);
  auto const r = u(before, inner) + u(after, inner) + u(inner, before) + u(inner, after) - 4.0 * u(inner, inner);
  return 0.5 * cx::sum(r * r);
};

void problems() {
  for (long size : {1000L, 1000000L}) {
    cx::ndarray const x = numbers({size});
    cx::view<double const, n> const v(x.data<double>(), size);
    compare(size == 1000 ? "polynomial and gradient, 1000" : "polynomial and gradient, 10^6", static_cast<double>(size),
            cx::value_and_grad(polynomial), std::tie(x), std::tie(v));
  }
  for (long size : {100L, 1000L}) {
    cx::ndarray const u = numbers({size, size});
    cx::view<double const, n, m> const v(u.data<double>(), size, size);
    compare(size == 100 ? "5-point stencil, gradient, 100^2" : "5-point stencil, gradient, 1000^2", static_cast<double>(size * size),
            cx::value_and_grad(stencil), std::tie(u), std::tie(v));
  }
  constexpr long options = 10000;
  cx::ndarray const S = numbers({options}), K = 1.1 * S, r = 0.02 * S, s = 0.1 * S, t = 0.5 * S;
  auto const of = [](cx::ndarray const& x) { return cx::view<double const, n>(x.data<double>(), options); };
  compare("Black-Scholes and five slopes, 10000", options, cx::vmap(cx::value_and_grad(black_scholes_price, cx::argnums<0, 1, 2, 3, 4>)),
          std::tie(S, K, r, s, t), std::tuple(of(S), of(K), of(r), of(s), of(t)));
  constexpr int d = 10, triangle = d * (d + 1) / 2, components = 25, points = 1000;
  cx::ndarray const alpha = 0.1 * numbers({components}), mu = numbers({components, d}), icf = 0.1 * numbers({components, triangle});
  cx::ndarray const x = numbers({points, d});
  cx::view<double const, k> const va(alpha.data<double>(), components);
  cx::view<double const, k, d> const vm(mu.data<double>(), components);
  cx::view<double const, k, triangle> const vi(icf.data<double>(), components);
  cx::view<double const, n, d> const vx(x.data<double>(), points);
  compare("gmm, gradient, d 10, k 25, a point", points, gmm::gradient<d>, std::tie(alpha, mu, icf, x), std::tuple(va, vm, vi, vx));
}

} // namespace rows
