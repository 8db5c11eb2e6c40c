// SPDX-License-Identifier: BSL-1.0
// One equation and its loop; all of them by vmap.
#include "problem.hpp"

#include <constax/constax.hpp>

#include <utility>

namespace {
namespace cx = constax;
inline constexpr cx::dim<"n"> n;

inline constexpr auto anomaly = [](auto M, auto e) {
  auto const residual = [&](auto E) { return E - e * cx::sin(E) - M; };
  return cx::while_loop([&](auto E) { return cx::abs(residual(E)) >= kepler::tolerance; },
                        [&](auto E) { return E - residual(E) / (1.0 - e * cx::cos(E)); }, M);
};

void by_constax(kepler& p) {
  auto const in = [&](bench::buffer<double> const& b) { return cx::view<double const, n>(b.data(), p.n); };
  auto const to = [&](bench::buffer<double>& b) { return cx::view<double, n>(b.data(), p.n); };
  std::pair const out{to(p.E), std::pair{to(p.slope_M), to(p.slope_e)}};
  cx::evaluate_into(out, cx::vmap(cx::value_and_grad(anomaly, cx::argnums<0, 1>)), in(p.M), in(p.e));
}
bench::add<kepler> const f64("constax", by_constax);
} // namespace
