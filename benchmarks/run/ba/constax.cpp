// SPDX-License-Identifier: BSL-1.0
// The residual of one observation as a formula; its Jacobian by jacrev, and all observations at once by vmap.
#include "problem.hpp"

#include <constax/constax.hpp>

#include <tuple>
#include <utility>

namespace {
namespace cx = constax;

inline constexpr auto residual = [](auto parameters, auto feature) {
  auto [r0, r1, r2, C0, C1, C2, f, p0, p1, k1, k2, X0, X1, X2, w] = parameters;
  auto [z0, z1] = feature;
  auto d0 = X0 - C0, d1 = X1 - C1, d2 = X2 - C2;
  // Rodrigues: R d = d cos theta + (v x d) sin theta + v (v.d) (1 - cos theta)
  auto theta = cx::sqrt(r0 * r0 + r1 * r1 + r2 * r2);
  auto v0 = r0 / theta, v1 = r1 / theta, v2 = r2 / theta;
  auto c = cx::cos(theta), s = cx::sin(theta);
  auto t = (v0 * d0 + v1 * d1 + v2 * d2) * (1.0 - c);
  auto y0 = d0 * c + (v1 * d2 - v2 * d1) * s + v0 * t;
  auto y1 = d1 * c + (v2 * d0 - v0 * d2) * s + v1 * t;
  auto y2 = d2 * c + (v0 * d1 - v1 * d0) * s + v2 * t;
  auto u0 = y0 / y2, u1 = y1 / y2;
  auto q = u0 * u0 + u1 * u1;
  auto scale = f * (1.0 + k1 * q + k2 * q * q);
  return std::pair{w * (scale * u0 + p0 - z0), w * (scale * u1 + p1 - z1)};
};
/// The same of rows.
inline constexpr auto residual_of_rows = [](auto x, auto z) {
  auto [e0, e1] = residual(std::tuple{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14]},
                           std::pair{z[0], z[1]});
  return cx::stack(e0, e1);
};

inline constexpr auto of_columns = cx::vmap([](auto x, auto z) { return std::pair{residual(x, z), cx::jacrev(residual)(x, z)}; });
inline constexpr auto of_rows = cx::vmap([](auto x, auto z) {
  return std::pair{residual_of_rows(x, z), cx::jacrev(residual_of_rows)(x, z)};
});

inline constexpr cx::dim<"n"> n;

/// Arrays of n elements as a tuple of views.
template <class T, std::size_t Count, class Buffers> auto views(Buffers& arrays) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) { return std::tuple{cx::view<T, n>(arrays[K].data(), arrays[K].size())...}; }
  (std::make_index_sequence<Count>{});
}

void constax_columns(ba::columns& p) {
  constexpr std::size_t m = ba::parameters;
  std::pair const out{views<double, 2>(p.residual), std::pair{views<double, m>(p.jacobian[0]), views<double, m>(p.jacobian[1])}};
  cx::evaluate_into(out, of_columns, views<double const, m>(p.x), views<double const, 2>(p.z));
}
void constax_rows(ba::rows& p) {
  constexpr int m = ba::parameters;
  std::pair const out{cx::view<double, n, 2>(p.residual.data(), p.n), cx::view<double, n, 2, m>(p.jacobian.data(), p.n)};
  cx::evaluate_into(out, of_rows, cx::view<double const, n, m>(p.x.data(), p.n), cx::view<double const, n, 2>(p.z.data(), p.n));
}
bench::add<ba::columns> const columns("constax", constax_columns);
bench::add<ba::rows> const rows("constax", constax_rows);
} // namespace
