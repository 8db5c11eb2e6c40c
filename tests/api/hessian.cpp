// SPDX-License-Identifier: BSL-1.0
// The Hessian of a small net, against a formula and finite differences.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;
using namespace cx::literals;

namespace {

bool close(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance * std::fmax(1.0, std::abs(b)); }

// ---- a net: 2 inputs, 2 hidden, 1 output ------------------------------------------------------------------------------------------

inline constexpr auto net = [](auto w) { // 2x2 weights, 2 biases, 2 weights of the output: 8 numbers
  auto const hidden = cx::tanh(w[cx::slice(0_c, 2_c)] * 0.7 + w[cx::slice(2_c, 4_c)] * -1.2 + w[cx::slice(4_c, 6_c)]);
  auto const y = cx::sum(hidden * w[cx::slice(6_c, 8_c)]);
  return cx::square(y - 0.25);
};
double net_by_hand(double const* w) {
  double y = 0;
  for (int k = 0; k < 2; ++k) y += std::tanh(w[k] * 0.7 + w[2 + k] * -1.2 + w[4 + k]) * w[6 + k];
  return (y - 0.25) * (y - 0.25);
}
TEST_CASE("hessian of a small net: formula, symmetry, differences, and all four compositions") {
  cx::array<double, 8> w;
  for (int i = 0; i < 8; ++i) w[i] = 0.3 * std::sin(1.7 * i + 0.4);
  CHECK(close(cx::jit(net)(w), net_by_hand(w.data())));
  auto const h = cx::hessian(net)(w);
  auto const ff = cx::jacfwd(cx::jacfwd(net))(w);
  auto const rr = cx::jacrev(cx::jacrev(net))(w);
  auto const rf = cx::jacrev(cx::jacfwd(net))(w);
  // By hand: y = sum_k t_k v_k, L = (y - c)^2, dL/du_a du_b = 2 dy_a dy_b + 2 (y - c) d2y_ab; a = (group, k).
  double y = 0, t[2];
  for (int k = 0; k < 2; ++k) t[k] = std::tanh(w[k] * 0.7 + w[2 + k] * -1.2 + w[4 + k]), y += t[k] * w[6 + k];
  double const in[3] = {0.7, -1.2, 1.0};
  auto const first = [&](int a) { return a >= 6 ? t[a - 6] : w[6 + a % 2] * (1 - t[a % 2] * t[a % 2]) * in[a / 2]; };
  auto const second = [&](int a, int b) {
    if (a % 2 != b % 2 || (a >= 6 && b >= 6)) return 0.0;
    int const k = a % 2;
    double const d1 = 1 - t[k] * t[k], d2 = -2 * t[k] * d1;
    if (a >= 6) return d1 * in[b / 2];
    if (b >= 6) return d1 * in[a / 2];
    return w[6 + k] * d2 * in[a / 2] * in[b / 2];
  };
  double const eps = 1e-4;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      double const expected = 2 * first(a) * first(b) + 2 * (y - 0.25) * second(a, b);
      CHECK(close(h(a, b), expected));
      CHECK(close(ff(a, b), expected));
      CHECK(close(rr(a, b), expected));
      CHECK(close(rf(a, b), expected));
      double p[8];
      double s = 0;
      for (int sa : {-1, 1})
        for (int sb : {-1, 1}) {
          for (int i = 0; i < 8; ++i) p[i] = w[i] + (i == a ? sa * eps : 0) + (i == b ? sb * eps : 0);
          s += sa * sb * net_by_hand(p);
        }
      CHECK(close(h(a, b), s / (4 * eps * eps), 1e-6));
    }
  CHECK_FALSE(close(h(0, 1), h(0, 2))); // not all alike
}
} // namespace
