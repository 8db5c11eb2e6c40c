// SPDX-License-Identifier: BSL-1.0
#pragma once
// digamma: psi(x) = log y - 1/(2y) - psi_tail(1/y^2)/y^2 - sum of 1/(x + k), k < 8, with y = x + 8 (from 8 on y = x, and no sum).
//
// The sum is the logarithmic derivative of the product in gamma_parts.hpp, a quotient of polynomials in x (x + 7). Logarithm and quotient
// are double-doubles, so that nothing is lost where they cancel; within 0.15 of the zero x0 = 1.4616... it is (x - x0) root(x - x0), x0 as
// a double-double. Below 0 by reflection, psi(-y) = psi(1 + y) + pi cot(pi y). Polynomials: docs/reference/math/gamma.py. f32: the same in
// plain doubles.
#include "gamma_parts.hpp"

namespace constax::inline CONSTAX_TAG::detail {

struct digamma_constants {
  // 2^-63 on [0, 1/64]
  static constexpr double psi_tail[] = {0x1.5555555555555p-4,  -0x1.11111111110eep-7, 0x1.04104103f3355p-8,
                                        -0x1.111110c5db64dp-8, 0x1.f07bbcef4fd3bp-8,  -0x1.59837b45f02b5p-6,
                                        0x1.5356fb7e904fcp-4,  -0x1.a43dc635de125p-2, 0x1.c5b84a3176bb7p+0};
  // pi cot(pi g) = 1/g - g cot(g^2), |g| <= 1/4; relative 2^-55.6
  static constexpr double cot[] = {0x1.a51a6625307d3p+1, 0x1.151322ac7d86bp+1, 0x1.0470984c04b63p+1, 0x1.010b36b30ec7bp+1,
                                   0x1.00412cc5e7c3cp+1, 0x1.0010756203105p+1, 0x1.fff0361fdfcc1p+0, 0x1.01088b254d9dcp+1,
                                   0x1.e4cb566eccb9bp+0, 0x1.6093962f46ddfp+1};
  static constexpr double pi_square = 0x1.3bd3cc9be45dep+3, pi_square_lo = 0x1.692b71366cc04p-51;
  // psi(x0 + t) = t root(t), |t| <= 0.15; relative 2^-54.4
  static constexpr double zero_hi = 0x1.762d86356be3fp+0, zero_lo = 0x1.b86a722197829p-54;
  static constexpr double root[] = {0x1.ef72bc8ee38acp-1, -0x1.c563b54aa1a35p-2, 0x1.08b4294d5033ep-2, -0x1.4fc1317257d4dp-3,
                                    0x1.b9a5b6373da52p-4, -0x1.27baba263c839p-4, 0x1.8fce0251a1c2bp-5, -0x1.0fa7ebf4935dbp-5,
                                    0x1.723dc7ac646d2p-6, -0x1.f970d369d1136p-7, 0x1.59254134c25dap-7, -0x1.d7e59f070119bp-8,
                                    0x1.4f0c97e569d20p-8, -0x1.ca559dd3f010cp-9};
};

/// pi cot(pi f) for 0 < f <= 1/2: above 1/4 as pi^2 / (pi cot(pi (1/2 - f))).
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> pi_cot(X f) noexcept {
  using C = digamma_constants;
  mask_of<X> const far = f > X(0.25);
  X const g = select(far, X(0.5) - f, f), v = guard(g * g), t = guard(v * horner(v, C::cot));  // g times it is 1 - t
  auto const top = two_prod(g, X(C::pi_square));
  X const num = select(far, top.hi, X(1.0) - t), den = select(far, X(1.0) - t, g);
  X const one_less = (X(1.0) - select(far, den, num)) - t;
  X const q = num / den;
  auto const p = two_prod(q, den);
  X const low = select(far, fma(-q, one_less, fma(g, X(C::pi_square_lo), top.lo)), one_less);
  return {q, (((num - p.hi) - p.lo) + low) / den};
}

/// psi(a) for 2^-900 <= a.
template <floating_lane X> CONSTAX_INLINE constexpr double_double<X> digamma_above(double_double<X> a) noexcept {
  using C = digamma_constants;
  X const one(1.0), zero(0.0);
  mask_of<X> const small = a.hi < X(8.0);
  double_double<X> const w{select(small, a.hi, one), select(small, a.lo, zero)};
  auto const r = rise(w);
  // The derivative of z (z + 6) (z + 10) (z + 12) is 4 z^3 + 84 z^2 + 504 z + 720, and that of z is x + x7.
  auto const d = dd_add(dd_mul(dd_add(dd_mul(dd_add(r.z, X(21.0)), r.z), X(126.0)), r.z), X(180.0));
  auto const sum = dd_div(dd_mul(d, dd_add(r.x7, w)), dd_mul(r.p, w));
  auto const b = dd_add(a, select(small, X(8.0), zero));
  X const u = one / b.hi, half = u * X(0.5), v = guard(u * u);
  // 1/(2y) and its error, with that from b.lo
  X const rest = guard(u * fma(-u, b.lo, fma(-u, b.hi, one))) * X(0.5);
  mask_of<X> const big = b.hi > X(0x1p900);
  auto s = wide_log(double_double<X>{select(big, b.hi * X(0x1p-200), b.hi), b.lo});
  s = dd_add(s, select(big, X(0x1.1542457337d43p+7), zero));
  s = dd_add(s, double_double<X>{-half, -fma(v, horner(v, C::psi_tail), rest)});
  return dd_add(s, double_double<X>{select(small, X(-4.0) * sum.hi, zero), select(small, X(-4.0) * sum.lo, zero)});
}

struct digamma_of {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    using C = digamma_constants;
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const below = x < zero;
    auto const k = next_integer(y);
    mask_of<X> const finite = y <= X(largest<double>);
    mask_of<X> const pole = (y == zero) | (below & ((k.f == zero) | !finite));
    mask_of<X> const tiny = y < X(0x1p-900);  // there it is -1/x
    mask_of<X> const ok = finite & !pole & !tiny;
    mask_of<X> const neg = ok & below;
    auto s = digamma_above(two_sum(select(ok, y, one), select(neg, one, zero)));
    if (any(neg)) {
      auto const c = pi_cot(select(neg, k.f, X(0.5)));
      mask_of<X> const turn = neg & k.above;
      s = dd_add(s, double_double<X>{select(neg, select(turn, -c.hi, c.hi), zero), select(neg, select(turn, -c.lo, c.lo), zero)});
    }
    X const t0 = select(ok, x, one) - X(C::zero_hi);
    mask_of<X> const near = math::abs(t0) < X(0.15);
    X t = s.hi;
    if (any(near)) {
      X const t1 = select(near, t0 - X(C::zero_lo), zero);
      t = select(near, t1 * horner(t1, C::root), t);
    }
    X const least = math::div(-one, select(tiny & (y > X(0x1p-1024)), x, one));
    return select(ok, t,
                  select((x != x) | pole, nan_of<X>(), select(tiny, select(y > X(0x1p-1024), least, math::copysign(inf_of<X>(), -x)), x)));
  }
};

struct plain_digamma {
  template <floating_lane X> CONSTAX_INLINE constexpr X operator()(X x) const noexcept {
    using C = digamma_constants;
    X const y = math::abs(x), one(1.0), zero(0.0);
    mask_of<X> const finite = y <= X(double(largest<float>)), negative = x < zero;
    auto const k = next_integer(y);
    mask_of<X> const pole = (y == zero) | (negative & ((k.f == zero) | !finite)), ok = finite & !pole, below = ok & negative;
    X const a = select(ok, y, one) + select(below, one, zero);
    mask_of<X> const small = a < X(8.0);
    X const q = select(small, a, one), z = guard(q * (q + X(7.0)));
    X const sum = guard((q + q + X(7.0)) * fma(fma(z + X(21.0), z, X(126.0)), z, X(180.0))) / (plain_rise(q) * q);
    X const b = select(small, a + X(8.0), a), w = one / b, v = guard(w * w);
    constexpr double c[] = {1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240};
    X r = plain_log(b) - fma(v, horner(v, c), guard(w * X(0.5)));
    r = r - select(small, guard(sum * X(4.0)), zero);
    if (any(below)) {
      auto const p = pi_cot(select(below, k.f, X(0.5)));
      r = r + select(below, select(k.above, -p.hi, p.hi), zero);
    }
    X const t = (select(ok, x, one) - X(C::zero_hi)) - X(C::zero_lo);
    mask_of<X> const near = math::abs(t) < X(0x1p-8);
    if (any(near)) {
      constexpr double root[] = {C::root[0], C::root[1], C::root[2], C::root[3], C::root[4]};
      X const u = select(near, t, zero);
      r = select(near, guard(u * horner(u, root)), r);
    }
    return select(ok, r, select((x != x) | pole, nan_of<X>(), x));
  }
};

}  // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::math {

/// The derivative of lgamma. nan at 0, negative integers and -inf, as JAX has it.
template <floating_lane X> CONSTAX_INLINE constexpr X digamma(X x) noexcept {
  if constexpr (sizeof(element_t<X>) == 4) return detail::in_double(detail::plain_digamma{}, x);
  else return detail::in_double(detail::digamma_of{}, x);
}

}  // namespace constax::inline CONSTAX_TAG::math
