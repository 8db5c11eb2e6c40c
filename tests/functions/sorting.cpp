// SPDX-License-Identifier: BSL-1.0
// Examples of sorts, sets and quantiles; of norms, moments, histograms, divisors and determinants.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("sorts, an example of each function") {
  EXAMPLE("argpartition", "{1, 2, 0}", cx::argpartition(x, 1));
  EXAMPLE("argsort", "{1, 2, 0}", cx::argsort(x));
  EXAMPLE("descending", "{3, 2, 1}", cx::sort(x, cx::descending));
  EXAMPLE("lexsort", "{1, 2, 0}", cx::lexsort(std::tuple(x, cx::ndarray{1, 0, 1})));
  EXAMPLE("num_keys", "({0, 1, 1}, {1, 2, 3})", cx::sort(std::tuple(cx::ndarray{1, 0, 1}, x), cx::num_keys<2>));
  DERIVED("partition", "{1, 2, 3}", "{1, 1, 1}", cx::partition(x, 1));
  DERIVED("sort", "{0.5, 8, 6}", "{2, 0.5, 4}", y * cx::sort(x));
  DERIVED("top_k", "({3, 2}, {0, 2})", "{1, 0, 1}", cx::top_k(x, 2));
}

TEST_CASE("different elements, an example of each function") {
  EXAMPLE("union1d", "{0.5, 1, 2, 3, 4}", cx::union1d(x, y));
  EXAMPLE("unique", "{1, 2}", cx::unique(cx::ndarray{2, 1, 2}));
  EXAMPLE("unique_counts", "({1, 2}, {1, 2})", cx::unique_counts(cx::ndarray{2, 1, 2}));
  EXAMPLE("unique_inverse", "({1, 2}, {1, 0, 1})", cx::unique_inverse(cx::ndarray{2, 1, 2}));
  EXAMPLE("unique_values", "{1, 2}", cx::unique_values(cx::ndarray{2, 1, 2}));
}

TEST_CASE("quantiles, an example of each function and method") {
  DERIVED("median", "2", "{0, 0, 1}", cx::median(x));
  DERIVED("method::higher", "2", "{0, 0, 1}", cx::quantile(x, 0.2, cx::method::higher));
  DERIVED("method::linear", "1.4", "{0, 0.6, 0.4}", cx::quantile(x, 0.2, cx::method::linear));
  DERIVED("method::lower", "1", "{0, 1, 0}", cx::quantile(x, 0.2, cx::method::lower));
  DERIVED("method::midpoint", "1.5", "{0, 0.5, 0.5}", cx::quantile(x, 0.2, cx::method::midpoint));
  DERIVED("method::nearest", "1", "{0, 1, 0}", cx::quantile(x, 0.2, cx::method::nearest));
  DERIVED("nanmedian", "2.5", "{0.5, 0, 0.5}", cx::nanmedian(cx::where(x > 1.5, x, std::nan(""))));
  DERIVED("nanpercentile", "2.25", "{0.25, 0, 0.75}", cx::nanpercentile(cx::where(x > 1.5, x, std::nan("")), 25.0));
  DERIVED("nanquantile", "2.25", "{0.25, 0, 0.75}", cx::nanquantile(cx::where(x > 1.5, x, std::nan("")), 0.25));
  DERIVED("percentile", "2.5", "{0.5, 0, 0.5}", cx::percentile(x, 75.0));
  DERIVED("quantile", "2.5", "{0.5, 0, 0.5}", cx::quantile(x, 0.75));
}

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
