// SPDX-License-Identifier: BSL-1.0
// A register of observations at a time. Cotangents of y = R d go back to X by the transposed R; with m = d x (that), those of r are
// s/theta m + (1 - s/theta) v (v.m) + (1 - c)/theta v x m. Rows are transposed in registers. Results larger than a cache go past it.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>, m = ba::parameters;

/// Whether `bytes` of results are more than the next reader would find in the cache.
constexpr bool beyond_cache(std::size_t bytes) { return CONSTAX_X86 && bytes > std::size_t(4) << 20; }
/// Stores v; with `past`, past the cache where the address allows it.
template <bool past> CONSTAX_INLINE void put(double* p, V v) {
#if CONSTAX_X86
  if constexpr (past) {
#if CONSTAX_VECTOR_BYTES == 64
    return _mm512_stream_pd(p, reinterpret_cast<__m512d>(v.v));
#elif CONSTAX_VECTOR_BYTES == 32
    return _mm256_stream_pd(p, reinterpret_cast<__m256d>(v.v));
#else
    return _mm_stream_pd(p, reinterpret_cast<__m128d>(v.v));
#endif
  }
#endif
  cx::store(p, v);
}
bool aligned(double const* p) { return reinterpret_cast<std::uintptr_t>(p) % sizeof(V) == 0; }

struct vec3 {
  V x, y, z;
};
CONSTAX_INLINE V dot(vec3 a, vec3 b) { return cx::fma(a.x, b.x, cx::fma(a.y, b.y, a.z * b.z)); }
CONSTAX_INLINE vec3 cross(vec3 a, vec3 b) {
  return {cx::fma(a.y, b.z, -(a.z * b.y)), cx::fma(a.z, b.x, -(a.x * b.z)), cx::fma(a.x, b.y, -(a.y * b.x))};
}
CONSTAX_INLINE vec3 scaled(V a, vec3 b) { return {a * b.x, a * b.y, a * b.z}; }
/// a b + c
CONSTAX_INLINE vec3 added(V a, vec3 b, vec3 c) { return {cx::fma(a, b.x, c.x), cx::fma(a, b.y, c.y), cx::fma(a, b.z, c.z)}; }

/// Of the rotation vector's length theta: sin theta, cos theta, 1 / theta.
struct angle {
  V sine, cosine, inverse;
};
CONSTAX_INLINE angle angle_of(V r0, V r1, V r2) {
  vec3 const r{r0, r1, r2};
  V const theta = cx::math::sqrt(dot(r, r));
  auto const [s, c] = cx::math::sincos(theta);
  return {s, c, V(1.0) / theta};
}

/// x(k), z(i) are the inputs; residual(i, v) and jacobian(i, k, v) take the results.
template <class X, class Z, class Residual, class Jacobian>
CONSTAX_INLINE void observations(angle const& theta, X const& x, Z const& z, Residual const& residual, Jacobian const& jacobian) {
  V const one(1.0), s = theta.sine, c = theta.cosine;
  vec3 const d{x(11) - x(3), x(12) - x(4), x(13) - x(5)};
  vec3 const v = scaled(theta.inverse, {x(0), x(1), x(2)}), sv = scaled(s, v), av = scaled(one - c, v);
  vec3 const row0{cx::fma(av.x, v.x, c), cx::fma(av.x, v.y, -sv.z), cx::fma(av.x, v.z, sv.y)};
  vec3 const row1{cx::fma(av.y, v.x, sv.z), cx::fma(av.y, v.y, c), cx::fma(av.y, v.z, -sv.x)};
  vec3 const row2{cx::fma(av.z, v.x, -sv.y), cx::fma(av.z, v.y, sv.x), cx::fma(av.z, v.z, c)};
  V const depth = one / dot(row2, d), u[2] = {dot(row0, d) * depth, dot(row1, d) * depth};

  V const f = x(6), k1 = x(9), k2 = x(10), weight = x(14);
  V const q = cx::fma(u[0], u[0], u[1] * u[1]), k2q = k2 * q, radial = cx::fma(q, k1 + k2q, one), zoom = f * radial;
  V const w_radial = weight * radial, w_zoom = weight * zoom, wf = weight * f, wfq = wf * q, wfqq = wfq * q;
  V const slope = (wf + wf) * (k1 + (k2q + k2q)), slope_u0 = slope * u[0], mixed = slope_u0 * u[1];
  V const g[2][2] = {{cx::fma(slope_u0, u[0], w_zoom), mixed}, {mixed, cx::fma(slope * u[1], u[1], w_zoom)}};
  V const along = s * theta.inverse, rest = one - along, across = (one - c) * theta.inverse;
  for (std::size_t i = 0; i < 2; ++i) {
    V const error = cx::fma(zoom, u[i], x(7 + i) - z(i));
    residual(i, weight * error), jacobian(i, 14, error);
    jacobian(i, 6, w_radial * u[i]), jacobian(i, 7 + i, weight), jacobian(i, 8 - i, V(0.0)), jacobian(i, 9, wfq * u[i]),
        jacobian(i, 10, wfqq * u[i]);
    V const gx = g[i][0] * depth, gy = g[i][1] * depth, gz = -cx::fma(gx, u[0], gy * u[1]);
    vec3 const to_X = added(gx, row0, added(gy, row1, scaled(gz, row2))), t = cross(d, to_X);
    jacobian(i, 3, -to_X.x), jacobian(i, 4, -to_X.y), jacobian(i, 5, -to_X.z);
    jacobian(i, 11, to_X.x), jacobian(i, 12, to_X.y), jacobian(i, 13, to_X.z);
    vec3 const to_r = added(along, t, added(rest * dot(v, t), v, scaled(across, cross(v, t))));
    jacobian(i, 0, to_r.x), jacobian(i, 1, to_r.y), jacobian(i, 2, to_r.z);
  }
}

/// Angles of this many observations are computed together, so that their latencies overlap.
constexpr std::size_t strip = 64;

struct arrays {
  double const *x[m], *z[2];
  double *residual[2], *jacobian[2][m];
};
template <bool past> __attribute__((noinline)) void columns_from(arrays const& a, std::size_t first, std::size_t last) {
  angle angles[strip / w];
  for (std::size_t n = first; n < last; n += strip) {
    std::size_t const whole = std::min(strip, last - n) / w * w;
    for (std::size_t i = 0; i < whole; i += w) angles[i / w] = angle_of(at(a.x[0] + n + i), at(a.x[1] + n + i), at(a.x[2] + n + i));
    for (std::size_t i = 0; i < whole; i += w)
      observations(
          angles[i / w], [&](std::size_t k) { return at(a.x[k] + n + i); }, [&](std::size_t r) { return at(a.z[r] + n + i); },
          [&](std::size_t r, V v) { put<past>(a.residual[r] + n + i, v); },
          [&](std::size_t r, std::size_t k, V v) { put<past>(a.jacobian[r][k] + n + i, v); });
  }
}
__attribute__((noinline)) void last_of_columns(arrays const& a, std::size_t n, std::ptrdiff_t left) {
  auto const x = [&](std::size_t k) { return cx::load_n<double, w>(a.x[k] + n, left, 1); };
  observations(
      angle_of(x(0), x(1), x(2)), x, [&](std::size_t r) { return cx::load_n<double, w>(a.z[r] + n, left, 1); },
      [&](std::size_t r, V v) { cx::store_n(a.residual[r] + n, v, left); },
      [&](std::size_t r, std::size_t k, V v) { cx::store_n(a.jacobian[r][k] + n, v, left); });
}
void of_columns(ba::columns& p) {
  arrays a;
  for (std::size_t k = 0; k < m; ++k)
    a.x[k] = p.x[k].data(), a.jacobian[0][k] = p.jacobian[0][k].data(), a.jacobian[1][k] = p.jacobian[1][k].data();
  for (std::size_t r = 0; r < 2; ++r) a.z[r] = p.z[r].data(), a.residual[r] = p.residual[r].data();
  bool past =
      sizeof(V) == 64 && beyond_cache(p.n * (2 * m + 2) * sizeof(double)); // half lines of 32 arrays go out as halves: four times slower
  for (std::size_t r = 0; r < 2; ++r) {
    past &= aligned(a.residual[r]);
    for (double const* const j : a.jacobian[r]) past &= aligned(j);
  }
  share(p.n, strip, 400 * p.n, [&](std::size_t first, std::size_t last, int) {
    past ? columns_from<true>(a, first, last) : columns_from<false>(a, first, last);
    if (std::size_t const left = (last - first) % w; left > 0) last_of_columns(a, last - left, static_cast<std::ptrdiff_t>(left));
  });
}

/// Rows to columns: w registers of w numbers, in log2 w steps that exchange blocks off the diagonal.
template <int block = 1> CONSTAX_INLINE void transpose(V* x) {
  if constexpr (block < static_cast<int>(w)) {
    for (std::size_t i = 0; i < w; ++i) {
      if ((i & block) != 0) continue;
      auto const a = x[i].v, b = x[i + block].v;
      [&]<int... e>(std::integer_sequence<int, e...>) {
        x[i] = V(__builtin_shufflevector(a, b, ((e & block) == 0 ? e : static_cast<int>(w) + e - block)...));
        x[i + block] = V(__builtin_shufflevector(a, b, ((e & block) == 0 ? e + block : static_cast<int>(w) + e)...));
      }
      (std::make_integer_sequence<int, static_cast<int>(w)>());
    }
    transpose<2 * block>(x);
  }
}
/// w rows of `length` >= w numbers as columns, and back; the last block of columns overlaps the one before.
template <std::size_t length> CONSTAX_INLINE void to_columns(double const* rows, V* columns) {
  for (std::size_t k = 0; k < length; k += w) {
    std::size_t const begin = std::min(k, length - w);
    for (std::size_t i = 0; i < w; ++i) columns[begin + i] = at(rows + i * length + begin);
    transpose(columns + begin);
  }
}
template <std::size_t length> CONSTAX_INLINE void to_rows(V const* columns, double* rows) {
  for (std::size_t k = 0; k < length; k += w) {
    std::size_t const begin = std::min(k, length - w);
    V block[w];
    std::copy_n(columns + begin, w, block);
    transpose(block);
    for (std::size_t i = 0; i < w; ++i) cx::store(rows + i * length + begin, block[i]);
  }
}
/// The same for rows of 2.
CONSTAX_INLINE void to_columns_of_2(double const* rows, V* columns) {
  auto const a = at(rows).v, b = at(rows + w).v;
  [&]<int... e>(std::integer_sequence<int, e...>) {
    columns[0] = V(__builtin_shufflevector(a, b, (2 * e)...)), columns[1] = V(__builtin_shufflevector(a, b, (2 * e + 1)...));
  }
  (std::make_integer_sequence<int, static_cast<int>(w)>());
}
CONSTAX_INLINE void to_rows_of_2(V const* columns, double* rows) {
  auto const a = columns[0].v, b = columns[1].v;
  constexpr int width = static_cast<int>(w);
  [&]<int... e>(std::integer_sequence<int, e...>) {
    cx::store(rows, V(__builtin_shufflevector(a, b, (e / 2 + e % 2 * width)...)));
    cx::store(rows + w, V(__builtin_shufflevector(a, b, (e / 2 + width / 2 + e % 2 * width)...)));
  }
  (std::make_integer_sequence<int, width>());
}

/// `blocks` registers of rows, while those that follow are on their way; with `past`, whole lines of Jacobians are collected first.
template <bool past>
__attribute__((noinline)) void rows_of(double const* x, double const* z, double* residual, double* jacobian, std::size_t blocks) {
  alignas(64) V in[strip / w][m];
  alignas(64) double collected[w * 2 * m];
  angle angles[strip / w];
  for (std::size_t b = 0; b < blocks; ++b) to_columns<m>(x + b * w * m, in[b]);
  for (std::size_t b = 0; b < blocks; ++b) angles[b] = angle_of(in[b][0], in[b][1], in[b][2]);
  for (std::size_t b = 0; b < blocks; ++b) {
    V feature[2], out[2], slopes[2 * m];
    to_columns_of_2(z + b * w * 2, feature);
    observations(
        angles[b], [&](std::size_t k) { return in[b][k]; }, [&](std::size_t r) { return feature[r]; },
        [&](std::size_t r, V v) { out[r] = v; }, [&](std::size_t r, std::size_t k, V v) { slopes[r * m + k] = v; });
    double* const to = jacobian + b * w * 2 * m;
    to_rows_of_2(out, residual + b * w * 2), to_rows<2 * m>(slopes, past ? collected : to);
    if constexpr (past) {
      for (std::size_t i = 0; i < w * 2 * m; i += w) put<true>(to + i, at(collected + i));
      for (std::size_t i = 0; i < w * m; i += 8) __builtin_prefetch(x + (blocks + b) * w * m + i);
      for (std::size_t i = 0; i < w * 2; i += 8) __builtin_prefetch(z + (blocks + b) * w * 2 + i);
    }
  }
}
void of_rows(ba::rows& p) {
  double const *const x = p.x.data(), *const z = p.z.data();
  double *const residual = p.residual.data(), *const jacobian = p.jacobian.data();
  bool const past = beyond_cache(p.jacobian.size() * sizeof(double)) && aligned(jacobian);
  share(p.n, strip, 400 * p.n, [&](std::size_t first, std::size_t last, int) {
    std::size_t n = first, whole = 0;
    for (; n + w <= last; n += whole) {
      whole = std::min(strip, last - n) / w * w;
      (past ? rows_of<true> : rows_of<false>)(x + n * m, z + n * 2, residual + n * 2, jacobian + n * 2 * m, whole / w);
    }
    if (std::size_t const left = last - n; left > 0) {
      double last_x[w * m], last_z[w * 2], last_residual[w * 2], last_jacobian[w * 2 * m];
      std::fill_n(last_x, w * m, 1.0), std::fill_n(last_z, w * 2, 1.0);
      std::copy_n(x + n * m, left * m, last_x), std::copy_n(z + n * 2, left * 2, last_z);
      rows_of<false>(last_x, last_z, last_residual, last_jacobian, 1);
      std::copy_n(last_residual, left * 2, residual + n * 2), std::copy_n(last_jacobian, left * 2 * m, jacobian + n * 2 * m);
    }
  });
}
bench::add<ba::columns> const columns("by_hand", of_columns);
bench::add<ba::rows> const rows("by_hand", of_rows);
} // namespace
