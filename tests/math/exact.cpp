// SPDX-License-Identifier: BSL-1.0
// exact, arithmetic: packs give the scalar's bits, scalars those of libm, constants those of the run time.
#include "constax/math/math.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../support/catch.hpp"

namespace {
using namespace constax;
namespace cm = constax::math;
template <class T> bool same(T a, T b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

template <class T> std::vector<T> samples() {
  using L = std::numeric_limits<T>;
  std::vector<T> v;
  for (T x : {T(0), L::denorm_min(), L::min(), L::max(), L::infinity(), T(0.5), std::nextafter(T(0.5), T(0)), T(1), T(1.5), T(2.5),
              T(8388607.5), T(8388609), T(4503599627370495.5), T(4503599627370497), T(0.3)})
    v.push_back(x), v.push_back(-x);
  v.push_back(L::quiet_NaN());
  std::mt19937_64 g(4);
  for (int i = 0; i < 150; ++i) {
    v.push_back(__builtin_bit_cast(T, static_cast<detail::uint_like<T>>(g())));
    v.push_back(static_cast<T>(static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-44));
    v.push_back(static_cast<T>(static_cast<int>(g() % 64) - 32) / 2);
  }
  while (v.size() % 16 != 0) v.push_back(T(-7.25));
  return v;
}
// f on packs of W, and on scalars, against r.
template <class T, int W, class F, class R> int unary(F f, R r) {
  auto const v = samples<T>();
  int bad = 0;
  for (std::size_t i = 0; i < v.size(); i += W) {
    auto const y = f(load<T, W>(&v[i]));
    for (int k = 0; k < W; ++k) bad += !same(extract(y, k), r(v[i + static_cast<std::size_t>(k)]));
  }
  return bad;
}
template <class T, int W, class F, class R> int binary(F f, R r) {
  auto const v = samples<T>();
  int bad = 0;
  for (T a : v) {
    for (std::size_t i = 0; i < v.size(); i += W) {
      auto const y = f(broadcast<T, W>(a), load<T, W>(&v[i]));
      for (int k = 0; k < W; ++k) bad += !same(extract(y, k), r(a, v[i + static_cast<std::size_t>(k)]));
    }
  }
  return bad;
}
template <class T> T reference_max(T a, T b) { return a != a ? a : b != b ? b : a == b ? (std::signbit(a) ? b : a) : a > b ? a : b; }

template <class T, int W> void check_exact() {
  CAPTURE(sizeof(T), W);
  CHECK(unary<T, W>([](auto x) { return cm::floor(x); }, [](T x) { return std::floor(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::ceil(x); }, [](T x) { return std::ceil(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::trunc(x); }, [](T x) { return std::trunc(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::round(x); }, [](T x) { return std::round(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::floor(x + decltype(x)(T(0.5))); }, [](T x) { return std::round(x); }) !=
        0); // the wrong twin of round
  CHECK(unary<T, W>([](auto x) { return cm::sqrt(x); }, [](T x) { return std::sqrt(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::abs(x); }, [](T x) { return std::fabs(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::sign(x); }, [](T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : x; }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::is_finite(x); }, [](T x) { return std::isfinite(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::is_nan(x); }, [](T x) { return std::isnan(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::is_inf(x); }, [](T x) { return std::isinf(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::rsqrt(x); }, [](T x) { return T(1) / std::sqrt(x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::integer_pow(x, 5); }, [](T x) { return x * ((x * x) * (x * x)); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::integer_pow(x, -2); }, [](T x) { return T(1) / (x * x); }) == 0);
  CHECK(unary<T, W>([](auto x) { return cm::integer_pow(x, 0); }, [](T) { return T(1); }) == 0);
  CHECK(binary<T, W>([](auto x, auto y) { return cm::max(x, y); }, reference_max<T>) == 0);
  CHECK(binary<T, W>([](auto x, auto y) { return cm::min(x, y); }, [](T x, T y) { return -reference_max<T>(-x, -y); }) == 0);
  CHECK(binary<T, W>([](auto x, auto y) { return select(x > y, x, y); }, reference_max<T>) != 0);  // the wrong twin: loses nan and -0
  CHECK(binary<T, W>([](auto x, auto y) { return cm::copysign(x, y); }, [](T x, T y) { return std::copysign(x, y); }) == 0);
  CHECK(binary<T, W>([](auto x, auto y) { return cm::rem(x, y); }, [](T x, T y) { return std::fmod(x, y); }) == 0);
  CHECK(binary<T, W>([](auto x, auto y) { return x - cm::trunc(x / y) * y; }, [](T x, T y) { return std::fmod(x, y); }) !=
        0); // the wrong twin of rem
  CHECK(binary<T, W>([](auto x, auto y) { return cm::div(x, y); }, [](T x, T y) { return x / y; }) == 0);
}
template <class T> void check_soft_trunc() {
  for (T x : samples<T>()) CHECK(same(detail::soft_trunc(x), std::trunc(x)));
}

// What is constant must be what run time gives: one array of results each.
template <class T> struct results { T y[24]; };
template <class T> constexpr results<T> table(T x, T z) {
  return {{cm::floor(x),
           cm::ceil(x),
           cm::trunc(x),
           cm::round(x),
           cm::sqrt(x),
           cm::abs(x),
           cm::sign(x),
           cm::rsqrt(x),
           cm::max(x, z),
           cm::min(x, z),
           cm::rem(x, z),
           cm::copysign(x, z),
           cm::add(x, z),
           cm::sub(x, z),
           cm::mul(x, z),
           cm::div(x, z),
           cm::integer_pow(x, 3),
           cm::integer_pow(x, -1),
           constax::fma(x, z, x),
           T(cm::is_finite(x)),
           T(cm::is_nan(x)),
           cm::square(x),
           cm::neg(x),
           T(cm::is_inf(x))}};
}
template <class T> inline constexpr T points[] = {T(0),
                                                  T(-0.0),
                                                  T(1),
                                                  T(-2.5),
                                                  T(0.3),
                                                  T(7),
                                                  std::numeric_limits<T>::max(),
                                                  -std::numeric_limits<T>::min(),
                                                  std::numeric_limits<T>::denorm_min(),
                                                  std::numeric_limits<T>::infinity(),
                                                  -std::numeric_limits<T>::infinity(),
                                                  std::numeric_limits<T>::quiet_NaN(),
                                                  T(1e7),
                                                  T(-8388607.5)};
template <class T> inline constexpr int n_points = sizeof(points<T>) / sizeof(T);
template <class T> struct tables { results<T> r[n_points<T>][n_points<T>]; };
template <class T> constexpr tables<T> all_tables() {
  tables<T> t{};
  for (int i = 0; i < n_points<T>; ++i) {
    for (int j = 0; j < n_points<T>; ++j) t.r[i][j] = table(points<T>[i], points<T>[j]);
  }
  return t;
}
template <class T> constexpr tables<T> constants = all_tables<T>();
template <class T> void check_constants() {
  for (int i = 0; i < n_points<T>; ++i) {
    for (int j = 0; j < n_points<T>; ++j) {
      auto const now = table(launder(points<T>[i]), launder(points<T>[j]));
      for (int k = 0; k < 24; ++k) {
        CAPTURE(i, j, k, now.y[k], constants<T>.r[i][j].y[k]);
        CHECK(same(now.y[k], constants<T>.r[i][j].y[k]));
      }
    }
  }
}

constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();
static_assert(cm::div(7, 0) == -1 && cm::rem(7, 0) == 7 && cm::div(int_min, -1) == int_min && cm::rem(int_min, -1) == 0 &&
              cm::rem(-7, 3) == -1);
static_assert(cm::add(2147483647, 1) == int_min && cm::mul(65536, 65536) == 0 && cm::abs(int_min) == int_min &&
              cm::neg(int_min) == int_min);
static_assert(cm::add(std::int8_t(127), std::int8_t(1)) == -128 && cm::integer_pow(3, 4) == 81 && cm::sign(-5) == -1 &&
              cm::sign(5u) == 1u && cm::max(std::int64_t(-1), std::int64_t(2)) == 2);
}  // namespace

TEST_CASE("exact: one right answer, at every width", "[math]") {
  check_exact<float, 1>();
  check_exact<float, 2>();
  check_exact<float, CONSTAX_VECTOR_BYTES / 4>();
  check_exact<double, 1>();
  check_exact<double, 2>();
  check_exact<double, 16>();  // two registers and more
  check_soft_trunc<float>();
  check_soft_trunc<double>();
}

TEST_CASE("exact: constant evaluation gives the bits of run time", "[math]") {
  check_constants<float>();
  check_constants<double>();
}
