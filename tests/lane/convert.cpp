// SPDX-License-Identifier: BSL-1.0
// convert: packs give the scalar's bits for all pairs of element types; floating to integer saturates, nan is 0.
#include "constax/lane/lane.hpp"

#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../support/catch.hpp"

namespace {
using namespace constax;
template <class T> std::vector<T> samples() {
  std::vector<T> v;
  std::mt19937_64 g(2);
  if constexpr (std::is_same_v<T, bool>) {
    for (int i = 0; i < 64; ++i) v.push_back((g() & 1) != 0);
  } else {
    using L = std::numeric_limits<T>;
    for (T x : {T(0), T(1), L::min(), L::max(), L::lowest(), static_cast<T>(-1)}) v.push_back(x);
    if constexpr (std::is_floating_point_v<T>) {
      for (T x : {T(-0.0),       T(0.5),         T(-0.99),       T(127.9),        T(128),        T(-128.9), T(255.99),  T(256),
                  T(2147483647), T(2147483648),  T(-2147483648), T(4294967295),   T(4294967296), T(9.3e18), T(-9.3e18), T(1.9e19),
                  L::infinity(), -L::infinity(), L::quiet_NaN(), L::denorm_min(), T(1e-40),      T(3e38),   T(16777217)})
        v.push_back(x);
    }
    for (int i = 0; i < 200; ++i) {
      auto const b = static_cast<detail::uint_like<T>>(g());
      v.push_back(__builtin_bit_cast(T, b));
      if constexpr (std::is_floating_point_v<T>) v.push_back(static_cast<T>(static_cast<std::int64_t>(g())) / T(1 << (i % 31)));
    }
  }
  while (v.size() % 16 != 0) v.push_back(T(1));
  return v;
}
template <class T> bool same(T a, T b) { return (a != a && b != b) || a == b; }
template <class U, class T, int W> int differences() {
  auto const v = samples<T>();
  int bad = 0;
  for (std::size_t i = 0; i < v.size(); i += W) {
    bool flags[W];
    lane<T, W> x;
    if constexpr (std::is_same_v<T, bool>) {
      for (int k = 0; k < W; ++k) flags[k] = v[i + static_cast<std::size_t>(k)];
      x = load<bool, W>(flags);
    } else x = load<T, W>(&v[i]);
    auto const y = convert<U>(x);
    for (int k = 0; k < W; ++k) bad += !same(extract(y, k), convert<U>(static_cast<T>(v[i + static_cast<std::size_t>(k)])));
  }
  return bad;
}
template <class U, class... T> void from_all() {
  int const bad[] = {(differences<U, T, 2>() + differences<U, T, 8>() + differences<U, T, 16>())...};
  for (int source = 0; int b : bad) {
    CAPTURE(sizeof(U), std::is_floating_point_v<U>, source++);
    CHECK(b == 0);
  }
}
template <class... U> void all_pairs() {
  (from_all<U, float, double, bool, std::int8_t, std::uint8_t, std::int32_t, std::int64_t, std::uint32_t, std::uint64_t>(), ...);
}

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
static_assert(convert<std::int32_t>(3e9) == 2147483647 && convert<std::int32_t>(-inf) == -2147483647 - 1 &&
              convert<std::int32_t>(nan) == 0);
static_assert(convert<std::uint8_t>(-0.5f) == 0 && convert<std::uint8_t>(300.f) == 255 && convert<std::int8_t>(-128.9) == -128 &&
              convert<std::int8_t>(-3.9f) == -3);
static_assert(convert<std::uint64_t>(1.8446744073709552e19) == ~std::uint64_t(0) &&
              convert<std::int64_t>(-9.3e18f) == std::numeric_limits<std::int64_t>::min());
static_assert(convert<bool>(nan) && !convert<bool>(-0.0) && convert<double>(true) == 1.0 && convert<std::int8_t>(300) == 44);
static_assert(convert<float>(1e300) == std::numeric_limits<float>::infinity() && convert<float>(nan) != convert<float>(nan) &&
              convert<float>(-inf) < 0);
static_assert(convert<float>(0x1.000001p0) == 1.0f && convert<float>(0x1.000003p0) == 0x1.000004p0f &&
              convert<float>(0x1.8p-150) == 0x1p-149f && convert<float>(0x1p-150) == 0.0f);
static_assert(convert<float>(0x1.ffffffp127) == std::numeric_limits<float>::infinity() &&
              convert<float>(0x1.fffffep127) == std::numeric_limits<float>::max());
}  // namespace

TEST_CASE("convert: all pairs of types, all widths as the scalar", "[lane]") {
  all_pairs<float, double, bool, std::int8_t, std::uint8_t, std::int32_t, std::int64_t, std::uint32_t, std::uint64_t>();
}

TEST_CASE("convert: the rounding of constant evaluation is the processor's", "[lane]") {
  int bad = 0, wrong_twin = 0;
  for (double x : samples<double>()) {
    if (x != x || x == 0 || x - x != 0) continue;
    detail::split<double> const s(x);
    bad += detail::round_to<float>(x < 0, s.m, s.e) != static_cast<float>(x);
    wrong_twin += detail::round_to<float>(x < 0, s.m & ~((std::uint64_t(1) << 40) - 1), s.e) != static_cast<float>(x);
  }
  CHECK(bad == 0);
  CHECK(wrong_twin != 0);
}
