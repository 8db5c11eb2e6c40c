// SPDX-License-Identifier: BSL-1.0
#pragma once
// quick_special: the special functions that libm lacks, for oracle::quick, from Boost.Math in the wider type. Where Boost.Math refuses an
// argument (and for functions that it lacks) the quick oracle answers nan, and measure() asks MPFR. To be included before measure.hpp.
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <concepts>

#include "../oracle.hpp"

namespace oracle {
namespace boost_policy {
using namespace boost::math::policies;
using type = policy<domain_error<ignore_error>, pole_error<ignore_error>, overflow_error<ignore_error>, underflow_error<ignore_error>,
                    denorm_error<ignore_error>, evaluation_error<ignore_error>, indeterminate_result_error<ignore_error>,
                    rounding_error<ignore_error>, promote_float<false>, promote_double<false>>;
inline constexpr type policy_object{};
}  // namespace boost_policy

/// Boost.Math's f(x...), nan where it throws all the same.
template <class L, class F> quick<L> of_boost(F f) {
  try {
    return {static_cast<L>(f(boost_policy::policy_object))};
  } catch (std::exception const&) {
    return {std::numeric_limits<L>::quiet_NaN()};
  }
}
template <class L> quick<L> erf_inv(quick<L> x) { return x.v == 0 ? x : of_boost<L>([&](auto p) { return boost::math::erf_inv(x.v, p); }); }
template <class L> quick<L> erf_inv_slope(quick<L> x) {
  L const y = erf_inv(x).v;
  return {std::exp(y * y) * L(0.886226925452758013649083741670572591L)};
}
template <class L> quick<L> digamma(quick<L> x) { return of_boost<L>([&](auto p) { return boost::math::digamma(x.v, p); }); }
template <class L> quick<L> igamma(quick<L> a, quick<L> x) {
  return of_boost<L>([&](auto p) { return boost::math::gamma_p(a.v, x.v, p); });
}
template <class L> quick<L> igammac(quick<L> a, quick<L> x) {
  return of_boost<L>([&](auto p) { return boost::math::gamma_q(a.v, x.v, p); });
}
template <class L> quick<L> betainc(quick<L> a, quick<L> b, quick<L> x) {
  return of_boost<L>([&](auto p) { return boost::math::ibeta(a.v, b.v, x.v, p); });
}
/// As in oracle_special.hpp, with fewer terms.
template <class L> L quick_hurwitz(L s, L q) {
  constexpr L b[] = {L(1) / 12,          L(-1) / 720,
                     L(1) / 30240,       L(-1) / 1209600,
                     L(1) / 47900160,    L(-691) / 1307674368000,
                     L(1) / 74724249600, L(-3617) / 10670622842880000};
  L sum = 0, a = q;
  while (a < 15 + s / 4) {
    L const term = std::pow(a, -s);
    sum += term, a += 1;
    if (term < sum * std::numeric_limits<L>::epsilon() / 1000) return sum;
  }
  L const power = std::pow(a, -s);
  L t = power * s / a;
  sum += power * a / (s - 1) + power / 2;
  for (int j = 0; j < 8; ++j) sum += b[j] * t, t *= (s + (2 * j + 1)) * (s + (2 * j + 2)) / (a * a);
  return sum;
}
template <class L> quick<L> zeta(quick<L> s, quick<L> q) {
  L const nan = std::numeric_limits<L>::quiet_NaN(), inf = std::numeric_limits<L>::infinity();
  if (!(s.v > 1) || std::isinf(s.v) || std::isinf(q.v) || q.v != q.v || s.v > 2000) return {s.v == 1 && q.v == q.v ? inf : nan};
  if (q.v > 0) return {quick_hurwitz(s.v, q.v)};
  bool const even = std::floor(s.v / 2) == s.v / 2;
  if (q.v == std::floor(q.v)) return {even ? inf : nan};
  if (s.v != std::floor(s.v)) return {nan};
  L const y = -q.v, u = y - std::floor(y), below = quick_hurwitz(s.v, u) - quick_hurwitz(s.v, y + 1), above = quick_hurwitz(s.v, 1 - u);
  return {even ? above + below : above - below};
}
template <class L> quick<L> polygamma(quick<L> n, quick<L> x) {
  if (n.v == 0) return digamma(x);
  if (!(n.v > 0) || n.v != std::floor(n.v) || n.v > 1700) return {std::numeric_limits<L>::quiet_NaN()};
  L const y = std::tgamma(n.v + 1) * zeta(quick<L>{n.v + 1}, x).v;
  return {std::fmod(n.v, L(2)) != 0 ? y : -y};
}
/// The series of oracle_special.hpp below a, where its terms have one sign, and the continued fraction of Q above with its derivative, from
/// its last step on. Errors up to 0.14 ulp, near x = a for large a; elsewhere 0.05. Not in double, where x^a overflows: f32 is compared
/// with constax's f64.
template <std::same_as<long double> L> quick<L> igamma_grad_a(quick<L> a_in, quick<L> x_in) {
  L const a = a_in.v, x = x_in.v;
  if (!(a > 0) || !(x >= 0) || a > 1700 || x > 1700) return {std::numeric_limits<L>::quiet_NaN()};
  if (x == 0) return {0};
  L const density = std::pow(x, a) * std::exp(-x) / std::tgamma(1 + a);
  if (x <= a || x <= L(0.5625)) {
    L term = 1, slope = std::log(x) - digamma(quick<L>{1 + a}).v, sum = slope;
    for (L n = a + 1; term > std::numeric_limits<L>::epsilon() / 1000; n += 1) {
      L const inverse = 1 / n;
      term *= x * inverse, slope -= inverse;
      sum += term * slope;
    }
    return {density * sum};
  }
  L v = 0, dv = 0;  // a denominator, and its derivative by a
  for (int k = static_cast<int>((12 * a + 108) / x + 10 * std::sqrt(a)) + 25; k >= 0; --k) {
    L const b = x + (2 * k + 1) - a;
    if (v == 0) v = b, dv = -1;
    else {
      L const inverse = 1 / v, m = (k + 1) * (a - (k + 1)) * inverse;
      dv = ((k + 1) - m * dv) * inverse - 1;
      v = b + m;
    }
  }
  return {-density * a / v * (std::log(x) - digamma(quick<L>{a}).v - dv / v)};
}
/// The one of integer order n; nan where MPFR is to be asked.
template <class L> L quick_bessel_i(int n, L x) {
  L const a = std::fabs(x),
          y = of_boost<L>([&](auto p) { return a < 720 ? boost::math::cyl_bessel_i(n, a, p) : std::numeric_limits<L>::quiet_NaN(); }).v;
  return n % 2 != 0 ? std::copysign(y, x) : y;
}
template <class L> quick<L> bessel_i0(quick<L> x) { return {quick_bessel_i(0, x.v)}; }
template <class L> quick<L> bessel_i1(quick<L> x) { return {quick_bessel_i(1, x.v)}; }
template <class L> quick<L> bessel_i1_slope(quick<L> x) { return {(quick_bessel_i(0, x.v) + quick_bessel_i(2, x.v)) / 2}; }
template <class L> quick<L> bessel_i1_bend(quick<L> x) { return {(quick_bessel_i(1, x.v) * 3 + quick_bessel_i(3, x.v)) / 4}; }
template <class L> quick<L> bessel_i0e(quick<L> x) {
  L const a = std::fabs(x.v);
  return of_boost<L>(
      [&](auto p) { return a < 600 ? boost::math::cyl_bessel_i(0, a, p) * std::exp(-a) : std::numeric_limits<L>::quiet_NaN(); });
}
template <class L> quick<L> bessel_i1e(quick<L> x) {
  L const a = std::fabs(x.v);
  return of_boost<L>([&](auto p) {
    return a < 600 ? std::copysign(boost::math::cyl_bessel_i(1, a, p) * std::exp(-a), x.v) : std::numeric_limits<L>::quiet_NaN();
  });
}
}  // namespace oracle
