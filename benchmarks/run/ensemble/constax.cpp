// SPDX-License-Identifier: BSL-1.0
// One pendulum and its loop; all of them by vmap.
#include "problem.hpp"

#include <constax/constax.hpp>

#include <tuple>
#include <utility>

namespace {
namespace cx = constax;
inline constexpr cx::dim<"n"> n;

inline constexpr auto loss = [](auto theta0, auto omega0, auto q, auto g, auto w) {
  constexpr double h = ensemble::h;
  auto const bend = [&](auto theta, auto omega, auto t) { return g * cx::cos(w * t) - cx::sin(theta) - q * omega; };
  auto const step = [&](auto i, auto const& state) {
    auto const& [theta, omega] = state;
    auto const t = h * cx::astype<double>(i);
    auto const a1 = bend(theta, omega, t);
    auto const o2 = omega + h / 2 * a1, a2 = bend(theta + h / 2 * omega, o2, t + h / 2);
    auto const o3 = omega + h / 2 * a2, a3 = bend(theta + h / 2 * o2, o3, t + h / 2);
    auto const o4 = omega + h * a3, a4 = bend(theta + h * o3, o4, t + h);
    return std::pair{theta + h / 6 * (omega + 2.0 * (o2 + o3) + o4), omega + h / 6 * (a1 + 2.0 * (a2 + a3) + a4)};
  };
  auto const [theta, omega] = cx::fori_loop(0, static_cast<int>(ensemble::steps), step, std::pair{theta0, omega0});
  return theta * theta + omega * omega;
};

void by_constax(ensemble& p) {
  auto const in = [&](std::size_t k) { return cx::view<double const, n>(p.x[k].data(), p.n); };
  auto const slope = [&](std::size_t k) { return cx::view<double, n>(p.slope[k].data(), p.n); };
  std::pair const out{cx::view<double, n>(p.loss.data(), p.n), std::tuple{slope(0), slope(1), slope(2), slope(3), slope(4)}};
  cx::evaluate_into(out, cx::vmap(cx::value_and_grad(loss, cx::argnums<0, 1, 2, 3, 4>)), in(0), in(1), in(2), in(3), in(4));
}
bench::add<ensemble> const f64("constax", by_constax);
} // namespace
