// SPDX-License-Identifier: BSL-1.0
#pragma once
// wide: loops of an emitted program on registers of lanes; this file becomes a part of its text.
//
//   wide_each<T>(grid, f, 0, 1, n)                     f(places) for the numbers from 0 on, below 1, and from 1 on, below n
//   wide_fold<C, S, T>(grid, n, none, f, join, put)    blocks of 256 terms: f(places, v) takes terms to v[0], ..., v[S - 1], which begin
//                                                      as `none`; chain i mod C has term i; put(b, v) gets block b
//
// f is asked for a register of places, and for single ones where those end: its numbers are wide_t<places, T>. Numbers from one cut to the
// next answer conditions alike. The bits are those of one place after the other.
#include <constax/base/integers.hpp>
#include <constax/lane/lane.hpp>

namespace constax::inline CONSTAX_TAG {

/// The places first, ..., first + W - 1.
template <int W, class I> struct places_from {
  I first;
  CONSTAX_INLINE friend constexpr places_from operator+(places_from p, I by) { return {static_cast<I>(p.first + by)}; }
  CONSTAX_INLINE friend constexpr places_from operator-(places_from p, I by) { return {static_cast<I>(p.first - by)}; }
  CONSTAX_INLINE friend constexpr bool operator<(places_from p, I end) { return p.first < end; }
  CONSTAX_INLINE friend constexpr bool operator<=(places_from p, I last) { return p.first <= last; }
  CONSTAX_INLINE friend constexpr bool operator>=(places_from p, I begin) { return p.first >= begin; }
};
namespace detail {
template <class P, class T> struct wide { using type = T; };
template <int W, class I, class T> struct wide<places_from<W, I>, T> { using type = lane<T, W>; };
template <class T> inline constexpr int wide_lanes = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
} // namespace detail
/// A number for each place.
template <class P, class T> using wide_t = typename detail::wide<P, T>::type;

template <class T, class I> CONSTAX_INLINE T load_at(T const* p, I i) { return p[i]; }
template <class T, int W, class I> CONSTAX_INLINE lane<T, W> load_at(T const* p, places_from<W, I> at) { return load<T, W>(p + at.first); }
template <class T, class I> CONSTAX_INLINE void store_at(T* p, I i, T x) { p[i] = x; }
template <class T, int W, class I> CONSTAX_INLINE void store_at(T* p, places_from<W, I> at, lane<T, W> x) { store(p + at.first, x); }

template <class T, class Grid, class F, class I> CONSTAX_INLINE void wide_each(Grid& grid, F const& f, I begin, I end) {
  constexpr int W = detail::wide_lanes<T>;
  I const registers = static_cast<I>((end - begin) / W), rest = static_cast<I>(begin + registers * W);
  grid.each(registers, [&](I r) CONSTAX_INLINED { f(places_from<W, I>{static_cast<I>(begin + r * W)}); });
  grid.each(static_cast<I>(end - rest), [&](I r) CONSTAX_INLINED { f(static_cast<I>(rest + r)); });
}
template <class T, class Grid, class F, class I, class... Cut>
CONSTAX_INLINE void wide_each(Grid& grid, F const& f, I begin, I end, I next, Cut... cuts) {
  wide_each<T>(grid, f, begin, end);
  wide_each<T>(grid, f, end, next, cuts...);
}

template <int C, int S, class T, class Grid, class I, class None, class F, class Join, class Put>
CONSTAX_INLINE void wide_fold(Grid& grid, I n, None const& none, F const& f, Join const& join, Put const& put) {
  constexpr int W = detail::wide_lanes<T> < C ? detail::wide_lanes<T> : C, registers = C / W;
  constexpr I block = 256;
  grid.each(static_cast<I>((n + block - 1) / block), [&](I b) CONSTAX_INLINED {
    lane<T, W> sums[registers][S];
    for (int r = 0; r < registers; ++r)
      for (int s = 0; s < S; ++s) sums[r][s] = lane<T, W>(none(s));
    I const begin = static_cast<I>(b * block), end = n - begin < block ? n : static_cast<I>(begin + block);
    I k = begin;
    for (; end - k >= C; k = static_cast<I>(k + C))
      for (int r = 0; r < registers; ++r) f(places_from<W, I>{static_cast<I>(k + r * W)}, sums[r]);
    T v[C][S], lanes[W];
    for (int r = 0; r < registers; ++r)
      for (int s = 0; s < S; ++s) {
        store(lanes, sums[r][s]);
        for (int c = 0; c < W; ++c) v[r * W + c][s] = lanes[c];
      }
    for (; k < end; ++k) f(k, v[k % C]);
    for (int half = C / 2; half > 0; half /= 2)
      for (int c = 0; c < half; ++c)
        for (int s = 0; s < S; ++s) v[c][s] = join(s, v[c][s], v[c + half][s]);
    put(b, static_cast<T const*>(v[0]));
  });
}

} // namespace constax::inline CONSTAX_TAG
