// SPDX-License-Identifier: BSL-1.0
#pragma once
// pack: W values of T in registers, on the compilers' vector extension; lane<T, W> is a pack, or T itself for W = 1.
//
// Code written on lanes is compiled once for a scalar (constexpr, the oracle) and once for each width, and gives the same bits.
// Integers wrap, and integer division never traps: a padded tail lane may hold any divisor, so x / 0 = -1 (all bits set),
// x % 0 = x, MIN / -1 = MIN, MIN % -1 = 0, as XLA defines them.
#include "element.hpp"

namespace constax::inline CONSTAX_TAG {
namespace detail {
/// The bare vector types.
template <class T, int W> struct vec_of {
  typedef T type __attribute__((vector_size(W * sizeof(T))));
};
template <class T, int W> using vector = typename vec_of<T, W>::type;

constexpr int mask_bytes(int w) { return w >= CONSTAX_VECTOR_BYTES ? 1 : w * 8 <= CONSTAX_VECTOR_BYTES ? 8 : CONSTAX_VECTOR_BYTES / w; }
template <int W> using mask_element = typename int_of_size<mask_bytes(W)>::type;

/// Whether W values of T need more than one register; a mask never does.
template <class T, int W> inline constexpr bool beyond_register = !std::is_same_v<T, bool> && sizeof(T) * W > CONSTAX_VECTOR_BYTES;

// x - 0 keeps every x, -0 included, and compiles to one broadcast; 0 + x would lose -0.
template <class T, int W> CONSTAX_INLINE vector<T, W> splat(T x) noexcept {
  if constexpr (std::is_floating_point_v<T>) return x - vector<T, W>{};
  else return x | vector<T, W>{};
}
template <class V> inline constexpr int length = static_cast<int>(sizeof(V) / sizeof(std::declval<V&>()[0]));
template <class V> using item = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;

/// Elements First .. First + N - 1 of v; indices past the end start again from the front (so that widened lanes hold ordinary values).
template <int First, int N, class V> CONSTAX_INLINE auto part(V v) noexcept {
#if defined(__CUDACC__) // nvcc's front end hands a built-in function on without the dots of its pack
  vector<item<V>, N> r{};
  for (int i = 0; i < N; ++i) r[i] = v[(First + i) % length<V>];
  return r;
#else
  return [&]<int... I>(std::integer_sequence<int, I...>) -> vector<item<V>, N> {
    return __builtin_shufflevector(v, v, (First + I) % length<V>...);
  }(std::make_integer_sequence<int, N>{});
#endif
}
template <class V> CONSTAX_INLINE auto concat(V lo, V hi) noexcept {
#if defined(__CUDACC__)
  vector<item<V>, 2 * length<V>> r{};
  for (int i = 0; i < length<V>; ++i) r[i] = lo[i], r[length<V> + i] = hi[i];
  return r;
#else
  return [&]<int... I>(std::integer_sequence<int, I...>) -> vector<item<V>, 2 * length<V>> {
    return __builtin_shufflevector(lo, hi, I...);
  }(std::make_integer_sequence<int, 2 * length<V>>{});
#endif
}

template <class U, class V> CONSTAX_INLINE U as_vec(V v) noexcept {
  static_assert(sizeof(U) == sizeof(V));
  return reinterpret_cast<U>(v);
}
// Signed vectors overflow without definition too: add, subtract, multiply as unsigned.
template <class T, int W> using wrap_vec =
    vector<typename std::conditional_t<std::is_floating_point_v<T>, std::type_identity<T>, std::make_unsigned<T>>::type, W>;

/// A vector of all-ones or zero integers, resized to elements of type I.
template <class I, int W, class V> CONSTAX_INLINE vector<I, W> resize_mask(V m) noexcept {
  if constexpr (std::is_same_v<V, vector<I, W>>) return m;
  else return __builtin_convertvector(m, vector<I, W>);
}
}  // namespace detail

/// A mask: W truth values, each an integer of all ones or zero, as wide as the kernel's main type so that it needs no conversion there.
template <int W> struct pack<bool, W> {
  static_assert(W >= 2 && (W & (W - 1)) == 0 && W <= CONSTAX_VECTOR_BYTES,
                "[constax] lane: the width is a power of two, at most the bytes of a register");
  using element = detail::mask_element<W>;
  using vector = detail::vector<element, W>;
  vector v;

  pack() = default;
  CONSTAX_INLINE explicit pack(vector m) noexcept : v(m) {}
  template <std::same_as<bool> U> CONSTAX_INLINE pack(U x) noexcept : v(detail::splat<element, W>(static_cast<element>(x ? -1 : 0))) {}

  CONSTAX_INLINE friend pack operator&(pack a, pack b) noexcept { return pack(a.v & b.v); }
  CONSTAX_INLINE friend pack operator|(pack a, pack b) noexcept { return pack(a.v | b.v); }
  CONSTAX_INLINE friend pack operator^(pack a, pack b) noexcept { return pack(a.v ^ b.v); }
  CONSTAX_INLINE friend pack operator!(pack a) noexcept { return pack(~a.v); }
  CONSTAX_INLINE friend pack operator==(pack a, pack b) noexcept { return pack(~(a.v ^ b.v)); }
  CONSTAX_INLINE friend pack operator!=(pack a, pack b) noexcept { return pack(a.v ^ b.v); }
};

template <class T, int W> struct pack {
  static_assert(lane_element<T>, "[constax] lane: not an element type; float, double, bool, and integers of 8, 32, 64 bits are");
  static_assert(W >= 2 && (W & (W - 1)) == 0 && W <= CONSTAX_VECTOR_BYTES,
                "[constax] lane: the width is a power of two, at most the bytes of a register");
  using vector = detail::vector<T, W>;
  using mask = pack<bool, W>;
  vector v;

  pack() = default;
  CONSTAX_INLINE explicit pack(vector x) noexcept : v(x) {}
  /// A scalar of exactly this element type stands for W copies of itself.
  template <std::same_as<T> U> CONSTAX_INLINE pack(U x) noexcept : v(detail::splat<T, W>(x)) {}

  CONSTAX_INLINE friend pack operator+(pack a, pack b) noexcept { return pack(reinterpret_cast<vector>(wrap(a) + wrap(b))); }
  CONSTAX_INLINE friend pack operator-(pack a, pack b) noexcept { return pack(reinterpret_cast<vector>(wrap(a) - wrap(b))); }
  CONSTAX_INLINE friend pack operator*(pack a, pack b) noexcept { return pack(reinterpret_cast<vector>(wrap(a) * wrap(b))); }
  CONSTAX_INLINE friend pack operator-(pack a) noexcept { return pack(reinterpret_cast<vector>(-wrap(a))); }
  CONSTAX_INLINE friend pack operator/(pack a, pack b) noexcept {
    if constexpr (std::is_floating_point_v<T>) return pack(a.v / b.v);
    else {
      pack const d = safe_divisor(a, b);
      return pack(b.v == 0 ? ~vector{} : a.v / d.v);  // a divisor of 1 stands for -1 below MIN: MIN / 1 = MIN
    }
  }
  CONSTAX_INLINE friend pack operator%(pack a, pack b) noexcept requires std::is_integral_v<T> {
    pack const d = safe_divisor(a, b);
    return pack(b.v == 0 ? a.v : a.v % d.v);
  }
  CONSTAX_INLINE friend pack operator&(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.v & b.v); }
  CONSTAX_INLINE friend pack operator|(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.v | b.v); }
  CONSTAX_INLINE friend pack operator^(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.v ^ b.v); }
  CONSTAX_INLINE friend pack operator~(pack a) noexcept requires std::is_integral_v<T> { return pack(~a.v); }
  /// Shifts, as C's: counts from 0 to bits - 1; >> of signed elements keeps the sign.
  CONSTAX_INLINE friend pack operator<<(pack a, pack n) noexcept requires std::is_integral_v<T>
  {
    return pack(reinterpret_cast<vector>(wrap(a) << wrap(n)));
  }
  CONSTAX_INLINE friend pack operator>>(pack a, pack n) noexcept requires std::is_integral_v<T> { return pack(a.v >> n.v); }

  CONSTAX_INLINE friend mask operator<(pack a, pack b) noexcept { return truth(a.v < b.v); }
  CONSTAX_INLINE friend mask operator<=(pack a, pack b) noexcept { return truth(a.v <= b.v); }
  CONSTAX_INLINE friend mask operator>(pack a, pack b) noexcept { return truth(a.v > b.v); }
  CONSTAX_INLINE friend mask operator>=(pack a, pack b) noexcept { return truth(a.v >= b.v); }
  CONSTAX_INLINE friend mask operator==(pack a, pack b) noexcept { return truth(a.v == b.v); }
  CONSTAX_INLINE friend mask operator!=(pack a, pack b) noexcept { return truth(a.v != b.v); }

private:
  CONSTAX_INLINE static auto wrap(pack a) noexcept { return reinterpret_cast<detail::wrap_vec<T, W>>(a.v); }
  template <class M> CONSTAX_INLINE static mask truth(M m) noexcept { return mask(detail::resize_mask<detail::mask_element<W>, W>(m)); }
  CONSTAX_INLINE static pack safe_divisor(pack a, pack b) noexcept {
    auto bad = b.v == 0;
    if constexpr (std::is_signed_v<T>) bad |= (b.v == -1) & (a.v == std::numeric_limits<T>::min());
    return pack(bad ? detail::splat<T, W>(T(1)) : b.v);
  }
};

/// The lower and upper half of a pack, and back.
template <class T, int W> requires (W > 2) CONSTAX_INLINE pack<T, W / 2> low(pack<T, W> x) noexcept {
  if constexpr (detail::beyond_register<T, W>) return x.lo;
  else if constexpr (std::is_same_v<T, bool>)
    return pack<T, W / 2>(detail::resize_mask<detail::mask_element<W / 2>, W / 2>(detail::part<0, W / 2>(x.v)));
  else return pack<T, W / 2>(detail::part<0, W / 2>(x.v));
}
template <class T, int W> requires (W > 2) CONSTAX_INLINE pack<T, W / 2> high(pack<T, W> x) noexcept {
  if constexpr (detail::beyond_register<T, W>) return x.hi;
  else if constexpr (std::is_same_v<T, bool>)
    return pack<T, W / 2>(detail::resize_mask<detail::mask_element<W / 2>, W / 2>(detail::part<W / 2, W / 2>(x.v)));
  else return pack<T, W / 2>(detail::part<W / 2, W / 2>(x.v));
}
template <class T, int W> CONSTAX_INLINE pack<T, 2 * W> join(pack<T, W> lo, pack<T, W> hi) noexcept {
  if constexpr (detail::beyond_register<T, 2 * W>) return pack<T, 2 * W>(lo, hi);
  else if constexpr (std::is_same_v<T, bool>) {
    using I = detail::mask_element<2 * W>;
    return pack<T, 2 * W>(detail::concat(detail::resize_mask<I, W>(lo.v), detail::resize_mask<I, W>(hi.v)));
  } else return pack<T, 2 * W>(detail::concat(lo.v, hi.v));
}
/// Lanes By, By + 1, ... of a and b side by side.
template <int By, class T, int W> CONSTAX_INLINE pack<T, W> following(pack<T, W> a, pack<T, W> b) noexcept {
  static_assert(!detail::beyond_register<T, W>);
#if defined(__CUDACC__) // as in `part`
  pack<T, W> r(a);
  for (int i = 0; i < W; ++i) r.v[i] = i + By < W ? a.v[i + By] : b.v[i + By - W];
  return r;
#else
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return pack<T, W>(__builtin_shufflevector(a.v, b.v, (I + By)...));
  }(std::make_integer_sequence<int, W>{});
#endif
}

/// A pack larger than a register (doubles beside floats of one width): two halves. One vector of that size would go to memory in g++
/// and change its calling convention with the instruction set (-Wpsabi, which g++ 12 cannot be told to forget in a header).
template <class T, int W> requires detail::beyond_register<T, W> struct pack<T, W> {
  static_assert(lane_element<T>, "[constax] lane: not an element type; float, double, bool, and integers of 8, 32, 64 bits are");
  static_assert((W & (W - 1)) == 0 && W <= CONSTAX_VECTOR_BYTES,
                "[constax] lane: the width is a power of two, at most the bytes of a register");
  using half = pack<T, W / 2>;
  using mask = pack<bool, W>;
  half lo, hi;

  pack() = default;
  CONSTAX_INLINE explicit pack(half l, half h) noexcept : lo(l), hi(h) {}
  template <std::same_as<T> U> CONSTAX_INLINE pack(U x) noexcept : lo(x), hi(x) {}

  CONSTAX_INLINE friend pack operator+(pack a, pack b) noexcept { return pack(a.lo + b.lo, a.hi + b.hi); }
  CONSTAX_INLINE friend pack operator-(pack a, pack b) noexcept { return pack(a.lo - b.lo, a.hi - b.hi); }
  CONSTAX_INLINE friend pack operator*(pack a, pack b) noexcept { return pack(a.lo * b.lo, a.hi * b.hi); }
  CONSTAX_INLINE friend pack operator/(pack a, pack b) noexcept { return pack(a.lo / b.lo, a.hi / b.hi); }
  CONSTAX_INLINE friend pack operator-(pack a) noexcept { return pack(-a.lo, -a.hi); }
  CONSTAX_INLINE friend pack operator%(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo % b.lo, a.hi % b.hi); }
  CONSTAX_INLINE friend pack operator&(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo & b.lo, a.hi & b.hi); }
  CONSTAX_INLINE friend pack operator|(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo | b.lo, a.hi | b.hi); }
  CONSTAX_INLINE friend pack operator^(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo ^ b.lo, a.hi ^ b.hi); }
  CONSTAX_INLINE friend pack operator<<(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo << b.lo, a.hi << b.hi); }
  CONSTAX_INLINE friend pack operator>>(pack a, pack b) noexcept requires std::is_integral_v<T> { return pack(a.lo >> b.lo, a.hi >> b.hi); }
  CONSTAX_INLINE friend pack operator~(pack a) noexcept requires std::is_integral_v<T> { return pack(~a.lo, ~a.hi); }
  CONSTAX_INLINE friend mask operator<(pack a, pack b) noexcept { return join(a.lo < b.lo, a.hi < b.hi); }
  CONSTAX_INLINE friend mask operator<=(pack a, pack b) noexcept { return join(a.lo <= b.lo, a.hi <= b.hi); }
  CONSTAX_INLINE friend mask operator>(pack a, pack b) noexcept { return join(a.lo > b.lo, a.hi > b.hi); }
  CONSTAX_INLINE friend mask operator>=(pack a, pack b) noexcept { return join(a.lo >= b.lo, a.hi >= b.hi); }
  CONSTAX_INLINE friend mask operator==(pack a, pack b) noexcept { return join(a.lo == b.lo, a.hi == b.hi); }
  CONSTAX_INLINE friend mask operator!=(pack a, pack b) noexcept { return join(a.lo != b.lo, a.hi != b.hi); }
};

namespace detail {
/// f, on halves of packs larger than a register until they are not; the packs may differ in type, not in width.
template <class T, int W> inline constexpr bool is_large<pack<T, W>> = beyond_register<T, W>;
template <class F, class... X> CONSTAX_INLINE auto on_registers(F f, X... x) noexcept {
  if constexpr ((is_large<X> || ...)) return join(on_registers(f, low(x)...), on_registers(f, high(x)...));
  else return f(x...);
}
}  // namespace detail

/// `mask ? a : b`, element by element; both are read.
template <class T, int W> CONSTAX_INLINE pack<T, W> select(pack<bool, W> m, pack<T, W> a, pack<T, W> b) noexcept {
  if constexpr (std::is_same_v<T, bool>) return pack<T, W>((m.v & a.v) | (~m.v & b.v));
  else if constexpr (detail::beyond_register<T, W>) return join(select(low(m), a.lo, b.lo), select(high(m), a.hi, b.hi));
  else return pack<T, W>(detail::resize_mask<detail::int_like<T>, W>(m.v) ? a.v : b.v);
}
template <class T, int W> CONSTAX_INLINE pack<T, W> select(pack<bool, W> m, pack<T, W> a, std::type_identity_t<T> b) noexcept {
  return select(m, a, pack<T, W>(b));
}
template <class T, int W> CONSTAX_INLINE pack<T, W> select(pack<bool, W> m, std::type_identity_t<T> a, pack<T, W> b) noexcept {
  return select(m, pack<T, W>(a), b);
}

/// W copies of x.
template <lane_element T, int W> CONSTAX_INLINE constexpr lane<T, W> broadcast(std::type_identity_t<T> x) noexcept { return lane<T, W>(x); }

/// start, start + 1, ..., start + W - 1.
template <lane_element T, int W> CONSTAX_INLINE constexpr lane<T, W> iota(std::type_identity_t<T> start) noexcept {
  if constexpr (W == 1) return start;
  else if constexpr (detail::beyond_register<T, W>) {
    pack<T, W / 2> const i = iota<T, W / 2>(T(0));  // start + i in one addition also in the upper half: floats would round twice
    return pack<T, W>(pack<T, W / 2>(start) + i, pack<T, W / 2>(start) + (i + pack<T, W / 2>(static_cast<T>(W / 2))));
  } else
    return pack<T, W>(start) + [&]<int... I>(std::integer_sequence<int, I...>) {
      return pack<T, W>(detail::vector<T, W>{static_cast<T>(I)...});
    }(std::make_integer_sequence<int, W>{});
}

/// The mask of the first `count` of W lanes; count may be any number.
template <int W> CONSTAX_INLINE constexpr lane<bool, W> first_n(std::ptrdiff_t count) noexcept {
  if constexpr (W == 1) return count > 0;
  else {
    using I = detail::mask_element<W>;
    std::ptrdiff_t const n = count < 0 ? 0 : count > W ? W : count;
    return lane<bool, W>([&]<int... K>(std::integer_sequence<int, K...>) {
      return detail::vector<I, W>{static_cast<I>(K)...} < detail::splat<I, W>(static_cast<I>(n));
    }(std::make_integer_sequence<int, W>{}));
  }
}

/// Element i of x.
template <scalar_lane T> CONSTAX_INLINE constexpr T extract(T x, int) noexcept { return x; }
template <class T, int W> CONSTAX_INLINE T extract(pack<T, W> x, int i) noexcept {
  if constexpr (std::is_same_v<T, bool>) return x.v[i] != 0;
  else if constexpr (detail::beyond_register<T, W>) return i < W / 2 ? extract(x.lo, i) : extract(x.hi, i - W / 2);
  else return x.v[i];
}

}  // namespace constax::inline CONSTAX_TAG
