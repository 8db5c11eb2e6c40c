// SPDX-License-Identifier: BSL-1.0
#pragma once
// layer: a convolution 3 x 3 from 64 features to 64, of 56 x 56 points, channels last.
#include "beside.hpp"

namespace beside {

struct layer {
  static constexpr int features = 64, size = 56;
  std::vector<float> x, w;
  mutable std::vector<float> y;
  static constexpr auto convolved = [](auto points, auto weights) {
    return cx::conv(points, weights, cx::mode::same, cx::dimension_numbers<"NHWC", "HWIO", "NHWC">);
  };

  layer() : y(size * size * features) {
    for (double n : normal(size * size * features)) x.push_back(static_cast<float>(n));
    for (double n : normal(9 * features * features, 2)) w.push_back(static_cast<float>(n / 24));
  }
  void run() const {
    cx::evaluate_into(cx::view<float, 1, size, size, features>(y.data()), convolved,
                      cx::view<float const, 1, size, size, features>(x.data()), cx::view<float const, 3, 3, features, features>(w.data()));
  }
  double difference_from(std::vector<float> const& z) const {
    double d = 0;
    for (std::size_t i = 0; i < z.size(); ++i) d = std::max(d, std::abs(static_cast<double>(y[i]) - static_cast<double>(z[i])));
    return d;
  }
};

} // namespace beside
