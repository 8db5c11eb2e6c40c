// SPDX-License-Identifier: BSL-1.0
#pragma once
// statistics: have numbers that were drawn the law they should have?
#include <algorithm>
#include <cmath>
#include <vector>

namespace constax_tests {

using numbers = std::vector<double>;
/// The first n elements of what was drawn.
template <class A>
numbers numbers_in(A const& x, int n) {
  numbers all;
  for (int i = 0; i < n; ++i) all.push_back(static_cast<double>(x[i]));
  return all;
}
/// Kolmogorov, Smirnov: sqrt(n) times the largest distance between the share of numbers up to x and F(x). Beyond `rare` it is once in a
/// thousand times, for counts less often.
template <class F>
double distance(numbers x, F const& distribution) {
  std::sort(x.begin(), x.end());
  double const n = static_cast<double>(x.size());
  double worst = 0;
  for (std::size_t i = 0; i < x.size();) {
    std::size_t end = i;
    while (end < x.size() && x[end] == x[i]) ++end;
    double const f = distribution(x[i]), before = distribution(std::nextafter(x[i], -INFINITY));
    worst = std::max({worst, std::abs(f - static_cast<double>(end) / n), std::abs(before - static_cast<double>(i) / n)});
    i = end;
  }
  return worst * std::sqrt(n);
}
inline constexpr double rare = 1.95;
/// Are mean and variance within 3.5 of their standard deviations? fourth: the law's fourth central moment over the variance's square.
inline bool has_moments(numbers const& x, double mean, double variance, double fourth) {
  double const n = static_cast<double>(x.size());
  double m = 0, v = 0;
  for (double y : x) m += y / n;
  for (double y : x) v += (y - mean) * (y - mean) / n;
  return std::abs(m - mean) < 3.5 * std::sqrt(variance / n) && std::abs(v - variance) < 3.5 * variance * std::sqrt((fourth - 1) / n);
}

} // namespace constax_tests
