// SPDX-License-Identifier: BSL-1.0
// Examples of functions of probability: error functions, the normal distribution, entropies, log-odds.
#include "examples.hpp"

namespace constax::inline CONSTAX_TAG { // where formulas find their functions without cx::

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
