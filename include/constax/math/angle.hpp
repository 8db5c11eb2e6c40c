// SPDX-License-Identifier: BSL-1.0
#pragma once
// angle: what sin, cos and tan share: multiples of pi/2 taken away from an argument.
//
// Up to `most` by Cody and Waite's method, with n pi/2 in parts; the result has one rounding, or two where it is tiny. With the fma
// instruction three whole parts: the first step is exact, since its result is a multiple of pi's last bit and smaller than 2, and the third
// part is too small to change what the second step gave, unless that cancelled. Without it the parts are shorter, so that their products
// with n are exact, and what the first inexact difference loses joins the next part. Constants: docs/reference/math/sin.sollya. Beyond by
// Payne and Hanek's ("Radian reduction for trigonometric functions", ACM SIGNUM 18(1), 1983), in integers: for x = m 2^e those bits of 2/pi
// that give multiples of 4 are left out, the next 192 are multiplied with m modulo 2^192. The product's two highest bits are q mod 4, the
// others the fraction; what lies beyond adds less than 2^-137, and no double comes closer than 2^-62 to a multiple of pi/2. Table:
// docs/reference/math/angle.py.

#include "exact.hpp"
#include "polynomial.hpp"

namespace constax::inline CONSTAX_TAG::detail {

template <class T> struct angle_constants;
template <> struct angle_constants<double> {
  static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
#if CONSTAX_HAS_FMA
  static constexpr double most = 0x1p40, parts[] = {0x1.921fb54442d18p0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
#else
  static constexpr double most = 0x1p20, parts[] = {0x1.921fb544p0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
#endif
};
template <> struct angle_constants<float> {
  static constexpr float two_over_pi = 0x1.45f306p-1f;
#if CONSTAX_HAS_FMA
  static constexpr float most = 0x1p15f, parts[] = {0x1.921fb6p0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f};
#else
  static constexpr float most = 0x1.8p13f, parts[] = {0x1.92p0f, 0x1.fb4p-12f, 0x1.444p-24f, 0x1.68cp-39f, 0x1.1a6264p-54f};
#endif
};

/// x - Scale n pi/2 for 0 <= x <= most and an n that makes it about pi/2 at most; 2 Scale n is an integer.
template <int Scale, floating_lane X> CONSTAX_INLINE constexpr X without_turns(X x, X n) noexcept {
  using T = element_t<X>;
  using C = angle_constants<T>;
  auto const part = [](std::size_t k) { return X(T(-Scale) * C::parts[k]); };
  if constexpr (CONSTAX_HAS_FMA) return fma(n, part(2), fma(n, part(1), fma(n, part(0), x)));
  else {
    constexpr std::size_t exact = sizeof(C::parts) / sizeof(C::parts[0]) - 3;
    for (std::size_t k = 0; k < exact; ++k) x = x + n * part(k);
    X const p = n * part(exact), y = x + p, lost = (x - y) + p;
    return (y + (lost + n * part(exact + 1))) + n * part(exact + 2);
  }
}

/// y where x's magnitude a is at most `most`, f(x) elsewhere and at nan.
template <class F, floating_lane X> CONSTAX_INLINE constexpr X repair_beyond(X y, F f, X a, X x) noexcept {
  using T = element_t<X>;
  X const most(angle_constants<T>::most);
  if constexpr (!scalar_lane<X>) { // as integers, where nan is beyond inf: in the registers of AVX-512 a floating comparison takes longer
                                   // to become a branch
    if (!on_packs<bits_t<X>>::any_bits((to_bits(most) - to_bits(a)) & bits_t<X>(ieee<T>::sign))) [[likely]] return y;
  }
  return repair(y, f, a <= most, x);
}

/// x = r + q pi/2, |r| <= pi/4; of q the two lowest bits count.
struct angle {
  double r;
  std::uint64_t q;
};
/// 2/pi: 64 zeros and 1216 bits after the point.
inline constexpr std::uint64_t two_over_pi_bits[] = {0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
                                                     0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
                                                     0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
                                                     0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
                                                     0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// Of any finite x >= 2^-9.
constexpr angle reduce_huge_angle(double x) noexcept {
  split<double> const s(x);
  auto const first = static_cast<unsigned>(s.e - 2 + 64), word = first / 64, shift = first % 64;  // 2^(e - 2) and above: multiples of 4
  std::uint64_t w[3]{};
  for (unsigned k = 0; k < 3; ++k) {
    auto const* const p = two_over_pi_bits + word + k;
    w[k] = shift == 0 ? p[0] : p[0] << shift | p[1] >> (64 - shift);
  }
  u128 const low = u128(s.m) * w[2], middle = u128(s.m) * w[1] + static_cast<std::uint64_t>(low >> 64);
  std::uint64_t const high = s.m * w[0] + static_cast<std::uint64_t>(middle >> 64);
  u128 fraction = (u128(high) << 64 | static_cast<std::uint64_t>(middle)) << 2;
  bool const above = fraction >> 127 != 0;  // more than a half: one turn more, and back
  if (above) fraction = ~fraction;
  int const up = 127 - top_bit(fraction);
  auto const r =
      static_cast<std::uint64_t>((u128(static_cast<std::uint64_t>(fraction << up >> 64)) * 0xc90fdaa22168c235u) >> 64); // pi/2 * 2^63
  double const y = from_bits<double>(static_cast<std::uint64_t>(ieee<double>::bias - 63 - up) << 52) * static_cast<double>(r);
  return {above ? -y : y, (high >> 62) + (above ? 1 : 0)};
}

}  // namespace constax::inline CONSTAX_TAG::detail
