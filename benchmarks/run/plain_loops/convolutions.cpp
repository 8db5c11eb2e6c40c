// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// A filter of nine taps; a layer of a network, 3 x 3, 64 -> 64 features of 56 x 56, channels last.
#include "layer.hpp"

namespace {
using namespace beside;

inline constexpr auto filtered = [](auto x, auto w) { return cx::convolve(x, w, cx::mode::valid); };
add const a("filter of 10^6 with 9 taps", [] {
  constexpr std::size_t size = 1'000'000, taps = 9;
  numbers const x = normal(size), w = normal(taps, 2);
  numbers y(size - taps + 1), z(y.size());
  return row([&] { cx::evaluate_into(cx::view<double, size - taps + 1>(y.data()), filtered, cx::view<double const, size>(x.data()),
                                     cx::view<double const, taps>(w.data())); },
             [&] {
               for (std::size_t i = 0; i < z.size(); ++i) {
                 double sum = 0;
                 for (std::size_t k = 0; k < taps; ++k) sum += w[taps - 1 - k] * x[i + k];
                 z[i] = sum;
               }
             },
             31, [&] { return difference(y, z); });
});

add const b("convolution 3 x 3, 64 -> 64 of 56 x 56, f32", [] {
  layer const of;
  std::vector<float> z(of.y.size());
  return row([&] { of.run(); },
             [&] {
               std::fill(z.begin(), z.end(), 0.0f);
               for (int i = 0; i < layer::size; ++i)
                 for (int k = 0; k < layer::size; ++k)
                   for (int di = -1; di <= 1; ++di)
                     for (int dk = -1; dk <= 1; ++dk) {
                       if (i + di < 0 || i + di >= layer::size || k + dk < 0 || k + dk >= layer::size) continue;
                       float const* const from = &of.x[static_cast<std::size_t>(((i + di) * layer::size + k + dk) * layer::features)];
                       float const* w = &of.w[static_cast<std::size_t>(((di + 1) * 3 + dk + 1) * layer::features * layer::features)];
                       float* const to = &z[static_cast<std::size_t>((i * layer::size + k) * layer::features)];
                       for (int in = 0; in < layer::features; ++in, w += layer::features)
                         for (int out = 0; out < layer::features; ++out) to[out] += from[in] * w[out];
                     }
             },
             11, [&] { return of.difference_from(z); });
});
} // namespace
