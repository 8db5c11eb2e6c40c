// SPDX-License-Identifier: BSL-1.0
// Functions of elements and reductions against real JAX (numpy_oracle.py).
#include <constax/constax.hpp>

#include "numpy_oracle.hpp"

namespace constax_tests {
namespace {

using i32s = cx::tracer<int, 7>;

TEST_CASE("quotients") {
  agrees<of<8>, of<8>>("floor_divide", [](auto x, auto y) { return cx::floor_divide(x, y); });
  agrees<of<8>, of<8>>("remainder", [](auto x, auto y) { return cx::remainder(x, y); });
  agrees<of<7>, of<7>>("remainder_special", [](auto x, auto y) { return cx::remainder(x, y); });
  agrees<of<3>, of<3>>("floor_divide_zero", [](auto x, auto y) { return cx::floor_divide(x, y); });
  agrees<of<2, 3>, of<3>>("mod", [](auto x, auto y) { return cx::mod(x, y); });
  agrees<of<8>, of<8>>("fmod", [](auto x, auto y) { return cx::fmod(x, y); });
  agrees<of<8>, of<8>>("divmod", [](auto x, auto y) { return cx::divmod(x, y); });
  agrees_with<i32s, i32s>("divmod_ints", [](auto x, auto y) { return cx::divmod(x, y); }, {});
  agrees<of<5>>("modf", [](auto x) { return cx::modf(x); });
  agrees<of<5>>("reciprocal", [](auto x) { return cx::reciprocal(x); });
  agrees<of<4>, of<4>>("float_power", [](auto x, auto y) { return cx::float_power(x, y); });
}
TEST_CASE("functions") {
  agrees<of<8>>("sinc", [](auto x) { return cx::sinc(x); });
  agrees<of<4>>("sinc_small", [](auto x) { return cx::sinc(x); });
  agrees<of<7>, of<7>>("logaddexp", [](auto x, auto y) { return cx::logaddexp(x, y); });
  agrees<of<4>, of<4>>("logaddexp_far", [](auto x, auto y) { return cx::logaddexp(x, y); });
  agrees<of<4>, of<4>>("logaddexp_equal", [](auto x, auto y) { return cx::logaddexp(x, y); });
  agrees<of<5>, of<5>>("logaddexp2", [](auto x, auto y) { return cx::logaddexp2(x, y); });
  agrees<of<7>, of<7>>("heaviside", [](auto x, auto y) { return cx::heaviside(x, y); });
  agrees<of<3>, of<>>("heaviside_one", [](auto x, auto y) { return cx::heaviside(x, y); });
  agrees<of<7>>("nan_to_num", [](auto x) { return cx::nan_to_num(x); });
  agrees<of<7>>("nan_to_num_values", [](auto x) { return cx::nan_to_num(x, 3.0, 1e3, -1e3); });
  agrees<of<7>>("nan_to_num_nan", [](auto x) { return cx::nan_to_num(x, -2.0); });
  agrees<of<5>, of<5>>("copysign", [](auto x, auto y) { return cx::copysign(x, y); });
  agrees<of<3>>("angles", [](auto x) { return std::tuple{cx::deg2rad(x), cx::rad2deg(x), cx::radians(x), cx::degrees(x)}; });
  agrees<of<7>, of<7>>("fmax", [](auto x, auto y) { return std::tuple{cx::fmax(x, y), cx::fmin(x, y)}; });
  agrees<of<4>>("fix", [](auto x) { return std::tuple{cx::fix(x), cx::trunc(x), cx::rint(x), cx::fabs(x)}; });
  agrees<of<4>, of<4>>("names", [](auto x, auto y) {
    return std::tuple{cx::arcsin(x),      cx::arccos(x),      cx::arctan(y),    cx::arctan2(x, y), cx::arcsinh(y), cx::arctanh(x),
                      cx::subtract(x, y), cx::multiply(x, y), cx::divide(x, y), cx::negative(x),   cx::absolute(x)};
  });
  agrees<of<3>>("arccosh", [](auto x) { return cx::arccosh(x); });
}
TEST_CASE("what numbers are") {
  agrees<of<7>>("tests", [](auto x) {
    return std::tuple{cx::isnan(x), cx::isinf(x), cx::isposinf(x), cx::isneginf(x), cx::signbit(x), cx::isfinite(x)};
  });
  agrees<of<7>, of<7>>("isclose", [](auto x, auto y) { return cx::isclose(x, y); });
  agrees<of<7>, of<7>>("isclose_nan", [](auto x, auto y) { return cx::isclose(x, y, 1e-9, 0.0, cx::equal_nan); });
  agrees<of<3>, of<3>>("allclose", [](auto x, auto y) {
    return std::tuple{cx::allclose(x, y), cx::allclose(x, y + 1e-9), cx::allclose(x, y, 10.0, 10.0)};
  });
  agrees<of<3>, of<3>>("array_equal", [](auto x, auto y) {
    return std::tuple{cx::array_equal(x, x), cx::array_equal(x, y), cx::array_equal(x, y[cx::slice<0, 2>()]),
                      cx::array_equiv(x, y[cx::slice<0, 1>()] * 0 + x)};
  });
  agrees<of<4>, of<4>>("logical", [](auto x, auto y) {
    return std::tuple{cx::logical_and(x, y), cx::logical_or(x, y), cx::logical_xor(x, y), cx::logical_not(x)};
  });
  agrees<of<7>, of<7>>("compare", [](auto x, auto y) {
    return std::tuple{cx::equal(x, y),      cx::not_equal(x, y), cx::less(x, y),
                      cx::less_equal(x, y), cx::greater(x, y),   cx::greater_equal(x, y)};
  });
  agrees_with<cx::tracer<int, 6>, cx::tracer<int, 6>>(
      "shifts",
      [](auto x, auto n) {
        return std::tuple{cx::left_shift(x, n), cx::right_shift(x, n), x << 3, x >> 1, cx::left_shift(1, n)};
      },
      {});
  agrees_with<cx::tracer<unsigned, 3>, cx::tracer<unsigned, 3>>("shifts_unsigned",
                                                                [](auto x, auto n) {
                                                                  return std::tuple{x << n, x >> n};
                                                                },
                                                                {});
}
/// All, along an axis, and along the other one.
void agrees_with_holes(std::string const& name, auto f, tolerance ulp = {}) {
  agrees<of<3, 4>>(
      name, [=](auto x) { return f(x); }, ulp);
  agrees<of<3, 4>>(
      name + "_rows", [=](auto x) { return f(x, 1_c); }, ulp);
  agrees<of<2, 2>>(
      name + "_columns", [=](auto x) { return f(x, 0_c); }, ulp);
}
TEST_CASE("without nan") {
  agrees_with_holes("nansum", [](auto... x) { return cx::nansum(x...); });
  agrees_with_holes("nanprod", [](auto... x) { return cx::nanprod(x...); });
  agrees_with_holes("nanmean", [](auto... x) { return cx::nanmean(x...); });
  agrees_with_holes("nanvar", [](auto... x) { return cx::nanvar(x...); });
  agrees_with_holes("nanstd", [](auto... x) { return cx::nanstd(x...); });
  agrees_with_holes("nanmax", [](auto... x) { return cx::nanmax(x...); });
  agrees_with_holes("nanmin", [](auto... x) { return cx::nanmin(x...); });
  agrees_with_holes("nanargmax", [](auto... x) { return cx::nanargmax(x...); });
  agrees_with_holes("nanargmin", [](auto... x) { return cx::nanargmin(x...); });
  agrees_with<cx::tracer<int, 2, 3>>("nan_ints",
                                     [](auto x) {
                                       return std::tuple{cx::nansum(x), cx::nanmax(x, 0_c), cx::nanargmin(x)};
                                     },
                                     {});
  agrees<of<3, 4>>("nancumulative", [](auto x) { return std::tuple{cx::nancumsum(x, 1_c), cx::nancumprod(x, 0_c)}; });
}
TEST_CASE("statistics") {
  agrees<of<3, 4>>("average", [](auto x) { return cx::average(x); });
  agrees<of<3, 4>>("average_axis", [](auto x) { return cx::average(x, 0_c); });
  agrees<of<3, 4>, of<4>>("average_weights", [](auto x, auto w) { return cx::average(x, 1_c, w); });
  agrees<of<3, 4>, of<3, 4>>("average_weights_each", [](auto x, auto w) { return cx::average(x, 0_c, w); });
  agrees<of<3, 4>, of<3, 4>>("average_weights_all", [](auto x, auto w) { return cx::average(x, w); });
  agrees<of<3, 4>>("ptp", [](auto x) { return cx::ptp(x); });
  agrees<of<3, 4>>("ptp_axis", [](auto x) { return cx::ptp(x, 0_c); });
  agrees<of<2, 3>>("count_nonzero", [](auto x) { return std::tuple{cx::count_nonzero(x), cx::count_nonzero(x, 1_c)}; });
  agrees<of<3, 4>>("arg_bool", [](auto x) { return std::tuple{cx::argmax(x > 0), cx::argmin(x > 0, 1_c)}; });
  agrees<of<3, 4>>("cov", [](auto x) { return cx::cov(x); });
  agrees<of<5>>("cov_vector", [](auto x) { return cx::cov(x); });
  agrees<of<5>, of<5>>("cov_two", [](auto x, auto y) { return cx::cov(x, y); });
  agrees<of<3, 4>>("corrcoef", [](auto x) { return cx::corrcoef(x); });
  agrees<of<5>, of<5>>("corrcoef_two", [](auto x, auto y) { return cx::corrcoef(x, y); });
}

} // namespace
} // namespace constax_tests
