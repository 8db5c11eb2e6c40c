// SPDX-License-Identifier: BSL-1.0
// Questions in whichever order: how often equations are computed for them, and whether answers are exact, for old values and new ones,
// inside and outside of a gradient.
#include "../support/catch.hpp"

#include <constax/runtime.hpp>

#include <cmath>
#include <vector>

namespace cx = constax;
using cx::ndarray;

namespace {
long evaluated = 0;
struct counted_t : cx::elementwise<counted_t, cx::floating> {
  static constexpr std::string_view name = "counted";
  static constexpr auto eval(auto const& x) {
    if (!std::is_constant_evaluated()) ++evaluated;
    return x;
  }
  static constexpr cx::value jvp(auto, auto dx, auto) { return dx; }
};
inline constexpr counted_t counted{};
} // namespace
TEST_CASE("a loop of n questions costs n trips") {
  for (int n : {100, 400}) {
    auto const f = [n](auto x) {
      auto y = x;
      std::vector<decltype(y)> all;
      int k = 0;
      while (y > 0.0 && k++ < n) all.push_back(y), y = counted(y * 0.999);
      long const before = evaluated;
      for (std::size_t i = all.size(); i-- > 1;) // and backwards
        if (all[i] + 1.0 < 0.0) y = y * 2.0;
      CHECK(evaluated - before <= 2 * n);
      return y;
    };
    evaluated = 0;
    ndarray const y = cx::jvp(f, ndarray(1.0), ndarray(1.0)).first;
    CHECK(std::abs(y.item<double>() - std::pow(0.999, n)) < 1e-12);
    CHECK(evaluated >= n);
    CHECK(evaluated <= 4 * n); // three times for questions, once for the result
  }
}

namespace {
/// Operations at random on vectors of whole numbers, of which no rounding depends on how they are computed; beside them the numbers
/// themselves. ask: questions at random, for old values and new ones.
struct at_random {
  unsigned state;
  bool ask;
  int wrong = 0, asked = 0;
  unsigned next(unsigned n) { return state = state * 1664525u + 1013904223u, (state >> 8) % n; }

  template <class V> struct known {
    V traced;
    std::vector<double> numbers;
  };
  template <class V> void check(known<V> const& v) {
    for (std::size_t i = 0; i < v.numbers.size(); ++i) wrong += static_cast<double>(v.traced[static_cast<int>(i)]) != v.numbers[i];
    ++asked;
  }
  template <class V> void extend(std::vector<known<V>>& pool, int steps) {
    for (int s = 0; s < steps; ++s) {
      known<V> const x = pool[next(static_cast<unsigned>(pool.size()))], y = pool[pool.size() - 1 - next(2)];
      unsigned const which = next(4);
      double total = 0;
      for (double a : x.numbers) total += a;
      auto const of = [&](double a, double b) {
        double const r = which == 0 ? a + b : which == 1 ? a - b : which == 2 ? a * b : a + total;
        return std::fmin(std::fmax(r, -50.0), 50.0);
      };
      auto const r = which == 0   ? x.traced + y.traced
                     : which == 1 ? x.traced - y.traced
                     : which == 2 ? x.traced * y.traced
                                  : x.traced + cx::sum(x.traced);
      known<V> z{cx::clip(r, -50.0, 50.0), {}};
      for (std::size_t i = 0; i < x.numbers.size(); ++i) z.numbers.push_back(of(x.numbers[i], y.numbers[i]));
      pool.push_back(z);
      if (ask && next(3) == 0) check(pool[next(static_cast<unsigned>(pool.size()))]);
      else if (!ask && next(3) == 0) next(static_cast<unsigned>(pool.size()));
    }
  }
  /// Steps outside, then inside of a gradient that captures what is outside, then outside with its result.
  auto operator()(auto a, auto b) {
    using V = decltype(a);
    std::vector<known<V>> pool{{a, {1, -2, 3}}, {b, {-4, 5, 2}}};
    extend(pool, 12);
    known<V> const of_grad = pool.back();
    auto const g = cx::grad([&](auto x) {
      std::vector<known<V>> inner = pool;
      inner.push_back({x, of_grad.numbers});
      extend(inner, 12);
      return cx::sum(inner.back().traced * x);
    })(of_grad.traced);
    extend(pool, 6);
    return cx::sum(pool.back().traced * g);
  }
};
} // namespace
TEST_CASE("answers are exact, whatever has been asked before, and results the same bits") {
  ndarray const a{1.0, -2.0, 3.0}, b{-4.0, 5.0, 2.0};
  int asked = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    at_random with{seed, true}, without{seed, false}, wrong_twin{seed, true};
    auto const slopes = cx::grad([&](auto x, auto y) { return with(x, y); }, cx::argnums<0, 1>)(a, b);
    auto const expected = cx::grad([&](auto x, auto y) { return without(x, y); }, cx::argnums<0, 1>)(a, b);
    CHECK(with.wrong == 0);
    CHECK(with.state == without.state);
    CHECK(std::get<0>(slopes) == std::get<0>(expected));
    CHECK(std::get<1>(slopes) == std::get<1>(expected));
    asked += with.asked;
    (void)cx::grad([&](auto x, auto y) { return wrong_twin(x, y); })(b, a); // other numbers than those that it reckons with
    CHECK(wrong_twin.wrong > 0);
  }
  CHECK(asked > 200);
}
