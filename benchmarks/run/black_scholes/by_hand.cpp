// SPDX-License-Identifier: BSL-1.0
// Eight options at a time. Rows of five are read and written eight at a time too, and transposed in registers.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
constexpr int w = lanes<double>;
template <int W> struct greeks { cx::lane<double, W> price, slope[5]; };
template <int W>
CONSTAX_INLINE greeks<W> options(cx::lane<double, W> S, cx::lane<double, W> K, cx::lane<double, W> r, cx::lane<double, W> s,
                                 cx::lane<double, W> t) {
  using V = cx::lane<double, W>;
  namespace m = cx::math;
  V const half(0.5), root = m::sqrt(t), v = s * root, inverse = V(1.0) / v;
  V const d1 = cx::fma(cx::fma(s * half, s, r), t, m::log(S / K)) * inverse, d2 = d1 - v;
  V const c(-0.70710678118654752440), n1 = m::erfc(d1 * c) * half, n2 = m::erfc(d2 * c) * half, discounted = m::exp(-r * t) * n2;
  V const debt = K * discounted, density = S * (m::exp(d1 * d1 * -half) * V(0.39894228040143267794));
  return {cx::fma(S, n1, -debt), {n1, -discounted, t * debt, density * root, cx::fma(density * half, s * s * inverse, r * debt)}};
}

void soa(black_scholes_soa& p) {
  share(p.n, 1024, 200 * p.n, [&](std::size_t first, std::size_t last, int) {
    double const* const x[5] = {p.x[0].data(), p.x[1].data(), p.x[2].data(), p.x[3].data(), p.x[4].data()};
    double* const y[5] = {p.slope[0].data(), p.slope[1].data(), p.slope[2].data(), p.slope[3].data(), p.slope[4].data()};
    std::size_t i = first;
    for (; i + w <= last; i += w) {
      auto const g = options<w>(at(x[0] + i), at(x[1] + i), at(x[2] + i), at(x[3] + i), at(x[4] + i));
      cx::store(p.price.data() + i, g.price);
      for (int k = 0; k < 5; ++k) cx::store(y[k] + i, g.slope[k]);
    }
    for (; i < last; ++i) {
      auto const g = options<1>(x[0][i], x[1][i], x[2][i], x[3][i], x[4][i]);
      p.price[i] = g.price;
      for (int k = 0; k < 5; ++k) y[k][i] = g.slope[k];
    }
  });
}

#if CONSTAX_VECTOR_BYTES == 64
/// Columns of eight rows of five numbers. Whole registers are read, but of the last row.
CONSTAX_INLINE void read_rows(double const* p, cx::lane<double, 8>* column) {
  __m512d r[8];
  for (int i = 0; i < 7; ++i) r[i] = _mm512_loadu_pd(p + 5 * i);
  r[7] = _mm512_maskz_loadu_pd(0x1f, p + 35);
  __m512d even[4], odd[4]; // pairs of rows: columns 0 2 4, columns 1 3
  for (int i = 0; i < 4; ++i) even[i] = _mm512_unpacklo_pd(r[2 * i], r[2 * i + 1]), odd[i] = _mm512_unpackhi_pd(r[2 * i], r[2 * i + 1]);
  __m512d const a = _mm512_shuffle_f64x2(even[0], even[1], 0x88), b = _mm512_shuffle_f64x2(even[2], even[3], 0x88);
  __m512d const c = _mm512_shuffle_f64x2(even[0], even[1], 0x11), d = _mm512_shuffle_f64x2(even[2], even[3], 0x11);
  __m512d const e = _mm512_shuffle_f64x2(odd[0], odd[1], 0x44), f = _mm512_shuffle_f64x2(odd[2], odd[3], 0x44);
  __m512d const columns[5] = {_mm512_shuffle_f64x2(a, b, 0x88), _mm512_shuffle_f64x2(e, f, 0x88), _mm512_shuffle_f64x2(c, d, 0x88),
                              _mm512_shuffle_f64x2(e, f, 0xdd), _mm512_shuffle_f64x2(a, b, 0xdd)};
  for (int k = 0; k < 5; ++k) __builtin_memcpy(&column[k], &columns[k], sizeof(__m512d));
}
/// And back. Whole registers are written: what a row leaves behind its end the next one covers.
CONSTAX_INLINE void write_rows(double* p, cx::lane<double, 8> const* column) {
  __m512d c[5];
  for (int k = 0; k < 5; ++k) __builtin_memcpy(&c[k], &column[k], sizeof(__m512d));
  __m512d r[8];
  for (int odd = 0; odd < 2; ++odd) {
    __m512d const a = odd ? _mm512_unpackhi_pd(c[0], c[1]) : _mm512_unpacklo_pd(c[0], c[1]);
    __m512d const b = odd ? _mm512_unpackhi_pd(c[2], c[3]) : _mm512_unpacklo_pd(c[2], c[3]);
    __m512d const last = odd ? _mm512_permute_pd(c[4], 0xff) : c[4];
    __m512d const lower = _mm512_shuffle_f64x2(a, b, 0x44), upper = _mm512_shuffle_f64x2(a, b, 0xee);
    r[odd] = _mm512_shuffle_f64x2(lower, last, 0x08);
    r[odd + 2] = _mm512_shuffle_f64x2(lower, last, 0x1d);
    r[odd + 4] = _mm512_shuffle_f64x2(upper, last, 0x28);
    r[odd + 6] = _mm512_shuffle_f64x2(upper, last, 0x3d);
  }
  for (int i = 0; i < 7; ++i) _mm512_storeu_pd(p + 5 * i, r[i]);
  _mm512_mask_storeu_pd(p + 35, 0x1f, r[7]);
}
#else
CONSTAX_INLINE void read_rows(double const* p, cx::lane<double, w>* column) {
  for (int k = 0; k < 5; ++k) column[k] = cx::load_strided<double, w>(p + k, 5, w, 0);
}
CONSTAX_INLINE void write_rows(double* p, cx::lane<double, w> const* column) {
  for (int k = 0; k < 5; ++k) cx::store_strided(p + k, 5, column[k], w);
}
#endif

void aos(black_scholes_aos& p) {
  share(p.n, 1024, 200 * p.n, [&](std::size_t first, std::size_t last, int) {
    double const* const x = p.x.data();
    double* const y = p.slope.data();
    std::size_t i = first;
    for (; i + w <= last; i += w) {
      cx::lane<double, w> a[5];
      read_rows(x + 5 * i, a);
      auto const g = options<w>(a[0], a[1], a[2], a[3], a[4]);
      cx::store(p.price.data() + i, g.price);
      write_rows(y + 5 * i, g.slope);
    }
    for (; i < last; ++i) {
      double const* const a = x + 5 * i;
      auto const g = options<1>(a[0], a[1], a[2], a[3], a[4]);
      p.price[i] = g.price;
      for (std::size_t k = 0; k < 5; ++k) y[5 * i + k] = g.slope[k];
    }
  });
}
add<black_scholes_soa> const of_arrays("by_hand", soa);
add<black_scholes_aos> const of_rows("by_hand", aos);
} // namespace
