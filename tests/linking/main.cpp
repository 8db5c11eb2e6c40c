// SPDX-License-Identifier: BSL-1.0
// Runs every unit whose instruction set this processor has, and compares them with each other and with a loop by hand.
#include <cmath>
#include <cstdio>

#define CONSTAX_LIST_UNIT(isa, unit) void unit(double&, double&);
#include "units.inc"
#undef CONSTAX_LIST_UNIT

namespace {
bool has_sse2() { return true; }
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
bool has_avx2fma() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
bool has_avx512() {
  return has_avx2fma() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::fmax(1.0, std::fabs(b)); }
}  // namespace

int main() {
  double value = 0, moment = 0;
  for (int i = 0; i < 37; ++i) {
    const double x = 0.1 * (i - 18), e = std::exp(-x * x), t = std::tanh(x);
    value += std::sin(x) * e + t;
    moment += i * (std::cos(x) * e - 2 * x * std::sin(x) * e + 1 - t * t);
  }
  std::printf("%-22s %.17g %.17g\n", "by hand", value, moment);
  int wrong = 0;
  const auto run = [&](const char* name, bool can, void (*unit)(double&, double&)) {
    if (!can) {
      std::printf("%-22s not run: this processor lacks the instructions\n", name);
      return;
    }
    double v = 0, m = 0;
    unit(v, m);
    const bool ok = near(v, value) && near(m, moment);
    std::printf("%-22s %.17g %.17g%s\n", name, v, m, ok ? "" : "  WRONG");
    wrong += !ok;
  };
#define CONSTAX_LIST_UNIT(isa, unit) run(#unit, has_##isa(), unit);
#include "units.inc"
  return wrong;
}
