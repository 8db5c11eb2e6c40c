// SPDX-License-Identifier: BSL-1.0
#pragma once
// gmm: the log-posterior of a mixture of k Gaussians at n points of d coordinates (ADBench's formula and layout, without its constant), and
// its gradient. The parameters are alpha (k), mu (k x d) and icf (k x d (d + 1) / 2): the logarithms of the diagonal of a lower triangular
// matrix Q, then its strictly lower triangle by columns.
//   sum_i logsumexp_c(alpha_c + sum(icf_c[0:d]) - |Q_c (x_i - mu_c)|^2 / 2) - n logsumexp(alpha)
//     + sum_c gamma^2 / 2 (sum(exp(icf_c[0:d])^2) + sum(icf_c[d:]^2)) - m sum(icf_c[0:d])      with gamma = 1, m = 0
#include "../../support/problem.hpp"

#include <cmath>

namespace gmm {
constexpr std::size_t triangle(std::size_t d) { return d * (d + 1) / 2; }

inline std::vector<double> copy(bench::buffer<double> const& b) { return {b.data(), b.data() + b.size()}; }

/// All parameters, or a number for each.
template <int d> struct mixture {
  static constexpr std::size_t D = d;
  bench::buffer<double> alpha, mu, icf;
  mixture(std::size_t k, unsigned place) : alpha(k, place), mu(k * D, place + 1), icf(k * triangle(D), place + 2) {}
};

template <int d> struct problem {
  using number = double;
  static constexpr std::size_t D = d;
  std::size_t k, n;
  bench::buffer<double> x;
  mixture<d> parameters, gradient;
  double value = 0;

  problem(std::size_t components, std::size_t points) : k(components), n(points), x(n * D, 0), parameters(k, 1), gradient(k, 4) {
    bench::random_numbers draw(1);
    draw.fill(x, 0, 1);
    draw.fill(parameters.alpha, -1, 1), draw.fill(parameters.mu, 0, 1), draw.fill(parameters.icf, -1, 1);
  }
  bench::label what() const {
    return {"gmm", std::string("d").append(std::to_string(d)).append("k").append(std::to_string(k)), "f64", "-", static_cast<double>(n)};
  }
  std::vector<bench::output<double>> outputs() {
    return {{&value, 1}, {gradient.alpha.data(), k}, {gradient.mu.data(), k * D}, {gradient.icf.data(), k * triangle(D)}};
  }
  std::vector<bench::probe> probes() const {
    std::vector<bench::probe> all{{0, 0, false, [this](long double) { return value_at(0, 0, 0); }}};
    bench::buffer<double> const* const leaf[] = {&parameters.alpha, &parameters.mu, &parameters.icf};
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t const i : bench::some_of(leaf[l]->size(), k * D > 500 ? 4 : 8))
        all.push_back({1 + l, i, true, [this, l, i](long double h) { return value_at(l, i, h); }});
    return all;
  }

 private:
  /// The value with h added to parameter i of alpha (leaf 0), mu or icf.
  long double value_at(std::size_t leaf, std::size_t i, long double h) const {
    using T = long double;
    auto const moved = [&](bench::buffer<double> const& b, std::size_t l) {
      std::vector<T> v(b.data(), b.data() + b.size());
      if (l == leaf) v[i] += h;
      return v;
    };
    std::vector<T> alpha = moved(parameters.alpha, 0), mu = moved(parameters.mu, 1), icf = moved(parameters.icf, 2), offset = alpha,
                   density(k);
    T sum = 0, squares = 0;
    for (std::size_t c = 0; c < k; ++c)
      for (std::size_t j = 0; j < triangle(D); ++j) {
        T& e = icf[c * triangle(D) + j];
        if (j < D) offset[c] += e, e = std::exp(e);
        squares += e * e;
      }
    auto const logsumexp = [](std::vector<T> const& v) {
      T const top = *std::max_element(v.begin(), v.end());
      T s = 0;
      for (T const e : v) s += std::exp(e - top);
      return top + std::log(s);
    };
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t c = 0; c < k; ++c) {
        T const* const Q = &icf[c * triangle(D)];
        T const* lower = Q + D;
        T e[D], q[D], square = 0;
        for (std::size_t j = 0; j < D; ++j) e[j] = static_cast<T>(x[p * D + j]) - mu[c * D + j], q[j] = Q[j] * e[j];
        for (std::size_t j = 0; j < D; ++j)
          for (std::size_t r = j + 1; r < D; ++r) q[r] += *lower++ * e[j];
        for (T const e_r : q) square += e_r * e_r;
        density[c] = offset[c] - square / 2;
      }
      sum += logsumexp(density);
    }
    return sum + squares / 2 - static_cast<T>(n) * logsumexp(alpha);
  }
};
} // namespace gmm
