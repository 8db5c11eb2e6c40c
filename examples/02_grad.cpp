// SPDX-License-Identifier: BSL-1.0
// grad(f) is a function like f: it can be called, differentiated again, and used inside other functions.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::sin(x) * cx::exp(-x); };

// The inner function captures x of the outer one: both derivatives are taken where they belong.
inline constexpr auto nested = [](auto x) { return x * cx::grad([&](auto y) { return x * y * y; })(3.0 * x); };

int main() {
  double const x = 0.7, s = std::sin(x), c = std::cos(x), e = std::exp(-x);

  double const first = cx::grad(f)(x), second = cx::grad(cx::grad(f))(x);
  auto const [value, slope] = cx::value_and_grad(f)(x);
  double const mixed = cx::grad(nested)(x); // nested(x) = x * (2 * x * 3x) = 6 x^3

  std::printf("f(x)   = %.15f\nf'(x)  = %.15f  by hand %.15f\nf''(x) = %.15f  by hand %.15f\n", value, first, (c - s) * e, second,
              -2 * c * e);
  std::printf("nested = %.15f  by hand %.15f\n", mixed, 18 * x * x);

  // Gradients in several arguments come as a tuple.
  auto const g = [](auto a, auto b) { return a * a * b; };
  auto const [da, db] = cx::grad(g, cx::argnums<0, 1>)(3.0, 5.0);
  std::printf("d(a a b) = %g da + %g db\n", da, db);

  auto const near = [](double a, double b) { return std::abs(a - b) < 1e-14; };
  return near(value, s * e) && near(slope, first) && near(first, (c - s) * e) && near(second, -2 * c * e) && near(mixed, 18 * x * x) &&
                 da == 30 && db == 9
             ? 0
             : 1;
}
