// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// A multilayer perceptron with as many layers as the program is told: its parameters are a std::vector of a struct, gradients come as such
// a vector, and a step of training is traced once.   example.27_layers 1 16 16 1
#include <constax/runtime.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cx = constax;

struct dense {
  cx::ndarray w, b;
};
CONSTAX_STRUCT(dense, w, b);

inline constexpr auto predict = [](auto const& layers, auto const& x) {
  auto y = x;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    y = cx::dot(y, layers[i].w) + layers[i].b;
    if (i + 1 < layers.size()) y = cx::tanh(y);
  }
  return y;
};
inline constexpr auto loss = [](auto const& layers, auto const& x, auto const& y) { return cx::mean(cx::square(predict(layers, x) - y)); };
inline constexpr auto step = [](auto const& layers, auto const& x, auto const& y) {
  auto const [value, slopes] = cx::value_and_grad(loss)(layers, x, y);
  return std::pair{value, cx::tree_map([](auto const& p, auto const& dp) { return p - 0.2 * dp; }, layers, slopes)};
};

/// Numbers of a linear congruence, between -1 and 1.
cx::ndarray drawn(unsigned long long& seed, std::vector<std::int64_t> const& shape, double scale) {
  std::size_t n = 1;
  for (std::int64_t d : shape) n *= static_cast<std::size_t>(d);
  std::vector<double> xs(n);
  for (double& x : xs) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    x = scale * (static_cast<double>(seed >> 11) * 0x1p-52 - 1.0);
  }
  return cx::ndarray(xs, shape);
}

int main(int argc, char** argv) {
  std::vector<std::int64_t> widths;
  for (int i = 1; i < argc; ++i) widths.push_back(std::atol(argv[i]));
  if (widths.size() < 2) widths = {1, 16, 16, 1};

  unsigned long long seed = 1;
  std::vector<dense> layers;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    layers.push_back({drawn(seed, {widths[i], widths[i + 1]}, std::sqrt(3.0 / static_cast<double>(widths[i]))),
                      drawn(seed, {widths[i + 1]}, 0.5)});
  cx::ndarray const x = drawn(seed, {64, widths.front()}, 2.0);
  cx::ndarray const y = cx::broadcast_to(cx::reshape(cx::sin(2.0 * cx::sum(x, {1})), {64, 1}), {64, widths.back()});

  double const before = cx::jit(loss)(layers, x, y).item<double>();
  int const steps = 300;
  for (int i = 0; i < steps; ++i) layers = cx::jit(step)(layers, x, y).second;
  double const after = cx::jit(loss)(layers, x, y).item<double>();
  std::printf("%zu layers: mean squared error %.4f before, %.4f after %d steps, which were traced %zu time\n", layers.size(), before, after,
              steps, static_cast<std::size_t>(cx::cache_info(step, layers, x, y).misses));

  // The gradient against a difference along itself.
  auto const slopes = cx::grad(loss)(layers, x, y);
  double const squares = cx::tree_reduce([](auto const& s, auto const& g) { return s + cx::sum(g * g); }, slopes, 0.0).item<double>();
  auto const along = [&](double h) {
    std::vector<dense> const moved = cx::tree_map([&](auto const& p, auto const& g) { return cx::ndarray(p + h * g); }, layers, slopes);
    return cx::jit(loss)(moved, x, y).item<double>();
  };
  double const h = 1e-4, difference = (along(h) - along(-h)) / (2 * h);
  std::printf("its gradient squared: %.7f, by differences %.7f\n", squares, difference);
  return after < 0.5 * before && std::abs(squares - difference) < 1e-5 * (1 + squares) ? 0 : 1;
}
