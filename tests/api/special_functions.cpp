// SPDX-License-Identifier: BSL-1.0
// hypot, ldexp, nextafter and the special functions as users call them: on numbers, traced, batched, on arrays.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <tuple>

namespace cx = constax;

namespace {

static_assert(cx::hypot(3, 4) == 5.0 && cx::hypot(3.0f, 4.0f) == 5.0f && cx::trunc(-1.5) == -1.0 && cx::nextafter(1.0, 2) == 1 + 0x1p-52);
static_assert(cx::ldexp(0.75, 4) == 12.0 && cx::ldexp(0.75f, -1) == 0.375f && cx::ldexp(3, 2) == 12.0);
static_assert(std::is_same_v<decltype(cx::ldexp(0.75f, -1)), float> && std::is_same_v<decltype(cx::ldexp(3, 2)), double>);

bool close(double a, double b, double tolerance = 1e-14) { return std::fabs(a - b) <= tolerance * std::fabs(b); }

TEST_CASE("special functions of numbers, integers among them") {
  CHECK(close(cx::polygamma(1, 1), 1.6449340668482264)); // pi^2 / 6
  CHECK(close(cx::zeta(2, 1), 1.6449340668482264));
  CHECK(close(cx::betainc(2, 3, 0.5), 0.6875));
  CHECK(close(cx::gammainc(1, 2.0), 1 - std::exp(-2.0)));
  CHECK(close(cx::gammaincc(1, 2.0), std::exp(-2.0)));
  CHECK(close(cx::gammaln(5.0), std::log(24.0)));
  CHECK(close(cx::tgamma(5), 24));
  CHECK(close(cx::erf(cx::erfinv(0.25)), 0.25));
  CHECK(close(cx::i0e(0.0), 1));
  CHECK(cx::i1e(0.0) == 0);
  CHECK(close(cx::log10(1000.0), 3));
}
TEST_CASE("a literal stands in the program where a number is given, and has no derivative") {
  constexpr auto f = [](auto x) { return cx::polygamma(1, x); };
  static_assert(cx::make_jaxpr(f)(cx::spec<float>{}) == "{ lambda ; a:f32[]. let b:f32[] = polygamma 1.0:f32[] a in (b,) }");
  CHECK(close(cx::grad(f)(1.0), -2.4041138063191886)); // -2 zeta(3)
  CHECK(close(cx::grad([](auto x) { return cx::digamma(x); })(1.0), 1.6449340668482264));
}
TEST_CASE("derivatives of the incomplete gamma functions in a") {
  // P(1, x) = 1 - e^-x; dP/da at (1, 2) by mpmath
  CHECK(close(cx::grad(cx::igamma, cx::argnums<0>)(1.0, 2.0), -0.2208254262118195, 1e-12));
  CHECK(close(cx::grad(cx::igammac, cx::argnums<0>)(1.0, 2.0), 0.2208254262118195, 1e-12));
  auto const [da, dx] = cx::grad(cx::igamma, cx::argnums<0, 1>)(1.0, 2.0);
  CHECK(da == cx::igamma_grad_a(1.0, 2.0));
  CHECK(close(dx, std::exp(-2.0)));
  // d2P/dx da = density (log x - digamma(a))
  CHECK(close(cx::grad([](auto a) { return cx::grad([&](auto x) { return cx::igamma(a, x); })(0.0 * a + 2.0); })(1.0),
              std::exp(-2.0) * (std::log(2.0) + 0.5772156649015329), 1e-13));
}
TEST_CASE("ldexp takes integers, traced ones too, and is linear in the other operand") {
  constexpr auto scaled = [](auto x, auto n) { return cx::ldexp(x, n); };
  static_assert(cx::make_jaxpr(scaled)(cx::spec<float>{}, cx::spec<int>{}) ==
        "{ lambda ; a:f32[] b:i32[]. let\n    c:f32[] = convert_element_type[new_dtype=float32] b\n    d:f32[] = ldexp a c\n  in (d,) }");
  CHECK(cx::jit(scaled)(3.0, 4) == 48.0);
  CHECK(cx::grad(scaled, cx::argnums<0>)(3.0, -2) == 0.25);
  CHECK(cx::grad([](auto x) { return cx::ldexp(x, 5) * x; })(3.0) == 192.0);
  CHECK(cx::jit([](auto n) { return cx::ldexp(1.0f, n); })(7) == 128.0f);
  // What 2^n alone would lose: the product is a number, 2^n is none.
  CHECK(cx::jit(scaled)(0x1p-1070, 2000) == 0x1p930);
  CHECK(cx::jvp([](auto x) { return cx::ldexp(0x1p-1000 * x, 1500); }, 1.0, 1.0).second == 0x1p500);
  cx::array<double, 3> const x{1.0, 2.0, 3.0};
  cx::array<int, 3> const n{1, 0, -1};
  CHECK(cx::jit(scaled)(x, n)[2] == 1.5);
  CHECK(cx::jit(scaled)(2.0, n)[2] == 1.0);
  CHECK(cx::vmap(scaled)(x, n)[0] == 2.0);
  auto const [dx] = std::tuple{cx::grad([](auto y, auto m) { return cx::sum(cx::ldexp(y, m)); }, cx::argnums<0>)(2.0, n)};
  CHECK(dx == 3.5);
}
TEST_CASE("on arrays they are expressions") {
  cx::array<double, 3> const x{3.0, 5.0, 8.0}, y{4.0, 12.0, 15.0};
  cx::array<double, 3> const h = cx::hypot(x, y);
  CHECK(h[0] == 5.0);
  CHECK(h[2] == 17.0);
  cx::array<double, 3> const l = cx::lgamma(x) + cx::ldexp(y, 1);
  CHECK(close(l[0], std::log(2.0) + 8));
  CHECK(cx::eval(cx::nextafter(x, 100.0))[0] == 3.0 + 0x1p-51);
}
TEST_CASE("batched, one number beside many") {
  cx::array<double, 4> const x{0.25, 0.5, 0.75, 1.0};
  auto const all = cx::vmap([](auto a, auto t) { return cx::betainc(a, 3.0, t); }, cx::in_axes<cx::none, 0>)(2.0, x);
  for (int i = 0; i < 4; ++i) CHECK(all[i] == cx::betainc(2.0, 3.0, x[i]));
}

} // namespace
