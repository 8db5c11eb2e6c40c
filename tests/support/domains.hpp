// SPDX-License-Identifier: BSL-1.0
#pragma once
// domains: where primitives are tried, by the tables of JAX's own tests (jtu.rand_*, LAX_GRAD_OPS). Seeded: a failure repeats.
#include <cmath>
#include <cstdint>
#include <numeric>

namespace constax_tests {

/// splitmix64
struct generator {
  std::uint64_t state = 0;
  std::uint64_t bits() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  double uniform(double lo = 0, double hi = 1) { return lo + (hi - lo) * static_cast<double>(bits() >> 11) * 0x1p-53; }
  double normal() {
    double const r = std::sqrt(-2 * std::log(1 - uniform()));
    return r * std::cos(6.283185307179586 * uniform());
  }
  std::int64_t integer(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(hi - lo + 1));
  }
};

/// A law of drawing the i-th number of n.
struct domain {
  double (*draw)(generator&, double a, double b, int i, int n) = [](generator& r, double, double, int, int) { return 3 * r.normal(); };
  double a = 0, b = 0;
  double operator()(generator& r, int i, int n) const { return draw(r, a, b, i, n); }
};

inline constexpr domain standard{}; // 3 * normal
inline constexpr domain small_numbers{[](generator& r, double, double, int, int) { return 1e-3 * r.normal(); }};
inline constexpr domain positive{[](generator& r, double, double, int, int) { return 1 + 2 * r.uniform(); }};
inline constexpr domain not_small{[](generator& r, double, double, int, int) {
  double const x = 3 * r.normal();
  return x < 0 ? x - 10 : x + 10;
}};
inline constexpr domain nonzero{[](generator& r, double, double, int, int) {
  double const x = 3 * r.normal();
  return std::fabs(x) < 0.1 ? 1 : x;
}};
/// A shuffled run of distinct integers: no ties, and differences of at least 1.
inline constexpr domain unique_integers{[](generator&, double, double, int i, int n) {
  int step = 7;
  while (std::gcd(step, n) != 1) ++step;
  return static_cast<double>((i * step + 3) % n - n / 2);
}};
/// Few distinct values: ties.
inline constexpr domain some_equal{[](generator& r, double, double, int, int) { return static_cast<double>(r.integer(-1, 1)); }};
constexpr domain between(double lo, double hi) {
  return {[](generator& r, double a, double b, int, int) { return r.uniform(a, b); }, lo, hi};
}
constexpr domain integers(int lo, int hi) {
  return {[](generator& r, double a, double b, int, int) {
            return static_cast<double>(r.integer(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
          },
          static_cast<double>(lo), static_cast<double>(hi)};
}

/// One domain for all operands, or one each.
struct domains {
  domain of[4] = {standard, standard, standard, standard};
  constexpr domains() = default;
  constexpr domains(domain all) : of{all, all, all, all} {}
  constexpr domains(domain first, domain second) : of{first, second, second, second} {}
  constexpr domains(domain first, domain second, domain third) : of{first, second, third, third} {}
  constexpr domain const& operator[](unsigned k) const { return of[k < 3 ? k : 3]; }
};

} // namespace constax_tests
