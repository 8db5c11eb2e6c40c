// SPDX-License-Identifier: BSL-1.0
#pragma once
// A row: a function of ndarrays, by strips, and by code that is compiled meanwhile; and of views, compiled with this program.
#include <constax/compiled.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <vector>

namespace rows {

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

inline cx::ndarray numbers(std::vector<std::int64_t> const& shape) {
  std::int64_t size = 1;
  for (std::int64_t d : shape) size *= d;
  std::vector<double> x(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(0.7 * static_cast<double>(i)) + 1.5;
  return cx::ndarray(x, shape);
}

inline double seconds(auto const& f) {
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

inline bool all_same = true;
bool same(cx::ndarray const& x, auto const& y) { return x == cx::ndarray(y); }
template <class... Y> bool same(std::tuple<Y...> const& x, auto const& y);
bool same(auto const& x, auto const& y) requires requires { x.first; }
{
  return same(x.first, y.first) && same(x.second, y.second);
}
template <class... Y> bool same(std::tuple<Y...> const& x, auto const& y) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (same(std::get<I>(x), std::get<I>(y)) && ...);
  }(std::index_sequence_for<Y...>{});
}

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

void problems(); // rows of problems that other benchmarks time too: problems.cpp

} // namespace rows
