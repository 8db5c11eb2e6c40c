// SPDX-License-Identifier: BSL-1.0
// Examples of norms, moments, histograms, sets, divisors and determinants.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("moments, norms and determinants, an example of each") {
  DERIVED("ddof", "1", "{1, -1, 0}", cx::var(x, cx::ddof<1>));
  DERIVED("det", "10.5", "{0.5, 4, 2}", cx::det(cx::outer(x, y) + cx::eye(3)));
  DERIVED("initial", "16", "{1, 1, 1}", cx::sum(x, cx::initial(10.0)));
  DERIVED("norm", "3.74166", "{0.801784, 0.267261, 0.534522}", cx::norm(x));
  DERIVED("slogdet", "(1, 2.35138)", "{0.047619, 0.380952, 0.190476}", cx::slogdet(cx::outer(x, y) + cx::eye(3)));
  DERIVED("std_", "0.816497", "{0.408248, -0.408248, 0}", cx::std_(x));
  DERIVED("var", "0.666667", "{0.666667, -0.666667, 0}", cx::var(x));
}

TEST_CASE("histograms, an example of each") {
  EXAMPLE("digitize", "{2, 0, 1}", cx::digitize(x, cx::ndarray{1.5, 2.5}));
  EXAMPLE("histogram", "({1, 2}, {1, 2, 3})", cx::histogram(x, 2));
  DERIVED("histogram_bin_edges", "{1, 1.5, 2, 2.5, 3}", "{2.5, 2.5, 0}", cx::histogram_bin_edges(x, 4));
  EXAMPLE("searchsorted", "{2, 0, 1}", cx::searchsorted(cx::ndarray{1.0, 2.0, 3.0}, x));
}

TEST_CASE("sets and divisors, an example of each") {
  EXAMPLE("gcd", "{6, 2, 3}", cx::gcd(n, 6));
  EXAMPLE("intersect1d", "{4, 6}", cx::intersect1d(n, cx::ndarray{4, 5, 6}));
  EXAMPLE("lcm", "{6, 12, 18}", cx::lcm(n, 6));
  EXAMPLE("setdiff1d", "{9}", cx::setdiff1d(n, cx::ndarray{4, 5, 6}));
  EXAMPLE("setxor1d", "{5, 9}", cx::setxor1d(n, cx::ndarray{4, 5, 6}));
}
