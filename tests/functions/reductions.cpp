// SPDX-License-Identifier: BSL-1.0
// Examples of reductions and of statistics.
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
