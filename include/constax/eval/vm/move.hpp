// SPDX-License-Identifier: BSL-1.0
#pragma once
// move: elements from one memory to another by strides: whole boxes of them, and strips of a result that is an affine map of its operand.
#include <constax/primitives/movement.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// Elements at to + sum(i[d] * put[d]), from `from` + sum(i[d] * get[d]), i[d] < length[d]. Counted in elements.
struct strided_copy {
  int rank = 0;
  i64 length[max_rank] = {}, put[max_rank] = {}, get[max_rank] = {};
  i64 to = 0, from = 0;

  i64 size() const {
    i64 n = 1;
    for (int d = 0; d < rank; ++d) n *= length[d];
    return n;
  }
  /// Axes of length 1 are dropped, and neighbours that lie like one axis become one.
  void collapse() {
    int n = 0;
    for (int d = 0; d < rank; ++d) {
      if (length[d] == 1) continue;
      if (n > 0 && put[n - 1] == length[d] * put[d] && get[n - 1] == length[d] * get[d]) {
        length[n - 1] *= length[d], put[n - 1] = put[d], get[n - 1] = get[d];
        continue;
      }
      length[n] = length[d], put[n] = put[d], get[n] = get[d];
      ++n;
    }
    rank = n;
  }
};

/// Calls f with an unsigned integer of so many bytes.
template <class F> void by_width(u32 bytes, F&& f) {
  if (bytes == 1) f(u8{});
  else if (bytes == 2) f(u16{});
  else if (bytes == 4) f(u32{});
  else f(u64{});
}

/// n times x. (At -O2 g++ 12 makes std::fill_n a store for each element; copies of a block are stores of registers.)
template <class T> void fill(T* to, i64 n, T x) {
  constexpr i64 length = 64 / static_cast<i64>(sizeof(T));
  alignas(64) T block[length];
  i64 const first = n < length ? n : length;
  for (i64 i = 0; i < first; ++i) block[i] = x;
  i64 done = 0;
  for (; done + length <= n; done += length) std::memcpy(to + done, block, sizeof(block));
  for (; done < n; ++done) to[done] = x;
}
template <class T> void copy_line(T* to, T const* from, i64 n, i64 put, i64 get) {
  if (put == 1 && get == 1) std::memcpy(to, from, static_cast<std::size_t>(n) * sizeof(T));
  else if (put == 1 && get == 0) fill(to, n, *from);
  else
    for (i64 i = 0; i < n; ++i) to[i * put] = from[i * get];
}
template <class T> void copy_plane(T* to, T const* from, strided_copy const& c, int d) { // transposes, a tile of 16 at a time
  constexpr i64 tile = 16;
  i64 const n = c.length[d], m = c.length[d + 1];
  for (i64 i = 0; i < n; i += tile)
    for (i64 k = 0; k < m; k += tile)
      for (i64 r = i; r < n && r < i + tile; ++r)
        for (i64 q = k; q < m && q < k + tile; ++q) to[r * c.put[d] + q * c.put[d + 1]] = from[r * c.get[d] + q * c.get[d + 1]];
}
template <class T> void copy_axes(T* to, T const* from, strided_copy const& c, int d) {
  if (d == c.rank) *to = *from;
  else if (d == c.rank - 1) copy_line(to, from, c.length[d], c.put[d], c.get[d]);
  else if (d == c.rank - 2 && c.get[d] == 1) copy_plane(to, from, c, d);
  else
    for (i64 i = 0; i < c.length[d]; ++i) copy_axes(to + i * c.put[d], from + i * c.get[d], c, d + 1);
}
/// A collapsed copy of elements of so many bytes.
inline void run_copy(void* to, void const* from, strided_copy const& c, u32 bytes) {
  if (c.size() == 0) return;
  by_width(bytes, [&]<class T>(T) { copy_axes(static_cast<T*>(to) + c.to, static_cast<T const*>(from) + c.from, c, 0); });
}

/// Elements [begin, begin + count) of the row-major result of a collapsed copy, side by side.
template <class T> void load_strip(T* to, T const* from, strided_copy const& c, i64 begin, i64 count) {
  if (c.rank == 0) {
    fill(to, count, from[c.from]);
    return;
  }
  int const last = c.rank - 1;
  i64 at[max_rank] = {}, place = c.from, rest = begin;
  for (int d = last; d >= 0; --d) at[d] = rest % c.length[d], rest /= c.length[d], place += at[d] * c.get[d];
  while (count > 0) {
    i64 const n = c.length[last] - at[last] < count ? c.length[last] - at[last] : count;
    copy_line(to, from + place, n, 1, c.get[last]);
    to += n, count -= n, place += n * c.get[last], at[last] += n;
    for (int d = last; d > 0 && at[d] == c.length[d]; --d) {
      place += c.get[d - 1] - c.length[d] * c.get[d];
      at[d] = 0, ++at[d - 1];
    }
  }
}

/// A result of several boxes, or with padding, read by strips.
struct moved_boxes {
  lengths result;
  struct box {
    moved_box of;
    u32 memory = 0;
  };
  std::vector<box> boxes;
  i32 filling = -1; // the memory of the padding value, where some elements come from no box
};
/// What of the line [begin, begin + count) of the result's last axis, at `at` of the other ones, is in box b: elements begin, end of its
/// axis, from a place of its memory on.
struct part_of_line {
  i64 begin = 0, end = 0, place = 0;
  part_of_line(moved_box const& b, int rank, i64 const* at, i64 first, i64 count) : place(b.from) {
    int const last = rank - 1;
    for (int d = 0; d < last; ++d) {
      i64 i = at[d] - b.first[d];
      if (b.every[d] != 1) { // a division takes as long as a copy of 200 elements
        if (i % b.every[d] != 0) return;
        i /= b.every[d];
      }
      if (i < 0 || i >= b.length[d]) return;
      place += i * b.step[d];
    }
    i64 const every = b.every[last], before = first - b.first[last], room = before + count;
    auto const steps = [every](i64 n) { return every == 1 ? n : (n + every - 1) / every; };
    begin = before > 0 ? steps(before) : 0;
    end = room > 0 ? steps(room) : 0;
    if (end > b.length[last]) end = b.length[last];
    if (end < begin) end = begin;
  }
};
/// Elements [begin, begin + count) of the row-major result, side by side. memory(m): where the elements of a memory begin.
template <class T, class Memory> void load_strip(T* to, moved_boxes const& m, Memory const& memory, i64 begin, i64 count) {
  int const rank = m.result.rank, last = rank - 1;
  i64 at[max_rank] = {}, rest = begin;
  for (int d = last; d >= 0; --d) at[d] = rest % m.result[d], rest /= m.result[d];
  while (count > 0) {
    i64 const n = m.result[last] - at[last] < count ? m.result[last] - at[last] : count;
    i64 filled = m.filling >= 0 ? 0 : n; // boxes mostly lie side by side, in order: what is between them is padding
    auto const pad_to = [&](i64 end) {
      if (end > filled) fill(to + filled, end - filled, *static_cast<T const*>(memory(static_cast<u32>(m.filling)))), filled = end;
    };
    for (moved_boxes::box const& b : m.boxes) {
      part_of_line const p(b.of, rank, at, at[last], n);
      if (p.begin == p.end) continue;
      i64 const every = b.of.every[last], step = b.of.step[last], first = b.of.first[last] + p.begin * every - at[last];
      pad_to(every == 1 ? first : n);
      copy_line(to + first, static_cast<T const*>(memory(b.memory)) + p.place + p.begin * step, p.end - p.begin, every, step);
      if (i64 const behind = first + (p.end - p.begin - 1) * every + 1; behind > filled) filled = behind;
    }
    pad_to(n);
    to += n, count -= n, at[last] += n;
    for (int d = last; d > 0 && at[d] == m.result[d]; --d) at[d] = 0, ++at[d - 1];
  }
}

} // namespace constax::inline CONSTAX_TAG::vm
