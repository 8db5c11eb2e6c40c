// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// needs: adolc
// recorded: value and gradient of a loop whose branches numbers decide, so many trips of four operations: a store that is filled, or
// emptied where it is full, and what it costs to keep. Nanoseconds an operation of the loop, to record it and to go back; medians of seven.
//
//   ADOL-C         records what happens, in every call, and reverses it
//   plain          the same C++ function of ndarrays: `if` asks for a number, so every call records what happens, and plans it
//   fori_loop      the loop and its branches are the program's: recorded and planned once
//   compiled       the same, when its compiled code has taken over
//   by hand        the loop in plain C++ with its derivative, which keeps the populations
#include <constax/constax.hpp>

#include <constax/compiled.hpp>
#include <constax/runtime/strips.hpp>

#include <adolc/adolc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace {
namespace cx = constax;

constexpr double operations = 4; // of a trip
struct result {
  double value = 0, by_filling = 0, by_emptying = 0;
};
double difference(result const& a, result const& b) {
  auto const relative = [](double x, double y) { return std::abs(x - y) / std::max(1.0, std::abs(y)); };
  return std::max({relative(a.value, b.value), relative(a.by_filling, b.by_filling), relative(a.by_emptying, b.by_emptying)});
}
constexpr double filling = 0.3, emptying = 0.371;

result by_adolc(int trips) {
  trace_on(1);
  result all;
  {
    adouble a, b, y = 0.5, cost = 0;
    a <<= filling, b <<= emptying;
    for (int k = 0; k < trips; ++k) {
      if (y > 1.0) y = y - b;
      else y = y + a;
      cost = cost + y * y;
    }
    cost >>= all.value;
  }
  trace_off();
  double const x[] = {filling, emptying};
  double slopes[2];
  gradient(1, 2, x, slopes);
  all.by_filling = slopes[0], all.by_emptying = slopes[1];
  return all;
}
result by_hand(int trips) {
  static std::vector<double> kept;
  kept.resize(static_cast<std::size_t>(trips));
  double y = 0.5;
  result all;
  for (double& store : kept) y = y > 1.0 ? y - emptying : y + filling, store = y, all.value += y * y;
  double bar = 0;
  for (std::size_t k = kept.size(); k-- > 0;) {
    bar += 2 * kept[k];
    if ((k ? kept[k - 1] : 0.5) > 1.0) all.by_emptying -= bar;
    else all.by_filling += bar;
  }
  return all;
}
template <class F> result by_constax(F const& gradient) {
  auto const [value, slopes] = gradient(cx::ndarray(filling), cx::ndarray(emptying));
  return {value.template item<double>(), std::get<0>(slopes).template item<double>(), std::get<1>(slopes).template item<double>()};
}
result by_plain_code(int trips) {
  return by_constax(cx::value_and_grad(
      [=](auto a, auto b) {
        auto y = 0.5 + 0.0 * a, cost = 0.0 * a;
        for (int k = 0; k < trips; ++k) {
          if (y > 1.0) y = y - b;
          else y = y + a;
          cost = cost + y * y;
        }
        return cost;
      },
      cx::argnums<0, 1>));
}
auto looped(int trips) {
  return cx::value_and_grad(
      [=](auto a, auto b) {
        auto const trip = [=](auto const&, auto const& state) {
          auto const [y, cost] = state;
          auto const next = cx::cond(y > 1.0, [=](auto x) { return x - b; }, [=](auto x) { return x + a; }, y);
          return std::pair{next, cost + next * next};
        };
        return cx::fori_loop(0, trips, trip, std::pair{0.5 + 0.0 * a, 0.0 * a}).second;
      },
      cx::argnums<0, 1>);
}

template <class F> void row(char const* name, int trips, F const& f) {
  result const expected = by_hand(trips);
  double const error = difference(f(), expected); // and what happens once
  std::vector<double> seconds(7);
  for (double& s : seconds) {
    auto const start = std::chrono::steady_clock::now();
    f();
    s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  std::nth_element(seconds.begin(), seconds.begin() + 3, seconds.end());
  std::printf("%-12s %9d trips %10.1f ns an operation %10.1e\n", name, trips, 1e9 * seconds[3] / (operations * trips), error);
  std::fflush(stdout);
}
} // namespace

int main() {
  for (int trips : {1000, 250'000}) {
    row("by hand", trips, [=] { return by_hand(trips); });
    row("ADOL-C", trips, [=] { return by_adolc(trips); });
    row("fori_loop", trips, [f = cx::jit(looped(trips))] { return by_constax(f); });
    auto const compiled = cx::compiled(looped(trips));
    by_constax(compiled), compiled.wait();
    row("compiled", trips, [&] { return by_constax(compiled); });
  }
  for (int trips : {1000, 10'000}) row("plain", trips, [=] { return by_plain_code(trips); });
}
