// SPDX-License-Identifier: BSL-1.0
// Examples of products of arrays, of differences, integrals, filters and polynomials.
#include "examples.hpp"

TEST_CASE("products, an example of each function") {
  DERIVED("cross", "{-6, -5, 11.5}", "{2, 1.5, -3.5}", cx::cross(x, y));
  DERIVED("dot", "{11, 29}", "{5, 7, 9}", cx::dot(a, x));
  DERIVED("einsum", "{11, 29}", "{5, 7, 9}", cx::einsum("ij,j->i", a, x));
  DERIVED("inner", "{11, 29}", "{5, 7, 9}", cx::inner(a, x));
  DERIVED("kron", "{3, 30, 1, 10, 2, 20}", "{11, 11, 11}", cx::kron(x, cx::ndarray{1.0, 10.0}));
  DERIVED("matmul", "{11, 29}", "{5, 7, 9}", cx::matmul(a, x));
  DERIVED("matvec", "{11, 29}", "{5, 7, 9}", cx::matvec(a, x));
  DERIVED("outer", "{{1.5, 12, 6}, {0.5, 4, 2}, {1, 8, 4}}", "{6.5, 6.5, 6.5}", cx::outer(x, y));
  DERIVED("tensordot", "{11, 29}", "{5, 7, 9}", cx::tensordot(a, x, 1));
  DERIVED("vdot", "9.5", "{0.5, 4, 2}", cx::vdot(x, y));
  DERIVED("vecdot", "{11, 29}", "{5, 7, 9}", cx::vecdot(a, x));
  DERIVED("vecmat", "{11, 29}", "{5, 7, 9}", cx::vecmat(x, cx::transpose(a)));
}

TEST_CASE("differences and integrals, an example of each function") {
  DERIVED("diff", "{-8, 3}", "{-6, 0, 4}", cx::diff(cx::square(x)));
  DERIVED("ediff1d", "{-8, 3}", "{-6, 0, 4}", cx::ediff1d(cx::square(x)));
  DERIVED("gradient", "{-8, -2.5, 3}", "{-9, 0, 6}", cx::gradient(cx::square(x)));
  DERIVED("interp", "{2, 1.25}", "{0.5, 1.25, 0.25}", cx::interp(cx::ndarray{0.5, 1.25}, cx::ndarray{0.0, 1.0, 2.0}, x));
  DERIVED("trapezoid", "1.75", "{0.25, 0.5, 0.25}", cx::trapezoid(x, 0.5));
  EXAMPLE("unwrap", "{3, 3.28319, 4.28319}", cx::unwrap(cx::ndarray{3.0, -3.0, -2.0}));
}

TEST_CASE("filters, an example of each function and mode") {
  DERIVED("convolve", "{3, 31, 12, 20}", "{11, 11, 11}", cx::convolve(x, cx::ndarray{1.0, 10.0}));
  DERIVED("correlate", "{13, 21}", "{1, 11, 10}", cx::correlate(x, cx::ndarray{1.0, 10.0}));
  DERIVED("mode::full", "{30, 13, 21, 2}", "{11, 11, 11}", cx::correlate(x, cx::ndarray{1.0, 10.0}, cx::mode::full));
  DERIVED("mode::same", "{3, 31, 12}", "{11, 11, 1}", cx::convolve(x, cx::ndarray{1.0, 10.0}, cx::mode::same));
  DERIVED("mode::valid", "{31, 12}", "{10, 11, 1}", cx::convolve(x, cx::ndarray{1.0, 10.0}, cx::mode::valid));
}

TEST_CASE("polynomials, an example of each function") {
  DERIVED("polyder", "{6, 1}", "{2, 1, 0}", cx::polyder(x));
  DERIVED("polyint", "{1, 0.5, 2, 0}", "{0.333333, 0.5, 1}", cx::polyint(x));
  DERIVED("polyval", "{18.5, 6.5, 12}", "{7, 5, 6}", cx::polyval(y, x));
}
