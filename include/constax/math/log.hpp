// SPDX-License-Identifier: BSL-1.0
#pragma once
// log, log2, log10: x = 2^n (1 + f), and log(1 + f) = f + g, where f is exact and g small: -0.09 at most.
//
// f64: sqrt(1/2) <= 1 + f < sqrt(2), s = f / (2 + f), z = s^2, g = -f^2/2 + s (f^2/2 + z q(z)); the identity is FreeBSD's (Ng 1986), and
// q minimax for log(1 + f) = 2 atanh(s): degree 6, error of g 2^-59.1. The division runs beside the products.
// f32: 2/3 <= 1 + f < 4/3, g = f^2 q(f): degree 8, error of g 2^-29.8. Both: docs/reference/math/log.sollya.
// n ln 2 + f is added exactly; in bases 2 and 10 f times the base's constant is exact too.
// Zero, infinity, nan and subnormal numbers are a branch that whole registers take; it changes no bit of the other lanes.
#include "double_double.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct log_constants;
template <> struct log_constants<double> {
  static constexpr double lower = 0x1.6a09e667f3bcdp-1, up = 0x1p54;  // the least 1 + f; `up` makes subnormals normal
  static constexpr int up_exponent = 54;
  static constexpr double ln2_hi = 0x1.62e42fefa38p-1, ln2_lo = 0x1.ef35793c7673p-45;  // upper parts end in enough zeros for any n
  static constexpr double q[] = {0x1.5555555555558p-1, 0x1.9999999995247p-2, 0x1.2492492e0ab35p-2, 0x1.c71c62c1bb344p-3,
                                 0x1.7462bf32d7e61p-3, 0x1.39fcfe942f209p-3, 0x1.2b6964169c2ffp-3};
};
template <> struct log_constants<float> {
  static constexpr float lower = 0x1.555556p-1f, up = 0x1p25f;
  static constexpr int up_exponent = 25;
  static constexpr float ln2_hi = 0x1.62e4p-1f, ln2_lo = 0x1.7f7d1cp-20f;
  static constexpr float q[] = {-0x1.000002p-1f, 0x1.5554d2p-2f, -0x1.fffc06p-3f, 0x1.99e348p-3f, -0x1.55f012p-3f,
                                0x1.1dca5ep-3f,  -0x1.ec02ap-4f, 0x1.22fe4cp-3f,  -0x1.1547f8p-3f};
};
/// hi + lo = 1 / ln B; one = log_B 2 in two parts, the upper with zeros at its end. f32: log_B(1 + f) = f hi + f r(f).
template <class T, int Base> struct log_base;
template <> struct log_base<double, 2> { static constexpr double hi = 0x1.71547652b82fep0, lo = 0x1.777d0ffda0d24p-56; };
template <> struct log_base<double, 10> {
  static constexpr double hi = 0x1.bcb7b1526e50ep-2, lo = 0x1.95355baaafad3p-57, one_hi = 0x1.34413509f78p-2,
                          one_lo = 0x1.fef311f12b358p-46;
};
template <> struct log_base<float, 2> {
  static constexpr float hi = 0x1.715476p0f;
  static constexpr float r[] = {0x1.4ae0cp-26f,  -0x1.71547ap-1f, 0x1.ec6fep-2f,   -0x1.715126p-2f, 0x1.27abf6p-2f,
                                -0x1.ed653ep-3f, 0x1.9c4e02p-3f,  -0x1.6216e8p-3f, 0x1.a3d44cp-3f,  -0x1.92e036p-3f};
};
template <> struct log_base<float, 10> {
  static constexpr float hi = 0x1.bcb7b2p-2f, one_hi = 0x1.344p-2f, one_lo = 0x1.3509f8p-18f;
  static constexpr float r[] = {-0x1.5b235ep-27f, -0x1.bcb7b4p-3f, 0x1.287a04p-3f,  -0x1.bcb4bp-4f, 0x1.640632p-4f,
                                -0x1.28f614p-4f,  0x1.f076fep-5f,  -0x1.ac2ed2p-5f, 0x1.f98618p-5f, -0x1.ded142p-5f};
};

/// x = 2^n (1 + f) of a positive normal x; n_bits has n + bias in its exponent field.
template <class X> struct log_parts {
  X n, f;
  bits_t<X> n_bits;
};
/// What take_log subtracts from n: the bias, and 2^(digits-1), into whose last bits n + bias is written.
template <class T> inline constexpr T log_bias = static_cast<T>(ieee<T>::hidden) + static_cast<T>(ieee<T>::bias);
template <floating_lane X> CONSTAX_INLINE constexpr log_parts<X> take_log(X x, X bias) noexcept {
  using T = element_t<X>;
  using B = bits_t<X>;
  using F = ieee<T>;
  constexpr auto lower = to_bits(log_constants<T>::lower);
  B const e = to_bits(x) + B(to_bits(T(1)) - lower);
  X const n = from_bits<T>((e >> B(static_cast<typename F::bits>(F::digits - 1))) | B(to_bits(static_cast<T>(F::hidden)))) - bias;
  return {n, from_bits<T>((e & B(F::hidden - 1)) + B(lower)) - X(T(1)), e};
}

/// a b + log(1 + f) - f.
template <floating_lane X> CONSTAX_INLINE constexpr X log_tail(X f, X a, X b) noexcept {
  using T = element_t<X>;
  using K = log_constants<T>;
  if constexpr (sizeof(T) == 4) {
    X const c = a * b;
    return fma(f * f, horner(f, K::q), c);
  } else {
    X const s = f / (X(T(2)) + f), z = s * s, half = guard((X(T(0.5)) * f) * f);
    return fma(s, fma(z, horner(z, K::q), half), fma(a, b, -half));
  }
}

/// n ln 2 + log(1 + f + c) for a c below ulp(f), or none; in two parts, the lower holding all roundings.
template <floating_lane X, class... C> CONSTAX_INLINE constexpr double_double<X> log_sum(X n, X f, C... c) noexcept {
  using K = log_constants<element_t<X>>;
  auto const sum = fast_two_sum(guard(n * X(K::ln2_hi)), f);
  X rest = log_tail(f, n, X(K::ln2_lo));
  if constexpr (sizeof...(C) != 0) rest = rest + (fma(-c, f, c), ...);  // c / (1 + f), to a digit
  return {sum.hi, sum.lo + rest};
}

/// n log_B 2 + log_B(1 + f).
template <int Base, floating_lane X> CONSTAX_INLINE constexpr X log_sum_in(X n, X f) noexcept {
  using T = element_t<X>;
  using K = log_base<T, Base>;
  if constexpr (sizeof(T) == 4 && Base == 2 && CONSTAX_HAS_FMA) return n + fma(f, X(K::hi), f * horner(f, K::r));
  else {
    auto const p = two_prod(f, X(K::hi));
    X lo;
    if constexpr (sizeof(T) == 4) lo = fma(f, horner(f, K::r), p.lo);
    else lo = fma(log_tail(f, X(T(0)), f), X(K::hi), fma(f, X(K::lo), p.lo));
    if constexpr (Base != 2) lo = fma(n, X(K::one_lo), lo), n = guard(n * X(K::one_hi));
    auto const sum = fast_two_sum(n, p.hi);
    return sum.hi + (sum.lo + lo);
  }
}

/// f(x, bias) for the positive finite x; subnormal ones are scaled, and bias says by what.
template <floating_lane X, class F> CONSTAX_INLINE constexpr X log_domain(X x, F f) noexcept {
  using T = element_t<X>;
  using K = log_constants<T>;
  X const zero(T(0)), least(least_normal<X>), most(largest<X>), bias(log_bias<T>);
  if (all((x >= least) & (x <= most))) [[likely]] return f(x, bias);
  X const special = select(x == zero, -inf_of<X>(), select(x > zero, x, nan_of<X>()));
  if constexpr (scalar_lane<X>) {
    if (!(x > 0 && x <= most)) return special;
  }
  auto const tiny = x < least;
  return select((x > zero) & (x <= most),
                f(select(tiny, x * X(K::up), x), select(tiny, X(log_bias<T> + static_cast<T>(K::up_exponent)), bias)), special);
}

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The natural logarithm; -inf at 0 and -0, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log(X x) noexcept {
  return detail::log_domain(x, [](X y, X bias) {
    auto const [n, f, bits] = detail::take_log(y, bias);
    auto const sum = detail::log_sum(n, f);
    return sum.hi + sum.lo;
  });
}
/// The logarithm to base 2, exact for powers of 2; -inf at 0 and -0, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log2(X x) noexcept {
  return detail::log_domain(x, [](X y, X bias) {
    auto const [n, f, bits] = detail::take_log(y, bias);
    return detail::log_sum_in<2>(n, f);
  });
}
/// The logarithm to base 10; -inf at 0 and -0, nan below.
template <floating_lane X> CONSTAX_INLINE constexpr X log10(X x) noexcept {
  return detail::log_domain(x, [](X y, X bias) {
    auto const [n, f, bits] = detail::take_log(y, bias);
    return detail::log_sum_in<10>(n, f);
  });
}

}  // namespace constax::inline CONSTAX_TAG::math
