// SPDX-License-Identifier: BSL-1.0
#pragma once
// sorted: argsort as a node: line after line, keys as integers, by radix; threads share lines.
//
//   several keys      by the last first: what is equal in a key keeps the order that it has
//   few places        of many elements: a line is read once, what may be among the first is kept, and sorted when there is no room for more
#include <constax/eval/nodes.hpp>
#include <constax/eval/radix_sort.hpp>
#include <constax/plan/workspace.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E>
struct sorted_node {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr argsort_params params = params_at<C, E>;
  static constexpr int axis = params.axis;
  template <u32 K>
  using key_of = span_of<C, C::value.atoms[e.in + K].var()>;
  using result = span_of<C, e.out>;
  using I = typename result::element;

  /// How a line of n elements is sorted.
  struct way {
    bool selects;  // only the best so far are kept
    i64 capacity;  // items at a time
    constexpr way(i64 n, i64 count) noexcept
        : selects(e.n_in == 1 && n > 1024 && count <= n / 16), capacity(selects ? 2 * count + 256 : n) {}
    constexpr i64 bytes() const noexcept { return stagger(2 * capacity * static_cast<i64>(sizeof(sort_item))); }
  };
  static constexpr i64 length(i64 const* symbols) noexcept {
    return bound_length<C, C::value.shape_of(C::value.atoms[e.in].var()).dims[axis]>(symbols);
  }
  static constexpr way way_of(i64 const* symbols) noexcept { return {length(symbols), bound_length<C, params.count>(symbols)}; }
  static constexpr i64 lines(i64 const* symbols) noexcept {
    i64 n = 1;
    static_for<result::rank>([&](auto d) {
      if constexpr (d != axis) n *= bound_length<C, C::value.shape_of(e.out).dims[d]>(symbols);
    });
    return n;
  }
  static constexpr i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 const n = lines(symbols);
    return 64 + (team < n ? team : n) * way_of(symbols).bytes();
  }

  template <class T>
  CONSTAX_INLINE static u64 key(T x) noexcept {
    constexpr u64 all = sizeof(T) == 8 ? ~u64{0} : (u64{1} << 8 * sizeof(T)) - 1;
    return params.descending ? sort_key(x) ^ all : sort_key(x);
  }
  /// Are so many elements, one beside the other, behind the last of those that came first so far? A quick answer: no is not certain, of nan
  /// least of all.
  static constexpr i64 at_once = 32;
  template <class T>
  CONSTAX_INLINE static bool are_behind(T const* x, T last) noexcept {
    if constexpr (std::is_same_v<T, bool>) return false;
    else {
      constexpr int lanes = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T)), W = lanes < at_once ? lanes : at_once;
      auto const limit = broadcast<T, W>(last);
      auto behind = limit == limit;
      static_for<at_once / W>([&](auto k) CONSTAX_INLINED {
        auto const here = load<T, W>(x + static_cast<i64>(k) * W);
        if constexpr (params.descending) behind = behind & (here <= limit);
        else behind = behind & (here >= limit);
      });
      return all(behind);
    }
  }

  template <class T>
  static sort_item* sort_line(T const* x, i64 stride, i64 n, sort_item* items, sort_item* other) noexcept {
    for (i64 i = 0; i < n; ++i) items[i] = {key(x[i * stride]), i};
    return radix_sort(items, other, n, sizeof(T));
  }
  template <class T>
  static sort_item* sort_further(T const* x, i64 stride, i64 n, sort_item* items, sort_item* other) noexcept {
    for (i64 i = 0; i < n; ++i) items[i].key = key(x[items[i].index * stride]);
    return radix_sort(items, other, n, sizeof(T));
  }
  template <class T>
  static sort_item* select(T const* x, i64 stride, i64 n, i64 count, i64 capacity, sort_item* items, sort_item* other) noexcept {
    if (count == 0) return items;
    i64 held = 0;
    for (; held < capacity; ++held) items[held] = {key(x[held * stride]), held};
    auto const keep_first = [&] {
      sort_item* const first = radix_sort(items, other, held, sizeof(T));
      if (first != items) std::swap(items, other);
      held = count;
      return x[items[count - 1].index * stride];
    };
    T last = keep_first();
    for (i64 i = capacity; i < n;) {
      i64 const end = i + at_once < n ? i + at_once : n;
      if (stride == 1 && end - i == at_once)
        if (are_behind(x + i, last)) {
          i = end;
          continue;
        }
      for (; i < end; ++i)
        if (u64 const here = key(x[i * stride]); here < items[count - 1].key) {
          items[held++] = {here, i};
          if (held == capacity) last = keep_first();
        }
    }
    return radix_sort(items, other, held, sizeof(T));
  }

  static void run(frame const& f) noexcept {
    result const y(f);
    way const how = way_of(f.symbols);
    i64 const n = length(f.symbols), count = y.length[axis], all = lines(f.symbols);
    lengths others = y.length;
    others.of[axis] = 1;
    std::byte* const area = reinterpret_cast<std::byte*>(align_up(static_cast<i64>(reinterpret_cast<std::intptr_t>(f.area))));
    share_among(all * n * descriptor<argsort_t>.flops >= team_threshold ? f.team : 1, all, [&](i64 me, i64 first, i64 last) {
      sort_item* const items = reinterpret_cast<sort_item*>(area + me * how.bytes());
      sort_item* const other = items + how.capacity;
      place at(first, others);
      for (i64 line = first; line < last; ++line, advance(at.at, others)) {
        sort_item* order = items;
        if (how.selects) {
          key_of<0> const x(f);
          order = select(&x.at(at.at), x.stride[axis], n, count, how.capacity, items, other);
        } else {
          static_for<e.n_in>([&](auto k) {
            key_of<e.n_in - 1 - k> const x(f);
            if constexpr (k == 0) order = sort_line(&x.at(at.at), x.stride[axis], n, items, other);
            else order = sort_further(&x.at(at.at), x.stride[axis], n, order, order == items ? other : items);
          });
        }
        I* const to = &y.at(at.at);
        for (i64 i = 0; i < count; ++i) to[i * y.stride[axis]] = static_cast<I>(order[i].index);
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
