// SPDX-License-Identifier: BSL-1.0
// Parameters in a struct of your own: gradients come back in the same struct, nested ones included.
#include <constax/constax.hpp>
#include <cmath>
#include <cstdio>

namespace cx = constax;

struct layer {
  cx::array<double, 4, 2> w;
  cx::array<double, 4> b;
};
CONSTAX_STRUCT(layer, w, b);

struct net {
  layer hidden;
  cx::array<double, 4> out;
  double bias;
};
CONSTAX_STRUCT(net, hidden, out, bias);

// In a traced function p.hidden.w is a tracer: the struct is mirrored member by member.
inline constexpr auto predict = [](auto p, auto x) { return cx::dot(p.out, cx::tanh(cx::dot(p.hidden.w, x) + p.hidden.b)) + p.bias; };
inline constexpr auto loss = [](auto p, auto xs, auto ys) {
  auto e = cx::vmap(predict, cx::in_axes<cx::none, 0>)(p, xs) - ys;
  return cx::mean(e * e);
};

int main() {
  // Exclusive or, learnt by gradient descent.
  cx::array<double, 4, 2> const xs{0, 0, 0, 1, 1, 0, 1, 1};
  cx::array<double, 4> const ys{0, 1, 1, 0};
  net p{{{1.1, 0.3, -0.4, 0.9, 0.5, -0.7, -1.2, -0.6}, {0.1, -0.2, 0.3, 0.2}}, {0.5, 0.8, -0.6, 0.4}, 0.1};

  net const g = cx::grad(loss)(p, xs, ys);
  // The derivative in one weight, by a central difference.
  double const h = 1e-5;
  net up = p, down = p;
  up.hidden.w(2, 1) += h, down.hidden.w(2, 1) -= h;
  double const difference = (cx::jit(loss)(up, xs, ys) - cx::jit(loss)(down, xs, ys)) / (2 * h);
  std::printf("d loss / d hidden.w[2, 1] = %.10f, by differences %.10f\n", g.hidden.w(2, 1), difference);

  double last = 0;
  for (int step = 0; step < 2000; ++step) {
    auto const [value, slope] = cx::value_and_grad(loss)(p, xs, ys);
    // for_each_leaf visits the arrays and numbers of a tree, tree_map maps them.
    auto const scaled = cx::tree_map(
        [](auto leaf) {
          if constexpr (cx::container<decltype(leaf)>) {
            for (double& v : leaf) v *= 0.2;
            return leaf;
          } else return 0.2 * leaf;
        },
        slope);
    for (int i = 0; i < 8; ++i) p.hidden.w[i] -= scaled.hidden.w[i];
    for (int i = 0; i < 4; ++i) p.hidden.b[i] -= scaled.hidden.b[i], p.out[i] -= scaled.out[i];
    p.bias -= scaled.bias;
    last = value;
  }
  auto const y = cx::jit(cx::vmap(predict, cx::in_axes<cx::none, 0>))(p, xs);
  std::printf("loss %.1e; xor is %.3f %.3f %.3f %.3f\n", last, y[0], y[1], y[2], y[3]);
  return std::abs(g.hidden.w(2, 1) - difference) < 1e-8 && last < 1e-3 ? 0 : 1;
}
