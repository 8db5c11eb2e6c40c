// SPDX-License-Identifier: BSL-1.0
// JAX's conventions where a derivative does not exist, and special values (reference/jax.md 2c). What needs no function of libm is
// evaluated by the compiler.
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
constexpr aval f64{dtype::f64, {}};

constexpr double jvp_of(jaxpr const& j, std::initializer_list<double> args) {
  vec<tensor> xs;
  for (double x : args) xs.push(tensor_of(x));
  vec<tensor> const ys = reference::evaluate(jvp(j), xs);
  return ys[1].at<double>(0);
}
/// The derivative of P at x along dx; at (x, y) along (dx, dy).
template <class P>
constexpr double slope(double x, double dx = 1, params_of<P> const& p = {}) {
  return jvp_of(program_of<P>({f64}, p), {x, dx});
}
template <class P>
constexpr double slope2(double x, double y, double dx, double dy) {
  return jvp_of(program_of<P>({f64, f64}), {x, y, dx, dy});
}

static_assert(slope<abs_t>(0.0) == 1 && slope<abs_t>(-0.0) == 1 && slope<abs_t>(-2.0) == -1);
static_assert(slope<sign_t>(0.0) == 0 && slope<sign_t>(3.0) == 0);
static_assert(slope<floor_t>(1.0) == 0 && slope<ceil_t>(1.0) == 0 && slope<round_t>(0.5) == 0);
static_assert(slope2<max_t>(1, 1, 1, 0) == 0.5 && slope2<max_t>(1, 1, 0, 1) == 0.5 && slope2<max_t>(2, 1, 3, 5) == 3 &&
              slope2<max_t>(1, 2, 3, 5) == 5);
static_assert(slope2<min_t>(1, 1, 1, 0) == 0.5 && slope2<min_t>(1, 1, 0, 1) == 0.5 && slope2<min_t>(2, 1, 3, 5) == 5 &&
              slope2<min_t>(1, 2, 3, 5) == 3);
static_assert(slope2<max_t>(0.0, -0.0, 1, 0) == 0.5); // relu as max(x, 0)
static_assert(slope<sqrt_t>(0.0) == inf && slope<sqrt_t>(4.0) == 0.25);
static_assert(slope<integer_pow_t>(0.0, 1, {0}) == 0 && slope<integer_pow_t>(0.0, 1, {1}) == 1 && slope<integer_pow_t>(0.0, 1, {2}) == 0);
static_assert(slope<integer_pow_t>(0.0, 1, {-1}) == -inf && slope<square_t>(0.0) == 0);
static_assert(slope2<div_t>(1, 4, 1, 0) == 0.25 && slope2<div_t>(1, 2, 0, 1) == -0.25);
static_assert(slope2<rem_t>(-7, 3, 1, 0) == 1 && slope2<rem_t>(-7, 3, 0, 1) == 2 && slope2<rem_t>(7, 3, 0, 1) == -2);

static_assert(slope<trunc_t>(1.0) == 0 && slope<trunc_t>(-1.5) == 0);
static_assert(slope2<hypot_t>(0, 0, 1, 0) == 0.5 && slope2<hypot_t>(0, 0, 0, 1) == 0.5 && slope2<hypot_t>(-3, 4, 1, 0) == -0.6 &&
              slope2<hypot_t>(0, -2, 0, 1) == -1);
static_assert(slope2<ldexp_t>(0, 3, 1, 0) == 8 && slope2<ldexp_t>(5, -1, 1, 0) == 0.5 && slope2<ldexp_t>(5, 3, 0, 1) == 0);
static_assert(slope<bessel_i0e_t>(0.0) == 0 && slope<bessel_i0e_t>(-0.0) == 0 && slope<bessel_i1e_t>(0.0) == 0.5 &&
              slope<bessel_i1e_t>(-1e-300) == 0.5);
static_assert(slope<erf_inv_t>(0.0) == 0.886226925452758 && slope<erf_inv_t>(1.0) == inf && slope<log10_t>(0.0) == inf);

// clamp: on a bound, and beyond it, the operand has no derivative; a bound that is passed has all of it.
constexpr double clamp_slope(double lo, double x, double hi, double dlo, double dx, double dhi) {
  return jvp_of(program_of<clamp_t>({f64, f64, f64}), {lo, x, hi, dlo, dx, dhi});
}
static_assert(clamp_slope(0, 0, 1, 0, 1, 0) == 0 && clamp_slope(0, 1, 1, 0, 1, 0) == 0 && clamp_slope(0, 0.5, 1, 0, 1, 0) == 1);
static_assert(clamp_slope(0, -1, 1, 1, 0, 0) == 1 && clamp_slope(0, 2, 1, 0, 0, 1) == 1 && clamp_slope(0, 0, 1, 1, 0, 0) == 0);

// Values at halves, zeros, signs.
template <class P>
constexpr tensor value_at(double x) {
  tensor const arg = tensor_of(x);
  vec<tensor> const ys = reference::evaluate(program_of<P>({f64}), {&arg, 1});
  return ys[0];
}
template <class P>
constexpr tensor value_at(double x, double y) {
  tensor const args[] = {tensor_of(x), tensor_of(y)};
  vec<tensor> const ys = reference::evaluate(program_of<P>({f64, f64}), {args, 2});
  return ys[0];
}
constexpr bool is_nan(tensor const& t) { return t.at<double>(0) != t.at<double>(0); }
static_assert(equals(value_at<round_t>(0.5), 1.0) && equals(value_at<round_t>(2.5), 3.0) &&
              equals(value_at<round_t>(-2.5), -3.0)); // away from zero
static_assert(equals(value_at<round_t>(-0.2), -0.0) && equals(value_at<ceil_t>(-0.5), -0.0) && equals(value_at<floor_t>(-0.0), -0.0));
static_assert(equals(value_at<sign_t>(0.0), 0.0) && equals(value_at<sign_t>(-0.0), -0.0) && equals(value_at<sign_t>(-inf), -1.0) &&
              is_nan(value_at<sign_t>(nan)));
static_assert(equals(value_at<neg_t>(0.0), -0.0) && equals(value_at<abs_t>(-0.0), 0.0));
static_assert(equals(value_at<sqrt_t>(-0.0), -0.0) && is_nan(value_at<sqrt_t>(-1.0)) && equals(value_at<rsqrt_t>(0.0), inf));
static_assert(is_nan(value_at<max_t>(nan, 1)) && is_nan(value_at<max_t>(1, nan)) && is_nan(value_at<min_t>(1, nan)));
static_assert(equals(value_at<max_t>(-0.0, 0.0), 0.0) && equals(value_at<min_t>(0.0, -0.0), -0.0));
static_assert(equals(value_at<rem_t>(-7, 3), -1.0) && equals(value_at<rem_t>(7, -3), 1.0) && is_nan(value_at<rem_t>(1, 0)) &&
              equals(value_at<rem_t>(1, inf), 1.0));
static_assert(equals(value_at<add_t>(0.0, -0.0), 0.0) && equals(value_at<mul_t>(-1.0, 0.0), -0.0) &&
              equals(value_at<div_t>(1, -0.0), -inf) && is_nan(value_at<mul_t>(0, inf)));
static_assert(equals(value_at<trunc_t>(-2.5), -2.0) && equals(value_at<trunc_t>(2.5), 2.0) && equals(value_at<trunc_t>(-0.5), -0.0));
static_assert(equals(value_at<hypot_t>(nan, -inf), inf) && is_nan(value_at<hypot_t>(nan, 1)) &&
              equals(value_at<hypot_t>(3e300, 4e300), 5e300));
static_assert(equals(value_at<ldexp_t>(0.75, 4), 12.0) && equals(value_at<ldexp_t>(1, -1080), 0.0) &&
              equals(value_at<ldexp_t>(-1, 5000), -inf) && equals(value_at<ldexp_t>(-0.0, 5000), -0.0));
static_assert(equals(value_at<nextafter_t>(1, 2), 1 + 0x1p-52) && equals(value_at<nextafter_t>(1, -inf), 1 - 0x1p-53) &&
              equals(value_at<nextafter_t>(0, -1), -0x1p-1074) && equals(value_at<nextafter_t>(0.0, -0.0), -0.0));
static_assert(equals(value_at<is_finite_t>(nan), false) && equals(value_at<is_finite_t>(inf), false) &&
              equals(value_at<is_finite_t>(1e308), true));

// Integers: nothing traps, everything wraps.
template <class P>
constexpr tensor of_ints(i32 x, i32 y) {
  tensor const args[] = {tensor_of(x), tensor_of(y)};
  aval const a{dtype::i32, {}};
  vec<tensor> const ys = reference::evaluate(program_of<P>({a, a}), {args, 2});
  return ys[0];
}
constexpr i32 least = -2147483647 - 1;
static_assert(equals(of_ints<div_t>(7, -2), -3) && equals(of_ints<div_t>(1, 0), -1) && equals(of_ints<div_t>(least, -1), least));
static_assert(equals(of_ints<rem_t>(-7, 3), -1) && equals(of_ints<rem_t>(5, 0), 5) && equals(of_ints<rem_t>(least, -1), 0));
static_assert(equals(of_ints<add_t>(2147483647, 1), least) && equals(of_ints<mul_t>(65536, 65536), 0) &&
              equals(of_ints<sub_t>(least, 1), 2147483647));

constexpr bool close_enough(double x, double y) { return x - y < 1e-15 && y - x < 1e-15; }
// Ties of a reduction share the derivative evenly.
constexpr bool ties_share() {
  tensor const args[] = {tensor_of({1.0, 3.0, 3.0, 3.0}), tensor_of({1.0, 2.0, 4.0, 6.0})};
  vec<tensor> const ys = reference::evaluate(jvp(program_of<reduce_max_t>({args[0].type}, {{0}})), {args, 2});
  tensor const back[] = {args[0], tensor_of(6.0)};
  vec<tensor> const xs = reference::evaluate(vjp(program_of<reduce_max_t>({args[0].type}, {{0}})), {back, 2});
  return close_enough(ys[1].at<double>(0), 4) && close_enough(xs[1].at<double>(0), 0) && close_enough(xs[1].at<double>(2), 2);
}
static_assert(ties_share());

// where(c, f(x), g(x)): what is not taken does not reach the value, but 0 * inf in its derivative does.
constexpr double poisoned(double x) {
  context c("trace");
  value const v = c.input(f64);
  value const y = select_n(gt(v, 0.0), like(v, 0.0), constax::sqrt(v));
  return jvp_of(c.finish({&y, 1}), {x, 1});
}
static_assert(poisoned(4.0) == 0.25);
constexpr bool gradient_is_poisoned() {
  context c("trace");
  value const v = c.input(f64);
  value const y = select_n(gt(v, 0.0), like(v, 0.0), constax::sqrt(v));
  tensor const args[] = {tensor_of(0.0), tensor_of(1.0)};
  vec<tensor> const ys = reference::evaluate(vjp(c.finish({&y, 1})), {args, 2});
  return ys[0].at<double>(0) == 0 && is_nan(ys[1]);
}
static_assert(gradient_is_poisoned());

TEST_CASE("kinks of functions of libm", "[kinks]") {
  CHECK(slope2<pow_t>(0, 0, 1, 0) != slope2<pow_t>(0, 0, 1, 0)); // float 0^0: nan
  CHECK(slope2<pow_t>(0, 2, 1, 0) == 0);
  CHECK(slope2<pow_t>(0, 2, 0, 1) == 0);
  CHECK(slope2<pow_t>(2, 3, 1, 0) == 12);
  CHECK(slope<cbrt_t>(0.0) == inf);
  CHECK(slope<log_t>(0.0) == inf);
  CHECK(slope<softplus_t>(0.0) == 0.5);
  CHECK(slope<logistic_t>(0.0) == 0.25);
}
TEST_CASE("values of functions of libm at special points", "[kinks]") {
  CHECK(equals(value_at<pow_t>(nan, 0), 1.0));
  CHECK(equals(value_at<pow_t>(1, nan), 1.0));
  CHECK(equals(value_at<pow_t>(0, 0), 1.0));
  CHECK(is_nan(value_at<pow_t>(-8, 1.0 / 3)));
  CHECK(is_nan(value_at<sin_t>(inf)));
  CHECK(equals(value_at<sin_t>(-0.0), -0.0));
  CHECK(equals(value_at<exp_t>(-inf), 0.0));
  CHECK(equals(value_at<log_t>(0.0), -inf));
  CHECK(is_nan(value_at<log_t>(-1.0)));
  CHECK(equals(value_at<log1p_t>(-0.0), -0.0));
  CHECK(equals(value_at<expm1_t>(-0.0), -0.0));
  CHECK(equals(value_at<logistic_t>(-1000), 0.0));
  CHECK(equals(value_at<logistic_t>(1000), 1.0));
  CHECK(equals(value_at<softplus_t>(1000), 1000.0));
  CHECK(equals(value_at<softplus_t>(-1000), 0.0));
  CHECK(equals(value_at<atan2_t>(0.0, -0.0), std::atan2(0.0, -0.0)));
  CHECK(equals(value_at<tanh_t>(1000), 1.0));
  CHECK(equals(value_at<erf_inv_t>(-1), -inf));
  CHECK(is_nan(value_at<erf_inv_t>(1.5)));
  CHECK(equals(value_at<lgamma_t>(-2), inf));
  CHECK(equals(value_at<tgamma_t>(-0.0), -inf));
  CHECK(is_nan(value_at<tgamma_t>(-2)));
  CHECK(is_nan(value_at<digamma_t>(-2)));
  CHECK(equals(value_at<polygamma_t>(1, 0), inf));
  CHECK(is_nan(value_at<polygamma_t>(0.5, 1)));
  CHECK(equals(value_at<zeta_t>(1, 2), inf));
  CHECK(equals(value_at<igamma_t>(2, inf), 1.0));
  CHECK(equals(value_at<igammac_t>(2, 0), 1.0));
  CHECK(is_nan(value_at<igamma_t>(2, -1)));
  CHECK(equals(value_at<bessel_i0e_t>(0), 1.0));
  CHECK(equals(value_at<bessel_i1e_t>(-0.0), -0.0));
}

} // namespace constax_tests
