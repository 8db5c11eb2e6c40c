// SPDX-License-Identifier: BSL-1.0
#pragma once
// guard: identities that stop an optimiser: guard(x) from contracting a product into an add, launder(x) from merging a recomputation.
#include "builtins.hpp"
#if CONSTAX_HAS_PACKS
#include "register.hpp"
#endif

namespace constax::inline CONSTAX_TAG {

#if !CONSTAX_HAS_PACKS
// In text for scalars alone nothing is contracted (base/config.hpp), and what is computed again has the same bits.
template <scalar_lane T> CONSTAX_INLINE constexpr T guard(T x) noexcept { return x; }
template <scalar_lane T> CONSTAX_INLINE constexpr T launder(T x) noexcept { return x; }
#else
namespace detail {
#if CONSTAX_X86 && CONSTAX_VECTOR_BYTES == 64
#define CONSTAX_REG "+v"  // with "+x" the compiler may use only 16 of the 32 registers
#elif CONSTAX_X86
#define CONSTAX_REG "+x"
#else
#define CONSTAX_REG "+w"
#endif
// asm without volatile may be merged with an equal one, moved and dropped: right for guard, whose input is still known.
// launder is volatile, because two launders of one value must give two values.
template <bool Volatile> struct opaque {
  template <class R> CONSTAX_INLINE static R touch(R r) noexcept {
    if constexpr (Volatile && std::is_integral_v<R>) asm volatile("" : "+r"(r));
    else if constexpr (Volatile) asm volatile("" : CONSTAX_REG(r));
    else asm("" : CONSTAX_REG(r));
    return r;
  }
  template <class V> CONSTAX_INLINE V operator()(V v) const noexcept { return touch(v); }
};
#undef CONSTAX_REG

// A vector under 16 bytes goes as the scalar of its size: compilers differ in which small vectors an asm operand may be.
template <bool Volatile, class T, int W> CONSTAX_INLINE pack<T, W> opaque_pack(pack<T, W> x) noexcept {
  constexpr int bytes = static_cast<int>(sizeof(x));
  if constexpr (bytes == 8) return __builtin_bit_cast(pack<T, W>, opaque<Volatile>::touch(__builtin_bit_cast(double, x)));
  else if constexpr (bytes == 4) return __builtin_bit_cast(pack<T, W>, opaque<Volatile>::touch(__builtin_bit_cast(float, x)));
  else if constexpr (bytes == 2) return __builtin_bit_cast(pack<T, W>, opaque<Volatile>::touch(__builtin_bit_cast(std::int16_t, x)));
  else return by_register(opaque<Volatile>{}, x);
}

inline constexpr bool compiler_contracts = CONSTAX_CONTRACTS;
}  // namespace detail

/// x. A product that went through guard is rounded before it is added to anything.
template <scalar_lane T> CONSTAX_INLINE constexpr T guard(T x) noexcept {
  if constexpr (detail::compiler_contracts && std::is_floating_point_v<T>) {
    if (!is_constant_evaluated()) return detail::opaque<false>::touch(x);
  }
  return x;
}
template <class T, int W> CONSTAX_INLINE pack<T, W> guard(pack<T, W> x) noexcept {
  if constexpr (detail::compiler_contracts && std::is_floating_point_v<T>) return detail::opaque_pack<false>(x);
  else return x;
}

/// x, as if it came from somewhere else: what is computed from it is computed again, also if the compiler knows x.
template <scalar_lane T> CONSTAX_INLINE constexpr T launder(T x) noexcept {
  if (!is_constant_evaluated()) return detail::opaque<true>::touch(x);
  return x;
}
template <class T, int W> CONSTAX_INLINE pack<T, W> launder(pack<T, W> x) noexcept { return detail::opaque_pack<true>(x); }

/// p, as if it came from somewhere else: stores through it are not joined with their neighbours. (g++ 12 shuffles ten scalars into one
/// vector to store them at once: Rosenbrock's gradient in 10 dimensions took 12.1 ns instead of 9.6.)
template <class T> CONSTAX_INLINE T* apart(T* p) noexcept {
#if !defined(__clang__)
  asm("" : "+r"(p));
#endif
  return p;
}
#endif

}  // namespace constax::inline CONSTAX_TAG
