// SPDX-License-Identifier: BSL-1.0
// pack: every operator and select, bit for bit as the scalar's, at every width, on random and special values; fold's order.
#include "constax/lane/lane.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../support/catch.hpp"

namespace {
using namespace constax;

template <class T> std::vector<T> samples() {
  std::vector<T> v;
  using L = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    for (T x : {T(0), L::denorm_min(), L::min(), L::max(), L::infinity(), T(1), T(1.5), L::quiet_NaN()}) v.push_back(x), v.push_back(-x);
  } else {
    for (T x : {T(0), T(1), T(2), L::min(), L::max(), static_cast<T>(~T(0))}) v.push_back(x);
  }
  std::mt19937_64 g(1);
  for (int i = 0; i < 200; ++i) {
    auto const b = static_cast<detail::uint_like<T>>(g());
    v.push_back(__builtin_bit_cast(T, b));
  }
  return v;
}
// Any nan is as good as another.
template <class T> bool same(T a, T b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

// f(pack) == g(scalar) for all pairs, laid over the lanes; how many differ.
template <class T, int W, class F, class G> int differences(F f, G g) {
  auto const v = samples<T>();
  int bad = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j + W <= v.size(); j += W) {
      auto const y = f(broadcast<T, W>(v[i]), load<T, W>(&v[j]));
      for (int k = 0; k < W; ++k) bad += !same(extract(y, k), g(v[i], v[j + static_cast<std::size_t>(k)]));
    }
  }
  return bad;
}

template <class T, int W> void check_pack() {
  CAPTURE(W, sizeof(T), std::is_signed_v<T>);
  using U = std::conditional_t<std::is_floating_point_v<T>, std::type_identity<T>, std::make_unsigned<T>>::type;
  auto const wide = [](T x) { if constexpr (sizeof(T) == 1) return static_cast<std::uint32_t>(x); else return static_cast<U>(x); };
  CHECK(differences<T, W>([](auto a, auto b) { return a + b; }, [&](T a, T b) { return static_cast<T>(wide(a) + wide(b)); }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a - b; }, [&](T a, T b) { return static_cast<T>(wide(a) - wide(b)); }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a * b; }, [&](T a, T b) { return static_cast<T>(wide(a) * wide(b)); }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a < b; }, [](T a, T b) { return a < b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a <= b; }, [](T a, T b) { return a <= b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a > b; }, [](T a, T b) { return a > b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a >= b; }, [](T a, T b) { return a >= b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a == b; }, [](T a, T b) { return a == b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return a != b; }, [](T a, T b) { return a != b; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return select(!(a < b), a, b); }, [](T a, T b) { return a < b ? b : a; }) == 0);
  CHECK(differences<T, W>([](auto a, auto b) { return select((a < b) ^ (b == b), guard(a), launder(b)); },
                          [](T a, T b) { return (a < b) != (b == b) ? a : b; }) == 0);
  if constexpr (std::is_floating_point_v<T>) {
    CHECK(differences<T, W>([](auto a, auto b) { return a / b; }, [](T a, T b) { return a / b; }) == 0);
    CHECK(differences<T, W>([](auto a, auto) { return -a; }, [](T a, T) { return -a; }) == 0);
    CHECK(differences<T, W>([](auto a, auto b) { return constax::fma(a, b, a); }, [](T a, T b) { return constax::fma(a, b, a); }) == 0);
    // The wrong twin: a comparison that orders nan.
    CHECK(differences<T, W>([](auto a, auto b) { return !(a < b); }, [](T a, T b) { return a >= b; }) != 0);
  } else {
    CHECK(differences<T, W>([](auto a, auto b) { return a / b; }, [&](T a, T b) {
      if (b == 0) return static_cast<T>(~T(0));
      if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(wide(T(0)) - wide(a));
      return static_cast<T>(a / b);
    }) == 0);
    CHECK(differences<T, W>([](auto a, auto b) { return a % b; },
                            [](T a, T b) {
                              return b == 0 ? a : std::is_signed_v<T> && b == static_cast<T>(-1) ? T(0) : static_cast<T>(a % b);
                            }) == 0);
    CHECK(differences<T, W>([](auto a, auto b) { return (a & b) | (~a ^ b); },
                            [](T a, T b) { return static_cast<T>((a & b) | (~a ^ b)); }) == 0);
    CHECK(differences<T, W>([](auto a, auto b) { return a >> (b & T(7)); }, [](T a, T b) { return static_cast<T>(a >> (b & 7)); }) == 0);
    CHECK(differences<T, W>([](auto a, auto b) { return a << (b & T(7)); }, [&](T a, T b) { return static_cast<T>(wide(a) << (b & 7)); }) ==
          0);
    // The wrong twin: a shift that forgets the sign, or drags one along.
    CHECK(differences<T, W>([](auto a, auto) { return a >> T(1); },
                            [](T a, T) { return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) >> 1 ^ std::is_unsigned_v<T>); }) !=
          0);
  }
}
template <class T> void check_widths() {
  check_pack<T, 2>();
  check_pack<T, 4>();
  check_pack<T, CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T))>();
  check_pack<T, 16>();
}
}  // namespace

TEST_CASE("pack: operators give the scalar's bits", "[lane]") {
  check_widths<float>();
  check_widths<double>();
  check_widths<std::int8_t>();
  check_widths<std::uint8_t>();
  check_widths<std::int32_t>();
  check_widths<std::uint32_t>();
  check_widths<std::int64_t>();
  check_widths<std::uint64_t>();
}

TEST_CASE("pack: masks, iota, first_n, any, all", "[lane]") {
  auto const run = []<int W>(std::integral_constant<int, W>) {
    for (int n = -1; n <= W + 1; ++n) {
      auto const m = first_n<W>(n);
      for (int i = 0; i < W; ++i) CHECK(extract(m, i) == (i < n));
      CHECK(any(m) == (n > 0));
      CHECK(all(m) == (n >= W));
      CHECK(all(m == m));
      CHECK(!any(m != m));
    }
    for (int i = 0; i < W; ++i) {
      CHECK(extract(iota<double, W>(0.5), i) == i + 0.5);
      CHECK(extract(iota<float, W>(16777216.f), i) == 16777216.f + static_cast<float>(i));  // the sum rounds; once
      CHECK(extract(iota<std::int32_t, W>(-3), i) == i - 3);
      CHECK(std::signbit(extract(broadcast<double, W>(-0.0), i)));
    }
  };
  run(std::integral_constant<int, 1>{});
  run(std::integral_constant<int, 2>{});
  run(std::integral_constant<int, 8>{});
  run(std::integral_constant<int, 16>{});
}

TEST_CASE("fold: c[i] op c[i + W/2], halving", "[lane]") {
  // A non-associative operation tells the order.
  auto const op = [](auto a, auto b) { return a + a - b * b; };
  float v[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  auto const o = [](float a, float b) { return a + a - b * b; };
  CHECK(fold(load<float, 8>(v), op) == o(o(o(3, 5), o(4, 2)), o(o(1, 9), o(1, 6))));
  CHECK(fold(load<float, 8>(v), op) != o(o(o(3, 1), o(4, 1)), o(o(5, 9), o(2, 6))));  // the wrong twin: neighbours first
  CHECK(fold(3.0, op) == 3.0);
  CHECK(fold(load<float, 2>(v), op) == o(3, 1));
  CHECK(!fold(first_n<8>(3), [](auto a, auto b) { return a & b; }));
  CHECK(fold(first_n<8>(3), [](auto a, auto b) { return a | b; }));
}

TEST_CASE("fold_others: what the other half gave, the widest last", "[lane]") {
  auto const op = [](auto a, auto b) { return a + a - b * b; };
  auto const o = [](float a, float b) { return a + a - b * b; };
  float v[4] = {3, 1, 4, 2};
  auto const others = fold_others(load<float, 4>(v), 7, op);
  float const even = o(7, o(1, 2)), odd = o(7, o(3, 4));
  CHECK((extract(others, 0) == o(even, 4) && extract(others, 1) == o(odd, 2)));
  CHECK((extract(others, 2) == o(even, 3) && extract(others, 3) == o(odd, 1)));
  CHECK(extract(others, 0) != o(o(7, o(4, 2)), 1));  // the wrong twin: neighbours last
  CHECK(fold_others(3.0, 5.0, op) == 5.0);
}

TEST_CASE("guard: a product is rounded before it is added", "[lane]") {
  double const a = launder(1.0 + 0x1p-30), c = launder(-1.0 - 0x1p-29);
  CHECK(guard(a * a) + c == 0.0);
  CHECK(extract(guard(broadcast<double, 4>(a) * broadcast<double, 4>(a)) + broadcast<double, 4>(c), 3) == 0.0);
  float const x = launder(1.0f + 0x1p-13f), z = launder(-1.0f - 0x1p-12f);
  CHECK(extract(guard(broadcast<float, 2>(x) * broadcast<float, 2>(x)) + broadcast<float, 2>(z), 1) == 0.0f);
  if (CONSTAX_HAS_FMA) CHECK(constax::fma(a, a, c) == 0x1p-60);
  static_assert(guard(2.0) == 2.0 && launder(3) == 3);
}

static_assert(std::is_same_v<lane<float, 1>, float> && std::is_same_v<rebind_t<pack<float, 4>, double>, pack<double, 4>> &&
              width_v<double> == 1);
static_assert(select(true, 1, 2) == 1 && iota<float, 1>(2.f) == 2.f && first_n<1>(1) && any(true) && extract(5, 0) == 5);
static_assert(sizeof(pack<bool, CONSTAX_VECTOR_BYTES / 4>::element) == 4 && sizeof(pack<bool, 2>::element) == 8);
