// SPDX-License-Identifier: BSL-1.0
#pragma once
// exp: e^x = 2^n e^r with n = round(x / ln 2), |r| <= ln(2) / 2, and e^r = 1 + (r + r^2 p(r)).
//
// Cody and Waite's reduction: n times the upper part of ln 2 has no rounding, because that part ends in enough zeros for any n.
// p: degree 9 (f64, error 2^-56.2) and 4 (f32, 2^-27.0), docs/reference/math/exp.sollya. The last addition rounds a term of at most
// 0.41 to a result of at least 0.7; with the roundings of r and of the term the error stays below 1.1 ulp.
#include "double_double.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct exp_constants;
template <> struct exp_constants<double> {
  static constexpr double least = -746, most = 710, overflow = 0x1.62e42fefa39efp+9;  // e^least rounds to 0, e^most to inf
  static constexpr double ln2_hi = 0x1.62e42fefa3800p-1, ln2_lo = 0x1.ef35793c76730p-45;
  static constexpr double p[] = {0x1.0000000000001p-1,  0x1.5555555555558p-3,  0x1.5555555553cd6p-5,  0x1.111111110f8d9p-7,
                                 0x1.6c16c178acd51p-10, 0x1.a01a01afb87cdp-13, 0x1.a019b8b19b673p-16, 0x1.71ddf782f2e0bp-19,
                                 0x1.2891da18ce098p-22, 0x1.af61c99011aeep-26};
};
template <> struct exp_constants<float> {
  static constexpr float least = -104, most = 89, overflow = 0x1.62e42ep+6f;
  static constexpr float ln2_hi = 0x1.62e400p-1f, ln2_lo = 0x1.7f7d1cp-20f;
  static constexpr float p[] = {0x1p-1f, 0x1.5554dcp-3f, 0x1.5554eap-5f, 0x1.120c0ap-7f, 0x1.6d4bfep-10f};
};

/// n and r of x = n ln 2 + r.
template <class X> struct exp_reduced {
  X n, r;
};
template <floating_lane X> CONSTAX_INLINE constexpr exp_reduced<X> reduce_exp(X x) noexcept {
  using T = element_t<X>;
  using C = exp_constants<T>;
  X const magic(round_magic<X>), n = fma(x, X(T(1.44269504088896340736)), magic) - magic;
  return {n, fma(n, X(-C::ln2_lo), fma(n, X(-C::ln2_hi), x))};
}

/// e^x in two parts, for exp_constants::least <= x <= 0, or nan; to about 2^-57 (f32: 2^-27) before it is scaled.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> exp_pair(X x) noexcept {
  using T = element_t<X>;
  auto const [n, r] = reduce_exp(x);
  X const t = fma(r * r, horner(r, exp_constants<T>::p), r), h = X(T(1)) + t;
  return {scale(h, n), scale(t - (h - X(T(1))), n)};
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// e^x; e^-inf = 0, e^inf = inf.
template <floating_lane X> CONSTAX_INLINE constexpr X exp(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp_constants<T>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(x >= C::least && x <= C::overflow)) return x < 0 ? T(0) : x > 0 ? detail::inf_of<X>() : x;
  }
  X const c = detail::at_least(detail::at_most(x, C::most), C::least);  // nan passes
  auto const [n, r] = detail::reduce_exp(c);
  return detail::scale(X(T(1)) + fma(r * r, detail::horner(r, C::p), r), n);
}

}  // namespace constax::inline CONSTAX_TAG::math
