// SPDX-License-Identifier: BSL-1.0
// math: cycles per element of constax' functions and of xsimd's, SLEEF's and libmvec's, on 1,024 elements in L1, 512-bit registers. In each
// round every contender runs once, in turns, so that what else the machine does meets all of them. Prints a table, and writes JSON.
//   bench.math [--json FILE] [--rounds N] [NAME...]
#include "bench.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>

#if defined(__x86_64__)
#include <x86intrin.h>
static std::uint64_t now() { return __rdtsc(); }
#else
static std::uint64_t now() { return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()); }
#endif

namespace {
constexpr int n = 1024;
int rounds = 400;

/// Ticks of the clock in a cycle of the core: a chain of additions takes one cycle each.
double ticks_per_cycle() {
  double best = 1e9;
  for (int r = 0; r < 50; ++r) {
    std::uint64_t const t = now();
    std::uint64_t x = t;
    for (int i = 0; i < 10000; ++i) {
      asm volatile("add $1, %0\n\tadd $1, %0\n\tadd $1, %0\n\tadd $1, %0" : "+r"(x));
    }
    best = std::min(best, static_cast<double>(now() - t) / 40000);
  }
  return best;
}

struct range {
  double lo, hi;
};
/// Where a function's arguments are: where it does all its work, as users have them.
std::vector<range> ranges(std::string const& f) {
  static std::map<std::string, std::vector<range>> const all = {{"exp", {{-10, 10}}},
                                                                {"exp2", {{-10, 10}}},
                                                                {"expm1", {{-5, 5}}},
                                                                {"log", {{0.01, 100}}},
                                                                {"log2", {{0.01, 100}}},
                                                                {"log10", {{0.01, 100}}},
                                                                {"log1p", {{-0.9, 10}}},
                                                                {"sin", {{-10, 10}}},
                                                                {"cos", {{-10, 10}}},
                                                                {"sincos", {{-10, 10}}},
                                                                {"tan", {{-10, 10}}},
                                                                {"asin", {{-1, 1}}},
                                                                {"acos", {{-1, 1}}},
                                                                {"atan", {{-5, 5}}},
                                                                {"atan2", {{-5, 5}, {-5, 5}}},
                                                                {"sinh", {{-5, 5}}},
                                                                {"cosh", {{-5, 5}}},
                                                                {"tanh", {{-3, 3}}},
                                                                {"asinh", {{-5, 5}}},
                                                                {"acosh", {{1, 10}}},
                                                                {"atanh", {{-0.99, 0.99}}},
                                                                {"logistic", {{-8, 8}}},
                                                                {"softplus", {{-8, 8}}},
                                                                {"erf", {{-3, 3}}},
                                                                {"erfc", {{-3, 5}}},
                                                                {"erf_inv", {{-0.99, 0.99}}},
                                                                {"sqrt", {{0.01, 100}}},
                                                                {"rsqrt", {{0.01, 100}}},
                                                                {"cbrt", {{-100, 100}}},
                                                                {"hypot", {{-10, 10}, {-10, 10}}},
                                                                {"pow", {{0.1, 10}, {-5, 5}}},
                                                                {"tgamma", {{0.1, 20}}},
                                                                {"lgamma", {{0.1, 20}}},
                                                                {"digamma", {{0.1, 20}}},
                                                                {"polygamma", {{1, 1}, {0.1, 20}}},
                                                                {"zeta", {{1.5, 6}, {0.5, 10}}},
                                                                {"igamma", {{0.5, 10}, {0.5, 15}}},
                                                                {"igammac", {{0.5, 10}, {0.5, 15}}},
                                                                {"igamma_grad_a", {{0.5, 10}, {0.5, 15}}},
                                                                {"betainc", {{0.5, 10}, {0.5, 10}, {0.01, 0.99}}},
                                                                {"rem", {{-100, 100}, {0.5, 7}}},
                                                                {"ldexp", {{-10, 10}, {-9, 9}}}};
  auto const i = all.find(f);
  return i != all.end() ? i->second : std::vector<range>{{-10, 10}, {-10, 10}, {-10, 10}};
}

struct result {
  std::string of;
  double least, median;
};
template <class T> std::vector<result> measure(std::string const& name) {
  std::vector<bench::contender<T>> who = bench::ours<T>(name);
  for (auto const& list : {bench::xsimds<T>(name), bench::of_libraries<T>(name)}) who.insert(who.end(), list.begin(), list.end());
  alignas(64) static T x[3][n], y[n];
  std::mt19937_64 g(5);
  auto const r = ranges(name);
  for (std::size_t k = 0; k < 3; ++k) {
    for (auto& v : x[k])
      v = k < r.size() ? static_cast<T>(r[k].lo + (r[k].hi - r[k].lo) * (static_cast<double>(g() >> 11) * 0x1p-53)) : T(0);
  }
  T const* const p[3] = {x[0], x[1], x[2]};
  std::vector<std::vector<double>> times(who.size());
  for (int i = 0; i < rounds; ++i) {
    for (std::size_t c = 0; c < who.size(); ++c) {
      who[c].loop(who[c].f, p, y, n);  // its code, and the arrays, into the caches
      std::uint64_t const t = now();
      for (int k = 0; k < 4; ++k) {
        who[c].loop(who[c].f, p, y, n);
        asm volatile("" : : "r"(y), "r"(x) : "memory");
      }
      times[c].push_back(static_cast<double>(now() - t) / (4 * n));
    }
  }
  std::vector<result> v;
  double const tick = ticks_per_cycle();
  for (std::size_t c = 0; c < who.size(); ++c) {
    auto& t = times[c];
    std::sort(t.begin(), t.end());
    v.push_back({who[c].of, t.front() / tick, t[t.size() / 2] / tick});
  }
  return v;
}
}  // namespace

int main(int argc, char** argv) {
  std::string file = std::string(argv[0]) + ".json";
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--json") == 0 && i + 1 < argc) file = argv[++i];
    else if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) rounds = std::max(1, std::atoi(argv[++i]));
    else names.push_back(argv[i]);
  }
#if !defined(__AVX512F__)
  std::printf("the contenders are left out: they are measured in 512-bit registers, which this build has not\n");
#endif
  std::FILE* const json = std::fopen(file.c_str(), "w");
  if (json == nullptr) return std::perror(file.c_str()), 2;
  std::fprintf(json, "[");
  std::printf("cycles per element (median): constax, then the others; ratio to the best of them\n%.2f ticks of the clock in a cycle\n",
              ticks_per_cycle());
  bool first = true;
  for (std::string const& f : bench::functions()) {
    if (f.empty() || (!names.empty() && std::find(names.begin(), names.end(), f) == names.end())) continue;
    const auto report = [&](char const* dtype, std::vector<result> const& v) {
      double best = 0;
      std::printf("%-16s %s ", f.c_str(), dtype);
      std::fprintf(json, "%s\n{\"function\": \"%s\", \"dtype\": \"%s\"", first ? "" : ",", f.c_str(), dtype);
      first = false;
      for (auto const& r : v) {
        std::printf(" %s %6.2f (%.2f)", r.of.c_str(), r.median, r.least);
        std::fprintf(json, ", \"%s\": [%.3f, %.3f]", r.of.c_str(), r.median, r.least);
        if (r.of != "constax" && (best == 0 || r.median < best)) best = r.median;
      }
      if (best > 0 && !v.empty()) std::printf("  ratio %.2f", v[0].median / best);
      std::printf("\n");
      std::fprintf(json, "}");
      std::fflush(stdout);
    };
    report("f32", measure<float>(f));
    report("f64", measure<double>(f));
  }
  std::fprintf(json, "\n]\n");
  return std::fclose(json) == 0 ? 0 : 2;
}
