// SPDX-License-Identifier: BSL-1.0
#pragma once
// beside: programs that no other benchmark has, each beside the loop that one would write without a library, compiled with the same flags.
//
// A file says `static beside::add const a("what it is", [] { ...; return beside::row(run, loop, greatest difference); });`
#include <constax/constax.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace beside {

namespace cx = constax;
using namespace cx::literals;
inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

using numbers = std::vector<double>;
inline numbers normal(std::size_t count, unsigned seed = 1) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> law;
  numbers v(count);
  for (double& x : v) x = law(generator);
  return v;
}
inline double difference(numbers const& a, numbers const& b) {
  double d = 0;
  for (std::size_t i = 0; i < a.size(); ++i) d = std::max(d, std::abs(a[i] - b[i]));
  return d;
}
/// A matrix of given memory.
inline auto matrix(numbers& v, std::size_t rows) {
  return cx::view<double, n, m>(v.data(), static_cast<std::int64_t>(rows), static_cast<std::int64_t>(v.size() / rows));
}
inline auto matrix(numbers const& v, std::size_t rows) {
  return cx::view<double const, n, m>(v.data(), static_cast<std::int64_t>(rows), static_cast<std::int64_t>(v.size() / rows));
}

/// Seconds of both, medians of runs that take turns; the difference of their results.
struct times {
  double program, loop, difference;
};
template <class F, class L> times row(F const& program, L const& loop, int runs, auto const& greatest_difference) {
  auto const once = [](auto const& f) {
    auto const start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::vector<double> of_program, of_loop;
  program(), loop();
  for (int i = 0; i < runs; ++i) of_program.push_back(once(program)), of_loop.push_back(once(loop));
  auto const median = [](std::vector<double>& v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
  };
  return {median(of_program), median(of_loop), greatest_difference()};
}

struct entry {
  char const* what;
  times (*run)();
};
inline std::vector<entry>& all() {
  static std::vector<entry> list;
  return list;
}
struct add {
  add(char const* what, times (*run)()) { all().push_back({what, run}); }
};

} // namespace beside
