// SPDX-License-Identifier: BSL-1.0
#pragma once
// Programs with loops and branches, as a user would write them, and derivatives of them in both modes.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace constax_tests {
namespace cx = constax;
using namespace cx::literals;

/// |a - b| within a part of b, or of 1.
constexpr bool near(double a, double b, double tolerance = 1e-8) {
  double const d = a < b ? b - a : a - b, scale = b < 0 ? -b : b;
  return d <= tolerance * (scale > 1 ? scale : 1);
}

/// The jaxpr of f on arguments of these types.
template <class F, class... X>
cx::jaxpr traced(F, X...) {
  return cx::thaw(cx::program_of<F, X...>::traced);
}
/// How often `p` runs: functions count as often as they are called.
inline int runs_of(cx::jaxpr const& j, cx::primitive const& p) {
  int n = 0;
  for (cx::eqn const& e : j.eqns) {
    n += e.prim == &p;
    for (cx::u32 k = 0; k < e.prim->functions(j.params(e)).count; ++k) n += runs_of(cx::detail::function_of(j, e, k), p);
  }
  return n;
}

/// The derivative of a function of one number, forward and reverse.
template <class F>
struct forward_of {
  F f;
  constexpr auto operator()(auto x) const { return cx::jvp(f, x, cx::ones_like(x)).second; }
};
template <class F>
struct reverse_of {
  F f;
  constexpr auto operator()(auto x) const { return cx::grad(f)(x); }
};
template <class F>
constexpr auto forward(F f) { // (forward_of{forward_of{f}} would be a copy)
  return forward_of<F>{f};
}
template <class F>
constexpr auto reverse(F f) {
  return reverse_of<F>{f};
}

// ---- the programs of the acceptance table ----
/// x^3 by a counted loop.
inline constexpr auto power = [](auto x) { return cx::fori_loop(0, 3, [&](auto, auto r) { return r * x; }, 1.0); };
/// x = x * x + 1 while x < 30.
inline constexpr auto square_and_add = [](auto x) {
  return cx::while_loop([](auto y) { return y < 30.0; }, [](auto y) { return y * y + 1.0; }, x);
};
/// Newton's iteration for the square root, until it is good.
inline constexpr auto newton = [](auto x) {
  return cx::while_loop([&](auto g) { return cx::abs(g * g - x) > 1e-12; }, [&](auto g) { return 0.5 * (g + x / g); }, x);
};
/// The same two with a carry that is an array: reverse mode leaves chains of them.
inline constexpr auto square_and_add_pair = [](auto x) {
  return 0.5 *
         cx::sum(cx::while_loop([](auto y) { return cx::sum(y) < 60.0; }, [](auto y) { return y * y + 1.0; }, x * cx::ones<double, 2>()));
};
inline constexpr auto newton_pair = [](auto x) {
  return 0.5 * cx::sum(cx::while_loop([&](auto g) { return cx::abs(cx::sum(g * g) - 2.0 * x) > 2e-12; },
                                      [&](auto g) { return 0.5 * (g + x / g); }, x * cx::ones<double, 2>()));
};
/// f(n) = f(n-1)^2 + x, f(0) = x.
inline constexpr auto recursion = [](auto x) { return cx::fori_loop(0, 3, [&](auto, auto f) { return f * f + x; }, x); };
/// even(n) = x + odd(n-1), odd(n) = x * even(n-1), even(0) = 1, odd(0) = x: from n = 0 upwards.
template <int N>
inline constexpr auto even_odd = [](auto x) {
  auto const last =
      cx::fori_loop(0, N, [&](auto, auto const& s) { return std::pair{x + s.second, x * s.first}; }, std::pair{cx::ones_like(x), x});
  return last.first;
};
/// x = x * x up to ten times; x * i as soon as it is above 50.
inline constexpr auto early_return = [](auto x) {
  auto const [i, y] =
      cx::while_loop([](auto const& s) { return (std::get<0>(s) < 10) & (std::get<1>(s) <= 50.0); },
                     [](auto const& s) { return std::tuple{std::get<0>(s) + 1, std::get<1>(s) * std::get<1>(s)}; }, std::tuple{0, x});
  return y * cx::astype<double>(i - 1);
};
/// The logistic map, five times.
inline constexpr auto logistic_map = [](auto r, auto x0) {
  return cx::fori_loop(0, 5, [&](auto, auto x) { return r * x * (1.0 - x); }, x0);
};
inline constexpr auto logistic_in_r = [](auto r) { return logistic_map(r, 0.3 * cx::ones_like(r)); };
inline constexpr auto logistic_in_x = [](auto x) { return logistic_map(3.2 * cx::ones_like(x), x); };
/// x^4 below 1/2, x^3 + 1 above.
inline constexpr auto branch = [](auto x) {
  return cx::cond(x > 0.5, [](auto y) { return y * y * y + 1.0; }, [](auto y) { return y * y * y * y; }, x);
};

/// A program's value and first three derivatives at x.
struct row {
  double x, value, d1, d2, d3;
};

} // namespace constax_tests
