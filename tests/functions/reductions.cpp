// SPDX-License-Identifier: BSL-1.0
// Examples of reductions, also without nan, and of cumulative functions.
#include "examples.hpp"

TEST_CASE("reductions, an example of each") {
  EXAMPLE("all", "false", cx::all(x > 1.5));
  DERIVED("amax", "3", "{1, 0, 0}", cx::amax(x));
  DERIVED("amin", "1", "{0, 1, 0}", cx::amin(x));
  EXAMPLE("any", "true", cx::any(x > 1.5));
  EXAMPLE("argmax", "0", cx::argmax(x));
  EXAMPLE("argmin", "1", cx::argmin(x));
  EXAMPLE("axes_c", "21", cx::sum(a, cx::axes_c<0, 1>));
  EXAMPLE("count_nonzero", "2", cx::count_nonzero(x > 1.5));
  DERIVED("logsumexp", "3.40761", "{0.665241, 0.0900306, 0.244728}", cx::logsumexp(x));
  DERIVED("mean", "2", "{0.333333, 0.333333, 0.333333}", cx::mean(x));
  DERIVED("prod", "6", "{2, 6, 3}", cx::prod(x));
  DERIVED("ptp", "2", "{1, -1, 0}", cx::ptp(x));
  DERIVED("sum", "{11, 29}", "{5, 7, 9}", cx::sum(a * x, 1));
}

TEST_CASE("statistics, an example of each function") {
  DERIVED("average", "1.46154", "{0.0769231, 0.615385, 0.307692}", cx::average(x, y));
  DERIVED("corrcoef", "{{1, -0.996616}, {-0.996616, 1}}", "{0.0474579, 0.0474579, -0.0949158}", cx::corrcoef(x, y));
  DERIVED("cov", "{{1, -1.75}, {-1.75, 3.08333}}", "{-0.666667, 0.833333, -0.166667}", cx::cov(x, y));
}

TEST_CASE("reductions of what is a number, an example of each") {
  EXAMPLE("nanargmax", "2", cx::nanargmax(cx::ndarray{std::nan(""), 1.0, 2.0}));
  EXAMPLE("nanargmin", "1", cx::nanargmin(cx::ndarray{std::nan(""), 1.0, 2.0}));
  DERIVED("nancumprod", "{3, 3, 6}", "{4, 0, 3}", cx::nancumprod(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nancumsum", "{3, 3, 5}", "{3, 0, 1}", cx::nancumsum(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmax", "3", "{1, 0, 0}", cx::nanmax(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmean", "2.5", "{0.5, 0, 0.5}", cx::nanmean(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanmin", "2", "{0, 0, 1}", cx::nanmin(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanprod", "6", "{2, 0, 3}", cx::nanprod(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanstd", "0.5", "{0.5, 0, -0.5}", cx::nanstd(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nansum", "5", "{1, 0, 1}", cx::nansum(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanvar", "0.25", "{0.5, 0, -0.5}", cx::nanvar(cx::where(x > 1.5, x, std::nan(""))));
}

TEST_CASE("cumulative functions, an example of each") {
  DERIVED("cumlogsumexp", "{3, 3.12693, 3.40761}", "{2.54604, 0.209233, 0.244728}", cx::cumlogsumexp(x));
  DERIVED("cummax", "{3, 3, 3}", "{3, 0, 0}", cx::cummax(x));
  DERIVED("cummin", "{3, 1, 1}", "{1, 2, 0}", cx::cummin(x));
  DERIVED("cumprod", "{3, 3, 6}", "{4, 9, 3}", cx::cumprod(x));
  DERIVED("cumsum", "{3, 4, 6}", "{3, 2, 1}", cx::cumsum(x));
  DERIVED("linear_recurrence", "{3, 13, 28}", "{13, 3, 1}", cx::linear_recurrence(y, x));
}
