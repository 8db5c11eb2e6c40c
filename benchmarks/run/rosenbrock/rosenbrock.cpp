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
  auto sum = (1.0 - x[0]) * (1.0 - x[0]) + 100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]);
  for (int i = 1; i < 9; ++i) {
    auto const u = 1.0 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100.0 * v * v;
  }
  return sum;
};

[[gnu::noinline]] double by_hand(double const* x, double* g) {
  double sum = 0, carry = 0;
  for (int i = 0; i < 9; ++i) {
    double const u = 1 - x[i], v = x[i + 1] - x[i] * x[i];
    sum += u * u + 100 * v * v;
    g[i] = carry - 2 * u - 400 * v * x[i];
    carry = 200 * v;
  }
  g[9] = carry;
  return sum;
}
[[gnu::noinline]] double by_constax(double const* x, double* g) {
  double value;
  std::pair<double&, cx::view<double, 10>> out{value, cx::view<double, 10>(g)};
  cx::evaluate_into(out, cx::value_and_grad(rosenbrock), cx::view<double const, 10>(x));
  return value;
}

int main(int argc, char** argv) {
  int const calls = argc > 1 ? std::atoi(argv[1]) : 1'000'000, rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  double x[10], g[10], h[10], sink = 0;
  for (int i = 0; i < 10; ++i) x[i] = 0.9 + 0.02 * i;
  auto const nanoseconds = [&](auto f, double* to) {
    auto const start = std::chrono::steady_clock::now();
    for (int r = 0; r < calls; ++r) {
      sink += f(x, to);
      asm volatile("" ::: "memory");
    }
    return 1e9 * std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
  };
  std::vector<double> ratio, ours, theirs;
  for (int r = 0; r < rounds; ++r) {
    double const a = nanoseconds(by_constax, g), b = nanoseconds(by_hand, h);
    ours.push_back(a), theirs.push_back(b), ratio.push_back(a / b);
  }
  double worst = 0;
  for (int i = 0; i < 10; ++i) worst = std::max(worst, std::abs(g[i] - h[i]));
  auto const median = [](std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  std::printf("rosenbrock f64 n=10: constax %.2f ns, by hand %.2f ns, ratio %.3f (difference %.1e)\n", median(ours), median(theirs), median(ratio), worst);
  return worst < 1e-9 && sink > 0 ? 0 : 1;
}
