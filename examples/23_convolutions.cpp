// SPDX-License-Identifier: BSL-1.0
// A small convolutional network: does a picture of 8 x 8 pixels show a horizontal or a vertical bar? Convolution, the largest of four
// neighbours, convolution, mean; a step of training is one program, which returns the new parameters and, beside them, how many answers
// were right. It is traced at run time; the functions are those that programs of known shapes are made of.
// flags: -O1 -march=native
#include <constax/runtime.hpp>
#include <constax/runtime/strips.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

inline constexpr int batch = 32, size = 8, features = 8;

struct network {
  cx::ndarray first, bias, second; // 3 x 3 x 1 x features, features, 3 x 3 x features x 1
};
CONSTAX_STRUCT(network, first, bias, second);

inline constexpr auto nhwc = cx::dimension_numbers<"NHWC", "HWIO", "NHWC">;

inline constexpr auto scores = [](auto net, auto pictures) {
  auto const edges = cx::relu(cx::conv(pictures, net.first, cx::mode::same, nhwc) + net.bias);
  auto const strongest = cx::max_pool(edges, cx::window<2, 2>, cx::strides<2, 2>);
  return cx::mean(cx::conv(strongest, net.second, nhwc), cx::axes_c<1, 2, 3>); // [batch], above 0 for an upright bar
};
inline constexpr auto loss = [](auto net, auto pictures, auto answers) {
  auto const s = scores(net, pictures);
  return std::pair{cx::mean(cx::softplus(s) - answers * s), cx::sum((s > 0.0f) == (answers > 0.5f))};
};
inline constexpr auto train = [](auto net, auto pictures, auto answers) {
  auto const [value, gradient] = cx::value_and_grad(loss, cx::has_aux)(net, pictures, answers);
  return std::tuple{cx::tree_map([](auto p, auto g) { return p - 0.5f * g; }, net, gradient), value.first, value.second};
};

int main() {
  unsigned state = 1;
  auto const uniform = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / (1 << 24);
  };
  cx::ndarray pictures, answers;
  auto const draw = [&] {
    std::vector<float> pixels;
    std::vector<float> upright;
    for (int k = 0; k < batch; ++k) {
      upright.push_back(uniform() < 0.5f ? 1.0f : 0.0f);
      int const line = static_cast<int>(uniform() * size);
      for (int i = 0; i < size * size; ++i)
        pixels.push_back(0.3f * uniform() + ((upright.back() > 0 ? i % size : i / size) == line ? 1.0f : 0.0f));
    }
    pictures = cx::ndarray(pixels, {batch, size, size, 1}), answers = cx::ndarray(upright);
  };
  auto const some = [&](std::vector<std::int64_t> const& shape) {
    std::int64_t n = 1;
    for (std::int64_t d : shape) n *= d;
    std::vector<float> x;
    for (std::int64_t i = 0; i < n; ++i) x.push_back(0.4f * (uniform() - 0.5f));
    return cx::ndarray(x, shape);
  };
  network net{some({3, 3, 1, features}), some({features}), some({3, 3, features, 1})};

  // The gradient in one element of each array, against the difference of the loss across a step in that element.
  draw();
  float worst = 0;
  auto const gradient = cx::jit(cx::grad(loss, cx::has_aux))(net, pictures, answers).first;
  auto const value = [&](cx::ndarray network::*part, std::size_t element, float step) {
    cx::ndarray const& x = net.*part;
    std::vector<float> moved(x.data<float>(), x.data<float>() + x.size());
    moved[element] += step;
    network there = net;
    there.*part = cx::ndarray(moved, x.shape());
    return cx::jit(loss)(there, pictures, answers).first.item<float>();
  };
  auto const compare = [&](cx::ndarray network::*part, std::size_t element) {
    float const h = 1.0f / 64, slope = (value(part, element, h) - value(part, element, -h)) / (2 * h);
    worst = std::max(worst, std::abs(slope - (gradient.*part).data<float>()[element]));
  };
  compare(&network::second, 17), compare(&network::second, 60), compare(&network::first, 5), compare(&network::bias, 2);

  int right = 0;
  float last = 0;
  for (int step = 0; step < 200; ++step) {
    draw();
    auto const [next, value_of, hits] = cx::jit(train)(net, pictures, answers);
    net = next, last = value_of.item<float>();
    if (step >= 190) right += hits.item<int>();
  }
  std::printf("loss %.3f; of the last %d pictures, none of them seen before, %d right; gradients %.1e from differences\n",
              static_cast<double>(last), 10 * batch, right, static_cast<double>(worst));
  return right > 310 && worst < 1e-3f ? 0 : 1;
}
