// SPDX-License-Identifier: BSL-1.0
// Assembly by scatter-add: a graph of poses in the plane. A robot drives in circles; each measurement says where one pose is seen from
// another, and the poses that agree with all of them are found by Gauss-Newton steps, each a sparse linear system that conjugate gradients
// solve without a matrix.
#include <constax/constax.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

inline constexpr cx::dim<"poses"> poses;
inline constexpr cx::dim<"edges"> edges;

// residuals [edges, 3]: what pose `to` is seen like from pose `from`, less what has been measured; the first pose stays where it is
inline constexpr auto residuals = [](auto x, auto from, auto to, auto measured) {
  auto const a = x[from], b = x[to];
  auto const column = [](auto const& m, auto k) { return m(cx::slice(), k); };
  auto const dx = column(b, 0_c) - column(a, 0_c), dy = column(b, 1_c) - column(a, 1_c), angle = column(a, 2_c);
  auto const c = cx::cos(angle), s = cx::sin(angle), turn = column(b, 2_c) - angle - column(measured, 2_c);
  return cx::stack(c * dx + s * dy - column(measured, 0_c), c * dy - s * dx - column(measured, 1_c),
                   cx::atan2(cx::sin(turn), cx::cos(turn)), -1_c);
};
inline constexpr auto cost = [](auto x, auto from, auto to, auto measured) {
  auto const r = residuals(x, from, to, measured);
  return 0.5 * cx::sum(r * r);
};
// One step: (J^T J) d = -J^T r. Gathers of poses make J; J^T adds what the edges say to the poses that they join.
inline constexpr auto step = [](auto x, auto from, auto to, auto measured) {
  auto const f = [=](auto y) { return residuals(y, from, to, measured); };
  auto const pushed = cx::linearize(f, x);
  auto const pulled = cx::vjp(f, x);
  auto const free = [](auto v) { return v.at(0_c).set(0.0); }; // but for the first pose
  auto const normal = [&](auto v) { return free(std::get<0>(pulled.second(pushed.second(v)))); };
  auto const start = free(-std::get<0>(pulled.second(pulled.first)));
  auto const conjugate = [&](auto const&, auto const& state) {
    auto const& [d, rest, along, size] = state;
    auto const image = normal(along);
    auto const part = size / (cx::sum(along * image) + 1e-300);
    auto const left = rest - part * image;
    auto const now = cx::sum(left * left);
    return std::tuple{d + part * along, left, left + now / (size + 1e-300) * along, now};
  };
  auto const solved = cx::fori_loop(0, 200, conjugate, std::tuple{cx::zeros_like(x), start, start, cx::sum(start * start)});
  return x + std::get<0>(solved);
};

int main() {
  // two rounds of 30 poses: an edge from each to the next, and one to the pose of the round before
  constexpr int n = 60, round = 30;
  std::vector<double> truth(3 * n), guess(3 * n), seen;
  std::vector<int> from, to;
  auto const at = [](std::vector<double>& v, int pose, int k) -> double& { return v[static_cast<std::size_t>(3 * pose + k)]; };
  unsigned state = 7;
  auto const noise = [&] {
    state = state * 1664525u + 1013904223u;
    return (static_cast<double>(state >> 8) / (1 << 24) - 0.5) * 0.02;
  };
  for (int p = 0; p < n; ++p) {
    double const angle = 2 * 3.14159265358979 * p / round;
    at(truth, p, 0) = 5 * std::cos(angle) - 5, at(truth, p, 1) = 5 * std::sin(angle), at(truth, p, 2) = angle;
  }
  auto const edge = [&](int a, int b) {
    double const dx = at(truth, b, 0) - at(truth, a, 0), dy = at(truth, b, 1) - at(truth, a, 1), c = std::cos(at(truth, a, 2)),
                 s = std::sin(at(truth, a, 2));
    from.push_back(a), to.push_back(b);
    seen.insert(seen.end(), {c * dx + s * dy + noise(), c * dy - s * dx + noise(), at(truth, b, 2) - at(truth, a, 2) + noise()});
  };
  for (int p = 0; p + 1 < n; ++p) edge(p, p + 1);
  for (int p = 0; p + round < n; ++p) edge(p, p + round);
  for (int p = 1; p < n; ++p) { // where the odometry alone says that the robot is
    double const* const m = &seen[static_cast<std::size_t>(3 * (p - 1))];
    double const c = std::cos(at(guess, p - 1, 2)), s = std::sin(at(guess, p - 1, 2));
    at(guess, 0, 0) = at(truth, 0, 0), at(guess, 0, 1) = at(truth, 0, 1), at(guess, 0, 2) = at(truth, 0, 2);
    at(guess, p, 0) = at(guess, p - 1, 0) + c * m[0] - s * m[1], at(guess, p, 1) = at(guess, p - 1, 1) + s * m[0] + c * m[1];
    at(guess, p, 2) = at(guess, p - 1, 2) + m[2];
  }

  cx::view<int const, edges> const a(from.data(), from.size()), b(to.data(), to.size());
  cx::view<double const, edges, 3> const measured(seen.data(), from.size());
  cx::view<double, poses, 3> const x(guess.data(), n);
  auto const error = [&] {
    double worst = 0;
    for (int p = 0; p < n; ++p) worst = std::max(worst, std::hypot(at(guess, p, 0) - at(truth, p, 0), at(guess, p, 1) - at(truth, p, 1)));
    return worst;
  };
  double const before = error(), cost_before = cx::jit(cost)(x, a, b, measured);
  std::vector<double> next(3 * n);
  for (int k = 0; k < 6; ++k) {
    cx::evaluate_into(cx::view<double, poses, 3>(next.data(), n), cx::jit(step), x, a, b, measured);
    std::copy(next.begin(), next.end(), guess.begin());
  }
  double const after = error(), cost_after = cx::jit(cost)(x, a, b, measured);
  std::printf("cost %.4g -> %.4g; farthest pose %.3f -> %.3f from where it is\n", cost_before, cost_after, before, after);

  // The minimum: the gradient that is assembled by scatter-add, and central differences of the cost, vanish together.
  double largest = 0, difference = 0;
  auto const gradient = cx::jit(cx::grad(cost))(x, a, b, measured);
  for (int i = 3; i < 3 * n; ++i) {
    std::size_t const k = static_cast<std::size_t>(i);
    double const h = 1e-5, here = guess[k];
    guess[k] = here + h;
    double const up = cx::jit(cost)(x, a, b, measured);
    guess[k] = here - h;
    double const down = cx::jit(cost)(x, a, b, measured);
    guess[k] = here;
    largest = std::max(largest, std::abs(gradient[i])), difference = std::max(difference, std::abs((up - down) / (2 * h) - gradient[i]));
  }
  std::printf("largest element of the gradient %.1e, of its distance from central differences %.1e\n", largest, difference);
  return cost_after < cost_before && after < before && largest < 1e-9 && difference < 1e-8 ? 0 : 1;
}
