// SPDX-License-Identifier: BSL-1.0
// elementary, special: scalars and packs within 4 ulp of long double libm over random samples of all magnitudes, and C's Annex F.
#include "constax/math/math.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../support/catch.hpp"

namespace {
using namespace constax;
namespace cm = constax::math;

constexpr double wrong = 1e9;
/// The distance of y from the true r, in units of r's last place; the sign of a zero, nan and inf must be right.
template <class T> double ulps(T y, long double r) {
  T const t = static_cast<T>(r);
  if (t != t || y != y) return t != t && y != y ? 0 : wrong;
  if (std::isinf(t) || std::isinf(y)) return t == y ? 0 : wrong;
  if ((r == 0 && y != 0) || (y == 0 && std::signbit(y) != std::signbit(r))) return wrong;
  int e = 0;
  std::frexp(t, &e);
  using L = std::numeric_limits<T>;
  int const last = std::fabs(t) < L::min() ? L::min_exponent - L::digits : e - L::digits;
  return static_cast<double>(std::fabs(std::ldexp(static_cast<long double>(y) - r, -last)));
}

template <class T> std::vector<T> const& samples() {
  static std::vector<T> const v = [] {
    std::vector<T> w;
    using L = std::numeric_limits<T>;
    for (T x : {T(0), L::denorm_min(), L::min(), L::max(), L::infinity(), T(1), T(0.5), T(2), T(1e-5), T(1e5), T(1e10), T(1e20), T(709), T(710), T(745), T(88), T(88.7), T(104), T(20), T(22), L::epsilon(), std::nextafter(T(1), T(0)), std::nextafter(T(1), T(2)), L::quiet_NaN()}) w.push_back(x), w.push_back(-x);
    std::mt19937_64 g(7);
    for (int i = 0; i < 3000; ++i) {
      auto const uniform = [&](double a) { return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63 * a); };
      w.push_back(__builtin_bit_cast(T, static_cast<detail::uint_like<T>>(g())));
      for (double a : {1.0, 2.0, 30.0, 750.0, 1e6}) w.push_back(uniform(a));
      w.push_back(std::ldexp(uniform(1.0), -static_cast<int>(g() % 60)));
    }
    while (w.size() % 16 != 0) w.push_back(T(1));
    return w;
  }();
  return v;
}

// The largest error, printed under CONSTAX_PRINT_ULP.
template <class T, int W, class F, class R> double worst(char const* name, F f, R r) {
  auto const& v = samples<T>();
  double most = 0;
  T at{};
  for (std::size_t i = 0; i < v.size(); i += W) {
    auto const y = f(load<T, W>(&v[i]));
    for (int k = 0; k < W; ++k) {
      T const x = v[i + static_cast<std::size_t>(k)];
      double const u = ulps<T>(extract(y, k), r(static_cast<long double>(x)));
      if (u > most) most = u, at = x;
    }
  }
  if (std::getenv("CONSTAX_PRINT_ULP") != nullptr) std::printf("%-9s f%d x%-2d %.2f ulp at %.17g\n", name, static_cast<int>(8 * sizeof(T)), W, most, static_cast<double>(at));
  UNSCOPED_INFO(name << " at " << at);
  return most;
}
template <class F, class R> void check(char const* name, F f, R r) {
  CHECK(worst<float, 1>(name, f, r) <= 4);
  CHECK(worst<float, CONSTAX_VECTOR_BYTES / 4>(name, f, r) <= 4);
  CHECK(worst<double, 1>(name, f, r) <= 4);
  CHECK(worst<double, CONSTAX_VECTOR_BYTES / 8>(name, f, r) <= 4);
}
template <class F, class R> void check_narrow(F f, R r) {
  CHECK(worst<float, 2>("f32 x 2", f, r) <= 4);
  CHECK(worst<double, 2>("f64 x 2", f, r) <= 4);
  CHECK(worst<double, 16>("f64 x 16", f, r) <= 4);
}
using big = long double;
big logistic(big x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

template <class T, int W> void check_annex_f() {
  CAPTURE(sizeof(T), W);
  T const inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  auto const one = [](auto f, T x) { return extract(f(broadcast<T, W>(x)), W - 1); };
  auto const two = [](auto f, T x, T y) { return extract(f(broadcast<T, W>(x), broadcast<T, W>(y)), W - 1); };
  auto const pow = [](auto x, auto y) { return cm::pow(x, y); };
  auto const atan2 = [](auto y, auto x) { return cm::atan2(y, x); };
  CHECK(two(pow, T(0), T(0)) == 1);
  CHECK(two(pow, nan, T(0)) == 1);
  CHECK(two(pow, T(1), nan) == 1);
  CHECK(two(pow, T(0), T(-3)) == inf);
  CHECK(two(pow, T(-0.0), T(-3)) == -inf);
  CHECK(two(pow, T(-2), T(3)) == -8);
  CHECK(two(pow, T(-1), inf) == 1);
  CHECK(std::isnan(two(pow, T(-2), T(0.5))));
  CHECK(two(pow, T(10), T(10)) == T(1e10));
  CHECK(std::signbit(two(atan2, T(-0.0), T(1))));
  CHECK(two(atan2, T(0), T(0)) == 0);
  CHECK(std::fabs(two(atan2, T(0), T(-0.0)) - T(3.14159265358979323846)) < T(1e-6));
  CHECK(std::fabs(two(atan2, T(-0.0), T(-1)) + T(3.14159265358979323846)) < T(1e-6));
  CHECK(std::fabs(two(atan2, inf, inf) - T(0.78539816339744830962)) < T(1e-6));
  CHECK(one([](auto x) { return cm::exp(x); }, -inf) == 0);
  CHECK(one([](auto x) { return cm::exp(x); }, T(0)) == 1);
  CHECK(one([](auto x) { return cm::log(x); }, T(0)) == -inf);
  CHECK(one([](auto x) { return cm::log(x); }, T(1)) == 0);
  CHECK(one([](auto x) { return cm::log1p(x); }, T(-1)) == -inf);
  CHECK(one([](auto x) { return cm::tanh(x); }, -inf) == -1);
  CHECK(one([](auto x) { return cm::erf(x); }, inf) == 1);
  CHECK(one([](auto x) { return cm::erfc(x); }, -inf) == 2);
  CHECK(one([](auto x) { return cm::atanh(x); }, T(1)) == inf);
  CHECK(one([](auto x) { return cm::logistic(x); }, -inf) == 0);
  CHECK(one([](auto x) { return cm::logistic(x); }, inf) == 1);
  CHECK(one([](auto x) { return cm::sincos(x).second; }, T(0)) == 1);
}

// A lane's value must not depend on its neighbours, also where one of them is repaired.
template <class T, int W, class F> int depends_on_place(F f) {
  auto const& v = samples<T>();
  int bad = 0;
  for (std::size_t i = 0; i < 2000; i += W) {
    auto const y = f(load<T, W>(&v[i]));
    for (int k = 0; k < W; ++k) {
      T const alone = extract(f(broadcast<T, W>(v[i + static_cast<std::size_t>(k)])), W / 2), here = extract(y, k);
      bad += !((alone != alone && here != here) || std::memcmp(&alone, &here, sizeof here) == 0);
    }
  }
  return bad;
}
}  // namespace

TEST_CASE("elementary: within 4 ulp everywhere", "[math]") {
  check("exp", [](auto x) { return cm::exp(x); }, [](big x) { return std::exp(x); });
  check("exp2", [](auto x) { return cm::exp2(x); }, [](big x) { return std::exp2(x); });
  check("expm1", [](auto x) { return cm::expm1(x); }, [](big x) { return std::expm1(x); });
  check("log", [](auto x) { return cm::log(x); }, [](big x) { return std::log(x); });
  check("log2", [](auto x) { return cm::log2(x); }, [](big x) { return std::log2(x); });
  check("log1p", [](auto x) { return cm::log1p(x); }, [](big x) { return std::log1p(x); });
  check("sin", [](auto x) { return cm::sin(x); }, [](big x) { return std::sin(x); });
  check("cos", [](auto x) { return cm::cos(x); }, [](big x) { return std::cos(x); });
  check("tan", [](auto x) { return cm::tan(x); }, [](big x) { return std::tan(x); });
  check("asin", [](auto x) { return cm::asin(x); }, [](big x) { return std::asin(x); });
  check("acos", [](auto x) { return cm::acos(x); }, [](big x) { return std::acos(x); });
  check("atan", [](auto x) { return cm::atan(x); }, [](big x) { return std::atan(x); });
  check("sinh", [](auto x) { return cm::sinh(x); }, [](big x) { return std::sinh(x); });
  check("cosh", [](auto x) { return cm::cosh(x); }, [](big x) { return std::cosh(x); });
  check("tanh", [](auto x) { return cm::tanh(x); }, [](big x) { return std::tanh(x); });
  check("asinh", [](auto x) { return cm::asinh(x); }, [](big x) { return std::asinh(x); });
  check("acosh", [](auto x) { return cm::acosh(x); }, [](big x) { return std::acosh(x); });
  check("atanh", [](auto x) { return cm::atanh(x); }, [](big x) { return std::atanh(x); });
  check("cbrt", [](auto x) { return cm::cbrt(x); }, [](big x) { return std::cbrt(x); });
  check("erf", [](auto x) { return cm::erf(x); }, [](big x) { return std::erf(x); });
  check("erfc", [](auto x) { return cm::erfc(x); }, [](big x) { return std::erfc(x); });
  check("logistic", [](auto x) { return cm::logistic(x); }, logistic);
  check("pow x^3.3", [](auto x) { return cm::pow(x, decltype(x)(element_t<decltype(x)>(3.25))); }, [](big x) { return std::pow(x, 3.25L); });
  check("atan2 x,3", [](auto x) { return cm::atan2(x, decltype(x)(element_t<decltype(x)>(3))); }, [](big x) { return std::atan2(x, 3.0L); });
  check_narrow([](auto x) { return cm::exp(x); }, [](big x) { return std::exp(x); });
  check_narrow([](auto x) { return cm::sin(x); }, [](big x) { return std::sin(x); });
  check_narrow([](auto x) { return cm::log1p(x); }, [](big x) { return std::log1p(x); });
}

TEST_CASE("elementary: the checker rejects wrong twins", "[math]") {
  constexpr int w = CONSTAX_VECTOR_BYTES / 8;
  CHECK(worst<double, w>("log(1+x)", [](auto x) { return cm::log(x + decltype(x)(1.0)); }, [](big x) { return std::log1p(x); }) > 4);
  CHECK(worst<double, w>("|sin|", [](auto x) { return cm::abs(cm::sin(x)); }, [](big x) { return std::sin(x); }) > 4);
  CHECK(worst<double, w>("1/(1+exp(-x))", [](auto x) { return cm::div(decltype(x)(1.0), decltype(x)(1.0) + cm::exp(-x)); }, logistic) > 4);
  CHECK(worst<double, w>("8 ulp off", [](auto x) { return cm::exp(x) * decltype(x)(1 + 0x1p-49); }, [](big x) { return std::exp(x); }) > 4);
}

TEST_CASE("elementary: special values of Annex F", "[math]") {
  check_annex_f<float, 1>();
  check_annex_f<float, CONSTAX_VECTOR_BYTES / 4>();
  check_annex_f<double, 1>();
  check_annex_f<double, CONSTAX_VECTOR_BYTES / 8>();
}

TEST_CASE("elementary: a value does not depend on where it stands", "[math]") {
  constexpr int w = CONSTAX_VECTOR_BYTES / 8;
  CHECK(depends_on_place<double, w>([](auto x) { return cm::exp(x); }) == 0);
  CHECK(depends_on_place<double, w>([](auto x) { return cm::sin(x); }) == 0);
  CHECK(depends_on_place<double, w>([](auto x) { return cm::tan(x); }) == 0);
  CHECK(depends_on_place<double, w>([](auto x) { return cm::tanh(x); }) == 0);
  CHECK(depends_on_place<float, 2 * w>([](auto x) { return cm::expm1(x); }) == 0);
  CHECK(depends_on_place<float, 2 * w>([](auto x) { return cm::sinh(x); }) == 0);
}
