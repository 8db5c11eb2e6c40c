// SPDX-License-Identifier: BSL-1.0
// The network as a formula, its sequence as a scan.
#include "problem.hpp"

#include <constax/constax.hpp>

#include <tuple>
#include <utility>

namespace {
namespace cx = constax;
using namespace cx::literals;

/// h and c of a layer with weights W, B after one more input.
inline constexpr auto layer = [](auto W, auto B, auto in, auto h, auto c) {
  auto forget = cx::logistic(in * W[0_c] + B[0_c]), input = cx::logistic(h * W[1_c] + B[1_c]), output = cx::logistic(in * W[2_c] + B[2_c]);
  auto next = c * forget + input * cx::tanh(h * W[3_c] + B[3_c]);
  return std::pair{output * cx::tanh(next), next};
};
inline constexpr auto loss = [](auto W, auto B, auto E, auto state, auto x) {
  auto const step = [&](auto const& carry, auto const& now) {
    auto const& [h0, c0, h1, c1, sum] = carry;
    auto const& [at, gold] = now;
    auto const [h0_next, c0_next] = layer(W[0_c], B[0_c], at * E[0_c], h0, c0);
    auto const [h1_next, c1_next] = layer(W[1_c], B[1_c], h0_next, h1, c1);
    auto const y = h1_next * E[1_c] + E[2_c];
    auto const more = sum + cx::sum(gold * (y - cx::log(2.0 + cx::sum(cx::exp(y)))));
    return std::pair{std::tuple{h0_next, c0_next, h1_next, c1_next, more}, std::tuple{}};
  };
  auto const steps = std::pair{x[cx::slice(0_c, -1_c)], x[cx::slice(1_c, cx::end)]};
  auto const last = cx::scan(step, std::tuple{state[0_c], state[1_c], state[2_c], state[3_c], 0.0}, steps).first;
  return std::get<4>(last) * lstm::scale;
};

void by_constax(lstm& p) {
  constexpr int l = lstm::layers, b = lstm::units, c = lstm::length;
  using of_layers = cx::view<double, l, 4, b>;
  using in_layers = cx::view<double const, l, 4, b>;
  lstm::weights &at = p.parameters, &to = p.gradient;
  using slopes = std::tuple<of_layers, of_layers, cx::view<double, 3, b>>;
  std::pair<double&, slopes> const out{p.value,
                                       slopes(of_layers(to.w.data()), of_layers(to.b.data()), cx::view<double, 3, b>(to.ends.data()))};
  cx::evaluate_into(out, cx::value_and_grad(loss, cx::argnums<0, 1, 2>), in_layers(at.w.data()), in_layers(at.b.data()),
                    cx::view<double const, 3, b>(at.ends.data()), cx::view<double const, 2 * l, b>(p.state.data()),
                    cx::view<double const, c, b>(p.x.data()));
}
bench::add<lstm> const f64("constax", by_constax);
} // namespace
