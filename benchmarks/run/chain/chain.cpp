// SPDX-License-Identifier: BSL-1.0
// chain: sum of sin(x) exp(-x^2) + tanh(x) over 10^7 doubles, value and gradient. By hand: one loop with xsimd in the same program.
// Both read x once and write the gradient once; they are run in turn, and the ratio is the median of paired ratios.
#include <constax/constax.hpp>
#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace cx = constax;
inline constexpr cx::dim<"n", 10'000'000> n;
inline constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x) + cx::tanh(x)); };

static double by_hand(double const* x, double* g, std::size_t count) {
  using batch = xsimd::batch<double>;
  batch sum(0.0);
  std::size_t i = 0;
  for (; i + batch::size <= count; i += batch::size) {
    batch const a = batch::load_unaligned(x + i);
    auto const [s, c] = xsimd::sincos(a);
    batch const e = xsimd::exp(-a * a), t = xsimd::tanh(a);
    sum += s * e + t;
    (e * (c - (a + a) * s) + (batch(1.0) - t * t)).store_unaligned(g + i);
  }
  double total = xsimd::hadd(sum);
  for (; i < count; ++i) {
    double const s = std::sin(x[i]), c = std::cos(x[i]), e = std::exp(-x[i] * x[i]), t = std::tanh(x[i]);
    total += s * e + t;
    g[i] = e * (c - 2 * x[i] * s) + (1 - t * t);
  }
  return total;
}

int main(int argc, char** argv) {
  std::size_t const count = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10'000'000;
  int const rounds = argc > 2 ? std::atoi(argv[2]) : 15;
  std::size_t const inner = std::max<std::size_t>(1, 1'000'000 / count);
  std::vector<double> x(count), g(count), h(count);
  std::uint64_t state = 1;
  for (double& v : x) state = state * 6364136223846793005u + 1442695040888963407u, v = -2 + 4 * static_cast<double>(state >> 11) * 0x1p-53;
  cx::view<double const, n> xs(x.data(), count);
  cx::view<double, n> gs(g.data(), count);
  auto const seconds = [&](auto&& f) {
    auto const start = std::chrono::steady_clock::now();
    for (std::size_t r = 0; r < inner; ++r) f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(inner);
  };
  double value = 0, value_by_hand = 0;
  std::vector<double> ratio, ours, theirs;
  for (int r = 0; r < rounds; ++r) {
    double const a = seconds([&] {
      std::pair<double&, cx::view<double, n>&> out{value, gs};
      cx::evaluate_into(out, cx::value_and_grad(chain), xs);
    });
    double const b = seconds([&] { value_by_hand = by_hand(x.data(), h.data(), count); });
    ours.push_back(a), theirs.push_back(b), ratio.push_back(a / b);
  }
  double worst = 0;
  for (std::size_t i = 0; i < count; ++i) worst = std::max(worst, std::abs(g[i] - h[i]));
  auto const median = [](std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  std::printf("chain f64 n=%zu: constax %.2f ns, by hand %.2f ns per element, ratio %.3f (difference %.1e, values %.17g %.17g)\n", count,
              1e9 * median(ours) / static_cast<double>(count), 1e9 * median(theirs) / static_cast<double>(count), median(ratio), worst, value, value_by_hand);
  return worst < 1e-12 ? 0 : 1;
}
