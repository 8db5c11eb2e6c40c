// SPDX-License-Identifier: BSL-1.0
// The residual and its Jacobian, derived by hand, one observation at a time with libm.
//
// Cotangents of R d go back to X by the transposed rotation; with m = d x (that), those of r are s/theta m + (1 - s/theta) v (v.m) + (1 -
// c)/theta v x m.
#include "problem.hpp"

namespace {

struct vec3 {
  double x, y, z;
};
vec3 operator*(double a, vec3 b) { return {a * b.x, a * b.y, a * b.z}; }
vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec3 cross(vec3 a, vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// x(k), z(i): the observation; residual(i, v), jacobian(i, k, v) take the results.
template <bool with_jacobian> void observation(auto const& x, auto const& z, auto const& residual, auto const& jacobian) {
  vec3 const r{x(0), x(1), x(2)}, d{x(11) - x(3), x(12) - x(4), x(13) - x(5)};
  double const f = x(6), k1 = x(9), k2 = x(10), w = x(14);
  double const theta = std::sqrt(dot(r, r)), inverse = 1 / theta, c = std::cos(theta), s = std::sin(theta);
  vec3 const v = inverse * r;
  vec3 const y = c * d + s * cross(v, d) + (1 - c) * dot(v, d) * v;
  double const depth = 1 / y.z, u[2] = {y.x * depth, y.y * depth};
  double const q = u[0] * u[0] + u[1] * u[1], radial = 1 + q * (k1 + q * k2), zoom = f * radial;
  double const error[2] = {zoom * u[0] + x(7) - z(0), zoom * u[1] + x(8) - z(1)};
  for (std::size_t i = 0; i < 2; ++i) residual(i, w * error[i]);
  if constexpr (with_jacobian) {
    double const wf = w * f, slope = 2 * wf * (k1 + 2 * k2 * q), mixed = slope * u[0] * u[1];
    double const g[2][2] = {{w * zoom + slope * u[0] * u[0], mixed}, {mixed, w * zoom + slope * u[1] * u[1]}};
    double const along = s * inverse, across = (1 - c) * inverse;
    for (std::size_t i = 0; i < 2; ++i) {
      vec3 const to_y = depth * vec3{g[i][0], g[i][1], -(g[i][0] * u[0] + g[i][1] * u[1])};
      vec3 const to_X = c * to_y + s * cross(to_y, v) + (1 - c) * dot(v, to_y) * v;
      vec3 const m = cross(d, to_X);
      vec3 const to_r = along * m + (1 - along) * dot(v, m) * v + across * cross(v, m);
      jacobian(i, 0, to_r.x), jacobian(i, 1, to_r.y), jacobian(i, 2, to_r.z);
      jacobian(i, 3, -to_X.x), jacobian(i, 4, -to_X.y), jacobian(i, 5, -to_X.z);
      jacobian(i, 6, w * radial * u[i]);
      jacobian(i, 7, i == 0 ? w : 0), jacobian(i, 8, i == 1 ? w : 0);
      jacobian(i, 9, wf * q * u[i]), jacobian(i, 10, wf * q * q * u[i]);
      jacobian(i, 11, to_X.x), jacobian(i, 12, to_X.y), jacobian(i, 13, to_X.z);
      jacobian(i, 14, error[i]);
    }
  }
}

template <bool with_jacobian> void of_columns(ba::columns& p) {
  for (std::size_t n = 0; n < p.n; ++n)
    observation<with_jacobian>([&](std::size_t k) { return p.x[k][n]; }, [&](std::size_t i) { return p.z[i][n]; },
                               [&](std::size_t i, double v) { p.residual[i][n] = v; },
                               [&](std::size_t i, std::size_t k, double v) { p.jacobian[i][k][n] = v; });
}
template <bool with_jacobian> void of_rows(ba::rows& p) {
  for (std::size_t n = 0; n < p.n; ++n) {
    double const *const x = p.x.data() + n * ba::parameters, *const z = p.z.data() + n * 2;
    double *const residual = p.residual.data() + n * 2, *const jacobian = p.jacobian.data() + n * 2 * ba::parameters;
    observation<with_jacobian>([=](std::size_t k) { return x[k]; }, [=](std::size_t i) { return z[i]; },
                               [=](std::size_t i, double v) { residual[i] = v; },
                               [=](std::size_t i, std::size_t k, double v) { jacobian[i * ba::parameters + k] = v; });
  }
}
bench::add<ba::columns> const columns("by_hand_scalar", of_columns<true>),
    columns_primal("primal", of_columns<false>, {.value_only = true});
bench::add<ba::rows> const rows("by_hand_scalar", of_rows<true>), rows_primal("primal", of_rows<false>, {.value_only = true});
} // namespace
