// SPDX-License-Identifier: BSL-1.0
#pragma once
// erf: |x| < 19/16 (f32: 17/16): x + x p(x^2 - 3/4) (f32: x + x p(x^2)); beyond: 1 - 2^q(|x|), where q is log2(erfc), a smooth function, so
// that one polynomial reaches up to 6, the last x with erf(x) != 1 (f32: 4).
//
// An error in q or in 2^q counts with erfc(17/16) = 0.13 at most; below, |p| < 1/4 keeps the roundings of its last three steps at an eighth
// of a unit each. Each lane takes the coefficients of p or of q, as sin does: one polynomial, not two. p: degree 12 (f64, error 2^-55.6)
// and 6 (f32, 2^-28.4), q: degree 14 (error of erf 2^-54.4) and 6 (2^-27.6), e = 2^f: degree 11 (2^-56.9) and 6 (2^-27.7),
// docs/reference/math/erf.py (p and q in f64) and erf.sollya.
#include "exact.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct erf_constants;
template <> struct erf_constants<double> {
  static constexpr double from = 1.1875, most = 6, middle = 0.75;
  static constexpr double p[] = {-0x1.9a0bafec7a26ep-4, -0x1.f4eac5302d059p-3,  0x1.12198a34afc3ap-4,  -0x1.efd13dd1aab6ep-7,
                                 0x1.7530755e0f759p-9,  -0x1.dd9dff96f5bb3p-12, 0x1.09046f3bd15afp-14, -0x1.03381ef9df763p-17,
                                 0x1.c4f4c43c58deep-21, -0x1.65612d0ede3fbp-24, 0x1.00e4c293bdf1cp-27, -0x1.561f92a699c45p-31,
                                 0x1.b3c7d317eb512p-35};
  static constexpr double q[] = {-0x1.44d3ae0bf51ddp-18, -0x1.a0bbb454fbfb7p0,  -0x1.d65615b11801bp-1,  -0x1.2eb9aa9b28fb7p-3,
                                 0x1.b6e709cf11526p-6,   0x1.6415fa30c69c3p-10, -0x1.ca424b5b6e72dp-9,  0x1.b1b712872148bp-10,
                                 -0x1.0bb44253b4a62p-11, 0x1.e59c87c83e5b5p-14, -0x1.49552ec7c9d26p-16, 0x1.473adec229273p-19,
                                 -0x1.c367b78822c11p-23, 0x1.82b0dd6bd0097p-27, -0x1.35dcc7bc85983p-32};
  static constexpr double e[] = {1,
                                 0x1.62e42fefa39efp-1,
                                 0x1.ebfbdff82c598p-3,
                                 0x1.c6b08d704a1d3p-5,
                                 0x1.3b2ab6fba1ec4p-7,
                                 0x1.5d87fe787493ap-10,
                                 0x1.4309130944095p-13,
                                 0x1.ffcbfd479e5bap-17,
                                 0x1.62bfd4df40b7ep-20,
                                 0x1.b52335e6fe7d5p-24,
                                 0x1.e60595a88c4ap-28,
                                 0x1.ec6b62822310bp-32};
};
template <> struct erf_constants<float> {
  static constexpr float from = 1.0625f, most = 4, middle = 0;
  static constexpr float p[] = {0x1.06eba8p-3f, -0x1.81273ap-2f, 0x1.ce2bf2p-4f, -0x1.b7e49p-6f,
                                0x1.5356f2p-8f, -0x1.9ec2bp-11f, 0x1.3acfbp-14f};
  static constexpr float q[] = {-0x1.7d95acp-11f, -0x1.a00944p0f,  -0x1.d819d6p-1f, -0x1.2e3e08p-3f,
                                0x1.fb77ecp-6f,   -0x1.0e6c52p-8f, 0x1.0d2466p-12f};
  static constexpr float e[] = {1, 0x1.62e43p-1f, 0x1.ebfbep-3f, 0x1.c6af9cp-5f, 0x1.3b2a48p-7f, 0x1.5ef5dp-10f, 0x1.442512p-13f};
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The error function, odd; 1 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X erf(X x) noexcept {
  using T = element_t<X>;
  using C = detail::erf_constants<T>;
  using B = detail::bits_t<X>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && x != x) return x;
  }
  X const a = math::abs(x), c = detail::at_most(a, C::most);
  auto const far = a >= X(C::from);  // nan is near: the integer arithmetic below does not keep it
  X const q = detail::by_cubics(far, select(far, c, fma(c, c, X(-C::middle))), C::q, C::p);
  // 2^q = 2^n 2^f, by adding n >= -57 to the exponent.
  X const magic(detail::round_magic<X>), t = q + magic, e = detail::by_cubics(q - (t - magic), C::e);
  X const r =
      detail::from_bits<T>(detail::to_bits(e) + (detail::to_bits(t) << B(static_cast<detail::uint_like<T>>(detail::ieee<T>::digits - 1))));
  return math::copysign(select(far, X(T(1)) - r, fma(a, q, a)), x);
}

}  // namespace constax::inline CONSTAX_TAG::math
