// SPDX-License-Identifier: BSL-1.0
// Indexing by data: Lennard-Jones atoms with a list of neighbours. Forces are a gradient that is scattered to both atoms of each pair; the
// gradient of where the atoms are after 100 steps goes back through all of them.
#include <cmath>
#include <constax/constax.hpp>
#include <cstdio>
#include <utility>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"atoms"> atoms;
inline constexpr cx::dim<"pairs"> pairs;
inline constexpr double dt = 0.002;

// Pair p is of the atoms first[p] and second[p], which are in x: nobody has to ask.
inline constexpr auto energy = [](auto x, auto first, auto second) {
  auto const at = [&](auto const& i) { return x.at(i).get(cx::mode::promise_in_bounds); };
  auto const d = at(first) - at(second);
  auto const s = 1.0 / cx::sum(d * d, 1_c), s6 = s * s * s;
  return 4.0 * cx::sum(s6 * s6 - s6);
};
inline constexpr auto force = [](auto x, auto first, auto second) { return -cx::grad(energy)(x, first, second); };

// Velocity Verlet: 100 steps, then the mean square of how far the atoms have gone.
inline constexpr auto spread = [](auto start, auto first, auto second) {
  auto const step = [=](auto const&, auto const& state) {
    auto const [x, v, f] = state;
    auto const half = v + 0.5 * dt * f;
    auto const moved = x + dt * half;
    auto const now = force(moved, first, second);
    return std::tuple{moved, half + 0.5 * dt * now, now};
  };
  auto const end = cx::fori_loop(0, 100, step, std::tuple{start, 0.0 * start, force(start, first, second)});
  return cx::sum(cx::square(std::get<0>(end) - start));
};

int main() {
  constexpr int side = 5, n = side * side * side;
  std::vector<double> x(3 * n);
  for (int a = 0; a < n; ++a) {
    int const place[] = {a / (side * side), a / side % side, a % side};
    for (int c = 0; c < 3; ++c) x[static_cast<std::size_t>(3 * a + c)] = 1.15 * place[c] + 0.05 * std::sin(3.0 * a + c);
  }
  std::vector<unsigned> first, second;
  auto const distance = [&](int a, int b) {
    double r2 = 0;
    for (int c = 0; c < 3; ++c) r2 += std::pow(x[static_cast<std::size_t>(3 * a + c)] - x[static_cast<std::size_t>(3 * b + c)], 2);
    return std::sqrt(r2);
  };
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < a; ++b)
      if (distance(a, b) < 2.0) first.push_back(static_cast<unsigned>(a)), second.push_back(static_cast<unsigned>(b));

  auto const of = [](std::vector<double>& of_atoms) { return cx::view<double, atoms, 3>(of_atoms.data(), n); };
  cx::view<unsigned const, pairs> const one(first.data(), static_cast<int>(first.size())),
      other(second.data(), static_cast<int>(second.size()));
  std::vector<double> slope(3 * n);
  double value = 0;
  auto result = std::pair<double&, cx::view<double, atoms, 3>>{value, of(slope)};
  cx::evaluate_into(result, cx::value_and_grad(spread), of(x), one, other);

  // Against a difference quotient along a direction.
  double const h = 1e-6;
  double along = 0, ends[2];
  for (int sign = 0; sign < 2; ++sign) {
    std::vector<double> y = x;
    for (std::size_t k = 0; k < y.size(); ++k) y[k] += (sign ? h : -h) * std::cos(1.0 + 2.0 * static_cast<double>(k));
    ends[sign] = cx::jit(spread)(of(y), one, other);
  }
  for (std::size_t k = 0; k < x.size(); ++k) along += slope[k] * std::cos(1.0 + 2.0 * static_cast<double>(k));
  double const quotient = (ends[1] - ends[0]) / (2 * h);
  std::printf("%d atoms, %d pairs: the atoms' paths have a sum of squares of %.6f\n", n, static_cast<int>(first.size()), value);
  std::printf("its slope along a direction: %.8f, by differences %.8f\n", along, quotient);
  return std::abs(along - quotient) < 1e-5 * std::abs(quotient) ? 0 : 1;
}
