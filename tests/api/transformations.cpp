// SPDX-License-Identifier: BSL-1.0
// Transformations of transformations, against formulas.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;
using namespace cx::literals;

namespace {

bool close(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance * std::fmax(1.0, std::abs(b)); }

inline constexpr auto g = [](auto x, auto y) { return cx::sin(x) * y * y; };

TEST_CASE("jvp of vmap of vjp") {
  constexpr auto cotangent = [](auto x, auto y) {
    auto const [value, back] = cx::vjp(g, x, y);
    (void)value;
    return std::get<0>(back(cx::ones_like(x)));
  };
  cx::array<double, 3> const x{0.3, 1.1, -0.4}, y{2.0, 0.5, 3.0}, dx{1.0, -2.0, 0.5}, dy{0.25, 1.0, -1.0};
  auto const [primal, tangent] = cx::jvp(cx::vmap(cotangent), std::tuple{x, y}, std::tuple{dx, dy});
  for (int i = 0; i < 3; ++i) {
    CHECK(close(primal[i], std::cos(x[i]) * y[i] * y[i]));
    CHECK(close(tangent[i], -std::sin(x[i]) * y[i] * y[i] * dx[i] + std::cos(x[i]) * 2 * y[i] * dy[i]));
  }
}
TEST_CASE("vmap(grad(f)) with an argument without rows, and grad of a sum of vmap") {
  static constexpr auto loss = [](auto w, auto x) { return cx::square(cx::tanh(cx::dot(w, x)) - 0.5); };
  cx::array<double, 2> const w{0.4, -0.3};
  cx::array<double, 3, 2> const x{1.0, 2.0, -1.0, 0.5, 0.25, -3.0};
  auto const rows = cx::vmap(cx::grad(loss), cx::in_axes<cx::none, 0>)(w, x);
  auto const total = cx::grad([](auto v, auto z) { return cx::sum(cx::vmap(loss, cx::in_axes<cx::none, 0>)(v, z)); })(w, x);
  double sum[2] = {};
  for (int i = 0; i < 3; ++i) {
    double const t = std::tanh(w[0] * x(i, 0) + w[1] * x(i, 1)), d = 2 * (t - 0.5) * (1 - t * t);
    for (int k = 0; k < 2; ++k) {
      CHECK(close(rows(i, k), d * x(i, k)));
      sum[k] += d * x(i, k);
    }
  }
  for (int k = 0; k < 2; ++k) CHECK(close(total[k], sum[k]));
}
TEST_CASE("in_axes and out_axes") {
  cx::array<double, 2, 3> const x{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  constexpr auto twice = [](auto column) { return 2.0 * column; };
  auto const a = cx::vmap(twice, cx::in_axes<1>)(x); // rows of the result are columns of x
  auto const b = cx::vmap(twice, cx::in_axes<-1>, cx::out_axes<-1>)(x);
  static_assert(std::is_same_v<std::remove_const_t<decltype(a)>, cx::array<double, 3, 2>>);
  static_assert(std::is_same_v<std::remove_const_t<decltype(b)>, cx::array<double, 2, 3>>);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      CHECK(a(j, i) == 2 * x(i, j));
      CHECK(b(i, j) == 2 * x(i, j));
    }
}

TEST_CASE("linearize and vjp of functions of several arguments; a pullback may be called often") {
  auto const [v, lin] = cx::linearize(g, 0.3, 2.0);
  CHECK(close(v, std::sin(0.3) * 4));
  CHECK(close(lin(1.0, 0.0), std::cos(0.3) * 4));
  CHECK(close(lin(0.0, 1.0), std::sin(0.3) * 4));
  auto const [u, back] = cx::vjp(g, 0.3, 2.0);
  CHECK(u == v);
  for (double ct : {1.0, -2.5}) {
    auto const [a, b] = back(ct);
    CHECK(close(a, ct * std::cos(0.3) * 4));
    CHECK(close(b, ct * std::sin(0.3) * 4));
  }
}
TEST_CASE("stop_gradient") {
  CHECK(cx::grad([](auto x) { return x * cx::stop_gradient(x); })(3.0) == 3.0);
  CHECK(cx::grad([](auto x) { return x * x; })(3.0) == 6.0);
}

} // namespace
