// SPDX-License-Identifier: BSL-1.0
// strips: the same functions of ndarrays, traced at run time and computed by strips, or by code that is compiled meanwhile (and after how
// many seconds that takes over, with an empty CONSTAX_CACHE), and of views, compiled: nanoseconds, and their ratios to the last. One
// thread; medians of seven; all give the same bits, or the program says so and fails.
#include "row.hpp"

#include <constax/runtime/strips.hpp>

namespace {

using namespace rows;

inline constexpr auto chain = [](auto x) { return cx::sum(cx::sin(x) * cx::exp(-x * x) + cx::tanh(x)); };
inline constexpr auto rosenbrock = [](auto x) {
  auto const b = x[cx::slice(0_c, -1_c)], u = x[cx::slice(1_c, cx::end)] - b * b, v = 1.0 - b;
  return cx::sum(100.0 * u * u + v * v);
};
inline constexpr auto softmax = [](auto x) { return cx::softmax(x, -1_c); };
inline constexpr auto standardised = [](auto x) {
  auto const d = x - cx::mean(x, 0_c);
  return d / cx::sqrt(cx::mean(d * d, 0_c));
};
inline constexpr auto logistic = [](auto w, auto x, auto y) {
  auto const z = cx::dot(x, w);
  return cx::mean(cx::softplus(z) - y * z);
};
inline constexpr auto product = [](auto a, auto b) { return cx::matmul(a, b); };
inline constexpr auto few_numbers = [](auto a, auto b) { return cx::sin(a) * b + a / b - 1.0; };
inline constexpr auto newton = [](auto x) { return cx::fori_loop(0, 100, [&](auto, auto g) { return 0.5 * (g + x / g); }, x); };

inline constexpr auto kepler = [](auto m, auto e) {
  auto const first = m + e * cx::sin(m);
  auto const last = cx::while_loop([](auto c) { return cx::abs(std::get<1>(c)) > 1e-14; },
                                   [&](auto c) {
                                     auto const [a, before] = c;
                                     auto const d = (a - e * cx::sin(a) - m) / (1.0 - e * cx::cos(a));
                                     return std::tuple{a - d, d};
                                   },
                                   std::tuple{first, cx::ones_like(first)});
  return std::get<0>(last);
};

} // namespace

int main() {
  std::printf("%-34s %4s %10s %10s %10s %7s %7s %8s\n", "ns an element", "eqns", "strips", "taken over", "static", "ratio", "ratio",
              "after s");
  for (long size : {1000L, 1000000L}) {
    cx::ndarray const x = numbers({size});
    cx::view<double const, n> const v(x.data<double>(), size);
    double const elements = static_cast<double>(size);
    compare(size == 1000 ? "chain, 1000" : "chain, 10^6", elements, chain, std::tie(x), std::tie(v));
    compare("  value and gradient", elements, cx::value_and_grad(chain), std::tie(x), std::tie(v));
    compare("  gradient of Rosenbrock's function", elements, cx::grad(rosenbrock), std::tie(x), std::tie(v));
  }
  cx::ndarray const x = numbers({1000, 200});
  cx::view<double const, n, m> const v(x.data<double>(), 1000, 200);
  compare("softmax of rows, 1000 x 200", 2e5, softmax, std::tie(x), std::tie(v));
  compare("standardised columns, 1000 x 200", 2e5, standardised, std::tie(x), std::tie(v));
  cx::ndarray const rows = numbers({10000, 20}), w = numbers({20}), y = numbers({10000});
  cx::view<double const, n, 20> const vr(rows.data<double>(), 10000);
  cx::view<double const, 20> const vw(w.data<double>());
  cx::view<double const, n> const vy(y.data<double>(), 10000);
  compare("logistic regression, 10000 x 20", 2e5, cx::value_and_grad(logistic), std::tie(w, rows, y), std::tie(vw, vr, vy));
  cx::ndarray const a = numbers({200, 200}), b = numbers({200, 200});
  cx::view<double const, n, m> const va(a.data<double>(), 200, 200);
  cx::view<double const, m, k> const vb(b.data<double>(), 200, 200);
  compare("product, 200 x 200, a multiply-add", 8e6, product, std::tie(a, b), std::tie(va, vb));
  cx::ndarray const p(0.3), q(1.7);
  compare("a call with two numbers", 1, few_numbers, std::tie(p, q), std::tuple(0.3, 1.7));
  compare("a trip of Newton's loop", 100, newton, std::tie(q), std::tuple(1.7));
  compare("Kepler's equation by while", 1, kepler, std::tie(q, p), std::tuple(1.7, 0.3));
  problems();
  if (!all_same) std::puts("they give different bits");
  return all_same ? 0 : 1;
}
