// SPDX-License-Identifier: BSL-1.0
#pragma once
// double_double: unevaluated sums hi + lo of two floating lanes, |lo| <= ulp(hi) / 2: about twice the digits, from exact additions and
// products.
//
// Knuth's and Dekker's error-free transformations; error bounds of the products and quotients: Joldes, Muller, Popescu, "Tight and rigorous
// error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44(2), 2017. A product that is added to something goes
// through fma, or through guard: g++ contracts what it finds, and a contracted two_sum is no longer exact.
#include "bits.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class X> struct double_double {
  X hi, lo;
};

/// a + b exactly; |a| >= |b| or a = 0.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> fast_two_sum(X a, X b) noexcept {
  X const s = a + b;
  return {s, b - (s - a)};
}
/// a + b exactly.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> two_sum(X a, X b) noexcept {
  X const s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
/// a * b exactly, unless it over- or underflows. Without the fma instruction by Veltkamp's splitting (|a|, |b| < 2^(max_exponent - digits/2
/// - 1)).
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> two_prod(X a, X b) noexcept {
  X const p = guard(a * b);
  if constexpr (CONSTAX_HAS_FMA) return {p, fma(a, b, -p)};
  else {
    using T = element_t<X>;
    X const splitter(static_cast<T>((std::uint64_t(1) << ((std::numeric_limits<T>::digits + 1) / 2)) + 1));
    X const ta = splitter * a, ah = ta - (ta - a), al = a - ah;
    X const tb = splitter * b, bh = tb - (tb - b), bl = b - bh;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
  }
}

/// x + y, relative error below 2^(2 - 2 digits) unless they cancel.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> dd_add(double_double<X> x, X y) noexcept {
  auto const s = two_sum(x.hi, y);
  return fast_two_sum(s.hi, s.lo + x.lo);
}
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> dd_add(double_double<X> x, double_double<X> y) noexcept {
  auto const s = two_sum(x.hi, y.hi);
  return fast_two_sum(s.hi, s.lo + (x.lo + y.lo));
}
/// x * y.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> dd_mul(double_double<X> x, X y) noexcept {
  auto const p = two_prod(x.hi, y);
  return fast_two_sum(p.hi, fma(x.lo, y, p.lo));
}
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> dd_mul(double_double<X> x, double_double<X> y) noexcept {
  auto const p = two_prod(x.hi, y.hi);
  return fast_two_sum(p.hi, fma(x.hi, y.lo, fma(x.lo, y.hi, p.lo)));
}
/// x / y.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> dd_div(double_double<X> x, double_double<X> y) noexcept {
  X const q = x.hi / y.hi;
  auto const p = two_prod(q, y.hi);
  X const rest = fma(-q, y.lo, ((x.hi - p.hi) - p.lo) + x.lo);
  return fast_two_sum(q, rest / y.hi);
}

}  // namespace constax::inline CONSTAX_TAG::detail
