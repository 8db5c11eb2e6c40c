// SPDX-License-Identifier: BSL-1.0
#pragma once
// oracle_special: the special functions for oracle::big: what MPFR lacks is summed here from textbook series, with bits to spare for what
// they cancel. Outside of a function's domain the answers are those of constax (JAX's): see each function. (Checked against mpmath:
// oracle_check.py.)
#include "oracle.hpp"

namespace oracle {

inline big nan_of_big() { return big(std::numeric_limits<double>::quiet_NaN(), big::bits); }
inline big number(double x, mpfr_prec_t p = big::bits) { return big(x, p); }
inline big infinity(bool negative = false) { return number(negative ? -HUGE_VAL : HUGE_VAL); }
inline big unknown() {
  big y = nan_of_big();
  y.known = false;
  return y;
}
inline bool whole(big const& x) { return mpfr_integer_p(x.m) != 0; }
inline big pi_of(mpfr_prec_t p) {
  big y(p);
  mpfr_const_pi(y.m, MPFR_RNDN);
  return y;
}
inline big log_gamma(big const& x) {  // of |gamma(x)|
  big y(mpfr_get_prec(x.m));
  int sign = 0;
  mpfr_lgamma(y.m, &sign, x.m, MPFR_RNDN);
  return y;
}

inline big lgamma(big const& x) { return log_gamma(x); }
/// Poles: inf with the sign of the zero, nan at negative integers.
inline big tgamma(big const& x) { return big::unary<mpfr_gamma>(x); }
/// Poles: nan.
inline big digamma(big const& x) {
  if (x.zero() || x.inf()) return x.zero() || x.negative() ? nan_of_big() : x;
  return big::unary<mpfr_digamma>(x);
}

// ---- the inverse of erf ----------------------------------------------------------------------------------------------------
inline big erf_inv(big const& x) {
  if (x.nan() || x.zero()) return x;
  if (x == 1 || x == -1) return infinity(x.negative());
  if (x > 1 || x < -1) return nan_of_big();
  constexpr mpfr_prec_t p = 320;
  big const a = abs(x).with(p), root_pi = sqrt(pi_of(p));
  if (a.exponent() < -90) return (x.with(p) * root_pi) / 2.0;  // the next term is x^2 pi / 12 of this one
  // Winitzki's approximation to 2e-3, then Newton's method on log(erfc) or erf
  double const d = a.approximately(), w = log1p(-(a * a)).approximately(), k = 2 / (3.14159265 * 0.147) + w / 2;
  big y = d < 1e-4 ? (a * root_pi) / 2.0 : number(std::sqrt(std::sqrt(k * k - w / 0.147) - k), p);
  big const rest = 1.0 - a;
  for (int i = 0; i < 9; ++i) {
    if (d > 0.5) {
      big const q = erfc(y);
      y = y + (log(q / rest) * q * root_pi * exp(y * y)) / 2.0;
    } else {
      y = y - ((erf(y) - a) * root_pi * exp(y * y)) / 2.0;
    }
  }
  return x.negative() ? -y : y;
}

/// Its derivative.
inline big erf_inv_slope(big const& x) {
  big const y = erf_inv(x);
  return (exp(y * y) * sqrt(pi_of(big::bits))) / 2.0;
}

// ---- Hurwitz' zeta function and the polygamma functions --------------------------------------------------------------------
/// B(2j) / (2j)! = (-1)^(j+1) 2 zeta(2j) / (2 pi)^(2j), for j from 1 on.
inline std::vector<big> const& bernoulli_over_factorial() {
  thread_local std::vector<big> const table = [] {
    constexpr mpfr_prec_t p = 320;
    std::vector<big> t{number(0, p)};
    big const two_pi = pi_of(p) * 2.0;
    for (unsigned j = 1; j <= 64; ++j) {
      big z(p), q(p);
      mpfr_zeta_ui(z.m, 2 * j, MPFR_RNDN);
      mpfr_pow_ui(q.m, two_pi.m, 2 * j, MPFR_RNDN);
      t.push_back((z * (j % 2 != 0 ? 2.0 : -2.0)) / q);
    }
    return t;
  }();
  return table;
}
/// The sum of (q + k)^-s over k >= 0, for s > 1 and q > 0, by Euler's and Maclaurin's formula from q + k >= 40 + s / 4 on.
inline big hurwitz(big const& s_in, big const& q_in) {
  constexpr mpfr_prec_t p = 320;
  big const s = s_in.with(p), q = q_in.with(p);
  big sum = number(0, p), a = q;
  double const sd = s.approximately(), from = 40 + sd / 4;
  while (a < from) {
    big const term = pow(a, -s);
    sum = sum + term;
    a = a + 1.0;
    if (term.zero() || (sd > 2 && term.exponent() < sum.exponent() - 260)) return sum;
  }
  big const power = pow(a, -s);
  sum = sum + (power * a) / (s - 1.0) + power / 2.0;
  auto const& b = bernoulli_over_factorial();
  big t = (power * s) / a, a2 = a * a;  // s (s+1) ... (s+2j-2) a^(-s-2j+1)
  for (std::size_t j = 1; j < b.size(); ++j) {
    big const term = b[j] * t;
    sum = sum + term;
    if (term.zero() || term.exponent() < sum.exponent() - 260) break;
    t = (t * (s + static_cast<double>(2 * j - 1)) * (s + static_cast<double>(2 * j))) / a2;
  }
  return sum;
}

/// The same for any s and q: inf for s = 1, nan below; for q <= 0 s is an integer, and the poles are inf for even s, nan for odd.
inline big zeta(big const& s, big const& q) {
  if (s.nan() || q.nan() || s < 1) return nan_of_big();
  if (s == 1) return infinity();
  bool const even = whole(s / 2.0);
  if (q.inf()) return !q.negative() ? number(0) : even ? infinity() : nan_of_big();  // JAX: an integer
  if (s.inf()) return q > 1 ? number(0) : q == 1 ? number(1) : q > 0 ? infinity() : unknown();
  if (q > 0) {
    if (s > 1e15) return q > 1 ? number(0) : q == 1 ? number(1) : infinity();
    return hurwitz(s, q);
  }
  if (whole(q)) return even ? infinity() : nan_of_big();
  if (!whole(s)) return nan_of_big();
  if (s > 1e15) return unknown();
  big const y = -q.with(320);
  big whole_part(320);
  mpfr_floor(whole_part.m, y.m);
  big const u = y - whole_part;
  if (u == 0.5 && !even) return hurwitz(s, y + 1.0);  // the other terms are equal
  big const below = hurwitz(s, u) - hurwitz(s, y + 1.0), above = hurwitz(s, 1.0 - u);
  return even ? above + below : above - below;
}
/// The n-th derivative of digamma; nan unless n is an integer >= 0; at the poles inf for odd n, nan for even.
inline big polygamma(big const& n, big const& x) {
  if (n.nan() || x.nan() || n < 0 || n.inf() || !whole(n)) return n.inf() ? unknown() : nan_of_big();
  if (n.zero()) return digamma(x);
  bool const odd = !whole(n / 2.0);
  if (x.inf()) return x.negative() ? (odd ? infinity() : nan_of_big()) : odd ? number(0) : number(-0.0);
  if (!(x > 0) && whole(x)) return odd ? infinity() : nan_of_big();
  if (n > 1e15) return unknown();
  big const s = n.with(320) + 1.0, z = zeta(s, x.with(320));
  if (!z.known) return z;
  big const y = exp(log_gamma(s)) * z;
  return odd ? y : -y;
}

// ---- incomplete gamma functions ----------------------------------------------------------------------------------------------
struct both_tails {
  big p, q;
};
/// x^a e^-x / gamma(a) in precision p
inline big gamma_density(big const& a, big const& x, mpfr_prec_t p) {
  return exp((a.with(p) * log(x.with(p)) - x.with(p)) - log_gamma(a.with(p)));
}
/// x^(a-1) e^-x / gamma(a), with its limits; nan outside of a, x >= 0.
inline big gamma_density(big const& a, big const& x) {
  if (a.nan() || x.nan()) return nan_of_big();
  if (x.zero() && a < 0) return whole(a) || a.inf() ? number(0) : a > -1 ? infinity(true) : nan_of_big();
  if (a < 0 || x < 0) return nan_of_big();
  if (x.zero() && !a.zero()) return a < 1 ? infinity() : number(a == 1 ? 1 : 0);
  if (a.zero() || a.inf() || x.inf()) return number(0);
  return gamma_density(a, x, 320 + 2 * std::abs(a.exponent()) + std::abs(x.exponent())) / x;
}
/// The same by Temme's uniform expansion, for a above 10^7: relative error below 2^-56, less near x = a. Far out the smaller one is below
/// e^-800, and is taken for 0.
inline both_tails uniform_incomplete_gamma(big const& a, big const& x) {
  big const mu = (x - a) / a, one = number(1, mpfr_get_prec(a.m)), phi = mu - log1p(mu);
  if (a * phi > 800.0) return x < a ? both_tails{number(0), one} : both_tails{one, number(0)};
  big const root = sqrt(phi * 2.0), eta = mu.negative() ? -root : root;
  big const c0 = eta.zero() || eta.exponent() < -60 ? eta / 12.0 - one / 3.0 : one / mu - one / eta;
  big const c1 = -(one / 540.0) - eta / 288.0, c2 = one * 25.0 / 6048.0;
  big const r = (exp(-(a * phi)) / sqrt(pi_of(mpfr_get_prec(a.m)) * a * 2.0)) * (c0 + (c1 + c2 / a) / a);
  big const z = eta * sqrt(a / 2.0);
  return {erfc(-z) / 2.0 - r, erfc(z) / 2.0 + r};
}
/// P(a, x) and Q(a, x) for a > 0, x > 0: the series below a + 1, the continued fraction above.
inline both_tails incomplete_gamma(big const& a_in, big const& x_in) {
  mpfr_prec_t const p = 320 + std::abs(a_in.exponent()) + std::max(0L, x_in.exponent());
  if (a_in > 1e7) return uniform_incomplete_gamma(a_in.with(p), x_in.with(p));
  big const a = a_in.with(p), x = x_in.with(p), density = gamma_density(a, x, p), one = number(1, p);
  if (x < a + 1.0) {
    big sum = one / a, term = sum, n = a;
    do {
      n = n + 1.0;
      term = (term * x) / n;
      sum = sum + term;
    } while (!term.zero() && term.exponent() > sum.exponent() - p);
    big const lower = density * sum;
    return {lower, one - lower};
  }
  // Lentz' method on 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - ...))
  big b = x + 1.0 - a, c = number(1e300, p) * number(1e300, p), d = one / b, h = d;
  for (int i = 1; i < 1000000; ++i) {
    big const an = (a - static_cast<double>(i)) * static_cast<double>(i);
    b = b + 2.0;
    d = one / (an * d + b);
    c = b + an / c;
    big const delta = c * d;
    h = h * delta;
    if (abs(delta - 1.0).exponent() < -280 || (delta - 1.0).zero()) break;
  }
  big const upper = density * h;
  return {one - upper, upper};
}
/// What both have at the border: 0, 1 or nan, as jax.lax.igamma; false inside of it.
inline bool special_incomplete_gamma(big const& a, big const& x, double& lower) {
  if (a.nan() || x.nan() || x < 0 || a < 0 || (a.zero() && x.zero()) || (a.inf() && x.inf()))
    return lower = std::numeric_limits<double>::quiet_NaN(), true;
  if (x.zero() || a.inf()) return lower = 0, true;
  if (x.inf() || a.zero()) return lower = 1, true;
  return false;
}
inline big igamma(big const& a, big const& x) {
  double l = 0;
  if (a.inf() && x.inf() && !a.negative() && !x.negative()) return number(1);
  if (special_incomplete_gamma(a, x, l)) return number(l);
  return incomplete_gamma(a, x).p;
}
inline big igammac(big const& a, big const& x) {
  double l = 0;
  if (special_incomplete_gamma(a, x, l)) return number(1 - l);
  return incomplete_gamma(a, x).q;
}
/// dP(a, x) / da: each term of P's series times log(x) - digamma(a + n + 1).
inline big igamma_grad_a(big const& a_in, big const& x_in) {
  double l = 0;
  if (a_in.nan() || x_in.nan() || !(a_in > 0) || x_in < 0) return nan_of_big();
  if (special_incomplete_gamma(a_in, x_in, l)) return x_in.zero() ? number(0) : unknown();
  if (a_in > 2e4 || x_in > 2e4) return unknown();
  mpfr_prec_t const p = 512 + std::abs(a_in.exponent()) + static_cast<mpfr_prec_t>(std::min(40000.0, 3 * x_in.approximately()));
  big const a = a_in.with(p), x = x_in.with(p), one = number(1, p);
  big term = gamma_density(a, x, p) / a, n = a + 1.0, slope = log(x) - digamma(n), sum = number(0, p), size = number(0, p);
  do {
    big const t = term * slope;
    sum = sum + t, size = size + abs(t);
    term = (term * x) / n;
    slope = slope - one / n;
    n = n + 1.0;
  } while (n < x || (!term.zero() && term.exponent() > size.exponent() - p));
  return sum;
}

// ---- the incomplete beta function --------------------------------------------------------------------------------------------
/// The continued fraction of Didonato and Morris, for x <= (a + 1) / (a + b + 2).
inline big beta_fraction(big const& a, big const& b, big const& x, mpfr_prec_t p) {
  big const one = number(1, p), ab = a + b;
  big c = one, d = one / (1.0 - (ab * x) / (a + 1.0)), h = d;
  for (int i = 1; i < 20001; ++i) {
    double const m = i;
    big const even = ((b - m) * x * m) / ((a + 2 * m - 1.0) * (a + 2 * m));
    d = one / (even * d + 1.0), c = even / c + 1.0, h = h * (c * d);
    big const odd = -(((a + m) * (ab + m) * x) / ((a + 2 * m) * (a + 2 * m + 1.0)));
    d = one / (odd * d + 1.0), c = odd / c + 1.0;
    big const delta = c * d;
    h = h * delta;
    if ((delta - 1.0).zero() || (delta - 1.0).exponent() < 124 - p) break;
    if (i == 20000) return unknown();
  }
  big const log_beta = log_gamma(a) + log_gamma(b) - log_gamma(ab);
  return (exp(a * log(x) + b * log1p(-x) - log_beta) * h) / a;
}
/// I_x(a, b), the limits where a or b is 0 or inf; nan outside of 0 <= x <= 1, a >= 0, b >= 0, and where both are 0 or inf.
inline big betainc(big const& a_in, big const& b_in, big const& x_in) {
  if (a_in.nan() || b_in.nan() || x_in.nan() || a_in < 0 || b_in < 0 || x_in < 0 || x_in > 1 || (a_in.zero() && b_in.zero()) ||
      (a_in.inf() && b_in.inf()))
    return nan_of_big();
  if (x_in.zero() || x_in == 1) return x_in.zero() ? number(0) : number(1);
  if (a_in.zero() || b_in.inf()) return number(1);
  if (b_in.zero() || a_in.inf()) return number(0);
  mpfr_prec_t const p = 384 + std::abs(a_in.exponent()) + std::abs(b_in.exponent()) + std::abs(x_in.exponent());
  big const a = a_in.with(p), b = b_in.with(p), x = x_in.with(p);
  if (x * (a + b + 2.0) < a + 1.0) return beta_fraction(a, b, x, p);
  big const rest = beta_fraction(b, a, 1.0 - x, p);
  return rest.known ? 1.0 - rest : rest;
}

/// x^(a-1) (1-x)^(b-1) / B(a, b) inside; at the ends of the axes the tests leave it open.
inline big beta_density(big const& a_in, big const& b_in, big const& x_in) {
  if (a_in.nan() || b_in.nan() || x_in.nan() || x_in < 0 || x_in > 1) return nan_of_big();
  if (!(a_in > 0) || !(b_in > 0) || a_in.inf() || b_in.inf() || x_in.zero() || x_in == 1) return unknown();
  mpfr_prec_t const p = 384 + 2 * std::abs(a_in.exponent()) + 2 * std::abs(b_in.exponent()) + std::abs(x_in.exponent());
  big const a = a_in.with(p), b = b_in.with(p), x = x_in.with(p), log_beta = log_gamma(a) + log_gamma(b) - log_gamma(a + b);
  return exp((a - 1.0) * log(x) + (b - 1.0) * log1p(-x) - log_beta);
}

// ---- modified Bessel functions -----------------------------------------------------------------------------------------------
/// I_n(x) e^-|x| for n = 0, 1: the power series up to 200, the asymptotic series beyond, whose least term is e^-2x.
inline big bessel_e(int n, big const& x_in) {
  constexpr mpfr_prec_t p = 320;
  if (x_in.nan()) return x_in;
  bool const minus = n == 1 && x_in.negative();
  big const x = abs(x_in).with(p);
  if (x.inf() || x.zero()) return x.inf() || n == 1 ? number(minus ? -0.0 : 0.0) : number(1);
  big sum = number(1, p), term = sum, result = sum;
  if (x < 200) {
    big const q = (x * x) / 4.0;
    for (int k = 1; !term.zero() && term.exponent() > sum.exponent() - 300; ++k) {
      term = (term * q) / (static_cast<double>(k) * (k + n));
      sum = sum + term;
    }
    result = (n == 1 ? (sum * x) / 2.0 : sum) * exp(-x);
  } else {
    double const mu = 4.0 * n * n;
    for (int k = 1; k < 400 && !term.zero() && term.exponent() > -300; ++k) {
      double const odd = 2 * k - 1;
      term = (term * (odd * odd - mu)) / (x * (8.0 * k));
      sum = sum + term;
    }
    result = sum / sqrt(pi_of(p) * x * 2.0);
  }
  return minus ? -result : result;
}
/// The modified Bessel function of the first kind, by its power series (all terms of even or odd order have one sign).
inline big bessel_i(int n, big const& x_in) {
  if (x_in > 800 || x_in < -800) return infinity(x_in.negative() && n % 2 != 0);
  if (x_in.nan() || (x_in.zero() && n > 0)) return n % 2 != 0 || x_in.nan() ? x_in : number(0);
  big const half = x_in / 2.0, t = half * half;
  big term = number(1), sum = number(0);
  for (int k = 1; k <= n; ++k) term = (term * half) / static_cast<double>(k);
  for (int k = 1; !term.zero() && term.exponent() > sum.exponent() - 200 - (sum.zero() ? 1 << 20 : 0); ++k) {
    sum = sum + term;
    term = (term * t) / (static_cast<double>(k) * static_cast<double>(k + n));
  }
  return sum;
}
inline big bessel_i0(big const& x) { return bessel_i(0, x); }
inline big bessel_i1(big const& x) { return bessel_i(1, x); }
inline big bessel_i1_slope(big const& x) { return (bessel_i(0, x) + bessel_i(2, x)) / 2.0; }
inline big bessel_i1_bend(big const& x) { return (bessel_i(1, x) * 3.0 + bessel_i(3, x)) / 4.0; }
inline big bessel_i0e(big const& x) { return bessel_e(0, x); }
inline big bessel_i1e(big const& x) { return bessel_e(1, x); }

}  // namespace oracle
