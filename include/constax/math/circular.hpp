// SPDX-License-Identifier: BSL-1.0
#pragma once
// circular: sine, cosine, tangent on any lane.
//
// Packs have an own evaluation: xsimd chooses the reduction by looking at all lanes, so that a value would depend on its neighbours
// (19 of 2,000 samples of sin differed). Kernels: fdlibm's polynomials on [-pi/4, pi/4]. Floats are computed in double.
#include "arithmetic.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// x - j * pi/2 for the nearest j, and j's two lowest bits; |x| <= 5e5, so that j has 20 bits and j times 33 bits is exact.
template <int W> struct quarter_turn {
  pack<double, W> r;
  pack<std::uint64_t, W> q;
};
template <int W> CONSTAX_INLINE quarter_turn<W> reduce_angle(pack<double, W> x) noexcept {
  using X = pack<double, W>;
  X const magic(6755399441055744.0);  // 1.5 * 2^52: the sum's last bits are the nearest integer
  X const t = fma(x, X(0.63661977236758134308), magic), j = t - magic; // no guard here: sin and cos of one x share this, as one sincos
  X const r = ((x - j * X(1.57079632673412561417e+00)) - j * X(6.07710050630396597660e-11)) - j * X(2.02226624879595063154e-21);
  return {r, on_registers([](auto n) { return pack<std::uint64_t, width_v<decltype(n)>>(reinterpret_cast<vector<std::uint64_t, width_v<decltype(n)>>>(n.v)); }, t)};
}
template <class X> CONSTAX_INLINE X sin_near(X r) noexcept {
  X const z = r * r;
  X const p = X(8.33333333332248946124e-03) + z * (X(-1.98412698298579493134e-04) + z * (X(2.75573137070700676789e-06) + z * (X(-2.50507602534068634195e-08) + z * X(1.58969099521155010221e-10))));
  return r + r * z * (X(-1.66666666666666324348e-01) + z * p);
}
template <class X> CONSTAX_INLINE X cos_near(X r) noexcept {
  X const z = r * r, h = X(0.5) * z, w = X(1.0) - h;
  X const p = X(4.16666666666666019037e-02) + z * (X(-1.38888888888741095749e-03) + z * (X(2.48015872894767294178e-05) + z * (X(-2.75573143513906633035e-07) + z * (X(2.08757232129817482790e-09) + z * X(-1.13596475577881948265e-11)))));
  return w + (((X(1.0) - w) - h) + z * z * p);
}
/// sin(x + Turn * pi/2).
template <int Turn, int W> CONSTAX_INLINE pack<double, W> sin_turned(pack<double, W> x) noexcept {
  auto const [r, q0] = reduce_angle(x);
  using Q = pack<std::uint64_t, W>;
  Q const q = q0 + Q(std::uint64_t(Turn));
  auto const y = select((q & Q(std::uint64_t(1))) != Q(std::uint64_t(0)), cos_near(r), sin_near(r));
  return select((q & Q(std::uint64_t(2))) != Q(std::uint64_t(0)), -y, y);
}
template <int W> CONSTAX_INLINE pack<double, W> tan_any(pack<double, W> x) noexcept {
  auto const [r, q] = reduce_angle(x);
  using Q = pack<std::uint64_t, W>;
  auto const s = sin_near(r), c = cos_near(r);
  auto const odd = (q & Q(std::uint64_t(1))) != Q(std::uint64_t(0));
  return select(odd, -c, s) / select(odd, s, c);
}
template <class F, class Exact, class T, int W> CONSTAX_INLINE pack<T, W> circular(F f, Exact exact, pack<T, W> x) noexcept {
  auto const good = math::abs(x) <= pack<T, W>(T(5e5));
  return repair(convert<T>(f(convert<double>(x))), exact, good, x);
}
}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The sine; sin(-0) = -0, nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X sin(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_sin{}(x);
  else return select(x == X(element_t<X>(0)), x, detail::circular([](auto v) { return detail::sin_turned<0>(v); }, detail::libm_sin{}, x));
}
/// The cosine; nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X cos(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_cos{}(x);
  else return detail::circular([](auto v) { return detail::sin_turned<1>(v); }, detail::libm_cos{}, x);
}
/// The tangent; tan(-0) = -0, nan at infinities.
template <floating_lane X> CONSTAX_INLINE constexpr X tan(X x) noexcept {
  if constexpr (scalar_lane<X>) return detail::libm_tan{}(x);
  else return select(x == X(element_t<X>(0)), x, detail::circular([](auto v) { return detail::tan_any(v); }, detail::libm_tan{}, x));
}
/// {sin(x), cos(x)}.
template <floating_lane X> CONSTAX_INLINE constexpr std::pair<X, X> sincos(X x) noexcept { return {math::sin(x), math::cos(x)}; }

}  // namespace constax::inline CONSTAX_TAG::math
