// SPDX-License-Identifier: BSL-1.0
#pragma once
// pow, scaled_pow: x^y = 2^(y log2 x), the logarithm and the product in twice the digits; c x^y, where c counts before 2^E is scaled.
//
// x = 2^n (1 + f), s = f / (2 + f), z = s^2: log2(1 + f) = s (c0 + z (c1 + z q(z))), the atanh series with minimax q: degree 6 (f64, error
// 2^-64.7) and 2 (f32, 2^-33), docs/reference/math/pow.sollya; s, c0, c1 and their products are double-doubles, so that y log2 x, which is
// below 1080 (f32: 156) or decided, is right to 2^-55 (2^-26). 2^E = 2^k (1 + r q(r)) is exp2's.
// Arguments that are not positive and normal, and results that are not, are a branch that whole registers take; it changes no bit of the
// others.
// Of integers: by squaring, for as many bits as the largest exponent has.
#include "arithmetic.hpp"
#include "exact.hpp"
#include "exp2.hpp"
#include "ldexp.hpp"
#include "log.hpp"
#include "residual.hpp"
#include "shift.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct pow_constants;
template <> struct pow_constants<double> {
  static constexpr double c0_hi = 0x1.71547652b82fep1, c0_lo = 0x1.777d0ffda0d24p-55, c1_hi = 0x1.ec709dc3a03fdp-1,
                          c1_lo = 0x1.d27f05548af0cp-55;
  static constexpr double most = 1022;  // |y log2 x| below which all is normal
  static constexpr double q[] = {0x1.2776c50ef9d28p-1, 0x1.a61762a7588cp-2,  0x1.484b14224c2f8p-2, 0x1.0c9a63977d4edp-2,
                                 0x1.c69fa38e8b07p-3,  0x1.87ae8fd2b4c86p-3, 0x1.85fe042fca1eap-3};
};
template <> struct pow_constants<float> {
  static constexpr float c0_hi = 0x1.715476p1f, c0_lo = 0x1.4ae0cp-25f, c1_hi = 0x1.ec709ep-1f, c1_lo = -0x1.e2fe02p-28f;
  static constexpr float most = 127;
  static constexpr float q[] = {0x1.277782p-1f, 0x1.a56a64p-2f, 0x1.60a8dep-2f};
};

/// a / b to twice the digits, for a of few digits more than b.hi's; b.hi in [1, 4).
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> pow_quotient(X a, double_double<X> b) noexcept {
  X const r = X(element_t<X>(1)) / b.hi, q = guard(a * r);
  return {q, fma(-q, b.lo, residual(a, q, b.hi)) * r};
}

/// log2(x) in two parts to about 2^-65, for positive normal x; bias as take_log's.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> log2_pair(X x, X bias) noexcept {
  using T = element_t<X>;
  using K = pow_constants<T>;
  auto const [n, f, bits] = take_log(x, bias);
  X const two(T(2));
  auto const s = pow_quotient(f, fast_two_sum(two, f)), z = two_prod(s.hi, s.hi);
  X const z_lo = fma(two * s.hi, s.lo, z.lo);
  auto const t = fast_two_sum(X(K::c1_hi), guard(z.hi * horner(z.hi, K::q)));
  auto const p = two_prod(z.hi, t.hi);
  auto const u = fast_two_sum(X(K::c0_hi), p.hi);
  X const u_lo = u.lo + (fma(z.hi, t.lo + X(K::c1_lo), fma(z_lo, t.hi, p.lo)) + X(K::c0_lo));
  auto const l = two_prod(s.hi, u.hi), sum = fast_two_sum(n, l.hi);
  return {sum.hi, sum.lo + fma(s.hi, u_lo, fma(s.lo, u.hi, l.lo))};
}

/// Before its scaling by 2^k: 2^(hi + lo), from sqrt(1/2) to sqrt(2).
template <class X> struct pow_parts {
  X value, k;
};
template <floating_lane X> CONSTAX_INLINE constexpr pow_parts<X> exp2_pair(double_double<X> e) noexcept {
  X const magic(round_magic<X>), k = (e.hi + magic) - magic, r = (e.hi - k) + e.lo;
  return {fma(r, horner(r, exp2_constants<element_t<X>>::q), X(element_t<X>(1))), k};
}

/// l (y - less) in two parts, its first part's product alone: y - less would be rounded.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> times_exponent(double_double<X> l, X y, int less) noexcept {
  auto const p = two_prod(l.hi, y);
  if (less == 0) return p;
  auto const q = two_prod(l.hi, X(static_cast<element_t<X>>(-less))), s = two_sum(p.hi, q.hi);
  return {s.hi, s.lo + (p.lo + q.lo)};
}
/// |x|^(y - less) for x and y of any kind but 0, inf and nan; y up to 2^64, which decides the result of every x but 1.
template <floating_lane X> CONSTAX_INLINE constexpr pow_parts<X> pow_magnitude(X x, X y, int less) noexcept {
  using T = element_t<X>;
  using K = log_constants<T>;
  auto const tiny = x < X(least_normal<X>);
  auto const l = log2_pair(select(tiny, sane(tiny, x, T(1)) * X(K::up), x),
                           select(tiny, X(log_bias<T> + static_cast<T>(K::up_exponent)), X(log_bias<T>)));
  auto const p = times_exponent(l, y, less);
  X const beyond = constant<X>(420, 3200);  // with the largest factor c, too, the result is 0 or inf
  auto const inside = math::abs(p.hi) < beyond;
  return exp2_pair(double_double<X>{select(inside, p.hi, math::copysign(beyond, p.hi)),
                                    select(inside, fma(l.lo, y - X(static_cast<T>(less)), p.lo), T(0))});
}

/// c x^(y - less) for any x and y, as C's Annex F has it for c = 1 and less = 0; `scaled` gives c 2^(hi + lo) from the parts.
template <floating_lane X, class F> CONSTAX_INLINE constexpr X pow_special(X c, X x, X y, int less, F scaled) noexcept {
  using T = element_t<X>;
  using M = rebind_t<X, bool>;
  X const zero(T(0)), one(T(1)), half(T(0.5)), inf = inf_of<X>(), ax = math::abs(x), ay = math::abs(y), most(T(0x1p64));
  M const nan = (x != x) | (y != y), is_one = (x == one) | (y == X(static_cast<T>(less))), edge = (ax == zero) | (ax == inf);
  X const safe = select(nan | edge, one, ax), bounded = select(ay < most, y, select(y > zero, most, select(y < zero, -most, one)));
  X const h = select(ay < most, sane(ay < most, y, T(1)) * half, one),
          down = select((ax == zero) ^ (y < X(static_cast<T>(less))), zero, inf);
  M const half_integer = math::trunc(h) != h, fraction = math::trunc(bounded) != bounded,
          odd = (less % 2 == 0 ? half_integer : !half_integer) & !fraction & (ay < inf);
  X const m = select(edge, math::mul(c, down), scaled(pow_magnitude(safe, bounded, less)));
  X const signed_m = select(odd, math::mul(math::copysign(one, x), m), m);
  return select(is_one, c, select(nan | ((x < zero) & (ax != inf) & fraction), nan_of<X>(), signed_m));
}

/// Its logarithm's product with y, and whether x^y is made of it without a special case: x positive and normal, and so the result.
template <class X> struct pow_exponent {
  double_double<X> l, p;
  rebind_t<X, bool> good;
};
template <floating_lane X> CONSTAX_INLINE constexpr pow_exponent<X> pow_plainly(X x, X y, int less = 0) noexcept {
  using T = element_t<X>;
  auto const l = log2_pair(x, X(log_bias<T>)), p = times_exponent(l, y, less);
  X const ae = math::abs(p.hi), ay = math::abs(y), most(largest<X>);
  rebind_t<X, bool> good = (x >= X(least_normal<X>)) & (x <= most) & (ae < X(pow_constants<T>::most));
  if constexpr (!CONSTAX_HAS_FMA) good = good & (ay < X(T(0x1p64)));  // two_prod by splitting
  return {l, p, good};
}
template <floating_lane X> CONSTAX_INLINE constexpr pow_parts<X> pow_plainly(pow_exponent<X> const& e, X y) noexcept {
  return exp2_pair(double_double<X>{e.p.hi, fma(e.l.lo, y, e.p.lo)});
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// x^y as in C: pow(x, 0) = pow(1, y) = 1 also for nan; nan for x below 0 unless y is an integer.
template <floating_lane X> CONSTAX_INLINE constexpr X pow(X x, std::type_identity_t<X> y) noexcept {
  using T = element_t<X>;
  X const one(T(1));
  auto const scaled = [](detail::pow_parts<X> const& v) {
    if constexpr (scalar_lane<X>) {
      if (is_constant_evaluated() && (v.k > detail::exp2_constants<T>::most || (v.k == detail::exp2_constants<T>::most && v.value >= 1)))
        return detail::inf_of<X>();
    }
    return detail::scale(v.value, detail::at_most(detail::at_least(v.k, T(sizeof(T) == 4 ? -200 : -1500)), T(sizeof(T) == 4 ? 200 : 1500)));
  };
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated()) return detail::pow_special(one, x, X(y), 0, scaled);
  }
  auto const e = detail::pow_plainly(x, X(y));
  if (all(e.good)) [[likely]] {
    auto const v = detail::pow_plainly(e, X(y));
    return detail::scale(v.value, v.k);
  }
  return detail::pow_special(one, x, X(y), 0, scaled);
}

/// c x^(y - less): where the power alone would over- or underflow, too, and with y itself in the exponent. 0 where c is 0, unless x or y is
/// nan: the derivative of a power that is constant.
template <floating_lane X> CONSTAX_INLINE constexpr X scaled_pow(X c, std::type_identity_t<X> x, std::type_identity_t<X> y,
                                                                 int less) noexcept {
  using T = element_t<X>;
  X const ac = math::abs(c), most(detail::largest<X>),
          finite = select(ac <= most, c, select(c == c, math::copysign(most, c), c)); // y (y - 1) may be inf
  // The product of a subnormal factor would be rounded before it is scaled.
  auto const tiny = ac < detail::constant<X>(0x1p-40f, 0x1p-400);
  X const normal = finite * select(tiny, detail::constant<X>(0x1p60f, 0x1p600), X(T(1))),
          raised = select(tiny, detail::constant<X>(60, 600), X(T(0)));
  auto const special = [&] {
    auto const nothing = (c == X(T(0))) & (x == x) & (y == y);
    X const z = detail::pow_special(select(nothing, X(T(1)), c), x, y, less, [&](detail::pow_parts<X> const& v) {
      return math::ldexp(math::mul(normal, v.value), convert<std::int32_t>(v.k - raised));
    });
    return select(nothing, X(T(0)), z);
  };
  if constexpr (scalar_lane<X>) {
    if (is_constant_evaluated()) return special();
  }
  auto const e = detail::pow_plainly(x, y, less);
  X const low = detail::constant<X>(0x1p-40f, 0x1p-400), high = detail::constant<X>(0x1p40f, 0x1p400);
  if (all(e.good & (ac > low) & (ac < high))) [[likely]] {
    auto const v = detail::pow_plainly(e, y - X(static_cast<T>(less)));
    return detail::scale(guard(c * v.value), v.k);
  }
  return special();
}

/// x^y of integers, modulo 2^bits; for y < 0 the quotient 1 / x^-y towards 0, and 0 for x = 0.
template <integer_lane X> CONSTAX_INLINE constexpr X pow(X x, std::type_identity_t<X> y) noexcept {
  constexpr bool has_sign = std::is_signed_v<element_t<X>>;
  X const zero(element_t<X>(0)), one(element_t<X>(1));
  X result = one, square = x, left = y;
  if constexpr (has_sign) left = select(y < zero, static_cast<X>(y & one), static_cast<X>(y)); // -1 to an odd power
  for (;;) {
    result = select(static_cast<X>(left & one) != zero, math::mul(result, square), result);
    left = math::shift_right_logical(left, one);
    if (!any(left != zero)) break;
    square = math::square(square);
  }
  if constexpr (has_sign) return select((y < zero) & (x != one) & (x != math::neg(one)), zero, result);
  else return result;
}

}  // namespace constax::inline CONSTAX_TAG::math
