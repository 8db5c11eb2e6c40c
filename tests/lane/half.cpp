// SPDX-License-Identifier: BSL-1.0
// half: all 2^16 words of bf16 and f16 as floats and back; floats rounded to them, ties and ends of ranges included, against arithmetic of
// doubles; packs of every width give the scalar's bits.
#include "constax/aval/dtype.hpp"
#include "constax/lane/lane.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "../support/catch.hpp"

namespace {
using namespace constax;
using u16 = std::uint16_t;
using u32 = std::uint32_t;

/// IEEE 754's formats of 16 bits, by their definition.
struct format {
  int exponent_bits, mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1, special = (1 << exponent_bits) - 1;

  double number(u32 h) const {
    int const e = static_cast<int>(h) >> mantissa_bits & special, m = static_cast<int>(h) & ((1 << mantissa_bits) - 1);
    double const sign = h >> 15 ? -1 : 1;
    if (e == special) return m ? std::nan("") : sign * std::numeric_limits<double>::infinity();
    return sign * (e == 0 ? std::ldexp(m, 1 - bias - mantissa_bits) : std::ldexp((1 << mantissa_bits) + m, e - bias - mantissa_bits));
  }
  u32 word(float x) const {
    u32 bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    u32 const sign = bits >> 31 << 15, infinite = static_cast<u32>(special << mantissa_bits);
    if (std::isnan(x)) return sign | infinite | 1U << (mantissa_bits - 1) | (bits & 0x7fffffU) >> (23 - mantissa_bits);
    double const size = std::fabs(double{x});
    if (size == 0 || std::isinf(x)) return sign | (size == 0 ? 0 : infinite);
    int e = 0;
    std::frexp(size, &e);
    int const last = std::max(e - 1, 1 - bias) - mantissa_bits; // the last bit is worth 2^last
    double const count = std::nearbyint(std::ldexp(size, -last));
    double const rounded = std::ldexp(count, last);
    if (rounded >= std::ldexp(1.0, bias + 1)) return sign | infinite;
    // words of one sign are in order: the first ones count the least numbers, and each doubling begins with 2^mantissa_bits
    return sign | static_cast<u32>(count + std::ldexp(last + bias + mantissa_bits - 1, mantissa_bits));
  }
};
float float_of(u32 bits) {
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
u32 bits_of(float x) {
  u32 b = 0;
  std::memcpy(&b, &x, sizeof x);
  return b;
}
constexpr u32 lows[] = {0, 1, 0x0fff, 0x1000, 0x1001, 0x2fff, 0x3000, 0x7fff, 0x8000, 0x8001, 0xffff};

template <int W> int wrong_packs(int exponent_bits) {
  int wrong = 0;
  for (u32 h = 0; h < 65536; h += W) {
    u16 in[W], back[W];
    float wide[W];
    for (int k = 0; k < W; ++k) in[k] = static_cast<u16>(h + static_cast<u32>(k));
    auto const x = widen(load<u16, W>(in), exponent_bits);
    store(wide, x), store(back, narrow(x, exponent_bits));
    for (int k = 0; k < W; ++k)
      wrong += bits_of(wide[k]) != bits_of(widen(in[k], exponent_bits)) || back[k] != narrow(wide[k], exponent_bits);
  }
  for (u32 low : lows)
    for (u32 h = 0; h < 65536; h += W) {
      float x[W], rounded[W];
      u16 y[W];
      for (int k = 0; k < W; ++k) x[k] = float_of((h + static_cast<u32>(k)) << 16 | low);
      store(y, narrow(load<float, W>(x), exponent_bits)), store(rounded, round_to(load<float, W>(x), exponent_bits));
      for (int k = 0; k < W; ++k)
        wrong += y[k] != narrow(x[k], exponent_bits) || bits_of(rounded[k]) != bits_of(widen(y[k], exponent_bits));
    }
  return wrong;
}
template <int W> void check_packs(int exponent_bits) {
  if constexpr (W <= CONSTAX_VECTOR_BYTES) CHECK(wrong_packs<W>(exponent_bits) == 0);
}
} // namespace

TEST_CASE("halves as floats, and floats rounded to halves", "[lane][half]") {
  auto const bits = GENERATE(5, 8);
  format const f{bits};
  int wrong = 0;
  for (u32 h = 0; h < 65536; ++h) {
    float const x = widen(static_cast<u16>(h), bits);
    double const expected = f.number(h);
    wrong += !(x == expected || (x != x && expected != expected)) || std::signbit(x) != (h >> 15 == 1);
    wrong += x == x && narrow(x, bits) != h;
    for (u32 low : lows) {
      float const y = float_of(h << 16 | low);
      wrong += narrow(y, bits) != f.word(y) || bits_of(round_to(y, bits)) != bits_of(widen(narrow(y, bits), bits));
    }
  }
  CHECK(wrong == 0);
  check_packs<2>(bits), check_packs<4>(bits), check_packs<8>(bits), check_packs<16>(bits);
}

TEST_CASE("bfloat16 and float16 are numbers", "[lane][half]") {
  using B = std::numeric_limits<bfloat16>;
  using H = std::numeric_limits<float16>;
  STATIC_REQUIRE(H::max() == 65504.F);
  STATIC_REQUIRE(H::min() == 0x1p-14F);
  STATIC_REQUIRE(H::epsilon() == 0x1p-10F);
  STATIC_REQUIRE(H::denorm_min() == 0x1p-24F);
  STATIC_REQUIRE((H::digits == 11 && H::digits10 == 3 && H::max_digits10 == 5 && H::max_exponent == 16 && H::min_exponent == -13));
  STATIC_REQUIRE((H::max_exponent10 == 4 && H::min_exponent10 == -4));
  STATIC_REQUIRE(B::max() == 0x1.fep127F);
  STATIC_REQUIRE(B::min() == std::numeric_limits<float>::min());
  STATIC_REQUIRE(B::epsilon() == 0x1p-7F);
  STATIC_REQUIRE((B::digits == 8 && B::digits10 == 2 && B::max_digits10 == 4 && B::max_exponent == 128 && B::min_exponent == -125));
  STATIC_REQUIRE((B::max_exponent10 == 38 && B::min_exponent10 == -37));
  STATIC_REQUIRE(H::quiet_NaN() != H::quiet_NaN());
  STATIC_REQUIRE(-H::infinity() < H::lowest());
  STATIC_REQUIRE(float16(65520) == H::infinity());
  STATIC_REQUIRE(float16(1) + float16(2) == 3.F);
  STATIC_REQUIRE(float16(0.0) == -float16(0.0));
  STATIC_REQUIRE((sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16> && !std::is_convertible_v<double, bfloat16>));
}
