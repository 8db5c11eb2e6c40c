// SPDX-License-Identifier: BSL-1.0
#include "price.hpp"
#include "problem.hpp"

namespace {
namespace cx = constax;
using namespace cx::literals;
inline constexpr cx::dim<"n"> n;

inline constexpr auto price = black_scholes_price;
inline constexpr auto price_of_row = [](auto x) { return price(x[0_c], x[1_c], x[2_c], x[3_c], x[4_c]); };

void soa(black_scholes_soa& p) {
  auto const in = [&](std::size_t k) { return cx::view<double const, n>(p.x[k].data(), p.n); };
  auto const slope = [&](std::size_t k) { return cx::view<double, n>(p.slope[k].data(), p.n); };
  std::pair out{cx::view<double, n>(p.price.data(), p.n), std::tuple{slope(0), slope(1), slope(2), slope(3), slope(4)}};
  cx::evaluate_into(out, cx::vmap(cx::value_and_grad(price, cx::argnums<0, 1, 2, 3, 4>)), in(0), in(1), in(2), in(3), in(4));
}
void aos(black_scholes_aos& p) {
  std::pair out{cx::view<double, n>(p.price.data(), p.n), cx::view<double, n, 5>(p.slope.data(), p.n)};
  cx::evaluate_into(out, cx::vmap(cx::value_and_grad(price_of_row)), cx::view<double const, n, 5>(p.x.data(), p.n));
}
bench::add<black_scholes_soa> const of_arrays("constax", soa);
bench::add<black_scholes_aos> const of_rows("constax", aos);
} // namespace
