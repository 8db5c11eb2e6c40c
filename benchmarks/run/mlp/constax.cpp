// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;
inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"d"> d;
inline constexpr cx::dim<"h"> h;
inline constexpr auto loss = [](auto w, auto v, auto x, auto y) {
  return cx::mean(cx::square(cx::matmul(cx::tanh(cx::matmul(x, w)), v) - y));
};

void by_constax(mlp& p) {
  std::pair<double&, std::pair<cx::view<double, d, h>, cx::view<double, h>>> out{
      p.value, {cx::view<double, d, h>(p.of_w.data(), p.inputs, p.units), cx::view<double, h>(p.of_v.data(), p.units)}};
  cx::evaluate_into(out, cx::value_and_grad(loss, cx::argnums<0, 1>), cx::view<double const, d, h>(p.w.data(), p.inputs, p.units),
                    cx::view<double const, h>(p.v.data(), p.units), cx::view<double const, n, d>(p.x.data(), p.rows, p.inputs),
                    cx::view<double const, n>(p.y.data(), p.rows));
}
bench::add<mlp> const f64("constax", by_constax);
} // namespace
