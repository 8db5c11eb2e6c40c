// SPDX-License-Identifier: BSL-1.0
// Examples of Bessel, gamma and beta functions; of error functions, the normal distribution, entropies, log-odds.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

TEST_CASE("Bessel functions, an example of each") {
  EXAMPLE("bessel_i0", "{4.88079, 1.26607, 2.27959}", cx::bessel_i0(x));
  DERIVATIVE(bessel_i0, x, bessel_i1(x));
  EXAMPLE("bessel_i0e", "{0.243, 0.46576, 0.308508}", cx::bessel_i0e(x));
  DERIVATIVE(bessel_i0e, x, exp(-abs(x)) * (bessel_i1(x) - sign(x) * bessel_i0(x)));
  EXAMPLE("bessel_i1", "{3.95337, 0.565159, 1.59064}", cx::bessel_i1(x));
  DERIVATIVE(bessel_i1, x, bessel_i0(x) - bessel_i1(x) / x);
  EXAMPLE("bessel_i1e", "{0.196827, 0.20791, 0.215269}", cx::bessel_i1e(x));
  DERIVATIVE(bessel_i1e, x, exp(-abs(x)) * (bessel_i0(x) - bessel_i1(x) / x - sign(x) * bessel_i1(x)));
  EXAMPLE("i0", "{4.88079, 1.26607, 2.27959}", cx::i0(x));
  DERIVATIVE(i0, x, i1(x));
  EXAMPLE("i0e", "{0.243, 0.46576, 0.308508}", cx::i0e(x));
  DERIVATIVE(i0e, x, exp(-abs(x)) * (i1(x) - sign(x) * i0(x)));
  EXAMPLE("i1", "{3.95337, 0.565159, 1.59064}", cx::i1(x));
  DERIVATIVE(i1, x, i0(x) - i1(x) / x);
  EXAMPLE("i1e", "{0.196827, 0.20791, 0.215269}", cx::i1e(x));
  DERIVATIVE(i1e, x, exp(-abs(x)) * (i0(x) - i1(x) / x - sign(x) * i1(x)));
}

TEST_CASE("gamma and beta functions, an example of each") {
  DERIVED("betainc", "{0.5625, 0.0625, 0.25}", "{0.375, 0.125, 0.25}", cx::betainc(2.0, 1.0, x / 4.0));
  EXAMPLE("digamma", "{0.922784, -0.577216, 0.422784}", cx::digamma(x));
  DERIVATIVE(digamma, x, where(x > 0.0, zeta(2.0, x), square(3.141592653589793 / sin(3.141592653589793 * x)) - zeta(2.0, 1.0 - x)));
  DERIVED("gammainc", "{0.800852, 0.264241, 0.593994}", "{0.149361, 0.367879, 0.270671}", cx::gammainc(2.0, x));
  DERIVED("gammaincc", "{0.199148, 0.735759, 0.406006}", "{-0.149361, -0.367879, -0.270671}", cx::gammaincc(2.0, x));
  EXAMPLE("gammaln", "3.17805", cx::gammaln(5.0));
  DERIVATIVE(gammaln, x, digamma(x));
  DERIVED("igamma", "{0.323324, 0.864665, 0.593994}", "{-0.231849, -0.220825, -0.294005}", cx::igamma(x, 2.0));
  DERIVED("igammac", "{0.676676, 0.135335, 0.406006}", "{0.231849, 0.220825, 0.294005}", cx::igammac(x, 2.0));
  EXAMPLE("lgamma", "3.17805", cx::lgamma(5.0));
  DERIVATIVE(lgamma, x, digamma(x));
  DERIVED("polygamma", "{0.394934, 1.64493, 0.644934}", "{-0.154114, -2.40411, -0.404114}", cx::polygamma(1.0, x));
  EXAMPLE("tgamma", "24", cx::tgamma(5.0));
  DERIVATIVE(tgamma, x, tgamma(x) * digamma(x));
  DERIVED("zeta", "{0.394934, 1.64493, 0.644934}", "{-0.154114, -2.40411, -0.404114}", cx::zeta(2.0, x));
}

TEST_CASE("error functions and the normal distribution, an example of each") {
  EXAMPLE("erf", "0.5205", cx::erf(0.5));
  DERIVATIVE(erf, x, 1.1283791670955126 * exp(-x * x));
  EXAMPLE("erf_inv", "0.476936", cx::erf_inv(0.5));
  DERIVATIVE(erf_inv, x, 0.886226925452758 * exp(square(erf_inv(x))));
  EXAMPLE("erfc", "0.4795", cx::erfc(0.5));
  DERIVATIVE(erfc, x, -1.1283791670955126 * exp(-x * x));
  EXAMPLE("erfinv", "0.476936", cx::erfinv(0.5));
  DERIVATIVE(erfinv, x, 0.886226925452758 * exp(square(erfinv(x))));
  EXAMPLE("log_ndtr", "{-203.917, -0.693147, -0.172754}", cx::log_ndtr(cx::ndarray{-20.0, 0.0, 1.0}));
  DERIVATIVE(log_ndtr, x, 0.3989422804014327 * exp(-x * x / 2.0) / ndtr(x));
  EXAMPLE("ndtr", "{0.158655, 0.5, 0.841345}", cx::ndtr(cx::ndarray{-1.0, 0.0, 1.0}));
  DERIVATIVE(ndtr, x, 0.3989422804014327 * exp(-x * x / 2.0));
}

TEST_CASE("entropies and log-odds, an example of each function") {
  EXAMPLE("entr", "{0.346574, 0.346574}", cx::entr(cx::ndarray{0.25, 0.5}));
  DERIVATIVE(entr, x, -log(x) - 1.0);
  EXAMPLE("expit", "{0.952574, 0.731059, 0.880797}", cx::expit(x));
  DERIVATIVE(expit, x, expit(x) * expit(-x));
  DERIVED("kl_div", "{2.87528, 1.61371, 0}", "{1.79176, -1.38629, 0}", cx::kl_div(x, y));
  EXAMPLE("logistic", "{0.952574, 0.731059, 0.880797}", cx::logistic(x));
  DERIVATIVE(logistic, x, logistic(x) * logistic(-x));
  EXAMPLE("logit", "{-1.09861, 0, 2.19722}", cx::logit(cx::ndarray{0.25, 0.5, 0.9}));
  DERIVATIVE(logit, x, 1.0 / (x * (1.0 - x)));
  DERIVED("rel_entr", "{5.37528, -1.38629, 0}", "{2.79176, -0.386294, 1}", cx::rel_entr(x, y));
  EXAMPLE("xlog1py", "{1.2164, 1.60944, 2.19722}", cx::xlog1py(x, y));
  DERIVATIVES(xlog1py, x, y, log1p(y), x / (1.0 + y));
  EXAMPLE("xlogy", "{-2.07944, 1.38629, 1.38629}", cx::xlogy(x, y));
  DERIVATIVES(xlogy, x, y, log(y), x / y);
}

} // namespace constax::inline CONSTAX_TAG
