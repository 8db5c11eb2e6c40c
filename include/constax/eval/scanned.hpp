// SPDX-License-Identifier: BSL-1.0
#pragma once
// scanned: cumulative equations along a loop axis, in the order of primitives/order.hpp: the axis is a loop, from one element to the next.
//
//   another axis, if possible contiguous    lanes along it, several registers of them side by side                threads: all other axes
//   the only axis                           one element after the other; products of all others: lanes are chains (others.hpp)
//
// The product of a line comes with those of all others: a node may give both.
#include <constax/eval/nodes.hpp>
#include <constax/eval/others.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E, int Axis, u32 Total = node::none>
struct scanned_node {
  static constexpr code_eqn e = C::value.eqns[E];
  using P = primitive_at<C, E>;
  using T = element_of<C::value.type(e.out).type>;
  using along = typename layout<C, e.out>::along;
  static constexpr auto params = params_at<C, E>;
  static constexpr int rank = C::value.shape_of(e.out).rank, axis = params.axis;
  static constexpr bool others = P::of_others;
  static constexpr int W = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
  static constexpr auto operands = std::make_index_sequence<e.n_in>{};

  /// The totals of lines at a place of the result, where the node gives them.
  static constexpr bool has_total = Total != node::none;
  static constexpr u32 total_out = has_total ? C::value.eqns[has_total ? Total : 0].out : 0;
  static constexpr int total_axis(int d) { return d - (d > axis); }
  CONSTAX_INLINE static i64 total_bytes(frame const& f) noexcept {
    if constexpr (has_total)
      return bytes_of_all_rows<C, total_out>(span_of<C, total_out>(f).length.size() * static_cast<i64>(sizeof(T)), f.symbols);
    else return 0;
  }
  template <class L>
  CONSTAX_INLINE static void put_total(frame const& f, place const& at, L const& x, i64 count) noexcept {
    if constexpr (has_total) {
      i64 index[max_rank] = {};
      for (int d = 0; d < rank; ++d)
        if (d != axis) index[total_axis(d)] = at.at[d];
      T* const to = &span_of<C, total_out>(f).at(index);
      if constexpr (std::is_same_v<L, T>) *to = x;
      else store_strided(to, layout<C, total_out>::template stride<total_axis(lane_axis)>(f.symbols), x, count);
    }
  }

  /// The variable that operand K is; e.n_in stands for the result.
  template <u32 K>
  static constexpr u32 variable = K == e.n_in ? e.out : C::value.atoms[e.in + (K < e.n_in ? K : 0)].var();
  static constexpr bool contiguous(int d) { return layout<C, e.out>::direction(d) == along::unit; }
  /// The axis that lanes run along: the contiguous one, else the last of those that are not scanned.
  static constexpr int lane_axis = [] {
    int best = -1;
    for (int d = 0; d < rank; ++d)
      if (d != axis && (best < 0 || !contiguous(best))) best = d;
    return others && best >= 0 && !contiguous(best) ? -1 : best;
  }();
  static constexpr bool masked = lane_axis >= 0 && contiguous(lane_axis);
  /// Registers side by side, which hide each other's latency; of long functions one is enough.
  static constexpr int side_by_side = masked && !others && !descriptor<P>.transcendental ? 8 : 1;
  static constexpr i64 group = lane_axis < 0 ? 1 : W * side_by_side;

  /// The lines that start at one place: `count` of them along the lane axis, Registers times Lanes at most.
  template <int Lanes, int Registers, bool Full>
  struct lines {
    frame const& f;
    place const& at;
    i64 count;
    using L = lane<T, Lanes>;
    struct row {
      L of[Registers];
    };

    template <u32 K>
    CONSTAX_INLINE T* first() const noexcept {
      return &span_of<C, variable<K>>(f).at(at.at);
    }
    template <u32 K>
    CONSTAX_INLINE i64 stride() const noexcept {
      return layout<C, variable<K>>::template stride<axis>(f.symbols);
    }
    template <u32 K>
    CONSTAX_INLINE L load(T const* from) const noexcept {
      using X = layout<C, variable<K>>;
      if constexpr (Lanes == 1) return *from;
      else if constexpr (X::direction(lane_axis) == X::along::repeat) return broadcast<T, Lanes>(*from);
      else if constexpr (X::direction(lane_axis) == X::along::unit) {
        if constexpr (Full) return constax::load<T, Lanes>(from);
        else return load_n<T, Lanes>(from, count, T(1));
      } else return load_strided<T, Lanes>(from, X::template stride<lane_axis>(f.symbols), Full ? Lanes : count, T(1));
    }
    CONSTAX_INLINE void store(T* to, L const& x) const noexcept {
      if constexpr (Lanes == 1) *to = x;
      else if constexpr (masked && Full) constax::store(to, x);
      else if constexpr (masked) store_n(to, x, count);
      else store_strided(to, layout<C, e.out>::template stride<lane_axis>(f.symbols), x, Full ? Lanes : count);
    }
    /// Elements between a register and the one beside it.
    template <u32 K>
    CONSTAX_INLINE i64 beside() const noexcept {
      if constexpr (Registers == 1) return 0;
      else return Lanes * layout<C, variable<K>>::template stride<lane_axis>(f.symbols);
    }
    CONSTAX_INLINE static row each(auto&& make) noexcept {
      row y;
      static_for<Registers>([&](auto r) { y.of[r] = static_cast<L>(make(r)); });
      return y;
    }

    CONSTAX_INLINE void run() const noexcept { run(std::make_integer_sequence<u32, e.n_in>{}); }
    template <u32... K>
    CONSTAX_INLINE void run(std::integer_sequence<u32, K...>) const noexcept {
      i64 const n = bound_length<C, C::value.shape_of(e.out).dims[axis]>(f.symbols);
      T const* const x[] = {first<K>()...};
      i64 const by[] = {stride<K>()...}, next[] = {beside<K>()...};
      T* const y = first<e.n_in>();
      i64 const y_by = stride<e.n_in>(), y_next = beside<e.n_in>();
      auto const term = [&](auto k, i64 i, auto r) CONSTAX_INLINED { return load<k>(x[k] + i * by[k] + r * next[k]); };
      auto const put = [&](i64 i, row const& v) CONSTAX_INLINED {
        static_for<Registers>([&](auto r) { store(y + i * y_by + r * y_next, v.of[r]); });
      };
      row const identity = each([](auto) { return broadcast<T, Lanes>(P::template identity<T>); });
      if constexpr (others) {
        auto const x_at = [&](i64 i) CONSTAX_INLINED { return each([&](auto r) { return term(std::integral_constant<u32, 0>{}, i, r); }); };
        auto const y_at = [&](i64 i) CONSTAX_INLINED { return each([&](auto r) { return load<e.n_in>(y + i * y_by + r * y_next); }); };
        auto const with = [](row const& p, row const& q)
                              CONSTAX_INLINED { return each([&](auto r) { return P::combine(p.of[r], q.of[r]); }); };
        row const total =
            others_in_order(n, total_bytes(f), identity, line_of_others(n, chains_of(dtype_of<T>), identity, x_at, y_at, put, with), with);
        put_total(f, at, total.of[0], Full ? Lanes : count);
      }
      else
        scan_in_order(
            n, params.reverse, params.exclusive, identity,
            [&](i64 i) CONSTAX_INLINED {
              return each([&](auto r) { return scan_first<P>([&](auto k) { return term(k, i, r); }, operands); });
            },
            [&](row const& acc, i64 i, i64 before) CONSTAX_INLINED {
              return each([&](auto r) {
                return scan_step<P>(acc.of[r], [&](auto k) { return term(k, scan_source<P>(params, k, i, before), r); }, operands);
              });
            },
            put);
    }
  };

  /// Up to `group` lines at a place.
  CONSTAX_INLINE static void run_group(frame const& f, place at, i64 count) noexcept {
    if constexpr (lane_axis < 0) {
      if constexpr (others) run_line(f, at);
      else lines<1, 1, true>{f, at, 1}.run();
    } else {
      if constexpr (side_by_side > 1)
        if (count == group) return lines<W, side_by_side, true>{f, at, W}.run();
      for (; count >= W; count -= W, at.at[lane_axis] += W) lines<W, 1, true>{f, at, W}.run();
      if constexpr (masked) {
        if (count > 0) lines<W, 1, false>{f, at, count}.run();
      } else
        for (; count > 0; --count, ++at.at[lane_axis]) lines<1, 1, true>{f, at, 1}.run();
    }
  }

  /// One line of products of all others.
  CONSTAX_INLINE static void run_line(frame const& f, place const& at) noexcept {
    using X = layout<C, variable<0>>;
    using Y = layout<C, e.out>;
    i64 const n = bound_length<C, C::value.shape_of(e.out).dims[axis]>(f.symbols);
    lines<1, 1, true> const one{f, at, 1};
    if (n <= short_sum) return one.run();
    others_in_lanes<P, T, X::direction(axis) == X::along::unit, contiguous(axis)> line{one.template first<0>(),
                                                                                       one.template first<e.n_in>(),
                                                                                       X::template stride<axis>(f.symbols),
                                                                                       Y::template stride<axis>(f.symbols),
                                                                                       {}};
    put_total(f, at, others_in_order(n, total_bytes(f), P::template identity<T>, line, line.combine), 1);
  }

  static void run(frame const& f) noexcept {
    strip_of<Axis> const all(span_of<C, e.out>(f).length, f);
    lengths n = all.length; // of groups of lines
    i64 const elements = n.size();
    i64 width = 1;
    n.of[axis] = 1;
    if (elements == 0) { // products of nothing
      if constexpr (has_total) {
        place at(0, n);
        for (i64 lines = n.size(); lines > 0; --lines, advance(at.at, n)) put_total(f, all.global(at), P::template identity<T>, 1);
      }
      return;
    }
    if constexpr (lane_axis >= 0) width = n[lane_axis], n.of[lane_axis] = (width + group - 1) / group;
    all.share(n.size(), 1, elements * (4 * descriptor<P>.flops + (descriptor<P>.transcendental ? 24 : 0)), [&](i64 first, i64 last) {
      place at(first, n);
      for (i64 k = first; k < last; ++k, advance(at.at, n)) {
        place from = at;
        i64 count = 1;
        if constexpr (lane_axis >= 0) {
          from.at[lane_axis] *= group;
          count = width - from.at[lane_axis] < group ? width - from.at[lane_axis] : group;
        }
        run_group(f, all.global(from), count);
      }
    });
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
