// SPDX-License-Identifier: BSL-1.0
#pragma once
// scanned: cumulative equations along a loop axis, in the order of primitives/order.hpp: the axis is a loop, from one element to the next.
//
//   another axis, if possible contiguous    lanes along it, several registers of them side by side                threads: all other axes
//   the only axis                           one element after the other; products of all others: lanes are chains
#include <constax/eval/nodes.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class C, u32 E, int Axis>
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
      auto const term = [&](auto k, i64 i, auto r) __attribute__((always_inline)) { return load<k>(x[k] + i * by[k] + r * next[k]); };
      auto const put = [&](i64 i, row const& v) __attribute__((always_inline)) {
        static_for<Registers>([&](auto r) { store(y + i * y_by + r * y_next, v.of[r]); });
      };
      row const identity = each([](auto) { return broadcast<T, Lanes>(P::template identity<T>); });
      if constexpr (others)
        others_in_order(
            n, chains_of_others(n, dtype_of<T>), identity,
            [&](i64 i) __attribute__((always_inline)) { return each([&](auto r) { return term(std::integral_constant<u32, 0>{}, i, r); }); },
            [&](i64 i) __attribute__((always_inline)) { return each([&](auto r) { return load<e.n_in>(y + i * y_by + r * y_next); }); }, put,
            [](row const& p, row const& q) __attribute__((always_inline)) { return each([&](auto r) { return P::combine(p.of[r], q.of[r]); }); });
      else
        scan_in_order(
            n, params.reverse, params.exclusive, identity,
            [&](i64 i) __attribute__((always_inline)) {
              return each([&](auto r) { return scan_first<P>([&](auto k) { return term(k, i, r); }, operands); });
            },
            [&](row const& acc, i64 i, i64 before) __attribute__((always_inline)) {
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
      if constexpr (others) {
        constexpr i64 few = chains_of_others(short_sum + 1, dtype_of<T>), many = chains_of_others(i64{1} << 40, dtype_of<T>);
        i64 const n = bound_length<C, C::value.shape_of(e.out).dims[axis]>(f.symbols);
        if (chains_of_others(n, dtype_of<T>) == many) run_chains<many>(f, at);
        else run_chains<few>(f, at);
      }
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

  /// One line of products of all others: its chains are lanes.
  template <i64 Chains>
  CONSTAX_INLINE static void run_chains(frame const& f, place const& at) noexcept {
    constexpr int chains = static_cast<int>(Chains), V = W < chains ? W : chains, Q = chains / V;
    using L = lane<T, V>;
    i64 const n = bound_length<C, C::value.shape_of(e.out).dims[axis]>(f.symbols);
    using X = layout<C, variable<0>>;
    using Y = layout<C, e.out>;
    lines<1, 1, true> const one{f, at, 1};
    if (n <= short_sum) return one.run();
    i64 const by = X::template stride<axis>(f.symbols), y_by = Y::template stride<axis>(f.symbols);
    T const* const x = one.template first<0>();
    T* const y = one.template first<e.n_in>();
    auto const in = [&](i64 i, i64 count) __attribute__((always_inline)) {
      if constexpr (X::direction(axis) != X::along::unit) return load_strided<T, V>(x + i * by, by, count, T(1));
      else return count == V ? load<T, V>(x + i) : load_n<T, V>(x + i, count, T(1)); // 1 leaves no trace in a chain
    };
    auto const out = [&](i64 i, i64 count) __attribute__((always_inline)) {
      if constexpr (!contiguous(axis)) return load_strided<T, V>(y + i * y_by, y_by, count, T(1));
      else return count == V ? load<T, V>(y + i) : load_n<T, V>(y + i, count, T(1));
    };
    auto const put = [&](i64 i, i64 count, L const& v) __attribute__((always_inline)) {
      if constexpr (!contiguous(axis)) store_strided(y + i * y_by, y_by, v, count);
      else if (count == V) store(y + i, v);
      else store_n(y + i, v, count);
    };
    auto const combine = [](L const& p, L const& q) __attribute__((always_inline)) { return static_cast<L>(P::combine(p, q)); };
    auto const back = [&](L& c, i64 i, i64 count) __attribute__((always_inline)) { put(i, count, c), c = combine(c, in(i, count)); };
    auto const forth = [&](L& c, i64 i, i64 count) __attribute__((always_inline)) { put(i, count, combine(out(i, count), c)), c = combine(c, in(i, count)); };
    i64 const whole = n / chains * chains;
    L chain[Q];
    static_for<Q>([&](auto q) { chain[q] = broadcast<T, V>(P::template identity<T>); });
    auto const tail = [&](auto&& f) __attribute__((always_inline)) { // its registers stand in one block: their order does not matter
      static_for<Q>([&](auto q) {
        i64 const i = whole + static_cast<i64>(q) * V, count = n - i;
        if (count > 0) f(chain[q], i, count < V ? count : V);
      });
    };
    auto const rounds = [&](i64 i, i64 by_round, auto&& f) __attribute__((always_inline)) { // a copy that nothing points to stays in registers
      L here[Q];
      static_for<Q>([&](auto q) { here[q] = chain[q]; });
      for (; 0 <= i && i < whole; i += by_round) static_for<Q>([&](auto q) { f(here[q], i + static_cast<i64>(q) * V, V); });
      static_for<Q>([&](auto q) { chain[q] = here[q]; });
    };
    tail(back);
    rounds(whole - chains, -chains, back);
    combine_other_registers<Q>(chain, combine);
    rounds(0, chains, forth);
    tail(forth);
  }

  /// combine_other_chains, on Q registers of them.
  template <int Q, class L, class Combine>
  CONSTAX_INLINE static void combine_other_registers(L* chain, Combine const& combine) noexcept {
    if constexpr (Q == 1) {
      constexpr int V = static_cast<int>(sizeof(L) / sizeof(T));
      T each[V];
      store(each, *chain);
      combine_other_chains(each, V, P::template identity<T>, [](T p, T q) { return static_cast<T>(P::combine(p, q)); });
      *chain = load<T, V>(each);
    } else {
      L pair[Q / 2];
      static_for<Q / 2>([&](auto q) { pair[q] = combine(chain[q], chain[Q / 2 + q]); });
      combine_other_registers<Q / 2>(pair, combine);
      static_for<Q / 2>([&](auto q) {
        L const own = chain[q];
        chain[q] = combine(pair[q], chain[Q / 2 + q]), chain[Q / 2 + q] = combine(pair[q], own);
      });
    }
  }

  static void run(frame const& f) noexcept {
    strip_of<Axis> const all(span_of<C, e.out>(f).length, f);
    lengths n = all.length; // of groups of lines
    i64 const elements = n.size();
    if (elements == 0) return;
    i64 width = 1;
    n.of[axis] = 1;
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
