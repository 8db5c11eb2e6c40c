// SPDX-License-Identifier: BSL-1.0
// needs: mpfr gmp math_kernels
// Every function of the table, in registers of 64 bytes, or pairs of smaller ones: special arguments and 10^5 drawn ones against libm in a
// wider type, the worst of them and each 400th against MPFR, within the limits that the table states. CONSTAX_PRINT_ULP prints what was
// found. (math_error does it with 10^8.)
#include <cstdio>
#include <cstdlib>

#include "kernels/kernels.hpp"
#include "measure.hpp"

#include "../support/catch.hpp"

namespace {
using kernels::kernel;
template <class T> functions::worst_point<T> worst(functions::measured<T> const& row, kernel<T> f) {
  bool const slow = row.quick_errors == nullptr;
  int const n = slow ? 2048 : 1 << 17;
  std::vector<T> buffer[4];
  for (auto& b : buffer) b.resize(static_cast<std::size_t>(n));
  T* const x[3] = {buffer[0].data(), buffer[1].data(), buffer[2].data()};
  functions::random<T> g{0x123456789};
  row.draw(g, 0, x, n);
  f(x, buffer[3].data(), n);
  return functions::measure(row, x, buffer[3].data(), n, 24, slow ? 1 : 400);
}
template <class T> void check(functions::measured<T> const& row, kernel<T> f) {
  auto const w = worst(row, f);
  if (std::getenv("CONSTAX_PRINT_ULP") != nullptr)
    std::printf("%-16s f%d %.3f ulp at %a %a %a: %a\n", row.name, static_cast<int>(8 * sizeof(T)), w.ulp, double(w.x[0]), double(w.x[1]),
                double(w.x[2]), double(w.y));
  INFO(row.name << " f" << 8 * sizeof(T) << " at " << w.x[0] << ' ' << w.x[1] << ' ' << w.x[2] << " gives " << w.y);
  CHECK(w.ulp <= row.limit);
}
template <class T> void check_all(kernel<T> const (kernels::function::*widths)[5]) {
  auto const list = native_kernels();
  REQUIRE(list.size == functions::size);
  for (int i = 0; i < list.size; ++i)
    check<T>(functions::measured_rows<T>.row[i], (list.functions[i].*widths)[__builtin_ctz(64 / sizeof(T))]);
}

/// The row of that name with another function in its place.
template <class F> double worst_twin(char const* name, F f) {
  static F twin = f;
  for (auto const& row : functions::measured_rows<double>.row) {
    if (std::string_view(row.name) == name) {
      return worst<double>(row, [](double const* const* x, double* y, int n) {
               constexpr int w = CONSTAX_VECTOR_BYTES / 8;
               for (int i = 0; i < n; i += w) constax::store(y + i, twin(constax::load<double, w>(x[0] + i)));
             }).ulp;
    }
  }
  return -1;
}
}  // namespace

TEST_CASE("accuracy: f32", "[math]") { check_all<float>(&kernels::function::f32); }
TEST_CASE("accuracy: f64", "[math]") { check_all<double>(&kernels::function::f64); }

TEST_CASE("accuracy: f64, where it was worst", "[math]") {
  struct point {
    char const* name;
    double x[3];
  };
  constexpr point points[] = {{"igamma", {18.130082158351161, 17.766578508887228, 0}},
                              {"igammac", {0.027795653544987337, 1.3028564222435965, 0}},
                              {"igammac", {0.028066284570597094, 0.53904097361660985, 0}},
                              {"igammac", {110.63725133526796, 110.63725133526755, 0}},
                              {"igamma_grad_a", {16.660600321284118, 16.843305029210963, 0}},
                              {"igamma_grad_a", {0.0075204524002286128, 1.0085642195533453, 0}},
                              {"igamma_grad_a", {10.640664242934902, 10.569307385446416, 0}},
                              {"lgamma", {-2.5081779009497951, 0, 0}},
                              {"igamma", {6093.8133351684482, 3728.2414973774798, 0}},
                              {"betainc", {0.0020688290999309801, 0.64984221319119573, 0.9688240363958216}},
                              {"betainc", {58.85983043891332, 0.00012106657103789287, 0.99515916478761146}},
                              {"betainc", {629.98184522281451, 1.3270037136962773, 0.99634211728186572}},
                              {"betainc", {44.856036650265807, 0.01775280283671881, 0.99601319520882792}},
                              {"betainc", {9644043.4442022499, 16000727.475115649, 0.37564910352766834}},
                              {"betainc", {8779760.6986527648, 11530966.511565562, 0.43203528015726761}},
                              {"betainc", {9.8725052230612203e+37, 1.3739894630541996e+54, 8.5116155693592173e-279}},
                              {"betainc", {5.9357849055832004e+86, 1.2559650125917704e+78, 0.99999999788407934}},
                              {"betainc", {0.0039648183121795601, 1.6505329801975199e-273, 0.99999999999999012}},
                              {"erfc", {0.57473029740541315, 0, 0}}};
  int found = 0;
  for (int i = 0; i < functions::size; ++i) {
    auto const& row = functions::measured_rows<double>.row[i];
    for (auto const& p : points) {
      if (std::string_view(row.name) != p.name) continue;
      ++found;
      std::vector<double> x[3], y(8);
      for (std::size_t k = 0; k < 3; ++k) x[k].assign(8, p.x[k]);
      double const* const a[3] = {x[0].data(), x[1].data(), x[2].data()};
      native_kernels().functions[i].f64[__builtin_ctz(8)](a, y.data(), 8);
      INFO(row.name << " at " << p.x[0] << ' ' << p.x[1] << ' ' << p.x[2] << " gives " << y[0]);
      CHECK(row.exact_error(p.x, y[0]) <= row.limit);
    }
  }
  CHECK(found == static_cast<int>(std::size(points)));
}

TEST_CASE("accuracy: the checker rejects wrong twins", "[math]") {
  namespace cm = constax::math;
  CHECK(worst_twin("log1p", [](auto x) { return cm::log(x + decltype(x)(1.0)); }) > 1.5);
  CHECK(worst_twin("sin", [](auto x) { return cm::abs(cm::sin(x)); }) == oracle::wrong);
  CHECK(worst_twin("logistic", [](auto x) { return decltype(x)(1.0) / (decltype(x)(1.0) + cm::exp(-x)); }) > 1.5);  // e^-x overflows
  CHECK(worst_twin("exp", [](auto x) { return cm::exp(x) * decltype(x)(1 + 0x1p-51); }) > 1.5);                     // a last place or two
  CHECK(worst_twin("gaussian", [](auto x) { return cm::exp(-(x * x)); }) > 100);                                    // the square is rounded
  CHECK(worst_twin("tanh", [](auto x) { return decltype(x)(1.0) - decltype(x)(2.0) / (cm::exp(x + x) + decltype(x)(1.0)); }) > 2.5);
}
