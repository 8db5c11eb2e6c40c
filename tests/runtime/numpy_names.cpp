// SPDX-License-Identifier: BSL-1.0
// Functions of places, determinants, histograms, polynomials, grids and prefixes that are traced at run time: the text and bits of static
// programs.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using late::of, late::same, late::same_bits;

namespace {

constexpr of<double, 6> six;
constexpr of<float, 7> seven_f;
constexpr of<double, 3> three;
constexpr of<double, 3, 4> matrix;
constexpr of<double, 4, 4> square;
constexpr of<double, 2, 3, 3> squares;
constexpr of<int, 5> places;
constexpr of<unsigned, 5> places_u;
constexpr of<bool, 3, 4> matrix_b;

} // namespace

TEST_CASE("places of elements") {
  same_bits([](auto i) { return cx::unravel_index<2, 2>(i - 3); }, places);
  same_bits([](auto i) { return cx::unravel_index<3, 4>(i); }, places_u);
  same_bits([](auto x) { return cx::argwhere<5>(x); }, matrix_b);
  same_bits([](auto x) { return cx::nonzero<5>(x)[1]; }, matrix_b);
  same([](auto x, auto v) { return cx::fill_diagonal(x, v); }, matrix, three);
  same([](auto x) { return cx::fill_diagonal(x, 7.0); }, matrix);
  same_bits([](auto x) { return cx::tril(x) * cx::astype<double>(cx::isin(x, x)); }, square);
}
TEST_CASE("determinants") {
  same_bits([](auto x) { return cx::det(x); }, square);
  same_bits([](auto x) { return cx::slogdet(x); }, squares);
  same_bits([](auto x) { return cx::grad([](auto y) { return cx::det(y); })(x); }, square);
}
TEST_CASE("of nothing") {
  same_bits([](auto x) { return cx::det(x); }, of<double, 0, 0>{});
  same_bits([](auto x) { return cx::slogdet(x); }, of<double, 2, 0, 0>{});
  same_bits([](auto x) { return cx::trapezoid(x, 0.5, 0_c); }, of<double, 0, 3>{});
}
TEST_CASE("histograms") {
  same_bits([](auto x) { return cx::histogram<4>(x); }, matrix);
  same_bits([](auto x, auto e) { return cx::histogram(x, cx::sort(e)).first; }, matrix, six);
  same_bits([](auto x, auto e, auto w) { return cx::histogram(x, cx::sort(e), w).first; }, matrix, six, matrix);
  same_bits([](auto x) { return cx::histogram_bin_edges<3>(x * 0.0f); }, seven_f);
}
TEST_CASE("parts as structured bindings, in both kinds of traces") {
  same([](auto x) {
    auto const [a, b] = cx::split(x, 2_c);
    return a * b;
  }, six);
  same([](auto x) {
    auto const [a, b, c] = cx::unstack<3>(x);
    return a * b - c;
  }, matrix);
  same_bits([](auto x) { return cx::split(x, cx::axes_c<1, 3>, 1_c); }, matrix);
}
TEST_CASE("polynomials and angles") {
  same_bits([](auto p) { return cx::polyder(p); }, six);
  same_bits([](auto p) { return cx::polyder(p); }, of<int, 4>{});
  same_bits([](auto p) { return cx::polyder(p); }, of<float, 1>{});
  same_bits([](auto p) { return cx::polyint(p); }, seven_f);
  same_bits([](auto x) { return cx::unwrap(x * 3.0); }, matrix);
  same_bits([](auto x) { return cx::unwrap(x * 3.0, 0_c); }, matrix);
  same_bits([](auto x) { return cx::unwrap(x * 3.0f); }, seven_f);
  same_bits([](auto x) { return cx::vander(x); }, three);
  same_bits([](auto x) { return cx::vander<5>(x, cx::increasing); }, three);
}
TEST_CASE("prefixes") {
  same_bits([](auto x) { return cx::associative_scan([](auto a, auto b) { return a * b; }, x); }, six);
  same_bits([](auto x) { return cx::associative_scan([](auto a, auto b) { return a + b; }, x, cx::reversed); }, seven_f);
  same_bits(
      [](auto x, auto y) {
        return cx::associative_scan(
            [](auto a, auto b) { return std::pair{a.first * b.first, a.second * b.first + b.second}; }, std::pair{x, y});
      },
      matrix, matrix);
}
TEST_CASE("lengths that are known at run time") {
  auto const once = [](auto f) { return cx::jit([f](auto x) { return f() + x; }); };
  cx::ndarray const zero(0.0), zero_f(0.0f);
  CHECK(once([] { return cx::hanning(5); })(zero) == cx::jit([](auto x) { return cx::hanning<5>() + x; })(zero));
  CHECK(once([] { return cx::hamming<float>(6); })(zero_f) == cx::jit([](auto x) { return cx::hamming<float, 6>() + x; })(zero_f));
  CHECK(once([] { return cx::blackman(7) * cx::bartlett(7); })(zero) ==
        cx::jit([](auto x) { return cx::blackman<7>() * cx::bartlett<7>() + x; })(zero));
  CHECK(once([] { return cx::hanning(1); })(zero) == cx::ndarray{1.0});
  CHECK(once([] { return cx::tri(2, 3, 1); })(zero) == cx::ndarray{{1.0, 1.0, 0.0}, {1.0, 1.0, 1.0}});
  CHECK(once([] { return cx::identity(2); })(zero) == cx::ndarray{{1.0, 0.0}, {0.0, 1.0}});
  CHECK(once([] { return cx::astype<double>(cx::indices({2, 2})); })(zero) ==
        cx::ndarray{{{0.0, 0.0}, {1.0, 1.0}}, {{0.0, 1.0}, {0.0, 1.0}}});
  CHECK(once([] { return cx::linspace(1.0, 2.0, 4, cx::endpoint<false>); })(zero) == cx::ndarray{1.0, 1.25, 1.5, 1.75});
  CHECK(once([] { return cx::linspace(1.0, 2.0, 1); })(zero) == cx::ndarray{1.0});
  CHECK(once([] { return cx::logspace(0.0, 3.0, 4, cx::endpoint<true>, 2.0); })(zero) == cx::ndarray{1.0, 2.0, 4.0, 8.0});
  CHECK(cx::jit([](auto x) { return cx::geomspace(x, 8.0f, 4)[3]; })(cx::ndarray(1.0f)) == cx::ndarray(8.0f));
  CHECK(cx::jit([](auto x) { return cx::linspace(x, x * 2.0f, 3); })(cx::ndarray{1.0f, 2.0f}) ==
        cx::ndarray{{1.0f, 2.0f}, {1.5f, 3.0f}, {2.0f, 4.0f}});
  CHECK(cx::jit([](auto x) { return cx::pad(x, 1)[0] + cx::pad(x, 1, 7.0)[2]; })(cx::ndarray{1.0}) == cx::ndarray(7.0));
}
TEST_CASE("what is wrong") {
  CHECK(thrown<cx::shape_error>([] { cx::det(cx::ndarray{{1.0, 2.0}}); }) ==
        "[constax] det, slogdet: of square matrices of floating numbers; an operand has type f64[1,2]");
  CHECK(thrown<cx::shape_error>([] { cx::fill_diagonal(cx::ndarray{1.0}, 2.0); }) ==
        "[constax] fill_diagonal: of a matrix; cx::vmap does it for each of several");
  CHECK(thrown<cx::type_error>([] { cx::histogram(cx::ndarray{1, 2}); }) ==
        "[constax] histogram: N > 0 bins of floating numbers; convert others with cx::astype<double>");
  CHECK(thrown<cx::shape_error>([] { cx::polyder(cx::ndarray(1.0)); }) == "[constax] polyder: coefficients are a vector, these are f64[]");
}
