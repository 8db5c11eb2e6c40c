// SPDX-License-Identifier: BSL-1.0
// Reductions of some elements, and with a first value, and variances of samples: in both kinds of traces, at once on arrays and ndarrays,
// and of nothing.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using cx::initial, cx::keepdims, cx::ndarray;
using late::of, late::same_bits;

namespace {

constexpr of<double, 3, 4> matrix;
constexpr of<bool, 3, 4> matrix_b;
constexpr of<bool, 4> row_b;
double const not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE("both kinds of traces") {
  same_bits([](auto x, auto c) { return cx::sum(x, 0_c, cx::where(c)) + cx::prod(x, 0_c, cx::where(c), initial(2.0)); }, matrix, matrix_b);
  same_bits([](auto x, auto c) { return cx::max(x, 1_c, keepdims, cx::where(c), initial(0.0)) * cx::mean(x, cx::where(c)); }, matrix,
            row_b);
  same_bits([](auto x, auto c) { return cx::any(x > 1.0, 1_c, cx::where(c)) & cx::all(x > 1.0, 1_c, cx::where(c)); }, matrix, matrix_b);
  same_bits([](auto x, auto c) { return cx::grad([c](auto y) { return cx::sum(cx::log(y), cx::where(c)); })(x); }, matrix, matrix_b);
}
TEST_CASE("ndarrays, against numbers worked out by hand") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, not_a_number}}, c{{true, false, true}, {true, true, false}};
  CHECK(cx::sum(x, cx::where(c)) == ndarray(4.5));
  CHECK(cx::sum(x, 1, cx::where(c), initial(10.0)) == ndarray{15.0, 9.5});
  CHECK(cx::prod(x, 0_c, cx::where(c)) == ndarray{1.5, -1.0, 2.0});
  CHECK(cx::max(x, 1, cx::where(c), initial(-9.0)) == ndarray{3.0, 0.5});
  CHECK(cx::min(x, cx::where(c), initial(-9.0), keepdims) == ndarray{{-9.0}});
  CHECK(cx::mean(x, 1, cx::where(c), keepdims) == ndarray{{2.5}, {-0.25}});
  CHECK(cx::any(x, 1, cx::where(ndarray{false, false, true})) == ndarray{true, true});
  CHECK(cx::all(ndarray{1, 0, 2}, cx::where(ndarray{true, false, true})) == ndarray(true));
  CHECK(cx::sum(ndarray{true, true}, cx::where(ndarray{true, false})) == ndarray(1));
  CHECK(cx::max(ndarray{1, 5}, initial(7)) == ndarray(7));
  CHECK(cx::sum(x[0], cx::where(x[0] > 1.5)) == ndarray(5.0));
  CHECK(cx::grad([](auto y, auto k) { return cx::sum(y, cx::where(k)); })(x, c) == ndarray{{1.0, 0.0, 1.0}, {1.0, 1.0, 0.0}});
  CHECK(cx::vmap([](auto y, auto k) { return cx::sum(y, cx::where(k)); })(x, c) == ndarray{5.0, -0.5});
}
TEST_CASE("variances of samples") {
  ndarray const x{{1.0, 2.0, 3.0}, {2.0, 4.0, 9.0}};
  CHECK(cx::var(x, 1, cx::ddof<1>) == ndarray{1.0, 13.0});
  CHECK(cx::std_(x[0], cx::ddof<1>) == ndarray(std::sqrt(2.0 / 3.0) * std::sqrt(1.5)));
  CHECK(cx::var(x, 1_c, cx::keepdims, cx::ddof<1>).shape() == std::vector<std::int64_t>{2, 1});
  CHECK(cx::isnan(cx::var(ndarray{1.0}, cx::ddof<1>)).item<bool>());
}
TEST_CASE("variances of some elements are those of an array of these") {
  ndarray const x{{1.0, 2.0, not_a_number, 3.0}, {2.0, 100.0, 4.0, 9.0}}, c{{true, true, false, true}, {true, false, true, true}};
  CHECK(cx::var(x, 1, cx::where(c)) == ndarray{2.0 / 3.0, 26.0 / 3.0});
  CHECK(cx::var(x, 1, cx::where(c), cx::ddof<1>) == ndarray{1.0, 13.0});
  CHECK(cx::std_(x, {1}, cx::where(c), keepdims) == ndarray{{std::sqrt(2.0 / 3.0)}, {std::sqrt(26.0 / 3.0)}});
  CHECK(cx::var(x, cx::where(c)) == cx::var(ndarray{1.0, 2.0, 3.0, 2.0, 4.0, 9.0}));
  same_bits([](auto y, auto d) { return cx::var(y, 1_c, cx::where(d), cx::ddof<1>) + cx::std_(y, 1_c, cx::where(d)); }, matrix, matrix_b);
}
TEST_CASE("arrays") {
  cx::array<double, 3> const x{1, 2, 4};
  cx::array<bool, 3> const c{true, false, true};
  CHECK(cx::sum(x, cx::where(c)) == 5.0);
  CHECK(cx::max(x, cx::where(c), initial(9.0)) == 9.0);
  CHECK(cx::mean(x, 0_c, cx::where(c)) == 2.5);
}
TEST_CASE("of nothing") {
  ndarray const none(std::vector<double>{}), rows(std::vector<double>{}, {2, 0});
  CHECK(thrown<cx::shape_error>([&] { cx::max(none); }) ==
        "[constax] max: an operand of type f64[0] has no element along an axis, and the max of nothing is no number; say what it is then, "
        "cx::max(x, cx::initial(v))");
  CHECK_THROWS_AS(cx::min(rows, 1_c), cx::shape_error);
  CHECK_THROWS_AS(cx::max(rows, keepdims), cx::shape_error);
  CHECK_THROWS_AS(cx::ptp(none), cx::shape_error);
  CHECK(thrown<cx::shape_error>([&] { cx::argmax(none); }) ==
        "[constax] argmax: does not apply to f64[0]; an axis of length 0 has no first element");
  CHECK_THROWS_AS(cx::argmin(rows, 1), cx::shape_error);
  CHECK(cx::max(rows, 0_c).size() == 0); // there are two rows, of nothing
  CHECK(cx::max(none, initial(1.5)) == ndarray(1.5));
  CHECK(cx::sum(none).item<double>() == 0.0);
}
