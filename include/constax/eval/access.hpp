// SPDX-License-Identifier: BSL-1.0
#pragma once
// access: how a kernel loads a register from where it stands, and stores one there: load_register, store_register.
#include <constax/eval/registers.hpp>
#include <constax/lane/stream.hpp>
#include <constax/plan/inside.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Where a kernel stands: the index along each axis of the nest (of the lanes' first element along the lane axis).
struct position {
  i64 at[max_rank] = {};
  i64 count = 0; // lanes in use
  bool in_order = false; // lanes that end in a sum do so one after the other, in the first lane of the accumulator
};

/// The place of register U of variable V at a position, in elements from the memory's first.
template <class C, u32 V, u32 Loops, u32 U, int ExitAxis>
CONSTAX_INLINE i64 offset_of([[maybe_unused]] position const& p, [[maybe_unused]] i64 const* symbols) noexcept {
  using L = layout<C, V>;
  constexpr int rank = C::value.shape_of(V).rank;
  [[maybe_unused]] constexpr place_index at = place_of_register(C::value.shape_of(V), Loops, U);
  i64 n = 0;
  if constexpr (L::known_start != L::open) n = L::known_start;
  else n = L::start(symbols);
  // Axis by axis, without a pack: it would take a function more for each register.
#define CONSTAX_ALONG(D)                                                              \
  if constexpr (D < rank) {                                                           \
    constexpr i64 step = L::known_stride(D);                                          \
    i64 place = at.at[D];                                                             \
    if constexpr ((Loops >> D & 1) != 0) place = p.at[nest_axis(Loops, D, ExitAxis)]; \
    if constexpr (step != L::open) n += place * step;                                 \
    else n += place * L::template stride<D>(symbols);                                 \
  }
  CONSTAX_ALONG(0)
  CONSTAX_ALONG(1)
  CONSTAX_ALONG(2)
  CONSTAX_ALONG(3)
  CONSTAX_ALONG(4)
  CONSTAX_ALONG(5)
  CONSTAX_ALONG(6)
  CONSTAX_ALONG(7)
#undef CONSTAX_ALONG
  return n;
}

/// Windows (plan/windows.hpp) look beyond the ends of what they look at. Is the position outside along an axis that has no lanes?
template <class C, u32 V, u32 Loops, int Lane>
CONSTAX_INLINE bool looks_beyond(position const& p, i64 const* symbols) noexcept {
  using L = layout<C, V>;
  bool beyond = false;
  static_for<C::value.shape_of(V).rank>([&](auto d) {
    constexpr int k = nest_axis(Loops, d);
    if constexpr ((Loops >> d & 1) && k != Lane) {
      constexpr i64 before = L::before(d), behind = L::behind(d); // constants: else they are computed where the loop runs
      if constexpr (before > 0) beyond = beyond || p.at[k] < before;
      if constexpr (behind > 0) beyond = beyond || p.at[k] >= bound_length<C, C::value.shape_of(V).dims[d]>(symbols) - behind;
    }
  });
  return beyond;
}

template <class C, int W, bool Full, u32 V, u32 Loops, u32 U, int Lane>
CONSTAX_INLINE lane<element_of<C::value.type(V).type>, W> load_register(void* const* memory, position const& p,
                                                                        i64 const* symbols) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  T const* const from = static_cast<T const*>(memory[L::memory]) + offset_of<C, V, Loops, U, -1>(p, symbols);
  constexpr int d = axis_along(Loops, C::value.shape_of(V).rank, Lane);
  if constexpr (L::is_window)
    if (looks_beyond<C, V, Loops, Lane>(p, symbols)) return broadcast<T, W>(T(1));
  if constexpr (d >= 0 && !Full && (L::before(d) > 0 || L::behind(d) > 0)) {
    constexpr i64 before = L::before(d), behind = L::behind(d);
    i64 const first = before - p.at[Lane], inside = bound_length<C, C::value.shape_of(V).dims[d]>(symbols) - behind - p.at[Lane];
    return load_between<T, W>(from, L::template stride<d>(symbols), first, inside < p.count ? inside : p.count, T(1));
  } else if constexpr (W == 1) return *from;
  else if constexpr (d < 0) return broadcast<T, W>(*from);
  else if constexpr (L::direction(d) == L::along::repeat) return broadcast<T, W>(*from);
  else if constexpr (L::direction(d) == L::along::unit) {
    if constexpr (Full) return load<T, W>(from);
    else return load_n<T, W>(from, p.count, T(1)); // 1: no function divides by it or overflows
  } else {
    if constexpr (L::direction(d) == L::along::open)
      if (L::template stride<d>(symbols) == 1) {
        if constexpr (Full) return load<T, W>(from);
        else return load_n<T, W>(from, p.count, T(1));
      }
    return load_strided<T, W>(from, L::template stride<d>(symbols), Full ? W : p.count, T(1));
  }
}

/// Kernels without loops of more steps are functions of their own (kernel::run_long).
inline constexpr u32 long_kernel = 200;
/// Does kernel K keep a copy of where memories lie? It then stores a number through an address that comes from the store before, so that it
/// takes no instruction to keep them apart (guard.hpp): 68 instructions for Speelpenning's gradient in 10 dimensions instead of 85. (Long
/// kernels would take a tenth longer to compile.)
template <class C, u32 K>
inline constexpr bool keeps_addresses =
    C::value.nodes[K].nest.rank == 0 && C::value.nodes[K].n_steps <= long_kernel && C::value.n_memories <= 16;
template <bool Keeps, class T>
CONSTAX_INLINE void store_apart(void* const* memory, u64 m, i64 element, T x) noexcept {
  if constexpr (Keeps) {
    void*& base = const_cast<void*&>(memory[m]); // the kernel's own copy
    base = apart(base);
    static_cast<T*>(base)[element] = x;
  } else *apart(static_cast<T*>(memory[m]) + element) = x;
}

/// How a kernel stores: by addresses that it keeps (store_apart), or past the caches.
enum class storing { plainly, by_kept_address, past_cache };
template <class C, int W, bool Full, storing How, u32 V, u32 Loops, u32 U, int Lane, class X>
CONSTAX_INLINE void store_register(void* const* memory, position const& p, i64 const* symbols, X const& x) noexcept {
  using T = element_of<C::value.type(V).type>;
  using L = layout<C, V>;
  i64 const offset = offset_of<C, V, Loops, U, -1>(p, symbols);
  [[maybe_unused]] T* const to = static_cast<T*>(memory[L::memory]) + offset;
  constexpr int d = axis_along(Loops, C::value.shape_of(V).rank, Lane);
  if constexpr (W == 1) store_apart<How == storing::by_kept_address, T>(memory, L::memory, offset, x);
  else if constexpr (L::direction(d) == L::along::unit) {
    if constexpr (Full && How == storing::past_cache) stream(to, x);
    else if constexpr (Full) store(to, x);
    else store_n(to, x, p.count);
  } else {
    if constexpr (L::direction(d) == L::along::open)
      if (L::template stride<d>(symbols) == 1) {
        if constexpr (Full) store(to, x);
        else store_n(to, x, p.count);
        return;
      }
    store_strided(to, L::template stride<d>(symbols), x, Full ? W : p.count);
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
