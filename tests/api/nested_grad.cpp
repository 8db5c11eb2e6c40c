// SPDX-License-Identifier: BSL-1.0
// Derivatives inside derivatives: no perturbation is taken for another, whatever the order of operands.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;
using namespace cx::literals;

namespace {

bool close(double a, double b, double tolerance = 1e-13) { return std::abs(a - b) <= tolerance * std::fmax(1.0, std::abs(b)); }

/// d/dx of x * d/dy(p(x, y)) at y = x, by forward or reverse mode inside.
template <class P>
struct outer_of {
  P p;
  constexpr auto operator()(auto x) const {
    return x * cx::grad([&](auto y) { return p(x, y); })(x);
  }
};
template <class P>
struct forward_of {
  P p;
  constexpr auto operator()(auto x) const {
    return x * cx::jvp([&](auto y) { return p(x, y); }, x, cx::ones_like(x)).second;
  }
};

inline constexpr auto zyy = [](auto z, auto y) { return z * y * y; };
inline constexpr auto yzy = [](auto z, auto y) { return y * z * y; };
inline constexpr auto yyz = [](auto z, auto y) { return y * y * z; };
inline constexpr auto z_yy = [](auto z, auto y) { return z * (y * y); };
inline constexpr auto y_yz = [](auto z, auto y) { return y * (y * z); };
inline constexpr auto y_zy = [](auto z, auto y) { return y * (z * y); };

// p = x y^2: x * dp/dy = 2 x^2 y at y = x is 2 x^3, whose derivative is 6 x^2 = 54 at 3. A confusion gives another number: with z's
// perturbation taken for y's, dp/dy = 3 x^2, so 9 x^2 = 81.
TEST_CASE("y*y*z in every order of operands") {
  CHECK(cx::grad(outer_of{zyy})(3.0) == 54.0);
  CHECK(cx::grad(outer_of{yzy})(3.0) == 54.0);
  CHECK(cx::grad(outer_of{yyz})(3.0) == 54.0);
  CHECK(cx::grad(outer_of{z_yy})(3.0) == 54.0);
  CHECK(cx::grad(outer_of{y_yz})(3.0) == 54.0);
  CHECK(cx::grad(outer_of{y_zy})(3.0) == 54.0);
}
TEST_CASE("forward mode inside, forward and reverse outside") {
  CHECK(cx::grad(forward_of{zyy})(3.0) == 54.0);
  CHECK(cx::grad(forward_of{yzy})(3.0) == 54.0);
  CHECK(cx::grad(forward_of{yyz})(3.0) == 54.0);
  CHECK(cx::jvp(forward_of{zyy}, 3.0, 1.0).second == 54.0);
  CHECK(cx::jvp(forward_of{yyz}, 3.0, 1.0).second == 54.0);
  CHECK(cx::jvp(outer_of{yzy}, 3.0, 1.0).second == 54.0);
  CHECK(cx::jvp(outer_of{y_zy}, 3.0, 1.0).second == 54.0);
}
TEST_CASE("the same program with the inner y in the place of z gives 81: what a confusion would look like") {
  constexpr auto confused = [](auto x) { return x * cx::grad([](auto y) { return y * y * y; })(x); };
  CHECK(cx::grad(confused)(3.0) == 81.0);
}
TEST_CASE("x * d/dy (x + y) is x, its derivative 1") {
  CHECK(cx::grad([](auto x) { return x * cx::grad([&](auto y) { return x + y; })(x); })(3.0) == 1.0);
  CHECK(cx::grad([](auto x) { return x * cx::grad([&](auto y) { return y + x; })(x); })(3.0) == 1.0);
  CHECK(cx::jvp([](auto x) { return x * cx::jvp([&](auto y) { return y + x; }, x, cx::ones_like(x)).second; }, 3.0, 1.0).second == 1.0);
}
TEST_CASE("an inner derivative of what does not depend on its variable is 0") {
  constexpr auto zero = [](auto x) { return x * cx::grad([&](auto y) { return x + 0.0 * y; })(x); };
  CHECK(cx::grad(zero)(3.0) == 0.0);
  constexpr auto constant = [](auto x) { return x * cx::grad([&](auto) { return x * x; })(x); };
  CHECK(cx::jit(constant)(3.0) == 0.0);
  CHECK(cx::grad(constant)(3.0) == 0.0);
}
TEST_CASE("captures two levels deep") {
  // g(x) = d/dy [ y * d/dz (x y z^2) at z = x y ] at y = 2x:  d/dz = 2 x y z = 2 x^2 y^2;  y * that = 2 x^2 y^3;  d/dy = 6 x^2 y^2 = 24 x^4
  constexpr auto g = [](auto x) {
    return cx::grad([&](auto y) { return y * cx::grad([&](auto z) { return z * x * y * z; })(x * y); })(2.0 * x);
  };
  CHECK(close(cx::jit(g)(1.5), 24 * std::pow(1.5, 4)));
  CHECK(close(cx::grad(g)(1.5), 96 * std::pow(1.5, 3)));
  CHECK(close(cx::grad(cx::grad(g))(1.5), 288 * std::pow(1.5, 2)));
}
TEST_CASE("a function that calls grad, differentiated, batched, and called from another") {
  static constexpr auto slope = [](auto x) { return cx::grad([](auto y) { return cx::sin(y) * y; })(x); };
  constexpr auto by_hand = [](double x) { return 2 * std::cos(x) - x * std::sin(x); }; // of slope = sin x + x cos x
  CHECK(close(cx::grad(slope)(0.7), by_hand(0.7)));
  cx::array<double, 3> const x{0.1, 0.7, 2.0};
  auto const rows = cx::vmap(cx::grad(slope))(x);
  for (int i = 0; i < 3; ++i) CHECK(close(rows[i], by_hand(x[i])));
  constexpr auto calls = [](auto x) { return slope(x) * slope(x); };
  CHECK(close(cx::grad(calls)(0.7), 2 * (std::sin(0.7) + 0.7 * std::cos(0.7)) * by_hand(0.7)));
}
TEST_CASE("the jaxpr of grad of a lambda that captures") {
  constexpr auto p = cx::make_jaxpr([](auto x) { return x * cx::grad([&](auto y) { return x * y * y; })(3.0 * x); })(cx::spec<double>{});
  CHECK(p.eqns().size() <= 8);
  CHECK(p.in_avals().size() == 1);
}

} // namespace
