// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// Lennard-Jones atoms with a list of neighbours: forces, and the gradient of where the atoms are after 100 steps of velocity Verlet. The
// loops have the derivatives of the pair's energy by hand, and keep the atoms' places of each step for the way back.
#include "beside.hpp"

namespace {
using namespace beside;

inline constexpr cx::dim<"pairs"> pairs;
inline constexpr double dt = 0.002;
inline constexpr int steps = 100;

inline constexpr auto energy = [](auto x, auto first, auto second) {
  auto const at = [&](auto const& i) { return x.at(i).get(cx::mode::promise_in_bounds); }; // the loops do not ask either
  auto const d = at(first) - at(second);
  auto const s = 1.0 / cx::sum(d * d, 1_c), s3 = s * s * s;
  return 4.0 * cx::sum(s3 * s3 - s3);
};
inline constexpr auto force = [](auto x, auto first, auto second) { return -cx::grad(energy)(x, first, second); };
inline constexpr auto spread = [](auto start, auto first, auto second) {
  auto const step = [=](auto const&, auto const& state) {
    auto const [x, v, f] = state;
    auto const half = v + 0.5 * dt * f;
    auto const moved = x + dt * half;
    auto const now = force(moved, first, second);
    return std::tuple{moved, half + 0.5 * dt * now, now};
  };
  auto const end = cx::fori_loop(0, steps, step, std::tuple{start, 0.0 * start, force(start, first, second)});
  return cx::sum(cx::square(std::get<0>(end) - start));
};

struct cluster {
  numbers x;
  std::vector<unsigned> first, second;
  std::size_t size() const { return first.size(); }
  auto atoms() const { return cx::view<double const, n, 3>(x.data(), static_cast<std::int64_t>(x.size() / 3)); }
  auto list(std::vector<unsigned> const& v) const { return cx::view<unsigned const, pairs>(v.data(), static_cast<std::int64_t>(v.size())); }
};
/// Atoms near the points of a cubic lattice, and all pairs that are less than 2 apart.
cluster cube(int side) {
  cluster c;
  for (int a = 0; a < side * side * side; ++a) {
    int const place[] = {a / (side * side), a / side % side, a % side};
    for (int k = 0; k < 3; ++k) c.x.push_back(1.15 * place[k] + 0.05 * std::sin(3.0 * a + k));
  }
  int const atoms = static_cast<int>(c.x.size() / 3);
  for (int a = 0; a < atoms; ++a)
    for (int b = 0; b < a; ++b) {
      double square = 0;
      for (int k = 0; k < 3; ++k)
        square += std::pow(c.x[static_cast<std::size_t>(3 * a + k)] - c.x[static_cast<std::size_t>(3 * b + k)], 2);
      if (square < 4) c.first.push_back(static_cast<unsigned>(a)), c.second.push_back(static_cast<unsigned>(b));
    }
  return c;
}

/// f += forces at x.
void add_forces(cluster const& c, double const* x, double* f) {
  for (std::size_t p = 0; p < c.size(); ++p) {
    std::size_t const i = 3 * static_cast<std::size_t>(c.first[p]), j = 3 * static_cast<std::size_t>(c.second[p]);
    double const d[] = {x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]};
    double const s = 1 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), s3 = s * s * s, pull = 24 * s * (2 * s3 * s3 - s3);
    for (std::size_t k = 0; k < 3; ++k) f[i + k] += pull * d[k], f[j + k] -= pull * d[k];
  }
}
/// bar += derivative of forces at x, transposed, times u.
void add_pulled_forces(cluster const& c, double const* x, double const* u, double* bar) {
  for (std::size_t p = 0; p < c.size(); ++p) {
    std::size_t const i = 3 * static_cast<std::size_t>(c.first[p]), j = 3 * static_cast<std::size_t>(c.second[p]);
    double const d[] = {x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]},
                 w[] = {u[i] - u[j], u[i + 1] - u[j + 1], u[i + 2] - u[j + 2]};
    double const s = 1 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), s3 = s * s * s, pull = 24 * s * (2 * s3 * s3 - s3);
    double const along = (d[0] * w[0] + d[1] * w[1] + d[2] * w[2]) * 48 * s * s * (4 * s3 - 14 * s3 * s3 + 0.0);
    for (std::size_t k = 0; k < 3; ++k) {
      double const b = pull * w[k] + along * d[k];
      bar[i + k] += b, bar[j + k] -= b;
    }
  }
}
double spread_by_hand(cluster const& c, numbers& path, numbers& bar) {
  std::size_t const size = c.x.size();
  static numbers v, f, half, av, af, ax, first_bar;
  v.assign(size, 0), f.assign(size, 0), half.resize(size), path.resize(size * (steps + 1));
  std::copy(c.x.begin(), c.x.end(), path.begin());
  add_forces(c, c.x.data(), f.data());
  for (std::size_t t = 0; t < steps; ++t) {
    double const* const x = &path[t * size];
    double* const next = &path[(t + 1) * size];
    for (std::size_t k = 0; k < size; ++k) half[k] = v[k] + 0.5 * dt * f[k], next[k] = x[k] + dt * half[k], f[k] = 0;
    add_forces(c, next, f.data());
    for (std::size_t k = 0; k < size; ++k) v[k] = half[k] + 0.5 * dt * f[k];
  }
  double sum = 0;
  ax.resize(size), av.assign(size, 0), af.assign(size, 0), first_bar.resize(size);
  for (std::size_t k = 0; k < size; ++k) {
    double const moved = path[steps * size + k] - c.x[k];
    sum += moved * moved, ax[k] = 2 * moved, first_bar[k] = -2 * moved;
  }
  for (std::size_t t = steps; t-- > 0;) {
    for (std::size_t k = 0; k < size; ++k) af[k] += 0.5 * dt * av[k];
    add_pulled_forces(c, &path[(t + 1) * size], af.data(), ax.data());
    for (std::size_t k = 0; k < size; ++k) av[k] += dt * ax[k], af[k] = 0.5 * dt * av[k];
  }
  add_pulled_forces(c, c.x.data(), af.data(), ax.data());
  for (std::size_t k = 0; k < size; ++k) bar[k] = ax[k] + first_bar[k];
  return sum;
}

add const a("Lennard-Jones: energy and forces, 8000 atoms", [] {
  static cluster const c = cube(20);
  numbers of_program(c.x.size()), of_loop(c.x.size());
  return row(
      [&] {
        cx::evaluate_into(cx::view<double, n, 3>(of_program.data(), static_cast<std::int64_t>(c.x.size() / 3)), force, c.atoms(),
                          c.list(c.first), c.list(c.second));
      },
      [&] {
        std::fill(of_loop.begin(), of_loop.end(), 0.0);
        add_forces(c, c.x.data(), of_loop.data());
      },
      51, [&] { return difference(of_program, of_loop); });
});
add const b("Lennard-Jones: 100 steps of 1000 atoms, with gradient", [] {
  static cluster const c = cube(10);
  numbers of_program(c.x.size()), of_loop(c.x.size()), path;
  double value = 0, sum = 0;
  using atoms_view = cx::view<double, n, 3>;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, atoms_view>(value, atoms_view(of_program.data(), static_cast<std::int64_t>(c.x.size() / 3))),
                          cx::value_and_grad(spread), c.atoms(), c.list(c.first), c.list(c.second));
      },
      [&] { sum = spread_by_hand(c, path, of_loop); }, 11,
      [&] { return std::max(difference(of_program, of_loop), std::abs(value - sum)); });
});
} // namespace
