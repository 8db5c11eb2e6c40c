// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp
// First and second derivatives of every elementwise function, f32 and f64, over all magnitudes, against MPFR: jvp of jvp, on the oracle.
// (./dev math --derivatives does it on all floats: docs/reference/math.md.) CONSTAX_PRINT_ULP prints what was found.
#include "derivative_accuracy.hpp"

#include "../support/catch.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

namespace cx = constax;

template <class T> double worst(auto const& r, int order) {
  static std::vector<T> const few = accuracy::arguments<T>(1, 40, 1);
  cx::jaxpr j = accuracy::traced<T>(r.f);
  for (int k = 0; k < order; ++k) j = accuracy::derived(j, 0, false);
  auto const w = accuracy::measure<T>(r, j, order, few);
  if (std::getenv("CONSTAX_PRINT_ULP") != nullptr)
    std::printf("%-16s f%d order %d: %.3f ulp at %.9g: %.17g\n", std::string(r.name).c_str(), static_cast<int>(8 * sizeof(T)), order, w.ulp, double(w.at), double(w.got));
  UNSCOPED_INFO(r.name << " f" << 8 * sizeof(T) << " order " << order << " at " << w.at << " gives " << w.got);
  return w.ulp;
}

template <class T> void check_all() {
  auto const check = [](auto const& r) {
    CHECK(worst<T>(r, 1) <= r.first);
    CHECK(worst<T>(r, 2) <= r.second);
  };
  std::apply([&](auto const&... r) { (check(r), ...); }, accuracy::of_one);
}
} // namespace

TEST_CASE("derivatives of functions of one argument, f32", "[derivatives]") { check_all<float>(); }
TEST_CASE("derivatives of functions of one argument, f64", "[derivatives]") { check_all<double>(); }
