// SPDX-License-Identifier: BSL-1.0
// Forwards, keeping gates, cells and their tanh of every step, then backwards; unit by unit with libm.
#include "problem.hpp"

namespace {
constexpr std::size_t units = lstm::units, layers = lstm::layers, steps = lstm::steps;

/// A unit of one layer in one step: cell before, gates, cell after and its tanh.
struct kept {
  double before, f, i, o, a, after, tanh_after;
};
kept all[steps][layers][units];
double logits[steps][units], logs[steps];

double s(double x) { return 1 / (1 + std::exp(-x)); }

void by_hand_scalar(lstm& p) {
  double const *const w = p.parameters.w.data(), *const b = p.parameters.b.data(), *const ends = p.parameters.ends.data();
  double h[layers][units], c[layers][units], sum = 0;
  for (std::size_t l = 0; l < layers; ++l) {
    for (std::size_t j = 0; j < units; ++j) h[l][j] = p.state[2 * l * units + j], c[l][j] = p.state[(2 * l + 1) * units + j];
  }
  for (std::size_t t = 0; t < steps; ++t) {
    double const *const x = p.x.data() + t * units, *const gold = x + units;
    double of_exp = 2;
    for (std::size_t j = 0; j < units; ++j) {
      double in = x[j] * ends[j];
      for (std::size_t l = 0; l < layers; ++l) {
        double const *const wl = w + 4 * l * units + j, *const bl = b + 4 * l * units + j;
        kept& k = all[t][l][j];
        k.before = c[l][j];
        k.f = s(in * wl[0] + bl[0]), k.i = s(h[l][j] * wl[units] + bl[units]), k.o = s(in * wl[2 * units] + bl[2 * units]);
        k.a = std::tanh(h[l][j] * wl[3 * units] + bl[3 * units]);
        k.after = c[l][j] = k.before * k.f + k.i * k.a, k.tanh_after = std::tanh(k.after);
        in = h[l][j] = k.o * k.tanh_after;
      }
      logits[t][j] = in * ends[units + j] + ends[2 * units + j], of_exp += std::exp(logits[t][j]);
    }
    logs[t] = std::log(of_exp);
    for (std::size_t j = 0; j < units; ++j) sum += gold[j] * (logits[t][j] - logs[t]);
  }
  p.value = sum * lstm::scale;

  double *const to_w = p.gradient.w.data(), *const to_b = p.gradient.b.data(), *const to_ends = p.gradient.ends.data();
  std::fill_n(to_w, p.gradient.w.size(), 0.0), std::fill_n(to_b, p.gradient.b.size(), 0.0),
      std::fill_n(to_ends, p.gradient.ends.size(), 0.0);
  // cotangents of h and c after the step
  double to_h[layers][units] = {}, to_c[layers][units] = {};
  for (std::size_t t = steps; t-- > 0;) {
    double const *const x = p.x.data() + t * units, *const gold = x + units;
    double golds = 0;
    for (std::size_t j = 0; j < units; ++j) golds += gold[j];
    for (std::size_t j = 0; j < units; ++j) {
      double const to_y = lstm::scale * (gold[j] - golds * std::exp(logits[t][j] - logs[t]));
      kept const& top = all[t][layers - 1][j];
      to_ends[units + j] += to_y * top.o * top.tanh_after, to_ends[2 * units + j] += to_y;
      double to_in = to_y * ends[units + j];
      for (std::size_t l = layers; l-- > 0;) {
        kept const& k = all[t][l][j];
        std::size_t const at = 4 * l * units + j;
        double const in = l == 0 ? x[j] * ends[j] : all[t][l - 1][j].o * all[t][l - 1][j].tanh_after;
        double const h_before = t == 0 ? p.state[2 * l * units + j] : all[t - 1][l][j].o * all[t - 1][l][j].tanh_after;
        double const from_h = to_in + to_h[l][j], from_c = to_c[l][j] + from_h * k.o * (1 - k.tanh_after * k.tanh_after);
        double const to_o = from_h * k.tanh_after * k.o * (1 - k.o), to_f = from_c * k.before * k.f * (1 - k.f),
                     to_i = from_c * k.a * k.i * (1 - k.i), to_a = from_c * k.i * (1 - k.a * k.a);
        to_w[at] += to_f * in, to_w[at + units] += to_i * h_before, to_w[at + 2 * units] += to_o * in,
            to_w[at + 3 * units] += to_a * h_before;
        to_b[at] += to_f, to_b[at + units] += to_i, to_b[at + 2 * units] += to_o, to_b[at + 3 * units] += to_a;
        to_c[l][j] = from_c * k.f, to_h[l][j] = to_i * w[at + units] + to_a * w[at + 3 * units];
        to_in = to_f * w[at] + to_o * w[at + 2 * units];
      }
      to_ends[j] += to_in * x[j];
    }
  }
}
void primal(lstm& p) {
  auto const of_layer = [](double const* a) {
    return [a](std::size_t l, std::size_t r, std::size_t j) { return a[(l * 4 + r) * units + j]; };
  };
  double const* const ends = p.parameters.ends.data();
  p.value = 0;
  p.losses<double>(
      of_layer(p.parameters.w.data()), of_layer(p.parameters.b.data()),
      [ends](std::size_t r, std::size_t j) { return ends[r * units + j]; }, [&](std::size_t, double a) { p.value += a; });
}
bench::add<lstm> const f64("by_hand_scalar", by_hand_scalar), value("primal", primal, {.value_only = true});
} // namespace
