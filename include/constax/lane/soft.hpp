// SPDX-License-Identifier: BSL-1.0
#pragma once
// soft: fma and sqrt of float and double in integers, correctly rounded, for constant evaluation (clang 19 folds no __builtin_ of math).
//
// A value is (-1)^sign * m * 2^e with m in 128 bits; whatever was lost below its last bit is or-ed into that bit (sticky),
// which is all that rounding to nearest-even needs. Tested at run time against the processor's own instructions.
#include "builtins.hpp"

namespace constax::inline CONSTAX_TAG::detail {

CONSTAX_EXTENSION typedef unsigned __int128 u128;

/// The bits of an IEEE number.
template <class T> struct ieee {
  using bits = uint_like<T>;
  static constexpr int digits = std::numeric_limits<T>::digits;            // 24, 53
  static constexpr int bias = std::numeric_limits<T>::max_exponent - 1;    // 127, 1023
  static constexpr int low = 1 - bias - (digits - 1);                      // exponent of the last bit of a subnormal
  static constexpr bits sign = bits(1) << (8 * sizeof(T) - 1);
  static constexpr bits hidden = bits(1) << (digits - 1);
  static constexpr bits inf = (sign - 1) & ~(hidden - 1);
  static constexpr bits nan = inf | (hidden >> 1);
};

/// A finite number taken apart: |x| = m * 2^e.
template <class T> struct split {
  typename ieee<T>::bits m = 0;
  int e = 0;
  constexpr explicit split(T x) noexcept {
    using F = ieee<T>;
    auto const b = to_bits(x) & ~F::sign;
    int const field = static_cast<int>(b >> (F::digits - 1));
    m = field == 0 ? b : (b & (F::hidden - 1)) | F::hidden;
    e = F::low + (field == 0 ? 0 : field - 1);
  }
};

constexpr int top_bit(u128 m) noexcept {  // position of the highest set bit; m != 0
  auto const hi = static_cast<std::uint64_t>(m >> 64);
  return hi != 0 ? 127 - leading_zeros(hi) : 63 - leading_zeros(static_cast<std::uint64_t>(m));
}
constexpr u128 shift_right_sticky(u128 m, int n) noexcept {
  if (n <= 0) return m;
  if (n > 127) return m != 0;
  return (m >> n) | ((m & ((u128(1) << n) - 1)) != 0);
}

/// m * 2^e to the nearest T, ties to even; m != 0.
template <class T> constexpr T round_to(bool negative, u128 m, int e) noexcept {
  using F = ieee<T>;
  int drop = top_bit(m) - (F::digits - 1);
  if (e + drop < F::low) drop = F::low - e;  // subnormal: the last bit stays where it is
  u128 q = m;
  if (drop > 0) {
    q = shift_right_sticky(m, drop - 2 < 0 ? 0 : drop - 2);  // two bits beyond the last one: half and sticky
    if (drop == 1) q <<= 1;
    auto const rest = static_cast<int>(q & 3);
    q >>= 2;
    q += rest == 3 || (rest == 2 && (q & 1) != 0);
  } else {
    q <<= -drop;
  }
  e += drop;
  // A carry out of the rounding moves into the exponent field by itself.
  auto b = static_cast<typename F::bits>(q);
  if (b >= F::hidden) {
    int const field = e - F::low + 1;
    if (field >= 2 * F::bias + 1) b = F::inf;
    else b = static_cast<typename F::bits>(b + (static_cast<typename F::bits>(field - 1) << (F::digits - 1)));
    if (b > F::inf) b = F::inf;
  }
  return from_bits<T>(b | (negative ? F::sign : 0));
}

template <class T> constexpr bool soft_isnan(T x) noexcept { return (to_bits(x) & ~ieee<T>::sign) > ieee<T>::inf; }
template <class T> constexpr bool soft_isinf(T x) noexcept { return (to_bits(x) & ~ieee<T>::sign) == ieee<T>::inf; }
template <class T> constexpr bool soft_signbit(T x) noexcept { return (to_bits(x) & ieee<T>::sign) != 0; }
template <class T> constexpr bool soft_iszero(T x) noexcept { return (to_bits(x) & ~ieee<T>::sign) == 0; }
template <class T> constexpr T soft_nan() noexcept { return from_bits<T>(ieee<T>::nan); }
template <class T> constexpr T soft_inf(bool negative) noexcept { return from_bits<T>(ieee<T>::inf | (negative ? ieee<T>::sign : 0)); }
template <class T> constexpr T soft_zero(bool negative) noexcept { return from_bits<T>(negative ? ieee<T>::sign : 0); }

/// a * b + c, rounded once.
template <class T> constexpr T soft_fma(T a, T b, T c) noexcept {
  bool const sp = soft_signbit(a) != soft_signbit(b), sc = soft_signbit(c);
  if (soft_isnan(a) || soft_isnan(b) || soft_isnan(c)) return soft_nan<T>();
  if (soft_isinf(a) || soft_isinf(b)) {
    if (soft_iszero(a) || soft_iszero(b) || (soft_isinf(c) && sc != sp)) return soft_nan<T>();
    return soft_inf<T>(sp);
  }
  if (soft_isinf(c)) return c;
  if (soft_iszero(a) || soft_iszero(b)) {
    if (!soft_iszero(c)) return c;
    return soft_zero<T>(sp && sc);
  }
  split<T> const x(a), y(b), z(c);
  u128 p = u128(x.m) * y.m;
  int ep = x.e + y.e;
  if (z.m == 0) return round_to<T>(sp, p, ep);
  // Both with their highest bit at 125: the sum fits, and a shift that loses bits leaves more than 100 of them after a cancellation.
  u128 q = z.m;
  int eq = z.e;
  int const up = 125 - top_bit(p), uq = 125 - top_bit(q);
  p <<= up, ep -= up, q <<= uq, eq -= uq;
  if (ep >= eq) q = shift_right_sticky(q, ep - eq), eq = ep;
  else p = shift_right_sticky(p, eq - ep), ep = eq;
  if (sp == sc) return round_to<T>(sp, p + q, ep);
  if (p == q) return soft_zero<T>(false);
  return p > q ? round_to<T>(sp, p - q, ep) : round_to<T>(sc, q - p, ep);
}

template <class T> constexpr T soft_sqrt(T x) noexcept {
  if (soft_isnan(x) || soft_iszero(x)) return x;
  if (soft_signbit(x)) return soft_nan<T>();
  if (soft_isinf(x)) return x;
  split<T> const s(x);
  int const up = (120 - top_bit(s.m)) | 1;  // 119..121, and made to leave an even exponent
  int const shift = ((s.e - up) & 1) != 0 ? up - 1 : up;
  u128 rest = u128(s.m) << shift, root = 0;
  for (u128 bit = u128(1) << 120; bit != 0; bit >>= 2) {
    if (rest >= root + bit) rest -= root + bit, root = (root >> 1) + bit;
    else root >>= 1;
  }
  return round_to<T>(false, (root << 1) | (rest != 0), (s.e - shift) / 2 - 1);
}

/// a / b, for constant evaluation at 0, inf and nan too.
template <class T> constexpr T soft_div(T a, T b) noexcept {
  bool const sign = soft_signbit(a) != soft_signbit(b);
  if (soft_isnan(a) || soft_isnan(b) || (soft_isinf(a) && soft_isinf(b)) || (soft_iszero(a) && soft_iszero(b))) return soft_nan<T>();
  if (soft_isinf(a) || soft_iszero(b)) return soft_inf<T>(sign);
  if (soft_isinf(b) || soft_iszero(a)) return soft_zero<T>(sign);
  split<T> const x(a), y(b);
  int const up = 126 - top_bit(x.m);
  u128 const n = u128(x.m) << up, q = n / y.m;
  return round_to<T>(sign, q | (n % y.m != 0), x.e - up - y.e);
}

/// The rest of a / b, with the sign of a, exact.
template <class T> constexpr T soft_rem(T a, T b) noexcept {
  if (soft_isnan(a) || soft_isnan(b) || soft_isinf(a) || soft_iszero(b)) return soft_nan<T>();
  if (soft_isinf(b) || soft_iszero(a)) return a;
  split<T> const x(a), y(b);
  if (x.e < y.e) {  // then |a| < |b|, or both are multiples of a's last bit
    int const d = y.e - x.e;
    if (d > ieee<T>::digits) return a;
    u128 const r = u128(x.m) % (u128(y.m) << d);
    return r == 0 ? soft_zero<T>(soft_signbit(a)) : round_to<T>(soft_signbit(a), r, x.e);
  }
  u128 r = x.m % y.m;
  for (int d = x.e - y.e; d > 0 && r != 0;) {  // r * 2^d mod y, 60 bits at a time
    int const step = d < 60 ? d : 60;
    r = (r << step) % y.m;
    d -= step;
  }
  return r == 0 ? soft_zero<T>(soft_signbit(a)) : round_to<T>(soft_signbit(a), r, y.e);
}

}  // namespace constax::inline CONSTAX_TAG::detail
