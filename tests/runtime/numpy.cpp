// SPDX-License-Identifier: BSL-1.0
// NumPy's functions of places, orders, parts and samples that are traced at run time: the text and bits of static programs; and what takes
// numbers in the place of template arguments.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using late::of, late::same, late::same_bits;

namespace {

constexpr of<double, 6> six;
constexpr of<double, 3> three;
constexpr of<double, 3, 4> matrix;
constexpr of<double, 4, 4> square;
constexpr of<double, 2, 3, 4> cube;
constexpr of<int, 5> places;
constexpr of<int, 3> rows;
constexpr of<bool, 6> six_b;

} // namespace

TEST_CASE("places") {
  same([](auto x, auto i) { return cx::take(x, i, 0_c, cx::mode::clip); }, matrix, places);
  same_bits([](auto x, auto i) { return cx::take(x, i, 1_c); }, matrix, places);
  same_bits([](auto x, auto i) { return cx::take(x, i); }, matrix, places);
  same([](auto x) { return cx::take_along_axis(x, cx::argsort(x, 0_c), 0_c); }, matrix);
  same([](auto x, auto i) { return cx::dynamic_slice<2, 3>(x, i[0_c], 1); }, matrix, places);
  same([](auto x, auto i) { return cx::dynamic_update_slice(x, cx::sin(x[cx::slice(0_c, 2_c)]), i[0_c], i[1_c]); }, matrix, places);
  same([](auto x, auto i) { return cx::dynamic_slice_in_dim<2>(x, i[0_c], 1_c); }, matrix, places);
  same([](auto x, auto i) { return cx::dynamic_update_slice_in_dim(x, x(cx::slice(), cx::slice(0_c, 1_c)), i[0_c], 1_c); }, matrix, places);
  same([](auto x, auto i) { return cx::segment_sum<4>(x, i); }, matrix, rows);
  same([](auto x, auto i) { return cx::segment_max<2>(x, i) + cx::segment_min<2>(x, i) * cx::segment_prod<2>(x, i); }, matrix, rows);
  same([](auto i) { return cx::bincount<4>(i); }, places);
  same([](auto i) { return cx::one_hot<float, 5>(i); }, places);
  same([](auto x) { return cx::flatnonzero<4>(x); }, six_b);
}
TEST_CASE("orders") {
  same([](auto x) { return cx::sort(x); }, six);
  same([](auto x) { return cx::argsort(x, 0_c, cx::descending); }, matrix);
  same([](auto x, auto y) { return cx::sort(std::tuple(cx::floor(x), y, x), cx::num_keys<2>); }, matrix, matrix);
  same([](auto x, auto y) { return cx::lexsort(std::tuple(x, y)); }, six, six);
  same([](auto x) { return cx::top_k<2>(x, 0_c); }, matrix);
  same([](auto x) { return cx::median(x) + cx::quantile(x, 0.25); }, matrix);
  same_bits([](auto x) { return cx::quantile(x, 0.9, 1_c, cx::method::lower) + cx::percentile(x, 10.0, 1_c); }, matrix);
  same([](auto x, auto q) { return cx::quantile(x, q / 10.0, 0_c); }, matrix, three);
  same([](auto x) { return cx::nanmedian(x, 0_c) + cx::nanquantile(x, 0.3, 0_c); }, matrix);
  same([](auto x) { return cx::unique<4>(cx::floor(x)); }, matrix);
  same([](auto x) { return cx::unique_counts<4>(cx::floor(x)).second; }, matrix);
  same([](auto x) { return cx::unique_inverse<4>(cx::floor(x)); }, matrix);
}
TEST_CASE("axes, repetitions and parts") {
  same([](auto x) { return cx::moveaxis(x, 0_c, -1_c); }, cube);
  same([](auto x) { return cx::moveaxis(x, cx::axes_c<0, 1>, cx::axes_c<-1, 0>); }, cube);
  same([](auto x) { return cx::rot90(x, 3_c) + cx::rot90(x) + cx::fliplr(x) + cx::flipud(x); }, square);
  same([](auto x) { return cx::roll(x, 2_c) + cx::roll(x, cx::axes_c<1, -1>, cx::axes_c<0, 1>); }, matrix);
  same([](auto x, auto i) { return cx::roll(x, i[0_c], 1_c); }, matrix, places);
  same([](auto x) { return cx::tile<2, 3>(x); }, six);
  same_bits([](auto x) { return std::tuple(cx::repeat(x, 2_c), cx::repeat(x, cx::axes_c<1, 0, 3>, 0_c)); }, matrix);
  same([](auto x) { return cx::delete_(x, 1_c, 1_c); }, matrix);
  same([](auto x) { return cx::insert(x, -1_c, 7.0, 0_c); }, matrix);
  same([](auto x, auto y) { return cx::append(x, y); }, matrix, six);
  same([](auto x) { return cx::split(x, 2_c, 1_c)[1]; }, matrix);
  same([](auto x) { return cx::sum(cx::unstack(x)[2]); }, matrix);
  same([](auto x) { return cx::pad(x, cx::pad_width<1, 2>); }, matrix);
  same([](auto x) { return cx::pad(x, cx::pad_width<1, 0>, cx::pad_width<2>, 7.0); }, matrix);
  same([](auto x) { return cx::pad(x, 2_c, cx::mode::reflect); }, matrix);
  same([](auto x) { return cx::pad(x, cx::pad_width<3, 1>, cx::mode::edge) + cx::pad(x, cx::pad_width<3, 1>, cx::mode::wrap); }, matrix);
  same([](auto x) { return cx::pad(x, cx::pad_width<4, 1>, cx::mode::symmetric); }, six);
}
TEST_CASE("samples") {
  same([](auto x) { return cx::diff(x); }, six_b);
  same([](auto x) { return cx::diff(x, 2_c, 0_c); }, matrix);
  same([](auto x) { return cx::trapezoid(x, 0.5, 0_c) + cx::trapezoid(cx::transpose(x)); }, matrix);
  same([](auto x, auto t) { return cx::trapezoid(x, t, 0_c); }, matrix, three);
  same([](auto x) { return cx::gradient(x) + cx::gradient(x, 0.5); }, six);
  same_bits([](auto x, auto t) { return cx::gradient(x, t, 0_c); }, matrix, three);
  same_bits([](auto x, auto p) { return cx::interp(x, cx::sort(p), p * 2.0); }, matrix, six);
  same_bits([](auto x, auto p) { return cx::interp(x, cx::sort(p), p, -1.0, x[0_c][0_c]); }, matrix, six);
  same([](auto x, auto v) { return cx::convolve(x, v); }, six, three);
  same([](auto x, auto v) { return cx::convolve(x, v, cx::mode::same) + cx::sum(cx::correlate(v, x)); }, six, three);
  same([](auto p, auto x) { return cx::polyval(p, x); }, three, matrix);
  same([](auto x) { return cx::nansum(x, 0_c) + cx::nanmax(x, 0_c) - cx::nanmean(x, 0_c); }, matrix);
  same([](auto x) { return cx::nanstd(x) + cx::nanvar(x, 1_c); }, matrix);
  same([](auto x) { return cx::nanargmax(x, 1_c) + cx::nanargmin(x, 1_c); }, matrix);
  same([](auto x) { return cx::nancumsum(x, 1_c) + cx::nancumprod(x, 1_c); }, matrix);
  same([](auto x) { return cx::ptp(x) + cx::average(x, 1_c); }, matrix);
  same_bits([](auto x, auto w) { return cx::average(x, 0_c, w); }, matrix, three);
  same([](auto x) { return cx::cov(x) + cx::corrcoef(x); }, matrix);
  same([](auto x) { return cx::count_nonzero(x, 0_c); }, matrix);
  same([](auto x) { return cx::isinf(x) | cx::isposinf(x) | cx::isneginf(x); }, matrix);
}
TEST_CASE("matrices") {
  same([](auto x) { return cx::tril(x) + cx::triu(x, 1_c); }, matrix);
  same_bits([](auto x) { return cx::diagonal(x, 1_c) + cx::diagonal(x, -1_c); }, square);
  same([](auto x) { return cx::trace(x, 0_c, 0_c, 2_c); }, cube);
  same_bits([](auto x) { return cx::diag(x, -1_c) + cx::diag(cx::flip(x), 1_c); }, three);
  same([](auto x, auto y) { return cx::tensordot(x, y, cx::axes_c<1, 2>, cx::axes_c<0, 1>); }, cube, matrix);
  same([](auto x, auto y) { return cx::tensordot(x, y, 1_c); }, matrix, square);
  same([](auto x, auto y) { return cx::kron(x, y); }, matrix, three);
  same([](auto x, auto y) { return cx::cross(x, y); }, three, three);
  same([](auto x, auto y) { return cx::einsum<"ij,jk->ik">(x, y); }, matrix, square);
  same([](auto x) { return cx::einsum<"ii">(x) + cx::einsum<"ij->j">(x); }, square);
  same([](auto x, auto y, auto z) { return cx::einsum<"bij,jk,i->bk">(x, y, z); }, cube, square, three);
  same([](auto x, auto y) { return cx::einsum<"...ij,jk->...ik">(x, y) + cx::einsum<"...ij,...jk">(x, y); }, cube, square);
  same([](auto x) { return cx::einsum<"i...->...">(x); }, cube);
  same([](auto x, auto y) { return cx::einsum<"i,j->ij">(x, y); }, three, six);
  same([](auto x, auto y) { return cx::meshgrid(x, y); }, three, six);
}

TEST_CASE("numbers that are known at run time, in the place of types") {
  cx::ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  cx::ndarray const k{1, 0};
  static int const two = 2;
  CHECK(cx::jit([](auto y) { return cx::top_k(y, two, 1).first; })(x) == cx::ndarray{{3.0, 2.0}, {4.0, 0.5}});
  CHECK(cx::jit([](auto y) { return cx::sort(y, 0); })(x) == cx::ndarray{{0.5, -1.0, 2.0}, {3.0, 1.0, 4.0}});
  CHECK(cx::jit([](auto y) {
          return cx::pad(y, {{0, 1}, {1, 0}}, 9.0);
        })(x) == cx::ndarray{{9.0, 3.0, 1.0, 2.0}, {9.0, 0.5, -1.0, 4.0}, {9.0, 9.0, 9.0, 9.0}});
  CHECK(cx::jit([](auto y) { return cx::pad(y, {{0, 0}, {1, 1}}, cx::mode::edge)[0]; })(x) == cx::ndarray{3.0, 3.0, 1.0, 2.0, 2.0});
  CHECK(cx::jit([](auto y, auto i) { return cx::segment_sum(y, i, two + 1); })(x, k) ==
        cx::ndarray{{0.5, -1.0, 4.0}, {3.0, 1.0, 2.0}, {0.0, 0.0, 0.0}});
  CHECK(cx::jit([](auto i) { return cx::one_hot<float>(i, two); })(k) == cx::ndarray{{0.0F, 1.0F}, {1.0F, 0.0F}});
  CHECK(cx::jit([](auto y) { return cx::einsum(two == 2 ? "ij->j" : "ij->i", y); })(x) == cx::ndarray{3.5, 0.0, 6.0});
  CHECK(cx::jit([](auto y) { return cx::array_split(y, two, 1)[0]; })(x) == cx::ndarray{{3.0, 1.0}, {0.5, -1.0}});
  CHECK(cx::jit([](auto y) { return cx::dynamic_slice(y, {1, two}, 5, 1); })(x) == cx::ndarray{{-1.0, 4.0}});
  CHECK(cx::jit([](auto y) { return cx::tile(y[0], {two}); })(x) == cx::ndarray{3.0, 1.0, 2.0, 3.0, 1.0, 2.0});
}

TEST_CASE("arrays of lengths that are known at run time") {
  cx::ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  CHECK(cx::jit([](auto y) {
          return y + cx::ones({y.shape(0), 1}) * cx::arange<double>(y.shape(1));
        })(x) == cx::ndarray{{3.0, 2.0, 4.0}, {0.5, 0.0, 6.0}});
  CHECK(cx::jit([](auto y) { return cx::dot(y, cx::eye(y.shape(1))) + cx::full({3}, 0.5) + cx::full<double>({3}, 1.0); })(x) ==
        cx::ndarray{{4.5, 2.5, 3.5}, {2.0, 0.5, 5.5}});
  CHECK(cx::jit([](auto y) {
          return cx::linspace(0, y[0][0], 3) + cx::iota<double>({2, 3}, 1);
        })(x) == cx::ndarray{{0.0, 2.5, 5.0}, {0.0, 2.5, 5.0}});
  CHECK(cx::jit([](auto y) { return std::tuple(cx::sum(y), cx::arange(5, 0, -2), cx::zeros<float>({2}), cx::eye<int>(2, 3, 1)); })(x) ==
        std::tuple(cx::ndarray(9.5), cx::ndarray{5, 3, 1}, cx::ndarray{0.0F, 0.0F}, cx::ndarray{{0, 1, 0}, {0, 0, 1}}));
  CHECK_THROWS_AS(cx::jit([](auto y) { return y + cx::zeros({-1}); })(x), cx::error);
}
TEST_CASE("arange of floating-point numbers has NumPy's lengths and elements") {
  CHECK(cx::ndarray(cx::arange(2.5)) == cx::ndarray{0.0, 1.0, 2.0});
  CHECK(cx::ndarray(cx::arange(3.0)) == cx::ndarray{0.0, 1.0, 2.0});
  CHECK(cx::ndarray(cx::arange(0.0, 1.0, 0.25)) == cx::ndarray{0.0, 0.25, 0.5, 0.75});
  CHECK(cx::ndarray(cx::arange(0, 1.0, 0.1)) == cx::ndarray{0.0, 0.1, 0.2, 3 * 0.1, 0.4, 0.5, 6 * 0.1, 7 * 0.1, 0.8, 0.9});
  CHECK(cx::ndarray(cx::arange(1.0, 1.3, 0.1)).shape(0) == 4); // as there: 1.3 / 0.1 is rounded
  CHECK(cx::ndarray(cx::arange(1, -1, -0.5)) == cx::ndarray{1.0, 0.5, 0.0, -0.5});
  CHECK(cx::ndarray(cx::arange(0.F, 1.F, 0.25F)) == cx::ndarray{0.F, 0.25F, 0.5F, 0.75F});
  CHECK(cx::ndarray(cx::arange<float>(-0.5, 1.0)) == cx::ndarray{-0.5F, 0.5F});
  CHECK(cx::ndarray(cx::arange(1.0, 1.0)).size() == 0);
  CHECK(cx::ndarray(cx::arange(2.0, 1.0, 0.5)).size() == 0);
  CHECK(thrown<cx::error>([&] { cx::ndarray(cx::arange(0.0, 1.0, 0.0)); }) == "[constax] arange: the step cannot be 0");
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (double bad : {inf, -inf, std::numeric_limits<double>::quiet_NaN()})
    CHECK(thrown<cx::error>([&] { cx::ndarray(cx::arange(0.0, bad)); }) ==
          "[constax] arange: first, stop and step give no number of elements, or too large a one");
}

TEST_CASE("what is refused") {
  cx::ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::split(y, 2, 1)[0]; })(x); }) ==
        "[constax] split: an axis of an operand of type f64[2,3] is not cut into 2 equal parts; cx::array_split cuts into unequal ones, "
        "cx::split(x, cx::axes_c<2, 5>) where you say");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::sort(y, 4); })(x); }) != "nothing was thrown");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::moveaxis(y, 0, 5); })(x); }) ==
        "[constax] moveaxis: as many places are needed as axes of an operand of type f64[2,3] are moved, and each once");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::einsum("ij,jk", y, y); })(x); }) ==
        "[constax] einsum: ij,jk does not fit operands of types f64[2,3], f64[2,3]: a letter stands for axes of several lengths");
  CHECK(thrown<cx::type_error>([&] { cx::jit([](auto y) { return cx::take(y, y, 0); })(x); }) ==
        "[constax] take: indices are traced integers or arrays of them, these are f64[2,3]");
  CHECK(thrown<cx::type_error>([&] { cx::jit([](auto y) { return cx::median(cx::astype<int>(y)); })(x); }) != "nothing was thrown");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::trace(y[0]); })(x); }) ==
        "[constax] tril, triu, diagonal and trace need two axes, of lengths that are numbers or equal, an operand has type f64[3]");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::pad(y, {{1, 1}, {1, 1}, {1, 1}}); })(x); }) != "nothing was thrown");
  CHECK(thrown<cx::shape_error>([&] { cx::jit([](auto y) { return cx::repeat(y, cx::axes_c<1, 2, 3>, 0); })(x); }) ==
        "[constax] repeat: one number is needed, or one for each element along the axis of an operand of type f64[2,3]");
}
