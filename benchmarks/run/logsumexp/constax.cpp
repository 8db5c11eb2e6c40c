// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;
using namespace cx::literals;
inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr auto f = [](auto x) { return cx::sum(cx::logsumexp(x, 1_c)); };

void by_constax(logsumexp& p) {
  std::pair<double&, cx::view<double, n, m>> out{p.value, {p.gradient.data(), p.rows, p.columns}};
  cx::evaluate_into(out, cx::value_and_grad(f), cx::view<double const, n, m>(p.x.data(), p.rows, p.columns));
}
bench::add<logsumexp> const f64("constax", by_constax);
} // namespace
