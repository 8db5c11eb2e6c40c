// SPDX-License-Identifier: BSL-1.0
#pragma once
// derivatives: the elementwise functions as functions of one variable, their first four derivatives by mpmath (derivatives.py), and how far
// off something computed may be.
//
//   error = |computed - right| / (2^-53 * scale)      scale: the largest term in what is computed, see derivatives.py
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>
#include <string_view>
#include <tuple>

namespace derivatives {

namespace cx = constax;

struct point {
  std::string_view function;
  double x, of_order[4], scale[4];
};
inline constexpr point points[] = {
#include "derivatives.inc"
};

/// An error in units of the scale's rounding; infinite for nan, unless nan is right.
inline double error(point const& p, int order, double got) {
  double const want = p.of_order[order - 1];
  if (got == want) return 0;
  double const apart = std::fabs(got - want) / (0x1p-53 * p.scale[order - 1] + 0x1p-1074);
  return apart == apart ? apart : INFINITY;
}

template <class F>
struct function {
  std::string_view name;
  double limit; // of error
  F f;
};
template <class F>
function(std::string_view, double, F) -> function<F>;

// The limits are about twice what was measured.
inline constexpr std::tuple exponential{
    function{"exp", 4, [](auto x) { return cx::exp(x); }},
    function{"exp2", 4, [](auto x) { return cx::exp2(x); }},
    function{"expm1", 4, [](auto x) { return cx::expm1(x); }},
    function{"log", 4, [](auto x) { return cx::log(x); }},
    function{"log1p", 4, [](auto x) { return cx::log1p(x); }},
    function{"log2", 4, [](auto x) { return cx::log2(x); }},
    function{"log10", 4, [](auto x) { return cx::log10(x); }},
    function{"logistic", 4, [](auto x) { return cx::logistic(x); }},
    function{"softplus", 4, [](auto x) { return cx::softplus(x); }},
    function{"erf", 4, [](auto x) { return cx::erf(x); }},
    function{"erfc", 4, [](auto x) { return cx::erfc(x); }},
    function{"gaussian", 4, [](auto x) { return cx::gaussian(x); }},
    function{"erf_inv", 4, [](auto x) { return cx::erf_inv(x); }},
};
inline constexpr std::tuple powers{
    function{"pow_x", 4, [](auto x) { return cx::pow(x, 2.5); }},
    function{"pow_negative", 4, [](auto x) { return cx::pow(x, -1.75); }},
    function{"pow_y", 4, [](auto x) { return cx::pow(2.5, x); }},
    function{"pow_both", 8, [](auto x) { return cx::pow(x, x); }},
    function{"integer_pow", 8, [](auto x) { return cx::pow(x, 7); }},
    function{"integer_pow_negative", 8, [](auto x) { return cx::pow(x, -3); }},
    function{"square", 0, [](auto x) { return cx::square(x); }},
    function{"sqrt", 4, [](auto x) { return cx::sqrt(x); }},
    function{"cbrt", 8, [](auto x) { return cx::cbrt(x); }},
    function{"rsqrt", 4, [](auto x) { return cx::rsqrt(x); }},
    function{"hypot_x", 4, [](auto x) { return cx::hypot(x, 2.0); }},
    function{"hypot_y", 4, [](auto x) { return cx::hypot(0.5, x); }},
    function{"ldexp", 0, [](auto x) { return cx::ldexp(x, 3); }},
};
inline constexpr std::tuple circular{
    function{"sin", 4, [](auto x) { return cx::sin(x); }},
    function{"cos", 4, [](auto x) { return cx::cos(x); }},
    function{"tan", 16, [](auto x) { return cx::tan(x); }},
    function{"asin", 4, [](auto x) { return cx::asin(x); }},
    function{"acos", 4, [](auto x) { return cx::acos(x); }},
    function{"atan", 16, [](auto x) { return cx::atan(x); }},
    function{"atan2_y", 16, [](auto x) { return cx::atan2(x, 1.5); }},
    function{"atan2_x", 16, [](auto x) { return cx::atan2(1.5, x); }},
    function{"sinh", 4, [](auto x) { return cx::sinh(x); }},
    function{"cosh", 4, [](auto x) { return cx::cosh(x); }},
    function{"tanh", 8, [](auto x) { return cx::tanh(x); }},
    function{"asinh", 4, [](auto x) { return cx::asinh(x); }},
    function{"acosh", 4, [](auto x) { return cx::acosh(x); }},
    function{"atanh", 4, [](auto x) { return cx::atanh(x); }},
};
inline constexpr std::tuple special{
    function{"lgamma", 2, [](auto x) { return cx::lgamma(x); }},
    function{"tgamma", 8, [](auto x) { return cx::tgamma(x); }},
    function{"digamma", 4, [](auto x) { return cx::digamma(x); }},
    function{"polygamma_1", 4, [](auto x) { return cx::polygamma(1, x); }},
    function{"polygamma_4", 4, [](auto x) { return cx::polygamma(4, x); }},
    function{"zeta", 4, [](auto x) { return cx::zeta(2.5, x); }},
    function{"igamma", 4, [](auto x) { return cx::igamma(2.5, x); }},
    function{"igamma_large", 1, [](auto x) { return cx::igamma(120.0, x); }},
    function{"igammac", 2, [](auto x) { return cx::igammac(0.5, x); }},
    function{"betainc", 2, [](auto x) { return cx::betainc(2.5, 1.5, x); }},
    function{"betainc_large", 0.5, [](auto x) { return cx::betainc(40.0, 60.0, x); }},
    function{"bessel_i0e", 4, [](auto x) { return cx::bessel_i0e(x); }},
    function{"bessel_i1e", 8, [](auto x) { return cx::bessel_i1e(x); }},
};

/// check(f) for each function of a table.
template <class... F>
void for_each(std::tuple<F...> const& table, auto&& check) {
  std::apply([&](auto const&... f) { (check(f), ...); }, table);
}

template <int Order, class F>
constexpr auto gradient(F f) {
  if constexpr (Order == 0) return f;
  else return gradient<Order - 1>(cx::grad(f));
}
/// The fourth derivative by cx::grad in cx::grad, compiled, is within the limit at all points.
inline constexpr auto check_nested = [](auto const& row) {
  constexpr auto fourth = gradient<4>(std::remove_cvref_t<decltype(row.f)>{});
  int n = 0;
  for (point const& p : points) {
    if (p.function != row.name) continue;
    ++n;
    double const got = fourth(p.x);
    INFO(row.name << " at " << p.x << ": " << got << " instead of " << p.of_order[3]);
    CHECK(error(p, 4, got) <= row.limit);
  }
  CHECK(n > 0);
};

} // namespace derivatives
