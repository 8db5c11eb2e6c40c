// SPDX-License-Identifier: BSL-1.0
#pragma once
// functions: the one table of what constax::math holds: what tests, the nightly tool and the benchmarks know of each function.
//
//   row{name, limit in ulp for f32 and f64, the function on lanes, its oracle, where its arguments are drawn}
//
// An oracle is a generic lambda on numbers that find their functions by argument-dependent lookup: oracle::big (MPFR) and oracle::quick
// (libm in a wider type; special functions only where nightly/quick_special.hpp is included). Tests of bits alone never call it, and need
// no MPFR. Everything stands in an unnamed namespace: units for different instruction sets are linked into one program (isa/), and may
// share nothing.
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "constax/math/math.hpp"

namespace {
namespace functions {
namespace cm = constax::math;
using constax::convert, constax::element_t, constax::rebind_t, constax::detail::int_like;

// ---- arguments ---------------------------------------------------------------------------------------------------------
template <class T> struct arguments {
  T x[3];
};

/// Draws arguments; the same ones everywhere, in constant evaluation too.
template <class T> struct random {
  using L = std::numeric_limits<T>;
  using bits = constax::detail::uint_like<T>;
  std::uint64_t state;

  constexpr std::uint64_t next() {  // splitmix64
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// The first in code for f32, the second for f64.
  static constexpr double by(double f32, double f64) { return sizeof(T) == 4 ? f32 : f64; }
  /// Any bits at all.
  constexpr T any() { return __builtin_bit_cast(T, static_cast<bits>(next())); }
  constexpr T uniform(double a, double b) { return static_cast<T>(a + (b - a) * unit()); }
  /// Log-uniform from 2^lo to 2^hi, as far as T reaches; powers: of both signs.
  constexpr T power(int lo, int hi) {
    int const least = L::min_exponent - 1, most = L::max_exponent - 1;
    int const a = lo < least ? least : lo, b = hi > most ? most : hi;
    int const e = a + static_cast<int>(next() % static_cast<std::uint64_t>(b - a + 1));
    constexpr int m = L::digits - 1;
    return __builtin_bit_cast(
        T, static_cast<bits>((static_cast<bits>(e + L::max_exponent - 1) << m) | (static_cast<bits>(next()) & ((bits(1) << m) - 1))));
  }
  constexpr T powers(int lo, int hi) {
    T const x = power(lo, hi);
    return next() % 2 != 0 ? -x : x;
  }
  /// c, give or take any power of two of its last places.
  constexpr T near(double c) {
    bits const away = static_cast<bits>((next() >> 11) >> (53 - L::digits + static_cast<int>(next() % L::digits)));
    bits const b = __builtin_bit_cast(bits, static_cast<T>(c < 0 ? -c : c));
    T const y = __builtin_bit_cast(T, next() % 2 != 0 || b < away ? static_cast<bits>(b + away) : static_cast<bits>(b - away));
    return c < 0 || (c == 0 && next() % 2 != 0) ? -y : y;
  }
  constexpr T near_magnitude(double c) { return near(next() % 2 != 0 ? -c : c); }
  constexpr T whole(int lo, int hi) { return static_cast<T>(lo + static_cast<int>(next() % static_cast<std::uint64_t>(hi - lo + 1))); }
  template <class... U> constexpr T either(U... u) {
    T const all[] = {u...};
    return all[next() % sizeof...(U)];
  }
  constexpr arguments<T> give(T a, T b = T(0), T c = T(0)) { return {{a, b, c}}; }
};

inline constexpr int n_special = 34;
template <class T> inline constexpr T special_arguments[n_special] = {T(0),
                                                                      T(-0.0),
                                                                      T(1),
                                                                      T(-1),
                                                                      std::numeric_limits<T>::infinity(),
                                                                      -std::numeric_limits<T>::infinity(),
                                                                      std::numeric_limits<T>::quiet_NaN(),
                                                                      T(0.5),
                                                                      T(-0.5),
                                                                      T(2),
                                                                      T(-2),
                                                                      T(3),
                                                                      T(-3),
                                                                      std::numeric_limits<T>::max(),
                                                                      -std::numeric_limits<T>::max(),
                                                                      std::numeric_limits<T>::denorm_min(),
                                                                      -std::numeric_limits<T>::denorm_min(),
                                                                      std::numeric_limits<T>::min(),
                                                                      -std::numeric_limits<T>::min(),
                                                                      std::numeric_limits<T>::epsilon(),
                                                                      T(1) + std::numeric_limits<T>::epsilon(),
                                                                      T(1) - std::numeric_limits<T>::epsilon() / 2,
                                                                      T(1.5),
                                                                      T(-1.5),
                                                                      T(2.5),
                                                                      T(-2.5),
                                                                      T(10),
                                                                      T(-10),
                                                                      T(100),
                                                                      T(-100),
                                                                      T(1e5),
                                                                      T(-1e5),
                                                                      T(1e20),
                                                                      T(-1e20)};
/// How many of these a function of so many arguments is given: all, all pairs, all triples of the first ones.
constexpr int n_special_of(int arguments) { return arguments == 1 ? n_special : arguments == 2 ? n_special * n_special : 9 * 9 * 9; }

// ---- rows ----------------------------------------------------------------------------------------------------------------
/// An oracle on T itself, with one right answer.
template <class F> struct exactly : F {
  using F::operator();
};
template <class F> exactly(F) -> exactly<F>;
template <class> inline constexpr bool is_exactly = false;
template <class F> inline constexpr bool is_exactly<exactly<F>> = true;

/// The local scale of a function's terms: near zeros between them an error is measured in its last places. 0: there is none.
using scale = double (*)(double const* x, bool f64);
inline constexpr scale no_scale = [](double const*, bool) { return 0.0; };
template <int Arguments, class Lanes, class Oracle, class Draw> struct row_of {
  static constexpr int n_arguments = Arguments;
  char const* name;
  double f32, f64;  // limits in ulp
  Lanes lanes;
  Oracle oracle;
  Draw draw;
  scale least;  // an error is measured in last places of max(|result|, least(x, T is f64))

  template <class T> constexpr double limit() const { return sizeof(T) == 4 ? f32 : f64; }
  template <class X> constexpr X operator()(X const* x) const {
    if constexpr (Arguments == 1) return lanes(x[0]);
    else if constexpr (Arguments == 2) return lanes(x[0], x[1]);
    else return lanes(x[0], x[1], x[2]);
  }
  template <class N> auto exact(N const* x) const {
    if constexpr (Arguments == 1) return oracle(x[0]);
    else if constexpr (Arguments == 2) return oracle(x[0], x[1]);
    else return oracle(x[0], x[1], x[2]);
  }
  /// Argument i of the stream that g draws: special ones first.
  template <class T> constexpr arguments<T> point(random<T>& g, std::int64_t i) const {
    if (i >= n_special_of(Arguments)) return draw(g);
    if constexpr (Arguments == 1) return {{special_arguments<T>[i], T(0), T(0)}};
    else if constexpr (Arguments == 2) return {{special_arguments<T>[i / n_special], special_arguments<T>[i % n_special], T(0)}};
    else return {{special_arguments<T>[i / 81], special_arguments<T>[i / 9 % 9], special_arguments<T>[i % 9]}};
  }
};
struct limits {
  double f32, f64;
};
template <class Lanes, class Oracle, class Draw> constexpr auto row(char const* name, limits l, Lanes lanes, Oracle oracle, Draw draw,
                                                                    scale least = no_scale) {
  return row_of<1, Lanes, Oracle, Draw>{name, l.f32, l.f64, lanes, oracle, draw, least};
}
template <class Lanes, class Oracle, class Draw> constexpr auto row2(char const* name, limits l, Lanes lanes, Oracle oracle, Draw draw,
                                                                     scale least = no_scale) {
  return row_of<2, Lanes, Oracle, Draw>{name, l.f32, l.f64, lanes, oracle, draw, least};
}
template <class Lanes, class Oracle, class Draw> constexpr auto row3(char const* name, limits l, Lanes lanes, Oracle oracle, Draw draw,
                                                                     scale least = no_scale) {
  return row_of<3, Lanes, Oracle, Draw>{name, l.f32, l.f64, lanes, oracle, draw, least};
}

inline constexpr limits good{1.5, 1.5}, circular{2.5, 2.5}, gamma_family{4, 4}, slope{4, 4}, none{0, 0};
inline constexpr double pi = 3.14159265358979323846;

inline constexpr auto anywhere = [](auto& g) { return g.give(g.either(g.any(), g.powers(-80, 80))); };
inline constexpr auto pairs = [](auto& g) {
  auto const x = g.powers(-40, 40);
  return g.give(g.either(g.any(), x, g.uniform(-4, 4)),
                g.either(g.any(), g.powers(-40, 40), g.uniform(-4, 4), static_cast<decltype(x)>(x * g.uniform(-2, 2))));
};
inline constexpr auto angles = [](auto& g) {
  return g.give(g.either(g.any(), g.uniform(-1, 1), g.uniform(-10, 10), g.uniform(-1e3, 1e3), g.uniform(-1e6, 1e6), g.powers(-40, 3),
                         g.powers(0, 70), g.near(pi / 4 * static_cast<double>(g.whole(-99, 99))),
                         g.near(pi / 2 * static_cast<double>(g.whole(-99999, 99999)))));
};
inline constexpr auto halves = [](auto& g) {
  return g.give(g.either(g.any(), g.uniform(-4, 4), g.powers(-3, 70), g.near(static_cast<double>(g.whole(-300000, 300000)) * 0.5)));
};
inline constexpr auto unit_interval = [](auto& g) {
  return g.give(g.either(g.any(), g.uniform(-1, 1), g.powers(-60, -1), g.near_magnitude(1), g.near_magnitude(0.5)));
};
inline constexpr auto logs = [](auto& g) {
  return g.give(g.either(g.any(), g.power(-2000, 2000), g.uniform(0, 4), g.near(1), g.near(0.70710678118654752), g.near(1.4142135623730950),
                         g.near(g.power(-20, 20))));
};

/// |q - p|^-s for the pole p next to q < 0.
inline double near_pole(double s, double q) {
  double const p = std::fmin(std::round(q), 0.0);
  return q == p ? 0 : std::pow(std::fabs(q - p), -s);
}
inline constexpr auto gamma_pairs = [](auto& g) {
  auto const a = g.either(g.power(-20, 13), g.power(-2, 7), g.uniform(0, 60));
  using T = std::remove_const_t<decltype(a)>;
  return g.give(a, g.either(static_cast<T>(a * g.uniform(0, 3)), static_cast<T>(a + cm::sqrt(a) * g.uniform(-8, 8)), g.power(-20, 12),
                            g.uniform(0, 60), g.near(a)));
};
inline constexpr auto bessel_arguments = [](auto& g) {
  return g.give(g.either(g.any(), g.uniform(-30, 30), g.uniform(-4, 4), g.powers(-40, 60), g.near_magnitude(8), g.near_magnitude(7.75)));
};
inline constexpr auto unscaled_bessel_arguments = [](auto& g) {
  return g.give(g.either(g.any(), g.uniform(-g.by(93, 720), g.by(93, 720)), g.uniform(-4, 4), g.powers(-60, 8), g.near_magnitude(3)));
};

inline constexpr auto table = std::tuple{
    // ---- roots -------------------------------------------------------------------------------------------------------------
    row(
        "sqrt", none, [](auto x) { return cm::sqrt(x); }, exactly{[](auto x) { return std::sqrt(x); }}, anywhere),
    row(
        "cbrt", good, [](auto x) { return cm::cbrt(x); }, [](auto x) { return cbrt(x); }, anywhere),
    row(
        "rsqrt", good, [](auto x) { return cm::rsqrt(x); }, [](auto x) { return rsqrt(x); }, anywhere),
    row2(
        "hypot", good, [](auto x, auto y) { return cm::hypot(x, y); }, [](auto x, auto y) { return hypot(x, y); }, pairs),
    // ---- exponentials and logarithms ---------------------------------------------------------------------------------------
    row(
        "exp", good, [](auto x) { return cm::exp(x); }, [](auto x) { return exp(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(105, 746), g.by(89, 710)), g.uniform(-1, 1), g.powers(-60, 3),
                                 g.near(g.by(88.722839, 709.78271289338397)), g.near(-g.by(87.336544, 708.39641853226408))));
        }),
    row(
        "exp2", good, [](auto x) { return cm::exp2(x); }, [](auto x) { return exp2(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(151, 1076), g.by(129, 1025)), g.uniform(-1, 1), g.powers(-60, 3),
                                 g.near(static_cast<double>(g.whole(-1075, 1024)) * 0.5)));
        }),
    row(
        "expm1", good, [](auto x) { return cm::expm1(x); }, [](auto x) { return expm1(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-40, g.by(89, 710)), g.uniform(-1, 1), g.powers(-60, 3),
                                 g.near_magnitude(0.34657359027997265), g.near(g.by(88.722839, 709.78271289338397))));
        }),
    row(
        "log", good, [](auto x) { return cm::log(x); }, [](auto x) { return log(x); }, logs),
    row(
        "log1p", good, [](auto x) { return cm::log1p(x); }, [](auto x) { return log1p(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.power(-70, 1000), g.uniform(-1, 3), g.powers(-60, 0), g.near(-1), g.near(-0.29289321881345248),
                                 g.near(0.41421356237309505)));
        }),
    row(
        "log2", good, [](auto x) { return cm::log2(x); }, [](auto x) { return log2(x); }, logs),
    row(
        "log10", good, [](auto x) { return cm::log10(x); }, [](auto x) { return log10(x); }, logs),
    row2(
        "pow", gamma_family, [](auto x, auto y) { return cm::pow(x, y); }, [](auto x, auto y) { return pow(x, y); },
        [](auto& g) {
          auto const x = g.either(g.power(-2000, 2000), g.power(-3, 3), g.near(1), g.near(g.power(-30, 30)));
          auto const y =
              g.either(g.any(), g.powers(-30, 12), g.whole(-40, 40), g.uniform(-30, 30), g.near(static_cast<double>(g.whole(-9, 9)) * 0.5));
          return g.give(g.either(x, x, x, x, -x, g.any()), y);
        }),
    row(
        "integer_pow, 3", none, [](auto x) { return cm::integer_pow(x, 3); }, exactly{[](auto x) { return x * (x * x); }}, anywhere),
    row(
        "integer_pow, -2", none, [](auto x) { return cm::integer_pow(x, -2); }, exactly{[](auto x) { return 1 / (x * x); }}, anywhere),
    // ---- circular functions and their inverses -----------------------------------------------------------------------------
    row(
        "sin", circular, [](auto x) { return cm::sin(x); }, [](auto x) { return sin(x); }, angles),
    row(
        "cos", circular, [](auto x) { return cm::cos(x); }, [](auto x) { return cos(x); }, angles),
    row(
        "sincos, sin", circular, [](auto x) { return cm::sincos(x).first; }, [](auto x) { return sin(x); }, angles),
    row(
        "sincos, cos", circular, [](auto x) { return cm::sincos(x).second; }, [](auto x) { return cos(x); }, angles),
    row(
        "tan", circular, [](auto x) { return cm::tan(x); }, [](auto x) { return tan(x); }, angles),
    row(
        "asin", circular, [](auto x) { return cm::asin(x); }, [](auto x) { return asin(x); }, unit_interval),
    row(
        "acos", circular, [](auto x) { return cm::acos(x); }, [](auto x) { return acos(x); }, unit_interval),
    row(
        "atan", circular, [](auto x) { return cm::atan(x); }, [](auto x) { return atan(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.powers(-40, 60), g.uniform(-3, 3), g.near_magnitude(1), g.near_magnitude(0.41421356237309505),
                                 g.near_magnitude(2.4142135623730950)));
        }),
    row2(
        "atan2", circular, [](auto y, auto x) { return cm::atan2(y, x); }, [](auto y, auto x) { return atan2(y, x); }, pairs),
    // ---- hyperbolic functions and their inverses ---------------------------------------------------------------------------
    row(
        "sinh", circular, [](auto x) { return cm::sinh(x); }, [](auto x) { return sinh(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(90, 711), g.by(90, 711)), g.uniform(-2, 2), g.powers(-60, 3),
                                 g.near_magnitude(g.by(88.722839, 709.78271289338397)),
                                 g.near_magnitude(g.by(89.415986, 710.47586007394387))));
        }),
    row(
        "cosh", circular, [](auto x) { return cm::cosh(x); }, [](auto x) { return cosh(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(90, 711), g.by(90, 711)), g.uniform(-2, 2), g.powers(-60, 3),
                                 g.near_magnitude(g.by(88.722839, 709.78271289338397)),
                                 g.near_magnitude(g.by(89.415986, 710.47586007394387))));
        }),
    row(
        "tanh", circular, [](auto x) { return cm::tanh(x); }, [](auto x) { return tanh(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-22, 22), g.uniform(-1, 1), g.powers(-60, 3), g.near_magnitude(0.54930614433405485)));
        }),
    row(
        "asinh", circular, [](auto x) { return cm::asinh(x); }, [](auto x) { return asinh(x); },
        [](auto& g) {
          return g.give(
              g.either(g.any(), g.powers(-60, 60), g.uniform(-4, 4), g.near_magnitude(0.5), g.near_magnitude(1), g.near_magnitude(2)));
        }),
    row(
        "acosh", circular, [](auto x) { return cm::acosh(x); }, [](auto x) { return acosh(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.power(0, 1030), g.uniform(1, 4), g.near(1), g.near(2),
                                 static_cast<decltype(g.any())>(1 + g.power(-52, 0))));
        }),
    row(
        "atanh", circular, [](auto x) { return cm::atanh(x); }, [](auto x) { return atanh(x); }, unit_interval),
    // ---- sigmoid and error functions -----------------------------------------------------------------------------------------
    row(
        "logistic", good, [](auto x) { return cm::logistic(x); }, [](auto x) { return logistic(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(105, 746), 45), g.uniform(-4, 4), g.powers(-60, 6),
                                 g.near(-g.by(88.722839, 709.78271289338397))));
        }),
    row(
        "softplus", good, [](auto x) { return cm::softplus(x); }, [](auto x) { return softplus(x); },
        [](auto& g) { return g.give(g.either(g.any(), g.uniform(-g.by(105, 746), 45), g.uniform(-4, 4), g.powers(-60, 6))); }),
    row(
        "erf", good, [](auto x) { return cm::erf(x); }, [](auto x) { return erf(x); },
        [](auto& g) {
          return g.give(
              g.either(g.any(), g.uniform(-6.5, 6.5), g.uniform(-1, 1), g.powers(-60, 3), g.near_magnitude(1.1875), g.near_magnitude(1)));
        }),
    row(
        "erfc", good, [](auto x) { return cm::erfc(x); }, [](auto x) { return erfc(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-6, g.by(10.2, 27.3)), g.uniform(-1, 2), g.powers(-60, 4), g.near(g.by(2, 2.5)),
                                 g.near(g.by(9.2, 26.54))));
        }),
    row(
        "gaussian", good, [](auto x) { return cm::gaussian(x); }, [](auto x) { return gaussian(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(10.2, 27.3), g.by(10.2, 27.3)), g.uniform(-2, 2), g.powers(-60, 4),
                                 g.near(g.by(9.3, 26.6))));
        }),
    row(
        "erf_inv", good, [](auto x) { return cm::erf_inv(x); }, [](auto x) -> decltype(erf_inv(x)) { return erf_inv(x); }, unit_interval),
    // ---- derivatives of others -----------------------------------------------------------------------------------------------
    row(
        "sech2", slope, [](auto x) { return cm::sech2(x); }, [](auto x) { return sech2(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(53, 374), g.by(53, 374)), g.uniform(-2, 2), g.powers(-60, 3),
                                 g.near_magnitude(g.by(21, 175))));
        }),
    row(
        "logistic_density", slope, [](auto x) { return cm::logistic_density(x); }, [](auto x) { return logistic_density(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(105, 746), g.by(105, 746)), g.uniform(-4, 4), g.powers(-60, 6),
                                 g.near_magnitude(g.by(42, 350))));
        }),
    row(
        "lorentzian", good, [](auto x) { return cm::lorentzian(x); }, [](auto x) { return lorentzian(x); },
        [](auto& g) { return g.give(g.either(g.any(), g.powers(-60, 700), g.uniform(-3, 3), g.near_magnitude(g.by(0x1p50, 0x1p500)))); }),
    row2(
        "inversion", slope, [](auto x, auto y) { return cm::inversion(x, y); }, [](auto x, auto y) { return inversion(x, y); }, pairs),
    row2(
        "cosine", slope, [](auto x, auto y) { return cm::cosine(x, y, cm::hypot(x, y)); }, [](auto x, auto y) { return cosine(x, y); },
        pairs),
    row(
        "one_minus_square", good, [](auto x) { return cm::one_minus_square(x); }, [](auto x) { return one_minus_square(x); },
        unit_interval),
    row3(
        "scaled_pow, 1", slope, [](auto c, auto x, auto y) { return cm::scaled_pow(c, x, y, 1); },
        [](auto c, auto x, auto y) -> decltype(scaled_pow(c, x, y, 1)) { return scaled_pow(c, x, y, 1); },
        [](auto& g) {
          auto const x = g.either(g.power(-2000, 2000), g.power(-3, 3), g.near(1), g.near(g.power(-30, 30)));
          auto const y =
              g.either(g.any(), g.powers(-30, 12), g.whole(-40, 40), g.uniform(-30, 30), g.near(static_cast<double>(g.whole(-9, 9)) * 0.5));
          return g.give(g.either(y, g.powers(-1000, 1000), g.powers(-4, 4)), g.either(x, x, x, x, -x, g.any()), y);
        }),
    row2(
        "scaled_gaussian", good, [](auto c, auto x) { return cm::scaled_gaussian(c, x); },
        [](auto c, auto x) -> decltype(scaled_gaussian(c, x)) { return scaled_gaussian(c, x); },
        [](auto& g) {
          return g.give(g.either(g.powers(-40, 5), g.powers(-1000, 5), g.uniform(-4, 4)),
                        g.either(g.any(), g.uniform(-g.by(10.2, 27.3), g.by(10.2, 27.3)), g.uniform(-2, 2), g.powers(-60, 4)));
        }),
    row(
        "erf_inv_slope", slope, [](auto x) { return cm::erf_inv_slope(x); },
        [](auto x) -> decltype(erf_inv_slope(x)) { return erf_inv_slope(x); }, unit_interval),
    // ---- the gamma family ----------------------------------------------------------------------------------------------------
    row(
        "tgamma", gamma_family, [](auto x) { return cm::tgamma(x); }, [](auto x) { return tgamma(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-g.by(45, 185), g.by(36, 172)), g.uniform(-10, 10), g.powers(-60, 3),
                                 g.near(static_cast<double>(g.whole(-40, 40))), g.near(g.by(35.040096, 171.62437695630272))));
        }),
    row(
        "lgamma", gamma_family, [](auto x) { return cm::lgamma(x); }, [](auto x) { return lgamma(x); },
        [](auto& g) {
          return g.give(g.either(g.any(), g.uniform(-200, 200), g.uniform(-10, 10), g.powers(-60, 8), g.power(3, 1020),
                                 g.near(static_cast<double>(g.whole(-40, 40)))));
        },
        [](double const* x, bool) { return x[0] < 0 ? 0x1p-3 : 0; }),
    row(
        "digamma", gamma_family, [](auto x) { return cm::digamma(x); }, [](auto x) -> decltype(digamma(x)) { return digamma(x); },
        [](auto& g) {
          return g.give(g.either(g.power(-1000, 1000), g.uniform(-50, 50), g.uniform(0, 10), g.powers(-60, 8),
                                 g.near(static_cast<double>(g.whole(-40, 40))), g.near(1.4616321449683622)));
        },
        [](double const* x, bool) { return x[0] < 0 ? 1.0 : 0; }),
    row2(
        "polygamma", gamma_family, [](auto n, auto x) { return cm::polygamma(n, x); },
        [](auto n, auto x) -> decltype(polygamma(n, x)) { return polygamma(n, x); },
        [](auto& g) {
          return g.give(
              g.either(g.whole(0, 4), g.whole(0, 12), g.whole(0, 120)),
              g.either(g.uniform(0, 20), g.power(-20, 40), g.power(-3, 8), g.uniform(-20, 0), g.near(static_cast<double>(g.whole(-9, 9)))));
        },
        [](double const* x, bool) { return x[1] < 0 ? std::tgamma(x[0] + 1) * near_pole(x[0] + 1, x[1]) : 0; }),
    row2(
        "zeta", gamma_family, [](auto s, auto q) { return cm::zeta(s, q); },
        [](auto s, auto q) -> decltype(zeta(s, q)) { return zeta(s, q); },
        [](auto& g) {
          return g.give(g.either(g.uniform(1, 3), g.uniform(1, 50), g.near(1), g.whole(2, 40), g.power(0, 9)),
                        g.either(g.uniform(0, 20), g.power(-20, 40), g.power(-3, 8), g.near(1), g.near(2), g.uniform(-20, 0),
                                 g.near(static_cast<double>(g.whole(-9, 0)))));
        },
        [](double const* x, bool) { return x[1] < 0 ? near_pole(x[0], x[1]) : 0; }),
    row2(
        "igamma", gamma_family, [](auto a, auto x) { return cm::igamma(a, x); },
        [](auto a, auto x) -> decltype(igamma(a, x)) { return igamma(a, x); }, gamma_pairs),
    row2(
        "igammac", gamma_family, [](auto a, auto x) { return cm::igammac(a, x); },
        [](auto a, auto x) -> decltype(igammac(a, x)) { return igammac(a, x); }, gamma_pairs),
    row2(
        "igamma_grad_a", gamma_family, [](auto a, auto x) { return cm::igamma_grad_a(a, x); },
        [](auto a, auto x) -> decltype(igamma_grad_a(a, x)) { return igamma_grad_a(a, x); },
        [](auto& g) {
          auto const a = g.either(g.power(-10, 8), g.uniform(0, 30));
          return g.give(a, g.either(g.power(-10, 8), static_cast<decltype(a)>(a * g.uniform(0, 2)), g.uniform(0, 30)));
        }),
    row3(
        "betainc", gamma_family, [](auto a, auto b, auto x) { return cm::betainc(a, b, x); },
        [](auto a, auto b, auto x) -> decltype(betainc(a, b, x)) { return betainc(a, b, x); },
        [](auto& g) {
          auto const a = g.either(g.power(-10, 12), g.uniform(0, 30), g.whole(1, 40)), b = g.either(g.power(-10, 12), g.uniform(0, 30), a);
          return g.give(a, b,
                        g.either(g.uniform(0, 1), static_cast<decltype(a)>(a / (a + b) * g.uniform(0.8, 1.25)), g.power(-30, -1),
                                 static_cast<decltype(a)>(1 - g.power(-30, -1))));
        }),
    row2(
        "gamma_density", gamma_family, [](auto a, auto x) { return cm::gamma_density(a, x); },
        [](auto a, auto x) -> decltype(gamma_density(a, x)) { return gamma_density(a, x); },
        [](auto& g) { return g.next() % 3 == 0 ? g.give(g.power(-2000, 2000), g.power(-2000, 2000)) : gamma_pairs(g); }),
    row3(
        "beta_density", gamma_family, [](auto a, auto b, auto x) { return cm::beta_density(a, b, x); },
        [](auto a, auto b, auto x) -> decltype(beta_density(a, b, x)) { return beta_density(a, b, x); },
        [](auto& g) {
          auto const a = g.either(g.power(-10, 12), g.power(-2000, 900), g.uniform(0, 30), g.whole(1, 40)),
                     b = g.either(g.power(-10, 12), g.power(-2000, 900), g.uniform(0, 30), a);
          return g.give(a, b,
                        g.either(g.uniform(0, 1), static_cast<decltype(a)>(a / (a + b) * g.uniform(0.8, 1.25)), g.power(-30, -1),
                                 g.power(-2000, -1), static_cast<decltype(a)>(1 - g.power(-30, -1))));
        }),
    // ---- Bessel functions ----------------------------------------------------------------------------------------------------
    row(
        "bessel_i0", good, [](auto x) { return cm::bessel_i0(x); }, [](auto x) -> decltype(bessel_i0(x)) { return bessel_i0(x); },
        unscaled_bessel_arguments),
    row(
        "bessel_i1", good, [](auto x) { return cm::bessel_i1(x); }, [](auto x) -> decltype(bessel_i1(x)) { return bessel_i1(x); },
        unscaled_bessel_arguments),
    row(
        "bessel_i1_slope", good, [](auto x) { return cm::bessel_i1_slope(x); },
        [](auto x) -> decltype(bessel_i1_slope(x)) { return bessel_i1_slope(x); }, unscaled_bessel_arguments),
    row(
        "bessel_i1_bend", slope, [](auto x) { return cm::bessel_i1_bend(x); },
        [](auto x) -> decltype(bessel_i1_bend(x)) { return bessel_i1_bend(x); }, unscaled_bessel_arguments),
    row(
        "bessel_i0e", good, [](auto x) { return cm::bessel_i0e(x); }, [](auto x) -> decltype(bessel_i0e(x)) { return bessel_i0e(x); },
        bessel_arguments),
    row(
        "bessel_i1e", good, [](auto x) { return cm::bessel_i1e(x); }, [](auto x) -> decltype(bessel_i1e(x)) { return bessel_i1e(x); },
        bessel_arguments),
    // ---- exact -------------------------------------------------------------------------------------------------------------
    row(
        "floor", none, [](auto x) { return cm::floor(x); }, exactly{[](auto x) { return std::floor(x); }}, halves),
    row(
        "ceil", none, [](auto x) { return cm::ceil(x); }, exactly{[](auto x) { return std::ceil(x); }}, halves),
    row(
        "round", none, [](auto x) { return cm::round(x); }, exactly{[](auto x) { return std::round(x); }}, halves),
    row(
        "trunc", none, [](auto x) { return cm::trunc(x); }, exactly{[](auto x) { return std::trunc(x); }}, halves),
    row2(
        "nextafter", none, [](auto x, auto y) { return cm::nextafter(x, y); }, exactly{[](auto x, auto y) { return std::nextafter(x, y); }},
        pairs),
    row2(
        "ldexp", none, [](auto x, auto n) { return cm::ldexp(x, convert<std::int32_t>(n)); },
        exactly{[](auto x, auto n) { return std::ldexp(x, convert<std::int32_t>(n)); }},
        [](auto& g) { return g.give(g.any(), g.either(g.whole(-2200, 2200), g.whole(-60, 60), g.whole(-100000, 100000))); }),
    row(
        "frexp, mantissa", none, [](auto x) { return cm::frexp(x).first; }, exactly{[](auto x) {
          int e = 0;
          return std::frexp(x, &e);
        }},
        anywhere),
    row(
        "frexp, exponent", none, [](auto x) { return convert<element_t<decltype(x)>>(cm::frexp(x).second); }, exactly{[](auto x) {
          int e = 0;
          return std::frexp(x, &e), static_cast<decltype(x)>(e);
        }},
        anywhere),
    row2(
        "rem", none, [](auto x, auto y) { return cm::rem(x, y); }, exactly{[](auto x, auto y) { return std::fmod(x, y); }}, pairs),
};
inline constexpr int size = static_cast<int>(std::tuple_size_v<decltype(table)>);
template <int I> inline constexpr auto& at = std::get<I>(table);
template <int I> inline constexpr int n_arguments = std::tuple_element_t<I, std::remove_cv_t<decltype(table)>>::n_arguments;

inline constexpr auto names = []<int... I>(std::integer_sequence<int, I...>) {
  struct list {
    char const* n[size];
    constexpr char const* operator[](int i) const { return n[i]; }
  };
  return list{{at<I>.name...}};
}(std::make_integer_sequence<int, size>{});

template <class T> constexpr bool same(T a, T b) {
  using bits = constax::detail::uint_like<T>;
  return (a != a && b != b) || __builtin_bit_cast(bits, a) == __builtin_bit_cast(bits, b);
}
}  // namespace functions
}  // namespace
