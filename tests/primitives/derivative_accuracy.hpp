// SPDX-License-Identifier: BSL-1.0
#pragma once
// derivative_accuracy: the elementwise functions of one and of two arguments with their first and second derivatives in MPFR, over all
// magnitudes, and how far off derivatives are: in units in the last place, below the least normal number in its units.
//
//   at most 4 and 16 (gamma family: 8 and 16) wherever the exact value is a number of the type; what is excepted says `except` with its
//   reason
#include <constax/constax.hpp>
#include <constax/eval/reference.hpp>

#include "../math/oracle_special.hpp"

#include <string>
#include <string_view>
#include <tuple>

namespace {
namespace accuracy {

namespace cx = constax;
using oracle::big, oracle::bessel_i, oracle::erf_inv_slope, oracle::one_minus_square, oracle::sech2;

inline big nan() { return oracle::nan_of_big(); }
inline big number(double x) { return big::of(x); }
inline big square(big const& x) { return x * x; }
inline big root_pi() { return sqrt(oracle::pi_of(big::bits)); }
inline big ln(double x) { return log(number(x)); }
inline big positive(big const& x, big const& y) { return x < 0 ? nan() : y; }
inline big inside(big const& x, big const& y) { return x > 1 || x < -1 ? nan() : y; }

/// What is not promised of a function: nothing, its second derivative within a factor of two of the largest number, or where its own value
/// is not normal.
enum class except { nothing, second_near_overflow, value_not_normal };

template <class F, class V, class D1, class D2> struct row {
  std::string_view name;
  double first, second; // limits
  F f;
  V value;
  D1 d1;
  D2 d2;
  except without = except::nothing;
  double (*least)(double x, int order) = nullptr; // the local scale beside zeros that are no floating-point numbers
};
template <class F, class V, class D1, class D2> row(char const*, double, double, F, V, D1, D2) -> row<F, V, D1, D2>;
template <class F, class V, class D1, class D2> row(char const*, double, double, F, V, D1, D2, except) -> row<F, V, D1, D2>;
template <class F, class V, class D1, class D2> row(char const*, double, double, F, V, D1, D2, except, double (*)(double, int))
    -> row<F, V, D1, D2>;

#define CONSTAX_F(...) [](auto x) { return __VA_ARGS__; }
#define CONSTAX_BIG(...) []([[maybe_unused]] big const& x) -> big { return __VA_ARGS__; }
#define CONSTAX_ANY [](big const& x) -> big { return x; }

inline double digamma_scale(double x, int order) { return x < 0 && order == 1 ? 1.0 : 0; }
inline double polygamma_scale(double x, int n) { // n!/|x - p|^(n+1), p the next pole
  double const p = std::fmin(std::round(x), 0.0);
  return x < 0 && x != p ? std::tgamma(n + 1.0) * std::pow(std::fabs(x - p), -(n + 1.0)) : 0;
}

inline constexpr auto of_one = std::tuple{
    row{"exp", 4, 16, CONSTAX_F(cx::exp(x)), CONSTAX_ANY, CONSTAX_BIG(exp(x)), CONSTAX_BIG(exp(x))},
    row{"exp2", 4, 16, CONSTAX_F(cx::exp2(x)), CONSTAX_BIG(exp2(x)), CONSTAX_BIG(exp2(x) * ln(2)), CONSTAX_BIG(exp2(x) * square(ln(2))),
        except::value_not_normal},
    row{"expm1", 4, 16, CONSTAX_F(cx::expm1(x)), CONSTAX_ANY, CONSTAX_BIG(exp(x)), CONSTAX_BIG(exp(x))},
    row{"log", 4, 16, CONSTAX_F(cx::log(x)), CONSTAX_ANY, CONSTAX_BIG(positive(x, 1.0 / x)), CONSTAX_BIG(positive(x, -1.0 / square(x)))},
    row{"log2", 4, 16, CONSTAX_F(cx::log2(x)), CONSTAX_ANY, CONSTAX_BIG(positive(x, 1.0 / (x * ln(2)))),
        CONSTAX_BIG(positive(x, -1.0 / (square(x) * ln(2))))},
    row{"log10", 4, 16, CONSTAX_F(cx::log10(x)), CONSTAX_ANY, CONSTAX_BIG(positive(x, 1.0 / (x * ln(10)))),
        CONSTAX_BIG(positive(x, -1.0 / (square(x) * ln(10))))},
    row{"log1p", 4, 16, CONSTAX_F(cx::log1p(x)), CONSTAX_ANY, CONSTAX_BIG(positive(x + 1.0, 1.0 / (x + 1.0))),
        CONSTAX_BIG(positive(x + 1.0, -1.0 / square(x + 1.0)))},
    row{"logistic", 4, 16, CONSTAX_F(cx::logistic(x)), CONSTAX_ANY, CONSTAX_BIG(sech2(x / 2.0) / 4.0),
        CONSTAX_BIG(-(tanh(x / 2.0) * sech2(x / 2.0)) / 4.0)},
    row{"softplus", 4, 16, CONSTAX_F(cx::softplus(x)), CONSTAX_ANY, CONSTAX_BIG(oracle::logistic(x)), CONSTAX_BIG(sech2(x / 2.0) / 4.0)},
    row{"erf", 4, 16, CONSTAX_F(cx::erf(x)), CONSTAX_ANY, CONSTAX_BIG((oracle::gaussian(x) * 2.0) / root_pi()),
        CONSTAX_BIG((oracle::gaussian(x) * x * -4.0) / root_pi())},
    row{"erfc", 4, 16, CONSTAX_F(cx::erfc(x)), CONSTAX_ANY, CONSTAX_BIG((oracle::gaussian(x) * -2.0) / root_pi()),
        CONSTAX_BIG((oracle::gaussian(x) * x * 4.0) / root_pi())},
    row{"gaussian", 4, 16, CONSTAX_F(cx::gaussian(x)), CONSTAX_ANY, CONSTAX_BIG(oracle::gaussian(x) * x * -2.0),
        CONSTAX_BIG(oracle::gaussian(x) * (square(x) * 2.0 - 1.0) * 2.0), except::nothing,
        [](double x, int order) { return order == 2 && x * x < 1 ? 1.0 : 0; }},
    row{"erf_inv", 4, 16, CONSTAX_F(cx::erf_inv(x)), CONSTAX_ANY, CONSTAX_BIG(erf_inv_slope(x)),
        CONSTAX_BIG(oracle::erf_inv(x) * square(erf_inv_slope(x)) * 2.0)},
    row{"sqrt", 4, 16, CONSTAX_F(cx::sqrt(x)), CONSTAX_ANY, CONSTAX_BIG(0.5 / sqrt(x)), CONSTAX_BIG(-0.25 / (sqrt(x) * x)),
        except::second_near_overflow},
    row{"rsqrt", 4, 16, CONSTAX_F(cx::rsqrt(x)), CONSTAX_ANY, CONSTAX_BIG(-0.5 / (sqrt(x) * x)), CONSTAX_BIG(0.75 / (sqrt(x) * square(x)))},
    row{"cbrt", 4, 16, CONSTAX_F(cx::cbrt(x)), CONSTAX_ANY, CONSTAX_BIG(1.0 / (square(cbrt(x)) * 3.0)),
        CONSTAX_BIG(x.zero() ? nan() : -2.0 / (square(cbrt(x)) * x * 9.0))},
    row{"square", 0.5, 0, CONSTAX_F(cx::square(x)), CONSTAX_ANY, CONSTAX_BIG(x * 2.0), CONSTAX_BIG(number(2))},
    row{"x x", 0.5, 0, CONSTAX_F(x* x), CONSTAX_ANY, CONSTAX_BIG(x * 2.0), CONSTAX_BIG(number(2))},
    row{"integer_pow 3", 4, 16, CONSTAX_F(cx::pow(x, 3)), CONSTAX_ANY, CONSTAX_BIG(square(x) * 3.0), CONSTAX_BIG(x * 6.0)},
    row{"integer_pow 4", 4, 16, CONSTAX_F(cx::pow(x, 4)), CONSTAX_ANY, CONSTAX_BIG(square(x) * x * 4.0), CONSTAX_BIG(square(x) * 12.0)},
    row{"integer_pow -1", 4, 16, CONSTAX_F(cx::pow(x, -1)), CONSTAX_ANY, CONSTAX_BIG(-1.0 / square(x)),
        CONSTAX_BIG(x.zero() ? nan() : 2.0 / (square(x) * x))},
    row{"integer_pow -2", 4, 16, CONSTAX_F(cx::pow(x, -2)), CONSTAX_BIG(1.0 / square(x)), CONSTAX_BIG(-2.0 / (square(x) * x)),
        CONSTAX_BIG(6.0 / square(square(x))), except::value_not_normal},
    row{"1 / x", 4, 16, CONSTAX_F(1.0 / x), CONSTAX_ANY, CONSTAX_BIG(-1.0 / square(x)), CONSTAX_BIG(2.0 / (square(x) * x))},
    row{"x^2.5", 4, 16, CONSTAX_F(cx::pow(x, 2.5)), CONSTAX_ANY, CONSTAX_BIG(positive(x, sqrt(x) * x * 2.5)),
        CONSTAX_BIG(positive(x, sqrt(x) * 3.75))},
    row{"x^-1.75", 4, 16, CONSTAX_F(cx::pow(x, -1.75)), CONSTAX_ANY, CONSTAX_BIG(pow(x, number(-2.75)) * -1.75),
        CONSTAX_BIG(pow(x, number(-3.75)) * 4.8125)},
    row{"x^0.5", 4, 16, CONSTAX_F(cx::pow(x, 0.5)), CONSTAX_ANY, CONSTAX_BIG(0.5 / sqrt(x)),
        CONSTAX_BIG(x.zero() ? nan() : -0.25 / (sqrt(x) * x))},
    row{"2.5^x", 4, 16, CONSTAX_F(cx::pow(2.5, x)), CONSTAX_BIG(pow(number(2.5), x)), CONSTAX_BIG(pow(number(2.5), x) * ln(2.5)),
        CONSTAX_BIG(pow(number(2.5), x) * square(ln(2.5))), except::value_not_normal},
    row{"sin", 4, 16, CONSTAX_F(cx::sin(x)), CONSTAX_ANY, CONSTAX_BIG(cos(x)), CONSTAX_BIG(-sin(x))},
    row{"cos", 4, 16, CONSTAX_F(cx::cos(x)), CONSTAX_ANY, CONSTAX_BIG(-sin(x)), CONSTAX_BIG(-cos(x))},
    row{"tan", 4, 16, CONSTAX_F(cx::tan(x)), CONSTAX_ANY, CONSTAX_BIG(1.0 / square(cos(x))), CONSTAX_BIG((tan(x) * 2.0) / square(cos(x)))},
    row{"asin", 4, 16, CONSTAX_F(cx::asin(x)), CONSTAX_ANY, CONSTAX_BIG(1.0 / sqrt(one_minus_square(x))),
        CONSTAX_BIG(x / (sqrt(one_minus_square(x)) * one_minus_square(x)))},
    row{"acos", 4, 16, CONSTAX_F(cx::acos(x)), CONSTAX_ANY, CONSTAX_BIG(-1.0 / sqrt(one_minus_square(x))),
        CONSTAX_BIG(-(x / (sqrt(one_minus_square(x)) * one_minus_square(x))))},
    row{"atan", 4, 16, CONSTAX_F(cx::atan(x)), CONSTAX_ANY, CONSTAX_BIG(1.0 / (square(x) + 1.0)),
        CONSTAX_BIG((x * -2.0) / square(square(x) + 1.0))},
    row{"sinh", 4, 16, CONSTAX_F(cx::sinh(x)), CONSTAX_ANY, CONSTAX_BIG(cosh(x)), CONSTAX_BIG(sinh(x))},
    row{"cosh", 4, 16, CONSTAX_F(cx::cosh(x)), CONSTAX_ANY, CONSTAX_BIG(sinh(x)), CONSTAX_BIG(cosh(x))},
    row{"tanh", 4, 16, CONSTAX_F(cx::tanh(x)), CONSTAX_ANY, CONSTAX_BIG(sech2(x)), CONSTAX_BIG(tanh(x) * sech2(x) * -2.0)},
    row{"asinh", 4, 16, CONSTAX_F(cx::asinh(x)), CONSTAX_ANY, CONSTAX_BIG(1.0 / sqrt(square(x) + 1.0)),
        CONSTAX_BIG(-(x / (sqrt(square(x) + 1.0) * (square(x) + 1.0))))},
    row{"acosh", 4, 16, CONSTAX_F(cx::acosh(x)), CONSTAX_ANY, CONSTAX_BIG(positive(x - 1.0, 1.0 / sqrt(-one_minus_square(x)))),
        CONSTAX_BIG(positive(x - 1.0, x / (sqrt(-one_minus_square(x)) * one_minus_square(x))))},
    row{"atanh", 4, 16, CONSTAX_F(cx::atanh(x)), CONSTAX_ANY, CONSTAX_BIG(inside(x, 1.0 / one_minus_square(x))),
        CONSTAX_BIG(inside(x, (x * 2.0) / square(one_minus_square(x))))},
    row{"abs", 0, 0, CONSTAX_F(cx::abs(x)), CONSTAX_ANY, CONSTAX_BIG(number(x < 0 ? -1 : 1)), CONSTAX_BIG(number(0))},
    row{"ldexp", 0, 0, CONSTAX_F(cx::ldexp(x, 3)), CONSTAX_ANY, CONSTAX_BIG(number(8)), CONSTAX_BIG(number(0))},
    row{"lgamma", 8, 16, CONSTAX_F(cx::lgamma(x)), CONSTAX_ANY, CONSTAX_BIG(oracle::digamma(x)),
        CONSTAX_BIG(oracle::polygamma(number(1), x)), except::nothing, digamma_scale},
    row{"tgamma", 8, 16, CONSTAX_F(cx::tgamma(x)), CONSTAX_BIG(oracle::tgamma(x)),
        CONSTAX_BIG(x < -200 ? nan() : oracle::tgamma(x) * oracle::digamma(x)),
        CONSTAX_BIG(x < -200 ? nan() : oracle::tgamma(x) * (square(oracle::digamma(x)) + oracle::polygamma(number(1), x))),
        except::value_not_normal, [](double x, int order) { return x < 0 && order == 1 ? std::fabs(std::tgamma(x)) : 0; }},
    row{"digamma", 8, 16, CONSTAX_F(cx::digamma(x)), CONSTAX_ANY, CONSTAX_BIG(oracle::polygamma(number(1), x)),
        CONSTAX_BIG(oracle::polygamma(number(2), x)), except::nothing,
        [](double x, int order) { return order == 2 ? polygamma_scale(x, 2) : 0; }},
    row{"polygamma 1", 8, 16, CONSTAX_F(cx::polygamma(1, x)), CONSTAX_ANY, CONSTAX_BIG(oracle::polygamma(number(2), x)),
        CONSTAX_BIG(oracle::polygamma(number(3), x)), except::nothing,
        [](double x, int order) { return order == 1 ? polygamma_scale(x, 2) : 0; }},
    row{"zeta 2.5", 8, 16, CONSTAX_F(cx::zeta(2.5, x)), CONSTAX_ANY, CONSTAX_BIG(positive(x, oracle::zeta(number(3.5), x) * -2.5)),
        CONSTAX_BIG(positive(x, oracle::zeta(number(4.5), x) * 8.75))},
    row{"bessel_i0", 4, 16, CONSTAX_F(cx::i0(x)), CONSTAX_ANY, CONSTAX_BIG(bessel_i(1, x)),
        CONSTAX_BIG((bessel_i(0, x) + bessel_i(2, x)) / 2.0)},
    row{"bessel_i1", 4, 16, CONSTAX_F(cx::i1(x)), CONSTAX_ANY, CONSTAX_BIG((bessel_i(0, x) + bessel_i(2, x)) / 2.0),
        CONSTAX_BIG((bessel_i(1, x) * 3.0 + bessel_i(3, x)) / 4.0)},
};
#undef CONSTAX_F
#undef CONSTAX_BIG
#undef CONSTAX_ANY

/// Functions of two arguments: their partial derivatives by x, y, xx, xy, yy. `within` tells for which arguments they are promised.
template <class F, class... D> struct pair_row {
  std::string_view name;
  F f;
  bool (*within)(double x, double y, double least, double most);
  std::tuple<D...> d;
  constexpr pair_row(std::string_view n, F function, bool (*w)(double, double, double, double), D... derivatives)
      : name(n), f(function), within(w), d(derivatives...) {}
};
#define CONSTAX_F(...) [](auto x, auto y) { return __VA_ARGS__; }
#define CONSTAX_BIG(...) []([[maybe_unused]] big const& x, [[maybe_unused]] big const& y) -> big { return __VA_ARGS__; }
inline bool anywhere(double, double, double, double) { return true; }
inline big of_squares(big const& x, big const& y) { return x * x + y * y; }
inline big length(big const& x, big const& y) { return sqrt(of_squares(x, y)); }
inline constexpr auto of_two = std::tuple{
    // where 1 / y and the quotient are normal numbers, and so y^-2, which the second derivative is made with
    pair_row(
        "div", CONSTAX_F(x / y),
        [](double x, double y, double least, double most) {
          double const a = std::fabs(y), q = std::fabs(x) / a;
          return a * a < most && 1 / (a * a) < most && q > least && q < most;
        },
        CONSTAX_BIG(1.0 / y), CONSTAX_BIG(-(x / (y * y))), CONSTAX_BIG(number(0)), CONSTAX_BIG(-1.0 / (y * y)),
        CONSTAX_BIG((x * 2.0) / (y * y * y))),
    pair_row("mul", CONSTAX_F(x* y), anywhere, CONSTAX_BIG(y), CONSTAX_BIG(x), CONSTAX_BIG(number(0)), CONSTAX_BIG(number(1)),
             CONSTAX_BIG(number(0))),
    // the second derivatives where the length does not overflow
    pair_row(
        "hypot", CONSTAX_F(cx::hypot(x, y)),
        [](double x, double y, double, double most) { return std::fabs(x) < most / 2 && std::fabs(y) < most / 2; },
        CONSTAX_BIG(x / length(x, y)), CONSTAX_BIG(y / length(x, y)), CONSTAX_BIG((y * y) / (length(x, y) * of_squares(x, y))),
        CONSTAX_BIG(-((x * y) / (length(x, y) * of_squares(x, y)))), CONSTAX_BIG((x * x) / (length(x, y) * of_squares(x, y)))),
    pair_row("atan2", CONSTAX_F(cx::atan2(x, y)), anywhere, CONSTAX_BIG(y / of_squares(x, y)), CONSTAX_BIG(-(x / of_squares(x, y))),
             CONSTAX_BIG((x * y * -2.0) / square(of_squares(x, y))), CONSTAX_BIG(((x - y) * (x + y)) / square(of_squares(x, y))),
             CONSTAX_BIG((x * y * 2.0) / square(of_squares(x, y)))),
    pair_row(
        "pow, in x", CONSTAX_F(cx::pow(x, cx::stop_gradient(y))), [](double x, double, double, double) { return x > 0; },
        CONSTAX_BIG(y* pow(x, y - 1.0)), CONSTAX_BIG(number(0)), CONSTAX_BIG(y*(y - 1.0) * pow(x, y - 2.0)), CONSTAX_BIG(number(0)),
        CONSTAX_BIG(number(0))),
    pair_row(
        "pow, in y", CONSTAX_F(cx::pow(cx::stop_gradient(x), y)), // where the power is a normal number
        [](double x, double y, double least, double most) {
          double const e = x > 0 ? y * std::log(x) : HUGE_VAL;
          return e < std::log(most) && e > std::log(least);
        },
        CONSTAX_BIG(number(0)), CONSTAX_BIG(log(x) * pow(x, y)), CONSTAX_BIG(number(0)), CONSTAX_BIG(number(0)),
        CONSTAX_BIG(square(log(x)) * pow(x, y))),
};
#undef CONSTAX_F
#undef CONSTAX_BIG

/// f as it is recorded, of one number of type T, of two, of three.
template <class T> cx::jaxpr traced(auto const& f) {
  cx::context c("trace");
  auto const input = [&] { return cx::tracer<T>(c.input({cx::dtype_of<T>, {}})); };
  auto const of = [&](auto const&... x) {
    cx::value const y = f(x...).value;
    return c.finish({&y, 1});
  };
  auto const x = input();
  if constexpr (requires { f(x); }) return of(x);
  else {
    auto const y = input();
    if constexpr (requires { f(x, y); }) return of(x, y);
    else return of(x, y, input());
  }
}
/// The derivative in input k, as a program of all: forward along 1, or in reverse from 1.
inline cx::jaxpr derived(cx::jaxpr const& j, cx::u32 k, bool reverse) {
  cx::vec<bool> active(j.ins.size());
  active[k] = true;
  cx::jaxpr const both = reverse ? cx::vjp(j, active) : cx::jvp(j, active);
  cx::context c("derivative");
  cx::vec<cx::value> ins;
  for (cx::u32 v : j.ins) ins.push(c.input(j.type(v)));
  cx::vec<cx::value> args = ins;
  args.push(cx::like(ins[0], 1.0));
  auto const outs = cx::replay(c, both, args);
  return cx::simplify(c.finish({&outs[1], 1}));
}
/// j for n arguments, with the arithmetic that programs are lowered to.
inline cx::jaxpr in_rows(cx::jaxpr const& j, std::size_t n) {
  cx::vec<cx::i32> in(j.ins.size());
  for (cx::i32& axis : in) axis = 0;
  cx::i32 const out[] = {0};
  return cx::vmap(cx::lower(j), in, cx::extent(static_cast<cx::i64>(n)), {out, 1});
}
template <class T> std::vector<T> results(cx::jaxpr const& rows, std::vector<std::vector<T>> const& x) {
  auto const n = static_cast<cx::i64>(x[0].size());
  cx::vec<cx::tensor> args;
  for (auto const& column : x) {
    cx::tensor& t = args.push(cx::tensor(cx::aval{cx::dtype_of<T>, {cx::extent(n)}}));
    for (std::size_t i = 0; i < column.size(); ++i) t.put(static_cast<cx::u32>(i), column[i]);
  }
  auto const y = cx::reference::evaluate(rows, args);
  std::vector<T> r;
  for (cx::u32 i = 0; y.size() == 1 && i < y[0].size(); ++i) r.push_back(y[0].template at<T>(i));
  return r;
}

template <class T> std::vector<T> evaluated(cx::jaxpr const& j, std::vector<std::vector<T>> const& x) {
  return results(in_rows(j, x[0].size()), x);
}

/// How far y is from r, if r is a number of the type, or one beyond it is not nan; `up` more binades of room are left below the largest
/// number.
template <class T> double distance(T y, big const& r, double least, int room) {
  using L = std::numeric_limits<T>;
  if (!r.known || r.nan()) return 0;
  if (r.inf() || r.exponent() > L::max_exponent - room) return y != y ? oracle::wrong : 0;
  if (y != y || std::isinf(y)) return oracle::wrong;
  big d = number(static_cast<double>(y)) - r;
  int of_least = 0;
  std::frexp(least, &of_least);
  long const e = std::max<long>(r.zero() ? L::min_exponent : r.exponent(), least > 0 ? of_least : L::min_exponent);
  mpfr_mul_2si(d.m, d.m, -oracle::last_place<T>(e), MPFR_RNDN);
  return std::min(oracle::wrong, std::fabs(d.approximately()));
}

template <class T> struct drawn {
  std::uint64_t state;
  std::uint64_t next() { // splitmix64
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double sign() { return next() % 2 ? 1 : -1; }
  T of_binade(int e) { return static_cast<T>(sign() * std::ldexp(1 + unit(), e)); }
};
/// Arguments in every binade from the least subnormal on, of both signs, between -760 and 760, and beside 1, 2 and 1/2.
template <class T> std::vector<T> arguments(int in_each, int in_ranges, std::uint64_t seed) {
  using L = std::numeric_limits<T>;
  drawn<T> g{seed};
  std::vector<T> x;
  for (int e = L::min_exponent - L::digits; e < L::max_exponent; ++e)
    for (int i = 0; i < in_each; ++i) x.push_back(g.of_binade(e));
  for (double r : {1.0, 2.5, 10.0, 45.0, 110.0, 760.0})
    for (int i = 0; i < in_ranges; ++i) x.push_back(static_cast<T>(r * (2 * g.unit() - 1)));
  for (int i = 0; i < L::digits; ++i)
    for (double c : {0.5, 1.0, 2.0})
      for (double s : {-1.0, 1.0}) x.push_back(static_cast<T>(g.sign() * c + s * std::ldexp(1.0, -i)));
  std::erase_if(x, [](T v) { return v == 0 || !std::isfinite(v); });
  return x;
}

template <class T> struct worst_point {
  double ulp = 0;
  T at = 0, got = 0;
};
/// How far y is from the derivative at x, where it is promised.
template <class T> double error_at(auto const& r, int order, T x, T y) {
  big const at = number(static_cast<double>(x));
  if (r.without == except::value_not_normal) {
    long const e = r.value(at).exponent();
    if (e > std::numeric_limits<T>::max_exponent || e < std::numeric_limits<T>::min_exponent) return 0;
  }
  int const room = r.without == except::second_near_overflow && order == 2 ? 1 : 0;
  double const least = r.least ? r.least(static_cast<double>(x), order) : 0;
  return distance(y, order == 1 ? r.d1(at) : r.d2(at), least <= static_cast<double>(std::numeric_limits<T>::max()) ? least : 0, room);
}
/// The worst of an order.
template <class T> worst_point<T> measure(auto const& r, cx::jaxpr const& derivative, int order, std::vector<T> const& x) {
  std::vector<T> const y = evaluated<T>(derivative, {x});
  worst_point<T> w;
  if (y.size() != x.size()) return {oracle::wrong, 0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    double const off = error_at(r, order, x[i], y[i]);
    if (off > w.ulp) w = {off, x[i], y[i]};
  }
  return w;
}

/// Pairs of all magnitudes, of like ones, and of ordinary numbers.
template <class T> std::vector<std::vector<T>> pairs(int n, std::uint64_t seed) {
  using L = std::numeric_limits<T>;
  drawn<T> g{seed};
  int const binades = L::max_exponent - L::min_exponent;
  auto const any = [&] { return static_cast<int>(g.next() % static_cast<unsigned>(binades)) + L::min_exponent - 1; };
  std::vector<std::vector<T>> x(2);
  for (int i = 0; i < n; ++i) {
    int const e = any(), near = std::clamp(e + static_cast<int>(g.next() % 13) - 6, L::min_exponent - 1, L::max_exponent - 1);
    T const a = g.of_binade(e), b = static_cast<T>(40 * (2 * g.unit() - 1));
    x[0].push_back(i % 4 == 3 ? static_cast<T>(40 * g.unit()) : i % 4 == 2 ? static_cast<T>(std::fabs(a)) : a);
    x[1].push_back(i % 4 == 0 ? g.of_binade(any()) : i % 4 == 1 ? g.of_binade(near) : b);
  }
  return x;
}
/// The worst of one derivative of a function of two arguments, at the arguments at which it is promised.
template <class T> worst_point<T> measure(auto const& r, auto const& exact, cx::jaxpr const& derivative,
                                          std::vector<std::vector<T>> const& x) {
  using L = std::numeric_limits<T>;
  constexpr mpfr_prec_t wide = 2 * (L::max_exponent - L::min_exponent) + 128; // no sum of squares is rounded
  std::vector<T> const y = evaluated<T>(derivative, x);
  worst_point<T> w;
  if (y.size() != x[0].size()) return {oracle::wrong, 0, 0};
  for (std::size_t i = 0; i < y.size(); ++i) {
    auto const a = static_cast<double>(x[0][i]), b = static_cast<double>(x[1][i]);
    if (!r.within(a, b, static_cast<double>(L::min()), static_cast<double>(L::max()))) continue;
    mpfr_prec_t const p = r.name.substr(0, 3) == "pow" ? 256 : wide;
    double const off = distance(y[i], exact(number(a).with(p), number(b).with(p)), 0, 0);
    if (off > w.ulp) w = {off, x[0][i], y[i]};
  }
  return w;
}

} // namespace accuracy
} // namespace
