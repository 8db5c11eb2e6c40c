// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;
inline constexpr cx::dim<"n"> n;
inline constexpr auto loss = [](auto w, auto X, auto y) { return cx::mean(cx::softplus(-y * cx::dot(X, w))); };

void by_constax(logreg& p) {
  constexpr int m = logreg::columns;
  std::pair<double&, cx::view<double, m>> out{p.value, cx::view<double, m>(p.gradient.data())};
  cx::evaluate_into(out, cx::value_and_grad(loss), cx::view<double const, m>(p.w.data()), cx::view<double const, n, m>(p.x.data(), p.rows),
                    cx::view<double const, n>(p.y.data(), p.rows));
}
bench::add<logreg> const f64("constax", by_constax);
} // namespace
