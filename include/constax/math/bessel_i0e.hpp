// SPDX-License-Identifier: BSL-1.0
#pragma once
// bessel_i0e: e^-|x| I0(x) = sqrt(u) g(s), u = 1 / (|x| + 2), which flattens g at both ends; s = u - 5/16 for |x| <= 6, u - 1/16 beyond,
// and each lane takes the coefficients of its interval.
//
// u and its square root are corrected to first order by what they leave over, and the last sums of g are in two parts: only the last
// multiplication rounds at the size of the result. f32 is computed in f64. g: degree 31 near (relative error 2^-55.7) and 27 far (2^-54.9),
// for I1 the same, docs/reference/math/bessel.py.
#include "erf.hpp"
#include "residual.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// The first coefficient is g0 + g0_lo; [0] near, [1] far.
template <int Order> struct bessel_ie_constants;
template <> struct bessel_ie_constants<0> {
  static constexpr double g0[] = {0x1.8079c4730f218p-1, 0x1.b8cac5279f849p-2}, g0_lo[] = {0x1.a51ddbf24d831p-55, -0x1.0bf1d0f9d02eep-57},
                          g1[] = {0x1.45c1e55c8985ap1, 0x1.22c62bc97886dp-1};
  static constexpr double near[] = {
      0x1.9c340ac9bbf39p2,   -0x1.16afc011027c6p1,  -0x1.030e16c809ccbp5,  0x1.d51deec77ca7dp5,   0x1.7795f22419783p6,
      -0x1.5573b9396d877p9,  0x1.66f3e1b60b0dep10,  0x1.9060f9475c84cp8,   -0x1.9e2b4dfe98b8bp13, 0x1.85254e62ee529p15,
      -0x1.78fe9d3076b45p16, -0x1.20dd2dadd8162p13, 0x1.b2159e2ac71a6p19,  -0x1.ee93d56e950adp21, 0x1.5419dbdf2603fp23,
      -0x1.f3f3b464d32ccp23, -0x1.652da240e5dc5p23, 0x1.29e89a838e14fp27,  -0x1.1c4daf8cacfd2p30, 0x1.8e4b463704c4bp32,
      -0x1.442fb1703c0ffp31, -0x1.7922f6244b3b7p36, -0x1.95c6ad8f60a93p35, 0x1.f23b4c887c5fep40,  0x1.9150037294d18p40,
      -0x1.0ed147e9142b2p45, 0x1.5e027dd7df42cp43,  0x1.f0d446d442a16p47,  -0x1.5fc9ec1ec55d6p47, -0x1.16d3a849ae5c7p49};
  static constexpr double far[] = {0x1.2b722d8a7c091p0,   0x1.6c22bb2aa61p1,     0x1.ffd28604d6892p2,   0x1.b0542c4fd3377p4,
                                   0x1.dea10e9aa2817p6,   0x1.7d3f3d008192ep9,   0x1.8a2e0983b2c63p12,  0x1.26913540bacaap15,
                                   -0x1.78328ca700a36p18, -0x1.b2494c34649b4p23, -0x1.99d3977f5771ap26, 0x1.c9a9867fe9bc3p30,
                                   0x1.07ec1f042c142p35,  -0x1.b12b5675f3c9dp37, -0x1.c21f135a3f559p42, 0x1.de8278f516c27p44,
                                   0x1.41cfef3864c5p50,   -0x1.31944fdce567ep52, -0x1.738fbc6a6e3c1p57, 0x1.65f3c01fd0b13p59,
                                   0x1.3a4595462f83ep64,  -0x1.378f920576eeep66, -0x1.514cd5057ba89p70, 0x1.524d168392eep72,
                                   0x1.537e26f5517dep75,  -0x1.521768d876337p77};
};
template <> struct bessel_ie_constants<1> {
  static constexpr double g0[] = {0x1.06deaae13ebafp0, 0x1.e56c70bea41aap-2}, g0_lo[] = {-0x1.549d6919f14f8p-57, 0x1.9d65c05dce0a4p-56},
                          g1[] = {0x1.4d796b6b79593p1, 0x1.5fef86ae0920ep0};
  static constexpr double near[] = {
      -0x1.8fc443b98b85dp0,  -0x1.71877379adb2fp3, 0x1.96625793c2abp4,    0x1.49b3f385bcebep4,   -0x1.d1ef04639b333p7,
      0x1.1cb0a0b6bbb3ap9,   -0x1.3a58c95680927p7, -0x1.f0be70cfb95f8p11, 0x1.0a4ef34b83abep14,  -0x1.25615c796e546p15,
      0x1.08cb0e45fe24p14,   0x1.e7dc19843971cp17, -0x1.3d7904ca6ce17p20, 0x1.df271340fb023p21,  -0x1.ae4ded0035982p22,
      -0x1.c7c9ddf8cf2e3p20, 0x1.c6e5c0437f498p25, -0x1.c41ab60de27c3p27, 0x1.532f12f8e3ca7p30,  -0x1.92d6f17dd08a5p32,
      -0x1.f0ba9b01e56bcp32, 0x1.05fd5bfb3fca4p37, 0x1.82501fcc8f72dp37,  -0x1.3b7d9293997d1p41, -0x1.28d15e6068a29p42,
      0x1.5a65eb65a1a94p45,  0x1.949e8e7570cd6p44, -0x1.6ece78a3030b8p48, 0x1.d4844e9d6f806p44,  0x1.122d0fe22c37fp50};
  static constexpr double far[] = {0x1.8bb462c7b9ae6p1,   0x1.60c00d7905a2cp2,   0x1.399ac775eed35p2,   -0x1.684afe9d72253p4,
                                   -0x1.ae74458e3ffa5p7,  -0x1.7d17ba9b08f8bp10, -0x1.6f8b580492114p13, -0x1.2f909c2dde649p16,
                                   0x1.d13d1b7fc4702p17,  0x1.0c3680f8f957cp24,  0x1.5346a3a072e9dp27,  -0x1.a550bfbcb059dp30,
                                   -0x1.5ecc2765b7469p35, 0x1.0663e87fef092p37,  0x1.160ea7c035166p43,  -0x1.5a33e72b894f5p43,
                                   -0x1.82f6036ecc4e5p50, 0x1.745eb3061ae1dp50,  0x1.bb2cea4d35a4p57,   -0x1.ed4b007131966p57,
                                   -0x1.767c54b9fd265p64, 0x1.e571a6e389eddp64,  0x1.927a100c10667p70,  -0x1.1a38e219a4141p71,
                                   -0x1.95dfe3948462p75,  0x1.21a434b3ca90cp76};
};

/// e^-|x| I0(x), e^-|x| I1(|x|) / |x|, for |x| up to `huge`, as hi + lo.
template <int Order, floating_lane X> CONSTAX_INLINE constexpr double_double<X> bessel_ie(X a) noexcept {
  using C = bessel_ie_constants<Order>;
  X const one(1.0), two(2.0), half(0.5), d = a + two, u = one / d, v = fma(-u, a - (d - two), residual(one, u, d)); // 1 / (a + 2) = u + u v
  auto const near = a <= X(6.0);
  auto const either = [&](double const(&c)[2]) { return select(near, X(c[0]), X(c[1])); };
  X const middle = select(near, X(0.3125), X(0.0625)), s = u - middle, rest = fma(u, v, (u - s) - middle);
  X const g0 = either(C::g0), g1 = either(C::g1), q2 = by_cubics(near, s, C::near, C::far);
  X const q = fma(s, q2, g1), ql = fma(s, q2, g1 - q), gh = fma(s, q, g0);
  X const gl = fma(rest, fma(s + s, select(near, X(C::near[0]), X(C::far[0])), g1), fma(s, ql, fma(s, q, g0 - gh) + either(C::g0_lo)));
  X const w = math::sqrt(u), e = half * fma(residual(u, w, w), d, v);  // sqrt(1 / (a + 2)) = w + w e
  if constexpr (Order == 0) {
    auto const h = two_prod(w, gh);
    return {h.hi, fma(w, fma(e, gh, gl), h.lo)};
  } else {
    auto const f = two_prod(u, w), h = two_prod(f.hi, gh);
    return {h.hi, fma(f.hi, fma(e + v, gh, gl), fma(f.lo, gh, h.lo))};
  }
}
/// Beyond `huge` x times `down` is still so large that both functions are c / sqrt(x) to the last digit, and u sqrt(u) has all its digits.
inline constexpr double bessel_huge = 0x1p600, bessel_down = 0x1p-540, bessel_up = 0x1p-270;

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// e^-|x| I0(x), I0 the modified Bessel function of the first kind; 0 at inf.
template <floating_lane X> CONSTAX_INLINE constexpr X bessel_i0e(X x) noexcept {
  using T = element_t<X>;
  if constexpr (sizeof(T) == 4) {
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && x != x) return x;
    }
    return convert<T>(math::bessel_i0e(convert<double>(x)));
  } else {
    X const a = math::abs(x);
    auto const finite = a <= X(detail::largest<X>);
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && !finite) return x != x ? x : T(0);
    }
    auto const huge = a > X(detail::bessel_huge);
    auto const y = detail::bessel_ie<0>(select(huge, a * X(detail::bessel_down), a));
    return select(finite, (y.hi + y.lo) * select(huge, X(detail::bessel_up), X(T(1))), select(a == detail::inf_of<X>(), X(T(0)), x));
  }
}

}  // namespace constax::inline CONSTAX_TAG::math
