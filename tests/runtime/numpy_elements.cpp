// SPDX-License-Identifier: BSL-1.0
// NumPy's functions of elements and comparisons, of joining and of searching, that are traced at run time: the text and bits of static
// programs (bits alone where operands may be evaluated in another order); and what is wrong is thrown.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using late::of, late::same, late::same_bits;

namespace {

constexpr of<double, 4> four, more;
constexpr of<float, 4> four_f;
constexpr of<int, 4> four_i;
constexpr of<cx::u32, 4> four_u;
constexpr of<bool, 4> four_b;
constexpr of<double, 6> six;
constexpr of<double, 3, 4> matrix;
constexpr of<double> number;

} // namespace

TEST_CASE("elements") {
  same_bits([](auto x, auto y) { return cx::copysign(x - 1.0, y - 1.5) + cx::copysign(x, -1.0); }, matrix, more);
  same_bits(
      [](auto x) { return std::tuple(cx::signbit(x - 1.0f), cx::nan_to_num(x / (x - x)), cx::nan_to_num(cx::log(x - x), 0, 7.0, -7.0)); },
      four_f);
  same_bits([](auto i) { return std::tuple(cx::signbit(i - 1), cx::nan_to_num(i)); }, four_i);
  same_bits([](auto x, auto y) { return cx::fmax(x, y) + cx::fmin(x, 0.5) + cx::heaviside(x - 1.0, 0.5) * cx::heaviside(y, x); }, matrix,
            four);
  same_bits([](auto x, auto y) { return cx::logaddexp(x, y) + cx::logaddexp2(x, 1.0) * cx::logaddexp(0.5, y); }, matrix, four);
  same_bits([](auto x) { return cx::logaddexp2(x, x * 2.0f); }, four_f);
  same_bits([](auto i, auto j) { return std::tuple((i << 2) + (i >> 1) + (1 << j), cx::left_shift(i, j), cx::right_shift(i, 1)); }, four_i,
            four_i);
  same_bits([](auto i) { return cx::bitwise_right_shift(i * 1000000000u, 3u); }, four_u);
  same_bits([](auto x) { return cx::float_power(x, 2.5); }, four);
}
TEST_CASE("their derivatives") {
  constexpr auto f = [](auto x, auto y) {
    return cx::sum(cx::logaddexp(x, y) * cx::copysign(x, y) + cx::fmax(x, y) * cx::logaddexp2(y, x));
  };
  same_bits(cx::grad(f), matrix, four);
  same_bits(cx::grad(f, cx::argnums<1>), matrix, four);
}
TEST_CASE("comparisons") {
  same([](auto x, auto y) { return std::tuple(cx::isclose(x, y), cx::allclose(x, x), cx::isclose(x, 1.0, 0.1, 0.2)); }, matrix, four);
  same([](auto x) { return cx::isclose(cx::sqrt(x - 2.0f), cx::sqrt(x - 2.0f), 1e-5, 1e-8, cx::equal_nan); }, four_f);
  same([](auto i, auto b) { return std::tuple(cx::isclose(i, i + 1, 0.5), cx::isclose(b, !b)); }, four_i, four_b);
  same([](auto x, auto y) { return std::tuple(cx::array_equal(x, x), cx::array_equiv(x, y), cx::isin(x, y)); }, matrix, four);
  CHECK_FALSE(cx::array_equal(cx::ndarray(std::vector{1.0}), cx::ndarray(std::vector{1.0, 1.0})).item<bool>());
  CHECK_FALSE(cx::array_equiv(cx::ndarray(std::vector{1.0, 2.0, 3.0}), cx::ndarray(std::vector{1.0, 1.0})).item<bool>());
}
TEST_CASE("joined") {
  same([](auto x, auto y) { return std::tuple(cx::hstack(x, y), cx::vstack(x, y), cx::dstack(x, y), cx::column_stack(x, y)); }, four, more);
  same([](auto x) { return std::tuple(cx::hstack(x, x), cx::vstack(x, x), cx::dstack(x, x), cx::column_stack(x, x)); }, matrix);
  same([](auto x, auto y) { return std::tuple(cx::vstack(x, y), cx::column_stack(cx::transpose(x), y)); }, matrix, four);
  same([](auto x) { return std::tuple(cx::hstack(x, x), cx::vstack(x, x), cx::column_stack(x, x)); }, number);
  cx::ndarray const x(std::vector{1.0, 2.0, 3.0}), y(std::vector{4.0, 5.0, 6.0});
  cx::ndarray const columns(std::vector{1.0, 4.0, 2.0, 5.0, 3.0, 6.0}, {3, 2});
  CHECK(cx::stack(x, y, 1) == columns);
  CHECK(cx::stack(std::tuple(x, y), -1) == columns);
  CHECK(cx::jit([](auto a, auto b) { return cx::concatenate(cx::stack(a, b, 1), cx::stack(a, b, 1), -1); })(x, y).shape(1) == 4);
}
TEST_CASE("searched") {
  same_bits([](auto a, auto x) { return std::tuple(cx::searchsorted(cx::sort(a), x), cx::searchsorted(cx::sort(a), x, cx::side::right)); },
            six, matrix);
  same_bits([](auto a, auto x) { return std::tuple(cx::digitize(x, cx::sort(a)), cx::digitize(x, cx::flip(cx::sort(a)), cx::side::left)); },
            six, matrix);
  same_bits([](auto i, auto j) { return std::tuple(cx::gcd(i * 6, j * 4), cx::lcm(i, j + 1)); }, four_i, four_i);
  cx::ndarray const none(std::vector<double>{}), x(std::vector{1.0, 2.0});
  CHECK(cx::searchsorted(none, x) == cx::ndarray(std::vector{0, 0}));
  CHECK(cx::digitize(x, none) == cx::ndarray(std::vector{0, 0}));
}
TEST_CASE("what is wrong") {
  cx::ndarray const x(std::vector{1.0, 2.0}), y(std::vector{1.0, 2.0, 3.0}), f(std::vector{1.0f, 2.0f}), m(std::vector{1.0, 2.0}, {1, 2});
  CHECK_THROWS_AS(cx::copysign(x, y), cx::shape_error);
  CHECK_THROWS_AS(cx::logaddexp(x, f), cx::type_error);
  CHECK_THROWS_AS(cx::isclose(x, f), cx::type_error);
  CHECK_THROWS_AS(cx::searchsorted(m, x), cx::shape_error);
  CHECK_THROWS_AS(cx::searchsorted(x, f), cx::type_error);
  CHECK_THROWS_AS(cx::digitize(x, m), cx::shape_error);
  CHECK_THROWS_AS(cx::gcd(x, x), cx::type_error);
  CHECK_THROWS_AS(cx::left_shift(x, 1), cx::type_error);
}
