// SPDX-License-Identifier: BSL-1.0
// soft: fma, sqrt, division and remainder in integers give the bits of the processor and of libm, also in constant evaluation.
#include "constax/lane/lane.hpp"
#include "constax/math/exact.hpp"

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

/// Numbers that make rounding hard: few bits set, close exponents, subnormals, halfway cases.
template <class T> struct hard {
  std::mt19937_64 g{3};
  using L = std::numeric_limits<T>;
  static constexpr int digits = L::digits;
  T any() { return __builtin_bit_cast(T, static_cast<detail::uint_like<T>>(g())); }
  T sparse() {
    T const x = std::ldexp(T(1), static_cast<int>(g() % 60) - 30);
    T const y = x + std::ldexp(x, -static_cast<int>(g() % digits));
    return (g() & 1) != 0 ? -y : y;
  }
  T operator()() {
    switch (g() % 8) {
      case 0: return any();
      case 1: return sparse();
      case 2: return std::ldexp(sparse(), L::min_exponent - static_cast<int>(g() % 40));
      case 3: return std::ldexp(sparse(), L::max_exponent - 32);
      case 4: {
        T const s[] = {T(0), T(-0.0), L::infinity(), -L::infinity(), L::quiet_NaN(), L::denorm_min(), L::min(), L::max(), -L::max(), T(1)};
        return s[g() % 10];
      }
      default: return sparse();
    }
  }
};

template <class T, class F> int fma_differences(F f) {
  hard<T> h;
  int bad = 0;
  for (int i = 0; i < 100000; ++i) {
    T const a = h(), b = h();
    T c = h();
    // A third of the sums cancel, or meet at the last bit.
    if (i % 3 == 0) c = -(a * b);
    else if (i % 3 == 1) c = std::ldexp(a * b, static_cast<int>(h.g() % 120) - 60);
    bad += !same(f(a, b, c), sizeof(T) == 4
                                 ? static_cast<T>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)))
                                 : static_cast<T>(std::fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c))));
  }
  return bad;
}
template <class T, class F> int sqrt_differences(F f) {
  hard<T> h;
  int bad = 0;
  for (int i = 0; i < 50000; ++i) {
    T const x = i % 2 == 0 ? h() : h.any(), y = x * x;
    bad += !same(f(x), detail::sqrt_scalar(x));
    bad += !same(f(y), detail::sqrt_scalar(y));
  }
  return bad;
}
template <class T> void check_soft() {
  CAPTURE(sizeof(T));
  CHECK(fma_differences<T>([](T a, T b, T c) { return detail::soft_fma(a, b, c); }) == 0);
  CHECK(fma_differences<T>([](T a, T b, T c) { return guard(a * b) + c; }) > 100);  // the wrong twin: rounded twice
  CHECK(sqrt_differences<T>([](T x) { return detail::soft_sqrt(x); }) == 0);
  CHECK(sqrt_differences<T>([](T x) { return std::nextafter(detail::soft_sqrt(x), T(0)); }) > 100);  // the wrong twin: one ulp less
  hard<T> h;
  int div = 0, rem = 0, twin = 0;
  for (int i = 0; i < 50000; ++i) {
    T const a = i % 2 ? h() : h.any(), b = i % 4 < 2 ? h() : h.any();
    div += !same(detail::soft_div(a, b), static_cast<T>(a / b));
    rem += !same(detail::soft_rem(a, b), static_cast<T>(sizeof(T) == 4 ? __builtin_fmodf(static_cast<float>(a), static_cast<float>(b))
                                                                       : __builtin_fmod(static_cast<double>(a), static_cast<double>(b))));
    twin += !same(static_cast<T>(a - std::trunc(a / b) * b), detail::soft_rem(a, b));
  }
  CHECK(div == 0);
  CHECK(rem == 0);
  CHECK(twin > 100);
}

constexpr double third = 1.0 / 3;
static_assert(cm::sqrt(2.0) == 1.4142135623730951 && cm::sqrt(2.0f) == 1.41421354f &&
              cm::sqrt(4.9406564584124654e-324) == 2.2227587494850775e-162);
static_assert(cm::sqrt(-1.0) != cm::sqrt(-1.0) && cm::sqrt(0.0) == 0.0 &&
              cm::sqrt(std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
static_assert(CONSTAX_HAS_FMA ? constax::fma(third, 3.0, -1.0) == -0x1p-54 : constax::fma(third, 3.0, -1.0) == 0.0);
static_assert(constax::fma(std::numeric_limits<float>::max(), 2.f, 0.f) == std::numeric_limits<float>::infinity());
}  // namespace

TEST_CASE("soft: fma, sqrt, div, rem in integers are the processor's", "[lane]") {
  check_soft<float>();
  check_soft<double>();
}

TEST_CASE("soft: constants equal what is computed at run time", "[lane]") {
  constexpr double f = constax::fma(third, 3.0, -1.0), s = cm::sqrt(1e-310);
  CHECK(same(f, constax::fma(launder(third), launder(3.0), launder(-1.0))));
  CHECK(same(s, cm::sqrt(launder(1e-310))));
  CHECK(same(extract(constax::fma(broadcast<double, 2>(third), broadcast<double, 2>(3.0), broadcast<double, 2>(-1.0)), 1), f));
}
