// SPDX-License-Identifier: BSL-1.0
// rosenbrock: sum over i < 9 of (1 - x_i)^2 + 100 (x_{i+1} - x_i^2)^2, value and gradient, 10 dimensions, a `for` loop over x[i].
// By hand: scalar code with common terms shared, as one would write it. Run in turn; the ratio is the median of paired ratios.
#include <constax/constax.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cx = constax;
inline constexpr auto rosenbrock = [](auto x) {
  auto const term = [&](int i) {
    auto const u = 1.0 - x[i], v = x[i + 1] - x[i] * x[i];
    return u * u + 100.0 * v * v;
  };
  auto sum = term(0);
  for (int i = 1; i < 9; ++i) sum += term(i);
  return sum;
};

using result = std::pair<double, cx::array<double, 10>>;

[[gnu::noinline]] result by_hand(cx::array<double, 10> const& x) {
  result r;
  auto& g = r.second;
  double sum = 0, carry = 0;
  for (int i = 0; i < 9; ++i) {
    double const u = 1 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100 * v * v;
    g[i] = carry - 2 * u - 400 * v * x[i];
    carry = 200 * v;
  }
  g[9] = carry;
  r.first = sum;
  return r;
}
[[gnu::noinline]] result by_constax(cx::array<double, 10> const& x) { return cx::value_and_grad(rosenbrock)(x); }

int main(int argc, char** argv) {
  int const calls = argc > 1 ? std::atoi(argv[1]) : 1'000'000, rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  cx::array<double, 10> x;
  for (int i = 0; i < 10; ++i) x[i] = 0.9 + 0.02 * i;
  double sink = 0;
  auto const nanoseconds = [&](auto f) {
    auto const start = std::chrono::steady_clock::now();
    for (int r = 0; r < calls; ++r) {
      sink += f(x).first;
      asm volatile("" ::: "memory");
    }
    return 1e9 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
  };
  std::vector<double> ratio, ours, theirs;
  for (int r = 0; r < rounds; ++r) {
    double const a = nanoseconds(by_constax), b = nanoseconds(by_hand);
    ours.push_back(a), theirs.push_back(b), ratio.push_back(a / b);
  }
  double worst = 0;
  for (int i = 0; i < 10; ++i) worst = std::max(worst, std::abs(by_constax(x).second[i] - by_hand(x).second[i]));
  auto const median = [](std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  std::printf("rosenbrock f64 n=10: constax %.2f ns, by hand %.2f ns, ratio %.3f (difference %.1e)\n", median(ours), median(theirs), median(ratio), worst);
  return worst < 1e-9 && sink > 0 ? 0 : 1;
}
