// SPDX-License-Identifier: BSL-1.0
#pragma once
// erf: |x| < 9/8 (f32: 17/16): x + x p(x^2); beyond: 1 - 2^q(|x|), where q is log2(erfc), a smooth function, so that one polynomial reaches up to 6,
// the last x with erf(x) != 1 (f32: 4).
//
// An error in q or in 2^q counts with erfc(17/16) = 0.13 at most. Each lane takes the coefficients of p or of q, as sin does: one polynomial, not two.
// p: degree 12 (f64, relative error of erf 2^-55.8) and 6 (f32, 2^-28.4), q: degree 15 (error of erf 2^-54.9) and 6 (2^-27.6),
// e = 2^f: degree 11 (2^-56.9) and 6 (2^-27.7), docs/reference/math/erf.sollya.
#include "exact.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct erf_constants;
template <> struct erf_constants<double> {
  static constexpr double from = 1.125, most = 6;
  static constexpr double p[] = {0x1.06eba8214db68p-3, -0x1.812746b0379c8p-2, 0x1.ce2f21a041c87p-4, -0x1.b82ce31250d96p-6, 0x1.565bcd075dfc6p-8, -0x1.c02db2e74044bp-11,
                               0x1.f9a30a3c2442fp-14, -0x1.f4d05bb9aa44cp-17, 0x1.b9ce0718640dep-20, -0x1.5e9f37fbf9822p-23, 0x1.f2f4d398d3b25p-27, -0x1.2b8688d05bf6cp-30,
                               0x1.cc7fb7f600f83p-35};
  static constexpr double q[] = {-0x1.242e0af35b22ap-18, -0x1.a0bbf41e80d9ap0, -0x1.d65449c306156p-1, -0x1.2ec98444593afp-3, 0x1.b7a658175939dp-6, 0x1.570495e13476ap-10,
                               -0x1.c4ea5e18d83c2p-9, 0x1.ab0e979f72c1p-10, -0x1.0555270a06fe8p-11, 0x1.d2e1e7b5dfe2ep-14, -0x1.345e2c7e5583cp-16, 0x1.24205a7315974p-19,
                               -0x1.6e4c53e1fd6b3p-23, 0x1.eb527ad7156ecp-28, -0x1.831913180911bp-36, -0x1.0aa03a0b39ddap-37};
  static constexpr double e[] = {1, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c598p-3, 0x1.c6b08d704a1d3p-5, 0x1.3b2ab6fba1ec4p-7, 0x1.5d87fe787493ap-10,
                               0x1.4309130944095p-13, 0x1.ffcbfd479e5bap-17, 0x1.62bfd4df40b7ep-20, 0x1.b52335e6fe7d5p-24, 0x1.e60595a88c4ap-28, 0x1.ec6b62822310bp-32};
};
template <> struct erf_constants<float> {
  static constexpr float from = 1.0625f, most = 4;
  static constexpr float p[] = {0x1.06eba8p-3f, -0x1.81273ap-2f, 0x1.ce2bf2p-4f, -0x1.b7e49p-6f, 0x1.5356f2p-8f, -0x1.9ec2bp-11f, 0x1.3acfbp-14f};
  static constexpr float q[] = {-0x1.7d95acp-11f, -0x1.a00944p0f, -0x1.d819d6p-1f, -0x1.2e3e08p-3f, 0x1.fb77ecp-6f, -0x1.0e6c52p-8f, 0x1.0d2466p-12f};
  static constexpr float e[] = {1, 0x1.62e43p-1f, 0x1.ebfbep-3f, 0x1.c6af9cp-5f, 0x1.3b2a48p-7f, 0x1.5ef5dp-10f, 0x1.442512p-13f};
};

/// c(0) + c(1) x + ... + c(N - 1) x^(N - 1) for a function c: cubics, joined by Horner's scheme in x^4. A long chain is not overlapped with the next
/// iterations': the scheduler's entries, not the multipliers, are what runs out (erf in f64: 6.8 cycles per element with Horner's scheme).
template <std::size_t N, floating_lane X, class F> CONSTAX_INLINE constexpr X by_cubics(X x, F c) noexcept {
  X const x2 = x * x, x4 = x2 * x2;
  auto const cubic = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
    constexpr std::size_t n = N - K < 4 ? N - K : 4;
    if constexpr (n == 1) return c(K);
    else {
      X const low = fma(c(K + 1), x, c(K));
      if constexpr (n == 2) return low;
      else if constexpr (n == 3) return fma(c(K + 2), x2, low);
      else return fma(fma(c(K + 3), x, c(K + 2)), x2, low);
    }
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    constexpr std::size_t last = sizeof...(I) * 4;
    X y = cubic(std::integral_constant<std::size_t, last>{});
    ((y = fma(y, x4, cubic(std::integral_constant<std::size_t, last - 4 - 4 * I>{}))), ...);
    return y;
  }(std::make_index_sequence<(N - 1) / 4>{});
}
template <floating_lane X, std::size_t N> CONSTAX_INLINE constexpr X by_cubics(X x, element_t<X> const (&a)[N]) noexcept {
  return by_cubics<N>(x, [&](std::size_t k) { return X(a[k]); });
}
/// The polynomial a where m holds, b elsewhere; b has at most as many coefficients as a.
template <floating_lane X, std::size_t N, std::size_t M> CONSTAX_INLINE constexpr X by_cubics(rebind_t<X, bool> m, X x, element_t<X> const (&a)[N], element_t<X> const (&b)[M]) noexcept {
  static_assert(N >= M);
  return by_cubics<N>(x, [&](std::size_t k) { return select(m, X(a[k]), X(k < M ? b[k] : element_t<X>(0))); });
}

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
  X const a = math::abs(x), c = select(a < X(C::most), a, C::most);
  auto const far = a >= X(C::from);  // nan is near: the integer arithmetic below does not keep it
  X const q = detail::by_cubics(far, select(far, c, c * c), C::q, C::p);
  // 2^q = 2^n 2^f, by adding n >= -57 to the exponent.
  X const magic(detail::round_magic<X>), t = q + magic, e = detail::by_cubics(q - (t - magic), C::e);
  X const r = detail::from_bits<T>(detail::to_bits(e) + (detail::to_bits(t) << B(static_cast<detail::uint_like<T>>(detail::ieee<T>::digits - 1))));
  return math::copysign(select(far, X(T(1)) - r, fma(a, q, a)), x);
}

}  // namespace constax::inline CONSTAX_TAG::math
