// SPDX-License-Identifier: BSL-1.0
// flags: -O3 -march=native
// A convolution by shifted slices with its gradient; self-attention of 128 queries.
#include "beside.hpp"

namespace {
using namespace beside;
using cx::slice;

inline constexpr auto energy = [](auto x, auto w) {
  auto const y = w[0_c] * x[slice(0_c, -4_c)] + w[1_c] * x[slice(1_c, -3_c)] + w[2_c] * x[slice(2_c, -2_c)] + w[3_c] * x[slice(3_c, -1_c)] +
                 w[4_c] * x[slice(4_c, cx::end)];
  return cx::sum(y * y);
};
times convolution() {
  constexpr std::size_t size = 1'000'000, taps = 5, results = size - taps + 1;
  numbers const x = normal(size), w = normal(taps, 2);
  numbers g(size), h(size), z(results);
  double value = 0, of_loop = 0;
  return row(
      [&] {
        cx::evaluate_into(std::pair<double&, cx::view<double, n>>(value, cx::view<double, n>(g.data(), size)), cx::value_and_grad(energy),
                          cx::view<double const, n>(x.data(), size), cx::view<double const, taps>(w.data()));
      },
      [&] {
        double sum = 0;
        for (std::size_t i = 0; i < results; ++i) {
          double const y = w[0] * x[i] + w[1] * x[i + 1] + w[2] * x[i + 2] + w[3] * x[i + 3] + w[4] * x[i + 4];
          sum += y * y, z[i] = 2 * y;
        }
        of_loop = sum;
        auto const at = [&](std::size_t i) {
          double s = 0;
          for (std::size_t k = 0; k < taps; ++k)
            if (i >= k && i - k < results) s += w[k] * z[i - k];
          return s;
        };
        for (std::size_t i = 0; i < taps; ++i) h[i] = at(i), h[size - 1 - i] = at(size - 1 - i);
        for (std::size_t i = taps; i < results; ++i)
          h[i] = w[0] * z[i] + w[1] * z[i - 1] + w[2] * z[i - 2] + w[3] * z[i - 3] + w[4] * z[i - 4];
      },
      15, [&] { return std::max(difference(g, h), std::abs(value - of_loop) / of_loop); });
}

inline constexpr auto attention = [](auto q, auto k, auto v) {
  return cx::matmul(cx::softmax(cx::matmul(q, cx::transpose(k)) * 0.125, 1_c), v);
};
times self_attention() {
  constexpr std::size_t count = 128, depth = 64;
  numbers const q = normal(count * depth), k = normal(count * depth, 2), v = normal(count * depth, 3);
  numbers y(q.size()), z(q.size()), s(count);
  using given = cx::view<double const, 128, 64>;
  return row([&] { cx::evaluate_into(cx::view<double, 128, 64>(y.data()), attention, given(q.data()), given(k.data()), given(v.data())); },
             [&] {
               for (std::size_t i = 0; i < count; ++i) {
                 double most = -std::numeric_limits<double>::infinity(), sum = 0;
                 for (std::size_t j = 0; j < count; ++j) {
                   double t = 0;
                   for (std::size_t d = 0; d < depth; ++d) t += q[i * depth + d] * k[j * depth + d];
                   s[j] = t * 0.125, most = s[j] > most ? s[j] : most;
                 }
                 for (std::size_t j = 0; j < count; ++j) s[j] = std::exp(s[j] - most), sum += s[j];
                 for (std::size_t d = 0; d < depth; ++d) z[i * depth + d] = 0;
                 for (std::size_t j = 0; j < count; ++j)
                   for (std::size_t d = 0; d < depth; ++d) z[i * depth + d] += s[j] / sum * v[j * depth + d];
               }
             },
             101, [&] { return difference(y, z); });
}

add const a("convolution by slices, 10^6, with gradient", convolution);
add const b("self-attention 128 x 64", self_attention);
} // namespace
