// SPDX-License-Identifier: BSL-1.0
#pragma once
// exp2: 2^x = 2^n (1 + r q(r)) with n = round(x), r = x - n: exact.
//
// q: degree 10 (f64, error 2^-57.6) and 5 (f32, 2^-28.2), docs/reference/math/exp2.sollya.
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct exp2_constants;
template <> struct exp2_constants<double> {
  static constexpr double least = -1076, most = 1024;  // 2^least rounds to 0
  static constexpr double q[] = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c5a5p-3,  0x1.c6b08d704a189p-5,  0x1.3b2ab6fb9ff45p-7,
                                 0x1.5d87fe7887468p-10, 0x1.4309130f3444ep-13, 0x1.ffcbfce31ff0bp-17, 0x1.62bfc6be0e292p-20,
                                 0x1.b524127035322p-24, 0x1.e61cc58bd2c1ep-28, 0x1.eb168b3bc94d5p-32};
};
template <> struct exp2_constants<float> {
  static constexpr float least = -151, most = 128;
  static constexpr float q[] = {0x1.62e43p-1f, 0x1.ebfbep-3f, 0x1.c6af72p-5f, 0x1.3b2a44p-7f, 0x1.5f0dd8p-10f, 0x1.44293p-13f};
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// 2^x, exact for integers; 2^-inf = 0, 2^inf = inf.
template <floating_lane X> CONSTAX_INLINE constexpr X exp2(X x) noexcept {
  using T = element_t<X>;
  using C = detail::exp2_constants<T>;
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated() && !(x >= C::least && x < C::most)) return x < 0 ? T(0) : x > 0 ? detail::inf_of<X>() : x;
  }
  X const c = detail::at_least(detail::at_most(x, C::most), C::least);  // nan passes
  X const magic(detail::round_magic<X>), n = (c + magic) - magic, r = c - n;
  return detail::scale(fma(r, detail::horner(r, C::q), X(T(1))), n);
}

}  // namespace constax::inline CONSTAX_TAG::math
