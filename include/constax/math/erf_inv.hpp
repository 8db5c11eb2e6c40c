// SPDX-License-Identifier: BSL-1.0
#pragma once
// erf_inv: |x| <= 0.65: x + x p(x^2); beyond: s + r(1 / (s + 2)) with s = sqrt(-log(1 - |x|)), where r is small and smooth up to the last x
// below 1. (The variable is Giles', "Approximating the erfinv function", GPU Computing Gems, 2011, but for 1 - |x|, which is exact, in
// place of 1 - x^2.)
//
// -log(1 - |x|) and s are sums of two parts: r is at most 0.4, so that the last addition is nearly all of the error. Each lane takes the
// coefficients of p or of r. log(m) = 2 f + f^3 a(f^2) with f = (m - 1) / (m + 1). p: degree 18 (f64, relative error 2^-58.0) and 8 (f32,
// 2^-27.8), r: degree 21 (2^-54.5) and 9 (2^-26.2), a: degree 7 (2^-54.0) and 2 (2^-21.7), docs/reference/math/erf_inv.py.
#include "erfc.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct erf_inv_constants;
template <> struct erf_inv_constants<double> {
  static constexpr double p0 = -0x1.d203b725884abp-4, r0 = -0x1.3d852ed614d1ap-2;
  static constexpr double p[] = {
      0x1.db29fb2fee5ffp-3, 0x1.053c2c0ab99b3p-3, 0x1.62847c4694b12p-4, 0x1.0a131902cf3abp-4, 0x1.a7c83b5c2980ep-5, 0x1.5eee76a7e26ep-5,
      0x1.2a7fe4bcf2f06p-5, 0x1.06760b720a1d2p-5, 0x1.95cea6284ad5dp-6, 0x1.8224b6b894b1ep-5, -0x1.7bc25170499dp-4, 0x1.e8f47ebc20165p-2,
      -0x1.597e2bddf8412p0, 0x1.894c8f1e19aa7p1,  -0x1.3b63821097a5ep2, 0x1.619d35665009p2,   -0x1.e723bfa0d108dp1, 0x1.48e990ea0b2dap0};
  static constexpr double r[] = {
      0x1.e04027f315242p-2, 0x1.3ae1aae51e608p-1, -0x1.4d586129cff31p0, 0x1.3d928acd9c06fp1,  -0x1.03af09498611bp1, 0x1.1e3969d59e044p-1,
      0x1.626bc681f0ba6p2,  -0x1.6ab3270cfe71cp3, 0x1.3aa9aec8250b3p4,  -0x1.f4e3c219b17dep2, -0x1.e1051da035212p3, 0x1.8367d0aaad27ap6,
      -0x1.11750052a0a73p7, 0x1.8f2703c28654bp7,  0x1.056a12c7bcc35p7,  -0x1.998513bf9eaa9p8, 0x1.c59a0cd82ecedp10, -0x1.10dbd0caf1e19p11,
      0x1.e95fb46cab21ep9,  0x1.cc9418e7bf268p13, -0x1.97d86719e6683p9};
  static constexpr double a[] = {0x1.5555555555555p-1, 0x1.9999999999d59p-2, 0x1.249249242ee18p-2, 0x1.c71c725c5f797p-3,
                                 0x1.745cdb74d0df2p-3, 0x1.3b21594819fdp-3,  0x1.0f4a12e2f918ep-3, 0x1.1023d378b84adp-3};
};
template <> struct erf_inv_constants<float> {
  static constexpr float p0 = -0x1.d203b6p-4f, r0 = -0x1.3d852ep-2f;
  static constexpr float p[] = {0x1.db299cp-3f, 0x1.054d26p-3f, 0x1.5fe1b8p-4f,  0x1.257f3ap-4f,
                                0x1.8e7bbcp-7f, 0x1.6d4e6cp-3f, -0x1.c41c6ep-3f, 0x1.076fa2p-2f};
  static constexpr float r[] = {0x1.e04026p-2f, 0x1.3ae0f2p-1f, -0x1.4d57dep0f, 0x1.3da532p1f, -0x1.03c1e2p1f,
                                0x1.18d86p-1f,  0x1.669ae6p2f,  -0x1.7c4fa4p3f, 0x1.f04a54p3f};
  static constexpr float a[] = {0x1.55555cp-1f, 0x1.997ba2p-2f, 0x1.2ef58ep-2f};
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The x with erf(x) = y: odd, infinite at -1 and 1, nan beyond.
template <floating_lane X> CONSTAX_INLINE constexpr X erf_inv(X y) noexcept {
  using T = element_t<X>;
  using C = detail::erf_inv_constants<T>;
  using E = detail::exp_constants<T>;
  X const one(T(1)), two(T(2)), z = math::abs(y);
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(z < one)) return z == one ? math::copysign(detail::inf_of<X>(), y) : detail::nan_of<X>();
  }
  auto const far = z > X(T(0.65));
  // -log(1 - z) = h + l
  auto const [m, n, power] = detail::floating_split(select(far, one - z, T(0.25)), T(0.70710678118654752440));
  X const num = m - one, den = m + one, inverse = one / den, f = num * inverse, f2 = f * f;
  X const rest = fma(-f, m - (den - one), detail::residual(num, f, den)) * inverse;
  auto const b = detail::fast_two_sum(n * X(-E::ln2_hi), X(T(-2)) * f);
  auto const [h, l] =
      detail::fast_two_sum(b.hi, fma(n, X(-E::ln2_lo), fma(-(f * f2), detail::by_cubics(f2, C::a), fma(X(T(-2)), rest, b.lo))));
  // s + sl = sqrt(h + l)
  X const s = math::sqrt(h), s2 = s + two, both = one / (s * s2), sl = X(T(0.5)) * (s2 * both) * (detail::residual(h, s, s) + l);
  X const v = select(far, fma(X(T(-2)), s * both, X(T(0.45))), z * z);
  X const q = fma(v, detail::by_cubics(far, v, C::r, C::p), select(far, X(C::r0), X(C::p0)));
  X const x = select(far, s + (q + sl), fma(z, q, z));
  return math::copysign(select(z < one, x, select(z == one, detail::inf_of<X>(), detail::nan_of<X>())), y);
}

}  // namespace constax::inline CONSTAX_TAG::math
