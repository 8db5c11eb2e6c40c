// SPDX-License-Identifier: BSL-1.0
// Examples of arrays that are made: of constants, grids, windows, matrices, and of their places.
#include "examples.hpp"

TEST_CASE("arrays of constants, an example of each function") {
  EXAMPLE("arange", "{0, 0.25, 0.5, 0.75}", cx::ndarray(cx::arange(0.0, 1.0, 0.25)));
  EXAMPLE("empty", "{{0, 0, 0}, {0, 0, 0}}", cx::asarray(cx::empty<2, 3>()));
  EXAMPLE("empty_like", "{0, 0, 0}", cx::empty_like(x));
  EXAMPLE("full", "{{1.5, 1.5, 1.5}, {1.5, 1.5, 1.5}}", cx::ndarray(cx::full({2, 3}, 1.5)));
  EXAMPLE("full_like", "{7, 7, 7}", cx::full_like(x, 7.0));
  EXAMPLE("iota", "{{0, 1, 2}, {0, 1, 2}}", cx::ndarray(cx::iota<double>({2, 3}, 1)));
  EXAMPLE("ones", "{{1, 1, 1}, {1, 1, 1}}", cx::ndarray(cx::ones({2, 3})));
  EXAMPLE("ones_like", "{1, 1, 1}", cx::ones_like(x));
  EXAMPLE("zeros", "{{0, 0, 0}, {0, 0, 0}}", cx::ndarray(cx::zeros({2, 3})));
  EXAMPLE("zeros_like", "{0, 0, 0}", cx::zeros_like(x));
}

TEST_CASE("grids, an example of each function") {
  EXAMPLE("endpoint", "{0, 0.25, 0.5, 0.75}", cx::ndarray(cx::linspace(0.0, 1.0, 4, cx::endpoint<false>)));
  EXAMPLE("geomspace", "{1, 10, 100}", cx::ndarray(cx::geomspace(1.0, 100.0, 3)));
  EXAMPLE("indices", "{{{0, 0, 0}, {1, 1, 1}}, {{0, 1, 2}, {0, 1, 2}}}", cx::ndarray(cx::indices({2, 3})));
  DERIVED("linspace", "{0, 1, 2, 3}", "{2, 0, 0}", cx::linspace(0.0, x[0], 4));
  EXAMPLE("logspace", "{1, 10, 100, 1000}", cx::ndarray(cx::logspace(0.0, 3.0, 4)));
  DERIVED("meshgrid", "({{3, 1, 2}, {3, 1, 2}}, {{0, 0, 0}, {1, 1, 1}})", "{2, 2, 2}", cx::meshgrid(x, cx::ndarray{0.0, 1.0}));
}

TEST_CASE("windows, an example of each function") {
  EXAMPLE("bartlett", "{0, 0.5, 1, 0.5, 0}", cx::ndarray(cx::bartlett(5)));
  EXAMPLE("blackman", "{0.34, 1, 0.34}", cx::ndarray(cx::blackman(5)[cx::slice(1, 4)]));
  EXAMPLE("hamming", "{0.08, 0.54, 1, 0.54, 0.08}", cx::ndarray(cx::hamming(5)));
  EXAMPLE("hanning", "{0, 0.5, 1, 0.5, 0}", cx::ndarray(cx::hanning(5)));
}

TEST_CASE("matrices and their diagonals, an example of each function") {
  DERIVED("diag", "{{3, 0, 0}, {0, 1, 0}, {0, 0, 2}}", "{1, 1, 1}", cx::diag(x));
  STEPS("diag_indices", "{2, 3}", auto [p, q] = cx::diag_indices(2); return cx::ndarray(m(p, q)););
  DERIVED("diagflat", "{{3, 0, 0}, {0, 1, 0}, {0, 0, 2}}", "{1, 1, 1}", cx::diagflat(x));
  DERIVED("diagonal", "{1.5, 4, 4}", "{0.5, 4, 2}", cx::diagonal(cx::outer(x, y)));
  EXAMPLE("eye", "{{1, 0, 0}, {0, 1, 0}}", cx::ndarray(cx::eye(2, 3)));
  DERIVED("fill_diagonal", "{{0, 12, 6}, {0.5, 0, 2}, {1, 8, 0}}", "{6, 2.5, 4.5}", cx::fill_diagonal(cx::outer(x, y), 0.0));
  EXAMPLE("identity", "{{1, 0}, {0, 1}}", cx::ndarray(cx::identity(2)));
  DERIVED("increasing", "{{1, 3, 9}, {1, 1, 1}, {1, 2, 4}}", "{7, 3, 5}", cx::vander(x, 3, cx::increasing));
  DERIVED("trace", "9.5", "{0.5, 4, 2}", cx::trace(cx::outer(x, y)));
  EXAMPLE("tri", "{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}", cx::ndarray(cx::tri(3)));
  DERIVED("tril", "{{1.5, 0, 0}, {0.5, 4, 0}, {1, 8, 4}}", "{0.5, 4.5, 6.5}", cx::tril(cx::outer(x, y)));
  STEPS("tril_indices", "{1, 4, 5}", auto [p, q] = cx::tril_indices(2, 3); return cx::ndarray(a(p, q)););
  DERIVED("triu", "{{1.5, 12, 6}, {0, 4, 2}, {0, 0, 4}}", "{6.5, 6, 2}", cx::triu(cx::outer(x, y)));
  STEPS("triu_indices", "{1, 2, 3, 5, 6}", auto [p, q] = cx::triu_indices(2, 3); return cx::ndarray(a(p, q)););
  DERIVED("vander", "{{9, 3, 1}, {1, 1, 1}, {4, 2, 1}}", "{7, 3, 5}", cx::vander(x, 3));
}
