// SPDX-License-Identifier: BSL-1.0
// One point and one component at a time, with libm.
#include "problem.hpp"

namespace {
using gmm::triangle;

double logsumexp(double const* x, std::size_t n) {
  double const top = *std::max_element(x, x + n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += std::exp(x[i] - top);
  return top + std::log(sum);
}

/// Q of each component (diagonal, then strictly lower triangle by columns), alpha + sum of log-diagonals, and what the value has besides
/// points.
template <int d> struct prepared {
  std::vector<double> Q, offset;
  double beside_points = 0;

  explicit prepared(gmm::problem<d> const& p) : Q(gmm::copy(p.parameters.icf)), offset(gmm::copy(p.parameters.alpha)) {
    for (std::size_t c = 0; c < p.k; ++c)
      for (std::size_t i = 0; i < triangle(d); ++i) {
        double& e = Q[c * triangle(d) + i];
        if (i < d) offset[c] += e, e = std::exp(e);
        beside_points += e * e / 2;
      }
    beside_points -= static_cast<double>(p.n) * logsumexp(p.parameters.alpha.data(), p.k);
  }
};

/// e = x - mu, q = Q e -> |q|^2
template <int d> double distance(double const* x, double const* mu, double const* Q, double* e, double* q) {
  for (int i = 0; i < d; ++i) e[i] = x[i] - mu[i], q[i] = Q[i] * e[i];
  double const* lower = Q + d;
  for (int j = 0; j < d; ++j)
    for (int i = j + 1; i < d; ++i) q[i] += *lower++ * e[j];
  double sum = 0;
  for (int i = 0; i < d; ++i) sum += q[i] * q[i];
  return sum;
}

template <int d> void by_hand_scalar(gmm::problem<d>& p) {
  constexpr std::size_t D = d, T = triangle(D);
  prepared<d> const ready(p);
  auto& to = p.gradient;
  double const *const alpha = p.parameters.alpha.data(), *const mu = p.parameters.mu.data(), total = logsumexp(alpha, p.k);
  for (std::size_t c = 0; c < p.k; ++c) to.alpha[c] = -static_cast<double>(p.n) * std::exp(alpha[c] - total);
  std::fill(to.mu.begin(), to.mu.end(), 0.0);
  for (std::size_t i = 0; i < p.k * T; ++i) to.icf[i] = i % T < D ? ready.Q[i] * ready.Q[i] : ready.Q[i];
  std::vector<double> density(p.k), e(p.k * D), q(p.k * D);
  p.value = ready.beside_points;
  for (std::size_t n = 0; n < p.n; ++n) {
    for (std::size_t c = 0; c < p.k; ++c)
      density[c] = ready.offset[c] - distance<d>(p.x.data() + n * D, mu + c * D, &ready.Q[c * T], &e[c * D], &q[c * D]) / 2;
    double const all = logsumexp(density.data(), p.k);
    p.value += all;
    for (std::size_t c = 0; c < p.k; ++c) {
      double const weight = std::exp(density[c] - all), *const Q = &ready.Q[c * T], *const ec = &e[c * D], *const qc = &q[c * D],
                   *lower = Q + D;
      double *const to_mu = &to.mu[c * D], *const to_diagonal = &to.icf[c * T], *to_lower = to_diagonal + D;
      to.alpha[c] += weight;
      for (int j = 0; j < d; ++j) {
        double back = Q[j] * qc[j];
        double const we = weight * ec[j];
        to_diagonal[j] += weight - we * back;
        for (int i = j + 1; i < d; ++i) back += *lower++ * qc[i], *to_lower++ -= we * qc[i];
        to_mu[j] += weight * back;
      }
    }
  }
}

template <int d> void primal(gmm::problem<d>& p) {
  prepared<d> const ready(p);
  std::vector<double> density(p.k);
  double e[d], q[d];
  p.value = ready.beside_points;
  for (std::size_t n = 0; n < p.n; ++n) {
    for (std::size_t c = 0; c < p.k; ++c)
      density[c] = ready.offset[c] - distance<d>(p.x.data() + n * d, p.parameters.mu.data() + c * d, &ready.Q[c * triangle(d)], e, q) / 2;
    p.value += logsumexp(density.data(), p.k);
  }
}

template <int d> struct both {
  bench::add<gmm::problem<d>> const gradient{"by_hand_scalar", by_hand_scalar<d>}, value{"primal", primal<d>, {.value_only = true}};
};
both<2> const of_2;
both<10> const of_10;
both<20> const of_20;
both<32> const of_32;
} // namespace
