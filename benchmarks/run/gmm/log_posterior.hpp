// SPDX-License-Identifier: BSL-1.0
#pragma once
// The mixture as a function of one point and one component, mapped over both; its gradient by value_and_grad.
#include <constax/constax.hpp>

namespace gmm {
namespace cx = constax;
using namespace cx::literals;

/// Logarithm of the density of component (alpha, mu, icf) at x, without constants.
template <int d>
inline constexpr auto log_density = [](auto x, auto alpha, auto mu, auto icf) {
  auto e = x - mu;
  auto log_diagonal = icf[cx::slice<0, d>()];
  auto diagonal = cx::exp(log_diagonal);
  auto squares = cx::square(diagonal[0] * e[0]);
  for (int i = 1; i < d; ++i) {
    auto q = diagonal[i] * e[i];
    for (int j = 0; j < i; ++j) q = q + icf[d + j * (2 * d - j - 1) / 2 + i - j - 1] * e[j];
    squares = squares + q * q;
  }
  return alpha + cx::sum(log_diagonal) - 0.5 * squares;
};
template <int d>
inline constexpr auto prior = [](auto icf) {
  return 0.5 * (cx::sum(cx::square(cx::exp(icf[cx::slice<0, d>()]))) + cx::sum(cx::square(icf[cx::slice<d, cx::end>()])));
};
template <int d>
inline constexpr auto log_posterior = [](auto alpha, auto mu, auto icf, auto x) {
  auto at_point = cx::vmap(log_density<d>, cx::in_axes<cx::none, 0, 0, 0>);
  auto densities = cx::vmap(at_point, cx::in_axes<0, cx::none, cx::none, cx::none>)(x, alpha, mu, icf);
  return cx::sum(cx::logsumexp(densities, 1_c) - cx::logsumexp(alpha)) + cx::sum(cx::vmap(prior<d>)(icf));
};
template <int d> inline constexpr auto gradient = cx::value_and_grad(log_posterior<d>, cx::argnums<0, 1, 2>);
} // namespace gmm
