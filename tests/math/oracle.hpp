// SPDX-License-Identifier: BSL-1.0
#pragma once
// oracle: numbers that the oracles of functions.hpp are called with: big (MPFR, 192 bits) and quick<L> (libm in a wider type L), and the
// distance of a result from them in units in the last place.
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace oracle {

class big {
public:
  mpfr_t m;
  bool known = true;  // false: an argument that the oracle has no answer for
  static constexpr mpfr_prec_t bits = 192;
  big() { mpfr_init2(m, bits); }
  explicit big(mpfr_prec_t p) { mpfr_init2(m, p); }
  big(double x, mpfr_prec_t p) : big(p) { mpfr_set_d(m, x, MPFR_RNDN); }
  static big of(double x) { return big(x, bits); }
  big(big const& o) : big(mpfr_get_prec(o.m)) { known = o.known, mpfr_set(m, o.m, MPFR_RNDN); }
  big& operator=(big const& o) {
    known = o.known;
    if (this != &o) mpfr_set_prec(m, mpfr_get_prec(o.m)), mpfr_set(m, o.m, MPFR_RNDN);
    return *this;
  }
  ~big() { mpfr_clear(m); }

  // the result has the precision of the more precise one
  friend big operator+(big const& a, big const& b) { return binary<mpfr_add>(a, b); }
  friend big operator-(big const& a, big const& b) { return binary<mpfr_sub>(a, b); }
  friend big operator*(big const& a, big const& b) { return binary<mpfr_mul>(a, b); }
  friend big operator/(big const& a, big const& b) { return binary<mpfr_div>(a, b); }
  friend big operator+(big const& a, double b) { return a + big(b, 53); }
  friend big operator-(big const& a, double b) { return a - big(b, 53); }
  friend big operator-(double a, big const& b) { return big(a, 53) - b; }
  friend big operator*(big const& a, double b) { return a * big(b, 53); }
  friend big operator/(big const& a, double b) { return a / big(b, 53); }
  friend big operator/(double a, big const& b) { return big(a, 53) / b; }
  friend big operator-(big a) { return mpfr_neg(a.m, a.m, MPFR_RNDN), a; }
  friend bool operator<(big const& a, big const& b) { return mpfr_less_p(a.m, b.m) != 0; }
  friend bool operator<(big const& a, double b) { return mpfr_cmp_d(a.m, b) < 0 && !mpfr_nan_p(a.m); }
  friend bool operator>(big const& a, double b) { return mpfr_cmp_d(a.m, b) > 0 && !mpfr_nan_p(a.m); }
  friend bool operator==(big const& a, double b) { return mpfr_cmp_d(a.m, b) == 0 && !mpfr_nan_p(a.m); }

  template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)> static big unary(big const& x) {
    big y(mpfr_get_prec(x.m));
    F(y.m, x.m, MPFR_RNDN);
    return y;
  }
  template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)> static big binary(big const& a, big const& b) {
    big y(std::max(mpfr_get_prec(a.m), mpfr_get_prec(b.m)));
    F(y.m, a.m, b.m, MPFR_RNDN);
    return y;
  }
  big with(mpfr_prec_t p) const {
    big y(p);
    mpfr_set(y.m, m, MPFR_RNDN);
    return y;
  }
  bool nan() const { return mpfr_nan_p(m) != 0; }
  bool inf() const { return mpfr_inf_p(m) != 0; }
  bool zero() const { return mpfr_zero_p(m) != 0; }
  bool negative() const { return mpfr_signbit(m) != 0; }
  double approximately() const { return mpfr_get_d(m, MPFR_RNDN); }
  /// Exponent e of 2^(e-1) <= |x| < 2^e.
  long exponent() const { return mpfr_regular_p(m) ? static_cast<long>(mpfr_get_exp(m)) : 0; }
};

inline big cbrt(big const& x) { return big::unary<mpfr_cbrt>(x); }
inline big sqrt(big const& x) { return big::unary<mpfr_sqrt>(x); }
inline big rsqrt(big const& x) { return 1.0 / sqrt(x); }
inline big hypot(big const& x, big const& y) { return big::binary<mpfr_hypot>(x, y); }
inline big exp(big const& x) { return big::unary<mpfr_exp>(x); }
inline big exp2(big const& x) { return big::unary<mpfr_exp2>(x); }
inline big expm1(big const& x) { return big::unary<mpfr_expm1>(x); }
inline big log(big const& x) { return big::unary<mpfr_log>(x); }
inline big log1p(big const& x) { return big::unary<mpfr_log1p>(x); }
inline big log2(big const& x) { return big::unary<mpfr_log2>(x); }
inline big log10(big const& x) { return big::unary<mpfr_log10>(x); }
inline big pow(big const& x, big const& y) { return big::binary<mpfr_pow>(x, y); }
inline big sin(big const& x) { return big::unary<mpfr_sin>(x); }
inline big cos(big const& x) { return big::unary<mpfr_cos>(x); }
inline big tan(big const& x) { return big::unary<mpfr_tan>(x); }
inline big asin(big const& x) { return big::unary<mpfr_asin>(x); }
inline big acos(big const& x) { return big::unary<mpfr_acos>(x); }
inline big atan(big const& x) { return big::unary<mpfr_atan>(x); }
inline big atan2(big const& y, big const& x) { return big::binary<mpfr_atan2>(y, x); }
inline big sinh(big const& x) { return big::unary<mpfr_sinh>(x); }
inline big cosh(big const& x) { return big::unary<mpfr_cosh>(x); }
inline big tanh(big const& x) { return big::unary<mpfr_tanh>(x); }
inline big asinh(big const& x) { return big::unary<mpfr_asinh>(x); }
inline big acosh(big const& x) { return big::unary<mpfr_acosh>(x); }
inline big atanh(big const& x) { return big::unary<mpfr_atanh>(x); }
inline big erf(big const& x) { return big::unary<mpfr_erf>(x); }
inline big erfc(big const& x) { return big::unary<mpfr_erfc>(x); }
inline big gaussian(big const& x) { return exp(-(x * x)); }
inline big abs(big const& x) { return big::unary<mpfr_abs>(x); }
inline big logistic(big const& x) { return 1.0 / (exp(-x) + 1.0); }
inline big softplus(big const& x) { return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x)); }
// their derivatives, and of others (math/)
inline big sech2(big const& x) {
  big const c = 1.0 / cosh(x);
  return c * c;
}
inline big logistic_density(big const& x) { return sech2(x / 2.0) / 4.0; }
inline big lorentzian(big const& x) { return 1.0 / (x * x + 1.0); }
inline big one_minus_square(big const& x) { return (1.0 - x) * (x + 1.0); }
inline big inversion(big const& x, big const& y) { // x^2 + y^2 of infinities beside nan: nan
  if (!x.inf() && !y.inf()) return x / (x * x + y * y);
  return x.nan() || y.nan() ? x + y : big(x.negative() ? -0.0 : 0.0, big::bits);
}
inline big cosine(big const& x, big const& y) { return x.zero() && y.zero() ? big(0.5, big::bits) : x / hypot(x, y); }
/// (With an infinite factor the tests leave it open.)
inline big scaled_gaussian(big const& c, big const& x) {
  big y = c * gaussian(x);
  y.known = !c.inf();
  return y;
}
inline big scaled_pow(big const& c, big const& x, big const& y, double less) {
  if (c.zero() && !x.nan() && !y.nan()) return big(0.0, big::bits);
  // y - less, rounded, may be an integer
  bool const no_power = x < 0 && !x.inf() && mpfr_regular_p(y.m) && !mpfr_integer_p(y.m);
  big z = no_power ? big(std::numeric_limits<double>::quiet_NaN(), big::bits) : c * pow(x, y - less);
  z.known = !c.inf() && !(x.negative() && y.exponent() > 180); // whether y is odd
  return z;
}

/// libm in L, with an error far below T's last place.
template <class L> struct quick {
  L v;
};
template <class L> quick<L> cbrt(quick<L> x) { return {std::cbrt(x.v)}; }
template <class L> quick<L> rsqrt(quick<L> x) { return {1 / std::sqrt(x.v)}; }
template <class L> quick<L> hypot(quick<L> x, quick<L> y) { return {std::hypot(x.v, y.v)}; }
template <class L> quick<L> exp(quick<L> x) { return {std::exp(x.v)}; }
template <class L> quick<L> exp2(quick<L> x) { return {std::exp2(x.v)}; }
template <class L> quick<L> expm1(quick<L> x) { return {std::expm1(x.v)}; }
template <class L> quick<L> log(quick<L> x) { return {std::log(x.v)}; }
template <class L> quick<L> log1p(quick<L> x) { return {std::log1p(x.v)}; }
template <class L> quick<L> log2(quick<L> x) { return {std::log2(x.v)}; }
template <class L> quick<L> log10(quick<L> x) { return {std::log10(x.v)}; }
template <class L> quick<L> pow(quick<L> x, quick<L> y) { return {std::pow(x.v, y.v)}; }
template <class L> quick<L> sin(quick<L> x) { return {std::sin(x.v)}; }
template <class L> quick<L> cos(quick<L> x) { return {std::cos(x.v)}; }
template <class L> quick<L> tan(quick<L> x) { return {std::tan(x.v)}; }
template <class L> quick<L> asin(quick<L> x) { return {std::asin(x.v)}; }
template <class L> quick<L> acos(quick<L> x) { return {std::acos(x.v)}; }
template <class L> quick<L> atan(quick<L> x) { return {std::atan(x.v)}; }
template <class L> quick<L> atan2(quick<L> y, quick<L> x) { return {std::atan2(y.v, x.v)}; }
template <class L> quick<L> sinh(quick<L> x) { return {std::sinh(x.v)}; }
template <class L> quick<L> cosh(quick<L> x) { return {std::cosh(x.v)}; }
template <class L> quick<L> tanh(quick<L> x) { return {std::tanh(x.v)}; }
template <class L> quick<L> asinh(quick<L> x) { return {std::asinh(x.v)}; }
template <class L> quick<L> acosh(quick<L> x) { return {std::acosh(x.v)}; }
template <class L> quick<L> atanh(quick<L> x) { return {std::atanh(x.v)}; }
template <class L> quick<L> erf(quick<L> x) { return {std::erf(x.v)}; }
template <class L> quick<L> erfc(quick<L> x) { return {std::erfc(x.v)}; }
template <class L> quick<L> gaussian(quick<L> x) { // what the square loses is made good
  L const square = x.v * x.v, lost = square <= 800 ? std::fma(x.v, x.v, -square) : 0;
  return {std::exp(-square) * (1 - lost)};
}
template <class L> quick<L> tgamma(quick<L> x) { return {std::tgamma(x.v)}; }
template <class L> quick<L> lgamma(quick<L> x) { return {std::lgamma(x.v)}; }
template <class L> quick<L> logistic(quick<L> x) {
  L const e = std::exp(-std::fabs(x.v));
  return {(x.v < 0 ? e : 1) / (1 + e)};
}
template <class L> quick<L> softplus(quick<L> x) {
  return {std::fmax(x.v, L(0)) + std::log1p(std::exp(-std::fabs(x.v))) + (x.v - x.v) * 0};
}

template <class L> quick<L> sech2(quick<L> x) {
  L const c = 1 / std::cosh(x.v);
  return {c * c};
}
template <class L> quick<L> logistic_density(quick<L> x) { return {sech2(quick<L>{x.v / 2}).v / 4}; }
template <class L> quick<L> lorentzian(quick<L> x) { return {1 / (x.v * x.v + 1)}; }
template <class L> quick<L> one_minus_square(quick<L> x) { return {(1 - x.v) * (x.v + 1)}; }
template <class L> quick<L> inversion(quick<L> x, quick<L> y) {
  if (!std::isinf(x.v) && !std::isinf(y.v)) return {x.v / (x.v * x.v + y.v * y.v)};
  return {x.v != x.v || y.v != y.v ? x.v + y.v : std::copysign(L(0), x.v)};
}
template <class L> quick<L> cosine(quick<L> x, quick<L> y) { return {x.v == 0 && y.v == 0 ? L(0.5) : x.v / std::hypot(x.v, y.v)}; }

/// What a quick oracle for T computes in.
template <class T> using wider = std::conditional_t<sizeof(T) == 4, double, long double>;

// ---- distances -----------------------------------------------------------------------------------------------------------
inline constexpr double wrong = 1e9;
/// log2 of the last place of a number 2^(e-1) <= |r| < 2^e among T's.
template <class T> int last_place(long e) {
  using L = std::numeric_limits<T>;
  long const least = L::min_exponent, most = L::max_exponent;
  return static_cast<int>(std::clamp(e, least, most)) - L::digits;
}
/// An overflowed result is taken for 2^max_exponent, on both sides: an overflow one last place too early is an error of one ulp at most.
template <class T> double ulps(T y, big const& r, double least = 0) {
  using L = std::numeric_limits<T>;
  if (!r.known) return 0;
  if (y != y || r.nan()) return y != y && r.nan() ? 0 : wrong;
  if (y == 0 && std::signbit(y) != r.negative()) return wrong;
  if (r.zero()) return y == 0 ? 0 : wrong;
  bool const beyond = r.inf() || r.exponent() > L::max_exponent;
  if (std::signbit(y) != r.negative() && beyond) return wrong;
  if (std::isinf(y) && beyond) return 0;
  big a(big::bits), b(r);
  if (beyond) mpfr_set_si_2exp(b.m, r.negative() ? -1 : 1, L::max_exponent, MPFR_RNDN);
  if (std::isinf(y)) mpfr_set_si_2exp(a.m, y < 0 ? -1 : 1, L::max_exponent, MPFR_RNDN);
  else mpfr_set_d(a.m, static_cast<double>(y), MPFR_RNDN);
  int el = 0;
  std::frexp(least, &el);
  long const e = least > 0 ? std::max<long>(b.exponent(), el) : b.exponent();
  big d = a - b;
  mpfr_mul_2si(d.m, d.m, -last_place<T>(e), MPFR_RNDN);
  return std::min(wrong, std::fabs(d.approximately()));
}
template <class T, class L> double ulps(T y, quick<L> q, double least = 0) {
  L r = q.v, a = static_cast<L>(y);
  if (a != a || r != r) return a != a && r != r ? 0 : wrong;
  if (a == 0 && std::signbit(a) != std::signbit(r)) return wrong;
  if (r == 0) return a == 0 ? 0 : wrong;
  L const top = std::ldexp(L(1), std::numeric_limits<T>::max_exponent);
  r = std::clamp(r, -top, top), a = std::clamp(a, -top, top);
  if constexpr (sizeof(L) == 8) {  // the same in bits, for 2^32 of them
    using U = std::uint64_t;
    int e = static_cast<int>((__builtin_bit_cast(U, std::max(std::fabs(r), least)) >> 52) & 0x7ff) - 1022;
    return std::min(wrong, std::fabs(a - r) * __builtin_bit_cast(double, static_cast<U>(1023 - last_place<T>(e)) << 52));
  } else {
    int e = 0;
    std::frexp(std::max(std::fabs(r), static_cast<L>(least)), &e);
    return std::min(wrong, static_cast<double>(std::fabs(std::ldexp(a - r, -last_place<T>(e)))));
  }
}

}  // namespace oracle
