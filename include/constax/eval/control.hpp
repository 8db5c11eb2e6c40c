// SPDX-License-Identifier: BSL-1.0
#pragma once
// control: branches and loops. Each function that an equation holds is planned as a program of its own and run on the memory of the equation's
// operands and results; carries have two buffers, and change places after each trip.
#include <constax/eval/nodes.hpp>
#include <constax/eval/revolve.hpp>
#include <constax/plan/workspace.hpp>
#include <constax/transform/control/control.hpp>

namespace constax::inline CONSTAX_TAG {

template <class C>
CONSTAX_INLINE i64 workspace_bytes(i64 const* symbols, i64 team) noexcept;
template <class C>
CONSTAX_INLINE void run(void const* const* inputs, void* const* outputs, std::byte* workspace, i64 const* symbols, i64 team = 1) noexcept;

namespace detail {

/// Function K of equation E, as a program.
template <class C, u32 E, u32 K>
struct held_function {
  static constexpr jaxpr run() {
    jaxpr j = thaw(C::frozen);
    range<i64> const ps = C::value.params(C::value.eqns[E]);
    return j.subs[static_cast<u32>(ps[C::primitives[C::value.eqns[E].prim]->functions(ps).first + K])];
  }
  static constexpr auto const& frozen = stage<held_function>::value;
};
/// Its code: it knows the symbols of the program that holds it, in their order, so that the numbers of the call serve both.
template <class C, u32 E, u32 K>
struct function_code : code_of<held_function<C, E, K>> {
  static constexpr i64 rows_of_strip = fixed_rows<C>();
  static constexpr auto value = [] {
    auto v = code_of<held_function<C, E, K>>::value;
    for (u32 i = 0; i < C::value.n_symbols; ++i) v.symbols[i] = C::value.symbols[i];
    v.n_symbols = C::value.n_symbols;
    return v;
  }();
};

template <class C, u32 E>
struct control_equation {
  static constexpr code_eqn e = C::value.eqns[E];
  static constexpr range<i64> params() { return C::value.params(C::value.eqns[E]); }
  template <u32 K>
  using function = function_code<C, E, K>;
  template <u32 K>
  CONSTAX_INLINE static i64 function_bytes(i64 const* symbols, i64 team) noexcept {
    return workspace_bytes<function<K>>(symbols, team);
  }

  // ---- operands and results ----
  static constexpr atom operand(u32 i) { return C::value.atoms[e.in + i]; }
  /// An argument of the call in a layout of its own is copied: functions read rows.
  template <u32 I>
  static constexpr bool copied = [] {
    if constexpr (operand(I).is_literal()) return false;
    else return layout_of<C>(layout<C, operand(I).var()>::leaf) != memory_layout::row_major;
  }();
  template <u32 I>
  CONSTAX_INLINE static i64 bytes_of(i64 const* symbols) noexcept {
    if constexpr (operand(I).is_literal()) return static_cast<i64>(sizeof(element_of<C::value.dtype_of(operand(I))>));
    else return bytes_of_type<C, C::value.vars[operand(I).var()]>(symbols);
  }
  /// Bytes of one slice of operand I along its first axis.
  template <u32 I>
  CONSTAX_INLINE static i64 slice_bytes(i64 const* symbols) noexcept {
    return slice_bytes_of_type<C::value.vars[operand(I).var()]>(symbols);
  }
  template <u32 Type>
  CONSTAX_INLINE static i64 slice_bytes_of_type(i64 const* symbols) noexcept {
    constexpr aval const& a = C::value.avals[Type];
    i64 n = info(a.type).bytes;
    static_for<a.shape.rank>([&](auto d) {
      if constexpr (d > 0) n *= bound_length<C, a.shape.dims[d]>(symbols);
    });
    return n;
  }
  /// What operands in other layouts need.
  CONSTAX_INLINE static i64 copies_bytes(i64 const* symbols) noexcept {
    i64 bytes = 0;
    static_for<e.n_in>([&](auto i) {
      if constexpr (copied<i>) bytes += align_up(bytes_of<i>(symbols));
    });
    return bytes;
  }
  /// Where the operands lie; takes what it needs from `area`.
  CONSTAX_INLINE static void find_operands(frame const& f, void const** at, std::byte*& area) noexcept {
    static_for<e.n_in>([&](auto i) {
      if constexpr (operand(i).is_literal()) {
        using T = element_of<C::value.dtype_of(operand(i))>;
        static constexpr T number = number_of<T>(C::value.lits[operand(i).lit()]);
        at[i] = &number;
      } else {
        span_of<C, operand(i).var()> const x(f);
        at[i] = x.first;
        if constexpr (copied<i>) {
          auto* const to = reinterpret_cast<typename span_of<C, operand(i).var()>::element*>(area);
          i64 index[max_rank] = {};
          for (i64 k = 0, n = x.length.size(); k < n; ++k, advance(index, x.length)) to[k] = x.at(index);
          at[i] = to, area += align_up(bytes_of<i>(f.symbols));
        }
      }
    });
  }
  template <u32 O>
  CONSTAX_INLINE static std::byte* result(frame const& f) noexcept {
    return reinterpret_cast<std::byte*>(span_of<C, e.out + O>(f).first);
  }
  CONSTAX_INLINE static void copy(void* to, void const* from, i64 bytes) noexcept { __builtin_memcpy(to, from, static_cast<std::size_t>(bytes)); }
};

/// The carries of a loop: operands First .. First+N-1, each one after the other in a buffer.
template <class C, u32 E, u32 First, u32 N>
struct carries {
  using X = control_equation<C, E>;
  CONSTAX_INLINE static i64 bytes(i64 const* symbols) noexcept {
    i64 n = 0;
    static_for<N>([&](auto i) { n += align_carry(X::template bytes_of<First + i>(symbols)); });
    return n;
  }
  /// f(number, offset in a buffer)
  template <class F>
  CONSTAX_INLINE static void each(i64 const* symbols, F&& f) noexcept {
    i64 at = 0;
    static_for<N>([&](auto i) { f(i, at), at += align_carry(X::template bytes_of<First + i>(symbols)); });
  }
  CONSTAX_INLINE static void fill(std::byte* to, void const* const* operands, i64 const* symbols) noexcept {
    each(symbols, [&](auto i, i64 at) { X::copy(to + at, operands[First + i], X::template bytes_of<First + i>(symbols)); });
  }
};

// ---- cond ----
template <class C, u32 E>
struct cond_node {
  using X = control_equation<C, E>;
  static constexpr u32 n = X::e.n_param;
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 most = 0;
    static_for<n>([&](auto k) {
      if (i64 const b = X::template function_bytes<k>(symbols, team); b > most) most = b;
    });
    return X::copies_bytes(symbols) + most;
  }
  static void run(frame const& f) noexcept {
    void const* in[X::e.n_in];
    void* out[X::e.n_out];
    std::byte* area = f.area;
    X::find_operands(f, in, area);
    static_for<X::e.n_out>([&](auto o) { out[o] = X::template result<o>(f); });
    i64 const index = *static_cast<std::int32_t const*>(in[0]), last = static_cast<i64>(n) - 1;
    i64 const chosen = index < 0 ? 0 : index > last ? last : index;
    static_for<n>([&](auto k) {
      if (chosen == static_cast<i64>(k)) constax::run<typename X::template function<k>>(in + 1, out, area, f.symbols, f.team);
    });
  }
};

// ---- scan ----
template <class C, u32 E>
struct scan_node {
  using X = control_equation<C, E>;
  static constexpr scan_t::params p = decode<scan_t::params>(X::params());
  static constexpr u32 consts = static_cast<u32>(p.num_consts), carry = static_cast<u32>(p.num_carry), slices = X::e.n_in - consts - carry, ys = X::e.n_out - carry;
  using state = carries<C, E, consts, carry>;
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    return X::copies_bytes(symbols) + 2 * state::bytes(symbols) + X::template function_bytes<0>(symbols, team);
  }
  static void run(frame const& f) noexcept {
    i64 const* const symbols = f.symbols;
    void const *operands[X::e.n_in ? X::e.n_in : 1], *in[X::e.n_in ? X::e.n_in : 1];
    void* out[X::e.n_out ? X::e.n_out : 1];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    std::byte *now = area, *next = area + state::bytes(symbols);
    area += 2 * state::bytes(symbols);
    state::fill(now, operands, symbols);
    static_for<consts>([&](auto i) { in[i] = operands[i]; });
    i64 const n = bound_length<C, p.length>(symbols);
    for (i64 k = 0; k < n; ++k) {
      i64 const at = p.reverse ? n - 1 - k : k;
      state::each(symbols, [&](auto i, i64 offset) { in[consts + i] = now + offset, out[i] = next + offset; });
      static_for<slices>([&](auto i) {
        constexpr u32 o = consts + carry + i;
        in[o] = static_cast<std::byte const*>(operands[o]) + at * X::template slice_bytes<o>(symbols);
      });
      static_for<ys>([&](auto i) { out[carry + i] = X::template result<carry + i>(f) + at * X::template slice_bytes_of_type<C::value.vars[X::e.out + carry + i]>(symbols); });
      constax::run<typename X::template function<0>>(in, out, area, symbols, f.team);
      std::byte* const previous = now;
      now = next, next = previous;
    }
    state::each(symbols, [&](auto i, i64 offset) { X::copy(X::template result<i>(f), now + offset, X::template bytes_of<consts + i>(symbols)); });
  }
};

// ---- while ----
template <class C, u32 E>
struct while_node {
  using X = control_equation<C, E>;
  static constexpr while_t::params p = decode<while_t::params>(X::params());
  static constexpr u32 cond_consts = static_cast<u32>(p.cond_nconsts), body_consts = static_cast<u32>(p.body_nconsts), first = cond_consts + body_consts;
  static constexpr u32 carry = X::e.n_in - first;
  using state = carries<C, E, first, carry>;
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 const cond = X::template function_bytes<0>(symbols, team), body = X::template function_bytes<1>(symbols, team);
    return X::copies_bytes(symbols) + 2 * state::bytes(symbols) + (cond > body ? cond : body);
  }
  static void run(frame const& f) noexcept {
    i64 const* const symbols = f.symbols;
    void const *operands[X::e.n_in], *to_cond[cond_consts + carry], *to_body[body_consts + carry];
    void* out[carry];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    std::byte *now = area, *next = area + state::bytes(symbols);
    area += 2 * state::bytes(symbols);
    state::fill(now, operands, symbols);
    static_for<cond_consts>([&](auto i) { to_cond[i] = operands[i]; });
    static_for<body_consts>([&](auto i) { to_body[i] = operands[cond_consts + i]; });
    for (;;) {
      state::each(symbols, [&](auto i, i64 offset) { to_cond[cond_consts + i] = to_body[body_consts + i] = now + offset, out[i] = next + offset; });
      bool go = false;
      void* const answer[] = {&go};
      constax::run<typename X::template function<0>>(to_cond, answer, area, symbols, f.team);
      if (!go) break;
      constax::run<typename X::template function<1>>(to_body, out, area, symbols, f.team);
      std::byte* const previous = now;
      now = next, next = previous;
    }
    state::each(symbols, [&](auto i, i64 offset) { X::copy(X::template result<i>(f), now + offset, X::template bytes_of<first + i>(symbols)); });
  }
};

// ---- chains ----
template <class C, u32 E>
struct chains_node {
  using X = control_equation<C, E>;
  static constexpr u32 groups = static_cast<u32>(X::params()[0]);
  /// The parameters, as arrays.
  struct numbers {
    u32 carry[groups + 1] = {}, first[groups + 1] = {}, ys[groups + 1] = {}, first_y[groups + 1] = {}, level[groups + 1] = {}, consts = 0, first_out = 0, levels = 0;
    bool down[groups + 1] = {};
    i64 slots = 0;
    extent length;
  };
  static constexpr numbers p = [] {
    chains_t::params const q(X::params());
    numbers n;
    for (u32 g = 0; g < groups; ++g) {
      n.carry[g] = q.groups[g].carry, n.ys[g] = q.groups[g].ys, n.down[g] = q.groups[g].down;
      n.first[g + 1] = n.first[g] + n.carry[g], n.first_y[g + 1] = n.first_y[g] + n.ys[g];
      if (g == 0 || n.down[g] != n.down[g - 1]) ++n.levels;
      n.level[g] = n.levels - 1;
    }
    n.consts = q.consts, n.first_out = q.first_out, n.slots = q.slots > 0 ? q.slots : 1, n.length = q.length;
    return n;
  }();
  static constexpr u32 all_carries = p.first[groups], first_carry = 1 + p.consts, first_slice = first_carry + all_carries, n_slices = X::e.n_in - first_slice;
  static constexpr u32 out_carries = all_carries - p.first[p.first_out];
  using all = carries<C, E, first_carry, all_carries>;

  /// The carries of groups that run the same way, one after the other: a level.
  static constexpr u32 first_of_level(u32 l) {
    u32 g = 0;
    while (g < groups && p.level[g] < l) ++g;
    return g;
  }
  template <u32 L>
  struct level {
    static constexpr u32 begin = first_of_level(L), end = first_of_level(L + 1);
    static constexpr bool down = p.down[begin], top = L + 1 == p.levels;
    using state = carries<C, E, first_carry + p.first[begin], p.first[end] - p.first[begin]>;
    /// States kept, the one at hand, and the one being made; the top level is never read again.
    CONSTAX_INLINE static i64 bytes(i64 const* symbols) noexcept { return state::bytes(symbols) * (top ? 2 : p.slots + 2); }
  };
  static i64 bytes(i64 const* symbols, i64 team) noexcept {
    i64 n = X::copies_bytes(symbols), most = 0;
    static_for<p.levels>([&](auto l) { n += level<l>::bytes(symbols); });
    static_for<groups>([&](auto g) {
      if (i64 const b = X::template function_bytes<g>(symbols, team); b > most) most = b;
    });
    return n + most;
  }

  /// One run of the equation.
  struct walker {
    frame const& f;
    void const* operands[X::e.n_in];
    i64 trips;
    /// The buffers of a level change roles, and are never copied: the state at hand, the one being made, those kept; the rest is spare.
    struct buffers {
      std::byte *now, *next, *held[static_cast<u32>(p.slots)], *spare[static_cast<u32>(p.slots)];
      i64 n_spare = 0;
      bool now_is_held = false;
      CONSTAX_INLINE void keep(i64 k) noexcept { held[k] = now, now_is_held = true; }
      CONSTAX_INLINE void release(i64 k) noexcept {
        if (now_is_held && held[k] == now) now_is_held = false;
        else spare[n_spare++] = held[k];
      }
      /// A held state at hand, or, for -1, room for the first.
      CONSTAX_INLINE void restore(i64 k) noexcept {
        if (k < 0) {
          if (now_is_held) now = spare[--n_spare], now_is_held = false;
          return;
        }
        if (!now_is_held) spare[n_spare++] = now;
        now = held[k], now_is_held = true;
      }
      CONSTAX_INLINE void step() noexcept {
        std::byte* const previous = now;
        now = next;
        if (now_is_held) next = spare[--n_spare], now_is_held = false;
        else next = previous;
      }
    };
    std::byte* area;
    buffers at[p.levels];
    kept_states kept[p.levels];
    i64 steps[p.levels][static_cast<u32>(p.slots)]; // of those kept

    explicit walker(frame const& call) noexcept : f(call), area(call.area) {
      X::find_operands(f, operands, area);
      trips = *static_cast<i64 const*>(operands[0]);
      static_for<p.levels>([&](auto l) {
        i64 const state = level<l>::state::bytes(f.symbols);
        at[l].now = area, at[l].next = area + state;
        if constexpr (!level<l>::top)
          for (i64 k = p.slots; k-- > 0;) at[l].spare[at[l].n_spare++] = area + (2 + k) * state;
        area += level<l>::bytes(f.symbols);
        kept[l].steps = steps[l], kept[l].slots = p.slots;
        level<l>::state::fill(at[l].now, operands, f.symbols);
      });
    }
    template <u32 L>
    CONSTAX_INLINE static i64 step_of(i64 done, i64 trips) noexcept {
      return level<L>::down ? trips - 1 - done : done;
    }
    /// A step of level L: its groups read what the levels below enter that step with, and their own carries.
    template <u32 L>
    CONSTAX_INLINE void go() noexcept {
      i64 const step = step_of<L>(kept[L].at, trips), *const symbols = f.symbols;
      std::byte const* entering[p.levels];
      static_for<L>([&](auto k) { // the highest first: finding its state moves those of the levels below
        constexpr u32 l = L - 1 - k;
        entering[l] = find<l>(level<l>::down ? trips - 1 - step : step);
      });
      entering[L] = at[L].now;
      using top = level<L>;
      static_for<top::end - top::begin>([&](auto k) {
        constexpr u32 g = top::begin + k;
        void const* in[X::e.n_in];
        void* out[p.carry[g] + p.ys[g]];
        static_for<p.consts>([&](auto i) { in[i] = operands[1 + i]; });
        static_for<L + 1>([&](auto l) {
          level<l>::state::each(symbols, [&](auto i, i64 offset) {
            constexpr u32 c = p.first[level<l>::begin] + i;
            if constexpr (c < p.first[g + 1]) in[p.consts + c] = entering[l] + offset;
          });
        });
        static_for<n_slices>([&](auto i) {
          in[p.consts + p.first[g + 1] + i] = static_cast<std::byte const*>(operands[first_slice + i]) + step * X::template slice_bytes<first_slice + i>(symbols);
        });
        top::state::each(symbols, [&](auto i, i64 offset) {
          constexpr u32 c = p.first[top::begin] + i;
          if constexpr (c >= p.first[g] && c < p.first[g + 1]) out[c - p.first[g]] = at[L].next + offset;
        });
        static_for<p.ys[g]>([&](auto i) {
          constexpr u32 y = out_carries + p.first_y[g] + i;
          out[p.carry[g] + i] = X::template result<y>(f) + step * X::template slice_bytes_of_type<C::value.vars[X::e.out + y]>(symbols);
        });
        constax::run<typename X::template function<g>>(in, out, area, symbols, f.team);
      });
      at[L].step();
    }
    /// The state of level L after `done` steps of its own: kept, or computed from the nearest that is (revolve.hpp).
    template <u32 L>
    std::byte const* find(i64 done) noexcept {
      buffers& mine = at[L];
      i64 const k = kept[L].find(
          done,
          [&](i64 from) {
            mine.restore(from);
            if (from < 0) level<L>::state::fill(mine.now, operands, f.symbols);
          },
          [&] { go<L>(); }, [&](i64 to) { mine.keep(to); }, [&](i64 to) { mine.release(to); });
      return k < 0 ? mine.now : mine.held[k];
    }
  };

  static void run(frame const& f) noexcept {
    walker w(f);
    constexpr u32 top = p.levels - 1;
    for (i64& done = w.kept[top].at; done < w.trips; ++done) w.template go<top>();
    // Results of levels below the top that are asked for: their last states.
    static_for<p.levels>([&](auto l) {
      using here = level<l>;
      if constexpr (here::end > p.first_out) {
        std::byte const* const last = here::top ? w.at[l].now : w.template find<l>(w.trips);
        here::state::each(f.symbols, [&](auto i, i64 offset) {
          constexpr u32 c = p.first[here::begin] + i;
          if constexpr (c >= p.first[p.first_out])
            X::copy(X::template result<c - p.first[p.first_out]>(f), last + offset, X::template bytes_of<first_carry + c>(f.symbols));
        });
      }
    });
  }
};

// ---- strips ----
/// The function of a strip: behind the symbols of the call it knows the number of rows, which is a constant: loops have no rests then, and copies
/// of carries are a few instructions (with a number of the call: a third more time).
template <class C, u32 E>
struct strip_code : code_of<held_function<C, E, 0>> {
  static constexpr u32 row_count = C::value.n_symbols;
  static constexpr i64 rows_of_strip = decode<strips_t::params>(C::value.params(C::value.eqns[E])).rows;
  static constexpr auto value = [] {
    auto v = code_of<held_function<C, E, 0>>::value;
    for (u32 i = 0; i < C::value.n_symbols; ++i) v.symbols[i] = C::value.symbols[i];
    v.symbols[row_count] = strips_t::in_strip, v.n_symbols = row_count + 1;
    return v;
  }();
  struct flags {
    bool of[C::value.eqns[E].n_in + 1] = {};
  };
  /// Which inputs have rows.
  static constexpr flags rows = [] {
    flags r;
    jaxpr const j = thaw(held_function<C, E, 0>::frozen);
    for (u32 i = 0; i < C::value.eqns[E].n_in; ++i) r.of[i] = strips_t::has_rows(in_type(j, i));
    return r;
  }();
};
template <class C, u32 E>
struct strips_node {
  using X = control_equation<C, E>;
  using F = strip_code<C, E>;
  static constexpr i64 strip = F::rows_of_strip;
  static constexpr extent length = decode<strips_t::params>(X::params()).length;
  /// What symbols stand for in a strip.
  struct numbers {
    i64 of[F::row_count + 1];
    CONSTAX_INLINE explicit numbers(i64 const* symbols) noexcept {
      for (u32 i = 0; i < F::row_count; ++i) of[i] = symbols[i];
      of[F::row_count] = strip;
    }
  };
  template <u32 O>
  CONSTAX_INLINE static i64 result_bytes(i64 const* symbols) noexcept {
    return X::template slice_bytes_of_type<C::value.vars[X::e.out + O]>(symbols);
  }
  /// The last strip may be short: then it is copied, with its last row again and again.
  CONSTAX_INLINE static i64 copy_bytes(i64 const* symbols) noexcept {
    i64 bytes = 0;
    static_for<X::e.n_in>([&](auto i) {
      if constexpr (F::rows.of[i]) bytes += align_up(strip * X::template slice_bytes<i>(symbols));
    });
    static_for<X::e.n_out>([&](auto o) { bytes += align_up(strip * result_bytes<o>(symbols)); });
    return bytes;
  }
  CONSTAX_INLINE static i64 strip_bytes(i64 const* symbols) noexcept { return align_up(workspace_bytes<F>(numbers(symbols).of, 1)) + copy_bytes(symbols) + 320; }
  static i64 bytes(i64 const* symbols, i64 team) noexcept { return X::copies_bytes(symbols) + team * strip_bytes(symbols); }
  static void run(frame const& f) noexcept {
    void const* operands[X::e.n_in];
    std::byte* area = f.area;
    X::find_operands(f, operands, area);
    i64 const n = bound_length<C, length>(f.symbols), strips = (n + strip - 1) / strip, each = strip_bytes(f.symbols);
    numbers const inside(f.symbols);
    share_among(n >= 2 * strip && n * work_per_row >= team_threshold ? f.team : 1, strips, [&](i64 me, i64 first, i64 last) {
      for (i64 s = first; s < last; ++s) {
        i64 const row = s * strip, rows = row + strip < n ? strip : n - row;
        void const* in[X::e.n_in];
        void* out[X::e.n_out];
        std::byte* const mine = area + me * each;
        static_for<X::e.n_in>([&](auto i) {
          in[i] = operands[i];
          if constexpr (F::rows.of[i]) in[i] = static_cast<std::byte const*>(operands[i]) + row * X::template slice_bytes<i>(f.symbols);
        });
        static_for<X::e.n_out>([&](auto o) { out[o] = X::template result<o>(f) + row * result_bytes<o>(f.symbols); });
        if (rows == strip) constax::run<F>(in, out, mine + copy_bytes(f.symbols), inside.of, 1);
        else short_strip(rows, in, out, mine, f.symbols, inside);
      }
    });
  }

private:
  [[gnu::noinline]] static void short_strip(i64 rows, void const** in, void** out, std::byte* area, i64 const* symbols, numbers const& inside) noexcept {
    void* results[X::e.n_out];
    static_for<X::e.n_in>([&](auto i) {
      if constexpr (F::rows.of[i]) {
        i64 const bytes = X::template slice_bytes<i>(symbols);
        X::copy(area, in[i], rows * bytes);
        for (i64 r = rows; r < strip; ++r) X::copy(area + r * bytes, area + (rows - 1) * bytes, bytes);
        in[i] = area, area += align_up(strip * bytes);
      }
    });
    static_for<X::e.n_out>([&](auto o) { results[o] = out[o], out[o] = area, area += align_up(strip * result_bytes<o>(symbols)); });
    constax::run<F>(in, out, area, inside.of, 1);
    static_for<X::e.n_out>([&](auto o) { X::copy(results[o], out[o], rows * result_bytes<o>(symbols)); });
  }
  /// Operations, roughly.
  static constexpr i64 work(jaxpr const& j) {
    i64 n = 0;
    for (eqn const& e : j.eqns) {
      i64 trips = 1;
      if (e.prim->call && e.prim->call->trips)
        if (extent const l = e.prim->call->trips(j.params(e)); l.is_number()) trips = l.number;
      function_places const held = e.prim->functions(j.params(e));
      for (u32 k = 0; k < held.count; ++k) n += trips * work(j.subs[static_cast<u32>(j.params(e)[held.first + k])]);
      n += e.prim->transcendental ? 12 : 1;
    }
    return n;
  }
  static constexpr i64 work_per_row = work(thaw(held_function<C, E, 0>::frozen));
};

template <class C, u32 E>
struct control_node {
  using P = primitive_at<C, E>;
  static auto pick() {
    if constexpr (std::is_same_v<P, cond_t>) return std::type_identity<cond_node<C, E>>{};
    else if constexpr (std::is_same_v<P, scan_t>) return std::type_identity<scan_node<C, E>>{};
    else if constexpr (std::is_same_v<P, while_t>) return std::type_identity<while_node<C, E>>{};
    else if constexpr (std::is_same_v<P, strips_t>) return std::type_identity<strips_node<C, E>>{};
    else return std::type_identity<chains_node<C, E>>{};
  }
  using node = typename decltype(pick())::type;
  static void run(frame const& f) noexcept { node::run(f); }
  static i64 bytes(i64 const* symbols, i64 team) noexcept { return node::bytes(symbols, team); }
};

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
