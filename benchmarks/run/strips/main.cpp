// SPDX-License-Identifier: BSL-1.0
// strips: the same functions of ndarrays, traced at run time and computed by strips, or by code that is compiled meanwhile (and after how
// many seconds that takes over, with an empty CONSTAX_CACHE), and of views, compiled: nanoseconds, and their ratios to the last. One
// thread; medians of seven; all give the same bits, or the program says so and fails.
#include <constax/compiled.hpp>
#include <constax/runtime/strips.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <vector>

namespace {

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

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
inline constexpr auto newton = [](auto x) {
  return cx::fori_loop(
      0, 100, [&](auto, auto g) { return 0.5 * (g + x / g); }, x);
};

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

cx::ndarray numbers(std::vector<std::int64_t> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t d : shape) size *= d;
  std::vector<double> x(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(0.7 * static_cast<double>(i)) + 1.5;
  return cx::ndarray(x, shape);
}

double seconds(auto const& f) {
  using clock = std::chrono::steady_clock;
  std::vector<double> runs;
  for (int run = 0; run < 7; ++run) {
    int calls = 0;
    auto const start = clock::now();
    double passed = 0;
    do f(), ++calls, passed = std::chrono::duration<double>(clock::now() - start).count();
    while (passed < 0.02);
    runs.push_back(passed / calls);
  }
  std::sort(runs.begin(), runs.end());
  return runs[3];
}

bool all_same = true;
bool same(cx::ndarray const& x, auto const& y) { return x == cx::ndarray(y); }
bool same(auto const& x, auto const& y) requires requires { x.first; }
{ return same(x.first, y.first) && same(x.second, y.second); }

/// f of ndarrays by strips, and by code that is compiled meanwhile; and of views and numbers, compiled with this program.
template <class F, class... X, class... V>
void compare(char const* name, double elements, F const& f, std::tuple<X...> const& x, std::tuple<V...> const& v) {
  auto const late = [&] { return std::apply([&](auto const&... a) { return cx::jit(f)(a...); }, x); };
  auto const early = [&] { return std::apply([&](auto const&... a) { return cx::jit(f)(a...); }, v); };
  auto const g = cx::compiled(f);
  auto const taken_over = [&] { return std::apply([&](auto const&... a) { return g(a...); }, x); };
  auto const start = std::chrono::steady_clock::now();
  bool good = same(late(), early()) && same(taken_over(), early());
  g.wait();
  double const waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  good = good && same(taken_over(), early());
  all_same = all_same && good;
  double const a = seconds(late), b = seconds(taken_over), c = seconds(early);
  unsigned const equations = std::apply([&](auto const&... y) { return cx::lower(cx::make_jaxpr(f)(y...).get()).eqns.size(); }, x);
  std::printf("%-34s %4u %10.2f %10.2f %10.2f %7.2f %7.2f %8.1f%s\n", name, equations, a / elements * 1e9, b / elements * 1e9,
              c / elements * 1e9, a / c, b / c, waited, good ? "" : "  other bits");
}

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
  if (!all_same) std::puts("they give different bits");
  return all_same ? 0 : 1;
}
