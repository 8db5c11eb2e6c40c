// SPDX-License-Identifier: BSL-1.0
// The fit of the NIST example, without constax: Jacobians come from a small dual number, so that a digit lost here is the
// optimiser's and a digit lost in examples/12_nist_fit alone is the derivative's.
#include "../../examples/support/levenberg_marquardt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "../../examples/support/nist_file.hpp"
#include "../../examples/support/nist_models.hpp"
#include "../support/catch.hpp"

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;  // Catch2 3 no longer says so itself
#endif

namespace {

// A value and its derivatives with respect to n parameters. A double is a dual without derivatives.
template <std::size_t n>
struct dual {
  double v = 0;
  std::array<double, n> d{};

  dual() = default;
  dual(double value) : v(value) {}

  // value, and df/da da + df/db db
  static dual chain(double value, double fa, const dual& a, double fb = 0, const dual& b = {}) {
    dual out(value);
    for (std::size_t k = 0; k < n; ++k) out.d[k] = fa * a.d[k] + fb * b.d[k];
    return out;
  }
  friend dual operator-(const dual& a) { return chain(-a.v, -1, a); }
  friend dual operator+(const dual& a, const dual& b) { return chain(a.v + b.v, 1, a, 1, b); }
  friend dual operator-(const dual& a, const dual& b) { return chain(a.v - b.v, 1, a, -1, b); }
  friend dual operator*(const dual& a, const dual& b) { return chain(a.v * b.v, b.v, a, a.v, b); }
  friend dual operator/(const dual& a, const dual& b) { return chain(a.v / b.v, 1 / b.v, a, -a.v / b.v / b.v, b); }
};

// The functions for models: of duals, and of doubles where only a predictor enters.
template <std::size_t n>
struct dual_functions {
  static dual<n> exp(const dual<n>& a) { return dual<n>::chain(std::exp(a.v), std::exp(a.v), a); }
  static dual<n> sin(const dual<n>& a) { return dual<n>::chain(std::sin(a.v), std::cos(a.v), a); }
  static dual<n> cos(const dual<n>& a) { return dual<n>::chain(std::cos(a.v), -std::sin(a.v), a); }
  static dual<n> pow(double x, const dual<n>& a) { return dual<n>::chain(std::pow(x, a.v), std::log(x) * std::pow(x, a.v), a); }
};

struct no_functions {};  // names and counts need none

template <class Element>
struct parameter_view {
  const Element* first;
  constexpr const Element& operator[](auto index) const { return first[decltype(index)::value]; }
};

// model(b, x...) - response, row by row
template <class Model>
auto residual_of(const nist::problem& p) {
  constexpr std::size_t n = Model::parameters;
  return [&p, response = p.response()](std::span<const double> b, std::span<double> r, std::span<double> jacobian) {
    std::array<dual<n>, n> at;
    for (std::size_t k = 0; k < n; ++k) {
      at[k] = b[k];
      at[k].d[k] = 1;
    }
    const parameter_view<dual<n>> view{at.data()};
    for (std::size_t i = 0; i < r.size(); ++i) {
      const dual<n> y = [&] {
        if constexpr (Model::predictors == 2)
          return Model{}(view, p.x[0][i], p.x[1][i]);
        else
          return Model{}(view, p.x[0][i]);
      }();
      r[i] = y.v - response[i];
      if (!jacobian.empty())
        for (std::size_t k = 0; k < n; ++k) jacobian[i * n + k] = y.d[k];
    }
  };
}

// The dual's width is the model's own count, which the name gives.
fit::result fitted(const nist::problem& p, std::size_t start) {
  fit::result out;
  const bool known = nist::visit_model<no_functions>(p.name, [&]<template <class> class Model>(Model<no_functions>) {
    constexpr std::size_t n = Model<no_functions>::parameters;
    REQUIRE(p.parameters == n);
    REQUIRE(p.x.size() == Model<no_functions>::predictors);
    out = fit::levenberg_marquardt(residual_of<Model<dual_functions<n>>>(p), p.observations(), p.start[start]);
  });
  REQUIRE(known);
  return out;
}

struct agreement {
  double parameters = 11, deviations = 11, sum_of_squares = 11;
};

agreement compare(const nist::problem& p, const fit::result& f) {
  agreement out;
  out.sum_of_squares = nist::digits(f.residual_sum_of_squares, p.residual_sum_of_squares);
  for (std::size_t k = 0; k < p.parameters; ++k) {
    out.parameters = std::min(out.parameters, nist::digits(f.parameters[k], p.certified[k]));
    out.deviations = std::min(out.deviations, nist::digits(f.standard_deviations[k], p.standard_deviations[k]));
  }
  return out;
}

std::filesystem::path nist_directory() {
  if (const char* set = std::getenv("CONSTAX_NIST_DIR")) return set;
#ifdef CONSTAX_NIST_DIR
  return CONSTAX_NIST_DIR;
#else
  return {};
#endif
}

void check_fit(const nist::problem& p, std::size_t start) {
  const fit::result f = fitted(p, start);
  const agreement a = compare(p, f);
  std::printf("%-9s start %zu: %5.2f digits, deviations %5.2f, sum of squares %5.2f; %3d iterations and %2d polishing (%s)\n",
              p.name.c_str(), start + 1, a.parameters, a.deviations, a.sum_of_squares, f.iterations, f.polishing_steps,
              std::string(fit::text(f.reason)).c_str());
  INFO(p.name << " from start " << start + 1);
  CHECK(fit::converged(f.reason));
  CHECK(a.parameters >= 8);
  CHECK(a.deviations >= 8);
  CHECK(a.sum_of_squares >= 8);
}

}  // namespace

TEST_CASE("the embedded set is fitted to its certified digits", "[examples][nist]") {
  for (std::size_t start : {0u, 1u}) check_fit(nist::embedded(), start);
}

TEST_CASE("all fourteen sets are fitted from both starting points", "[examples][nist]") {
  const std::filesystem::path directory = nist_directory();
  if (directory.empty()) {
    WARN("skipped: NIST's files are not there; set CONSTAX_NIST_DIR to their folder");
    return;
  }
  for (std::string_view name : nist::all_models<no_functions>::names) {
    const std::filesystem::path file = directory / (std::string(name) + ".dat");
    REQUIRE(std::filesystem::exists(file)); // a folder that is named has all fourteen
    const nist::problem p = nist::read(file);
    for (std::size_t start : {0u, 1u}) check_fit(p, start);
  }
}

TEST_CASE("an unknown model is no model", "[examples][nist]") {
  bool called = false;
  CHECK_FALSE(nist::visit_model<no_functions>("misra1a", [&](auto) { called = true; }));
  CHECK_FALSE(nist::visit_model<no_functions>("", [&](auto) { called = true; }));
  CHECK_FALSE(called);
  STATIC_REQUIRE(nist::all_models<no_functions>::names.size() == 14);
}

TEST_CASE("a linear problem is solved, with its standard deviations", "[examples]") {
  // y = 1, 2, 4 at x = -1, 0, 1: mean 7/3, slope 3/2, |r|^2 = 1/6, and variances s^2/3 and s^2/2 with s^2 = 1/6.
  const auto line = [](std::span<const double> b, std::span<double> r, std::span<double> j) {
    const std::array<double, 3> x{-1, 0, 1}, y{1, 2, 4};
    for (std::size_t i = 0; i < 3; ++i) {
      r[i] = b[0] + b[1] * x[i] - y[i];
      if (!j.empty()) {
        j[2 * i] = 1;
        j[2 * i + 1] = x[i];
      }
    }
  };
  const fit::result f = fit::levenberg_marquardt(line, 3, {100, -100});
  CHECK(fit::converged(f.reason));
  CHECK(f.parameters[0] == Approx(7.0 / 3).epsilon(1e-14));
  CHECK(f.parameters[1] == Approx(1.5).epsilon(1e-14));
  CHECK(f.residual_sum_of_squares == Approx(1.0 / 6).epsilon(1e-13));
  CHECK(f.standard_deviations[0] == Approx(std::sqrt(1.0 / 18)).epsilon(1e-13));
  CHECK(f.standard_deviations[1] == Approx(std::sqrt(1.0 / 12)).epsilon(1e-13));
}

TEST_CASE("Rosenbrock's valley ends in an exact fit", "[examples]") {
  const auto rosenbrock = [](std::span<const double> b, std::span<double> r, std::span<double> j) {
    r[0] = 10 * (b[1] - b[0] * b[0]);
    r[1] = 1 - b[0];
    if (!j.empty()) {
      j[0] = -20 * b[0];
      j[1] = 10;
      j[2] = -1;
      j[3] = 0;
    }
  };
  const fit::result f = fit::levenberg_marquardt(rosenbrock, 2, {-1.2, 1});
  CHECK(fit::converged(f.reason));
  CHECK(f.parameters[0] == Approx(1).epsilon(1e-12));
  CHECK(f.parameters[1] == Approx(1).epsilon(1e-12));
  CHECK(std::isnan(f.standard_deviations[0]));  // no degree of freedom
}

TEST_CASE("a trial that is not finite is shortened, not believed", "[examples]") {
  // log(b) = -16 from b = 5: a tenth of the first step already lies below zero, where log is NaN.
  int bad = 0;
  const auto logarithm = [&](std::span<const double> b, std::span<double> r, std::span<double> j) {
    r[0] = std::log(b[0]) + 16;
    bad += std::isnan(r[0]) ? 1 : 0;
    if (!j.empty()) j[0] = 1 / b[0];
  };
  const fit::result f = fit::levenberg_marquardt(logarithm, 1, {5});
  CHECK(bad > 0);
  CHECK(fit::converged(f.reason));
  CHECK(f.parameters[0] == Approx(std::exp(-16.0)).epsilon(1e-13));
}

TEST_CASE("hopeless problems say so", "[examples]") {
  const auto nothing = [](std::span<const double>, std::span<double> r, std::span<double> j) {
    for (double& v : r) v = std::numeric_limits<double>::quiet_NaN();
    for (double& v : j) v = 0;
  };
  CHECK(fit::levenberg_marquardt(nothing, 2, {1}).reason == fit::stop::not_finite);
  CHECK_THROWS_AS(fit::levenberg_marquardt(nothing, 2, {}), std::invalid_argument);
  CHECK_THROWS_AS(fit::levenberg_marquardt(nothing, 1, {1, 2}), std::invalid_argument);

  // A parameter without influence: the other is fitted, and no finite deviation is claimed.
  const auto blind = [](std::span<const double> b, std::span<double> r, std::span<double> j) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = b[0] - static_cast<double>(i);
      if (!j.empty()) {
        j[2 * i] = 1;
        j[2 * i + 1] = 0;
      }
    }
  };
  const fit::result f = fit::levenberg_marquardt(blind, 3, {7, 3});
  CHECK(f.parameters[0] == Approx(1).epsilon(1e-8));
  CHECK(f.parameters[1] == Approx(3).epsilon(1e-14));
  CHECK(std::isinf(f.standard_deviations[1]));

  // The wrong twin: a Jacobian with the wrong sign must not pass as converged.
  const auto wrong = [](std::span<const double> b, std::span<double> r, std::span<double> j) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      r[i] = b[0] - static_cast<double>(i);
      if (!j.empty()) j[i] = -1;
    }
  };
  CHECK_FALSE(fit::converged(fit::levenberg_marquardt(wrong, 3, {7}).reason));

  fit::options two;
  two.max_iterations = 2;
  const nist::problem p = nist::embedded();
  const fit::result stopped =
      fit::levenberg_marquardt(residual_of<nist::misra1a<dual_functions<2>>>(p), p.observations(), p.start[0], two);
  CHECK(stopped.reason == fit::stop::iteration_limit);
  CHECK(stopped.iterations == 2);
}

TEST_CASE("a start from which nothing converges is left for points around it", "[examples][nist]") {
  // NIST's MGH10 (Meyer 1970): from its first start the valley leads away.
  constexpr double y[] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820, 3307, 2872};
  const auto residual = [&](std::span<const double> b, std::span<double> r, std::span<double> j) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double at = 50 + 5 * static_cast<double>(i) + b[2], e = std::exp(b[1] / at);
      r[i] = b[0] * e - y[i];
      if (!j.empty()) j[3 * i] = e, j[3 * i + 1] = b[0] * e / at, j[3 * i + 2] = -b[0] * e * b[1] / (at * at);
    }
  };
  CHECK_FALSE(fit::converged(fit::levenberg_marquardt(residual, 16, {2, 400000, 25000}).reason));
  const fit::result f = fit::search(residual, 16, {2, 400000, 25000});
  CHECK((fit::converged(f.reason) && f.restarts > 0));
  constexpr double certified[] = {5.6096364710e-03, 6.1813463463e+03, 3.4522363462e+02};
  for (std::size_t k = 0; k < 3; ++k) CHECK(nist::digits(f.parameters[k], certified[k]) > 8);
  CHECK(nist::digits(f.residual_sum_of_squares, 8.7945855171e+01) > 8);
  CHECK(fit::search(residual, 16, {0.02, 4000, 250}).restarts == 0);

  const auto hopeless = [](std::span<const double>, std::span<double> r, std::span<double> j) {
    for (double& v : r) v = std::numeric_limits<double>::quiet_NaN();
    for (double& v : j) v = 0;
  };
  CHECK_FALSE(fit::converged(fit::search(hopeless, 2, {1}).reason));
}

TEST_CASE("digits count agreement, up to the eleven that are certified", "[examples][nist]") {
  CHECK(nist::digits(1.0, 1.0) == 11);
  CHECK(nist::digits(1.0 + 1e-13, 1.0) == 11);
  CHECK(nist::digits(1001.0, 1000.0) == Approx(3));
  CHECK(nist::digits(-1.0, 1.0) == 0);
  CHECK(nist::digits(1e-5, 0.0) == Approx(5));
  CHECK(nist::digits(std::numeric_limits<double>::quiet_NaN(), 1.0) == 0);
}
