// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"

#include <constax/constax.hpp>

namespace {
namespace cx = constax;
using namespace cx::literals;
inline constexpr cx::dim<"n"> n;

inline constexpr auto term = [](auto a, auto b) {
  auto const u = 1.0 - a, v = b - a * a;
  return u * u + 100.0 * v * v;
};
inline constexpr auto with_a_loop = [](auto x) {
  auto sum = term(x[0], x[1]);
  for (int i = 1; i < 9; ++i) sum += term(x[i], x[i + 1]);
  return sum;
};
inline constexpr auto with_slices = [](auto x) { return cx::sum(term(x[cx::slice(0_c, -1_c)], x[cx::slice(1_c, cx::end)])); };

void ten(rosenbrock<10>& p) {
  std::pair<double&, cx::view<double, 10>> out{p.value, cx::view<double, 10>(p.gradient.data())};
  cx::evaluate_into(out, cx::value_and_grad(with_a_loop), cx::view<double const, 10>(p.x.data()));
}
template <std::size_t N> void many(rosenbrock<N>& p) {
  std::pair<double&, cx::view<double, n>> out{p.value, {p.gradient.data(), N}};
  cx::evaluate_into(out, cx::value_and_grad(with_slices), cx::view<double const, n>(p.x.data(), N));
}
bench::add<rosenbrock<10>> const f10("constax", ten);
bench::add<rosenbrock<1000>> const f1000("constax", many<1000>);
bench::add<rosenbrock<1'000'000>> const f1000000("constax", many<1'000'000>);
} // namespace
