// SPDX-License-Identifier: BSL-1.0
// hessian(f) = jacfwd(jacrev(f)): Newton's method on Rosenbrock's function in three variables.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto rosenbrock = [](auto x) {
  auto a = x[cx::slice(0_c, -1_c)], b = x[cx::slice(1_c, cx::end)];
  auto u = 1.0 - a, v = b - a * a;
  return cx::sum(u * u + 100.0 * v * v);
};

/// Solves H p = g for a symmetric positive definite 3x3 matrix, by Cholesky's method.
cx::array<double, 3> solve(cx::array<double, 3, 3> H, cx::array<double, 3> p) {
  for (int j = 0; j < 3; ++j)
    for (int i = j; i < 3; ++i) {
      for (int k = 0; k < j; ++k) H(i, j) -= H(i, k) * H(j, k);
      H(i, j) = i == j ? std::sqrt(H(i, j)) : H(i, j) / H(j, j);
    }
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < i; ++k) p[i] -= H(i, k) * p[k];
    p[i] /= H(i, i);
  }
  for (int i = 3; i-- > 0;) {
    for (int k = i + 1; k < 3; ++k) p[i] -= H(k, i) * p[k];
    p[i] /= H(i, i);
  }
  return p;
}

int main() {
  cx::array<double, 3> x{1.2, 1.2, 1.4};
  for (int step = 0; step < 12; ++step) {
    auto const [value, gradient] = cx::value_and_grad(rosenbrock)(x);
    auto const p = solve(cx::hessian(rosenbrock)(x), gradient);
    std::printf("%2d  f = %-12.4e x = (%.12f, %.12f, %.12f)\n", step, value, x[0], x[1], x[2]);
    if (value == 0) break;
    for (int i = 0; i < 3; ++i) x[i] -= p[i];
  }

  // At the minimum (1, 1, 1) the Hessian is known.
  cx::array<double, 3, 3> const exact{802, -400, 0, -400, 1002, -400, 0, -400, 200};
  bool right = cx::hessian(rosenbrock)(cx::array<double, 3>{1, 1, 1}) == exact;
  for (double xi : x) right &= std::abs(xi - 1) < 1e-12;
  return right ? 0 : 1;
}
