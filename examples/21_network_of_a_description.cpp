// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// A network whose layers a text describes, read at run time: "2 12 tanh 12 tanh 1". Its parameters lie in one vector; it is trained with
// minibatches by index, and traced once for all steps.
#include <constax/runtime.hpp>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace cx = constax;

struct layer {
  long inputs, outputs;
  std::string activation;
};
std::vector<layer> read_layers(std::string const& description) {
  std::istringstream in(description);
  std::vector<layer> layers;
  long width = 0;
  in >> width;
  for (std::string word; in >> word;) {
    if (std::isdigit(static_cast<unsigned char>(word[0]))) {
      layers.push_back({width, std::stol(word), ""});
      width = layers.back().outputs;
    } else layers.back().activation = word;
  }
  return layers;
}

/// The network as a callable: its loops and branches are those of C++, and run while it is traced.
struct network {
  std::vector<layer> layers;

  long size() const {
    long n = 0;
    for (layer const& l : layers) n += (l.inputs + 1) * l.outputs;
    return n;
  }
  template <class W, class X> auto operator()(W const& weights, X const& x) const {
    auto y = x;
    long at = 0;
    for (layer const& l : layers) {
      auto const w = cx::reshape(weights[cx::slice(at, at + l.inputs * l.outputs)], {l.inputs, l.outputs});
      auto const b = weights[cx::slice(at + l.inputs * l.outputs, at + (l.inputs + 1) * l.outputs)];
      y = cx::dot(y, w) + b;
      if (l.activation == "tanh") y = cx::tanh(y);
      else if (l.activation == "relu") y = cx::relu(y);
      at += (l.inputs + 1) * l.outputs;
    }
    return y;
  }
};

int main(int argc, char** argv) {
  network const net{read_layers(argc > 1 ? argv[1] : "2 12 tanh 12 tanh 1")};

  // Points of a square, and how far they lie from a spiral: what the network learns.
  std::vector<double> points, values;
  for (int i = 0; i < 32; ++i)
    for (int k = 0; k < 32; ++k) {
      double const x = (i - 15.5) / 8, y = (k - 15.5) / 8;
      points.insert(points.end(), {x, y}), values.push_back(std::sin(3 * std::hypot(x, y) + std::atan2(y, x)));
    }
  long const n = static_cast<long>(values.size());
  cx::ndarray const xs(points, {n, 2}), ys(values, {n, 1});

  // One step: gradient of a minibatch, and Adam. It has captured the network: it is one function of ndarrays, traced where it is called
  // first.
  auto const loss = [&](auto w, auto x, auto y) { return cx::mean(cx::square(net(w, x) - y)); };
  auto const step = [&](auto w, auto m, auto v, auto t, auto all_x, auto all_y, auto batch) {
    auto const g = cx::grad([&](auto weights) { return loss(weights, all_x[batch], all_y[batch]); })(w);
    auto const m1 = 0.9 * m + 0.1 * g, v1 = 0.999 * v + 0.001 * g * g;
    auto const rate = 0.01 * cx::sqrt(1.0 - cx::pow(0.999, t)) / (1.0 - cx::pow(0.9, t));
    return std::tuple{w - rate * m1 / (cx::sqrt(v1) + 1e-8), m1, v1};
  };
  // All steps in a loop of the program: scan goes over the minibatches.
  auto const train = [&](auto w0, auto all_x, auto all_y, auto batches) {
    auto const trip = [&](auto const& s, auto const& batch) {
      auto const& [w, m, v, t] = s;
      auto const [w1, m1, v1] = step(w, m, v, t, all_x, all_y, batch);
      return std::pair{std::tuple{w1, m1, v1, t + 1.0}, std::tuple<>{}};
    };
    auto const zero = cx::zeros_like(w0);
    return std::get<0>(cx::scan(trip, std::tuple{w0, zero, zero, cx::sum(zero) + 1.0}, batches).first);
  };

  std::vector<double> start;
  std::vector<int> drawn;
  unsigned long long seed = 1;
  auto const next = [&] {
    return seed = seed * 6364136223846793005ULL + 1442695040888963407ULL, static_cast<double>(seed >> 11) * 0x1p-53;
  };
  for (long i = 0; i < net.size(); ++i) start.push_back(next() - 0.5);
  long const steps = 400, batch = 32;
  for (long i = 0; i < steps * batch; ++i) drawn.push_back(static_cast<int>(next() * static_cast<double>(n)));

  double const before = cx::jit(loss)(cx::ndarray(start), xs, ys).item<double>();
  cx::ndarray const weights = cx::jit(train)(cx::ndarray(start), xs, ys, cx::ndarray(drawn, {steps, batch}));
  double const after = cx::jit(loss)(weights, xs, ys).item<double>();
  std::printf("%ld parameters in %zu layers: mean squared error %.4f before, %.4f after %ld minibatches of %ld\n", net.size(),
              net.layers.size(), before, after, steps, batch);

  // The gradient against a difference, in one direction.
  double const h = 1e-6;
  cx::ndarray const g = cx::grad(loss)(weights, xs, ys), along(std::vector<double>(static_cast<std::size_t>(net.size()), 1.0));
  double const slope = cx::sum(g).item<double>();
  double const difference =
      (cx::jit(loss)(weights + h * along, xs, ys) - cx::jit(loss)(weights - h * along, xs, ys)).item<double>() / (2 * h);
  std::printf("its slope along a direction: %.7f, by differences %.7f\n", slope, difference);
  return after < 0.5 * before && std::abs(slope - difference) < 1e-5 * (1 + std::abs(difference)) ? 0 : 1;
}
