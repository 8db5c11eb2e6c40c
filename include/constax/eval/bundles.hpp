// SPDX-License-Identifier: BSL-1.0
#pragma once
// bundles: equal equations of straight-line code on numbers, as one on lanes
//
// x[1], ..., x[8] written in a loop are numbers, each with its equations. Where their results lie side by side in memory, and so does all
// that they come from, the equations agree lane by lane and are computed as one: a bundle. It begins at the stores and grows towards the
// loads; then towards other uses of what it has computed. Numbers in two places are computed twice (v[i] and v[i-1] in Rosenbrock's
// gradient); what is used one by one, as by a sum in order, is taken out of its lanes. Each number is computed as before, so its bits stay.
// Bundles are taken where they save a third of the instructions, else the steps run one by one. (g++'s own search stops at numbers with two
// uses and gathers: store_apart.)
#include <constax/eval/steps.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// A number of straight-line code: copies are the number that they copy.
struct bundled_number {
  enum class source : u8 { literal, load, equation };
  source from = source::literal;
  bool wanted = false;      // alone
  i32 bundle = -1;          // that it is taken out of, and where
  u32 lane = 0;
  u32 prim = 0, n_in = 0, in[3] = {};
  u64 bits = 0;             // of a literal
  u32 memory = 0;
  i64 element = 0;
  friend constexpr bool agree(bundled_number const& a, bundled_number const& b) {
    return a.from == b.from && a.prim == b.prim && a.n_in == b.n_in;
  }
};
struct bundle {
  bool wanted = false, repeats = false; // repeats: one number in all lanes
  u32 number[16] = {};                  // of each lane
  u32 in[3] = {};                       // bundles
};
struct bundled_store {
  u32 memory = 0, number = 0;
  i64 element = 0;
  i32 bundle = -1; // that is stored here
  bool done = false; // by another's bundle
};

/// What bundles understand of kernel K: straight-line code of few numbers of one floating type, which only loads, stores, moves and
/// computes.
struct bundled_size {
  u32 numbers = 0, stores = 0; // 0: not understood
  dtype type{};
};
template <class C, u32 K>
constexpr bundled_size size_to_bundle() {
  auto const& c = C::value;
  node const& n = c.nodes[K];
  constexpr u32 fewest = 12, most = 320; // steps; numbers: each search runs through them
  if (n.nest.rank != 0 || n.n_steps < fewest || n.n_steps > long_kernel) return {};
  for (u32 k : n.n_pre)
    if (k != 0) return {};
  bundled_size size;
  size.type = c.steps[n.steps].kind == step_kind::compute ? c.type(c.eqns[c.steps[n.steps].at].out).type : c.type(c.steps[n.steps].at).type;
  if (size.type != dtype::f32 && size.type != dtype::f64) return {};
  for (u32 s = n.steps; s < n.steps + n.n_steps; ++s) {
    step const& at = c.steps[s];
    if (at.kind == step_kind::exit) return {};
    u32 const v = at.kind == step_kind::compute ? c.eqns[at.at].out : at.at, count = unrolled_count(c.shape_of(v), 0);
    if (c.type(v).type != size.type || !c.shape_of(v).is_static()) return {};
    if (at.kind == step_kind::compute) {
      code_eqn const& e = c.eqns[at.at];
      primitive const* const p = C::primitives[e.prim];
      if (e.kind == kind::elementwise) {
        if (e.n_param != 0 || e.n_in > 3 || p->transcendental) return {};
      } else if (e.kind != kind::movement) return {};
      for (u32 k = e.in; k < e.in + e.n_in; ++k) {
        if (c.dtype_of(c.atoms[k]) != size.type) return {};
        if (c.atoms[k].is_literal()) size.numbers += e.kind == kind::movement ? count : 1;
      }
    }
    size.numbers += count;
    if (at.kind == step_kind::store) size.stores += count;
    if (size.numbers > most) return {};
  }
  return size.stores < 4 ? bundled_size{} : size;
}

template <class C, u32 K, u32 Numbers, u32 Stores>
struct bundler {
  static constexpr u32 capacity = Numbers;
  bundled_number numbers[Numbers] = {};
  bundled_store stores[Stores] = {};
  bundle bundles[capacity] = {};
  u32 n_numbers = 0, n_stores = 0, n_bundles = 0, lanes = 0; // lanes 0: no bundles
  u32 regs[Numbers] = {}; // the number that a register holds
  bool sound = true;

  constexpr u32 literal_number(u64 bits) {
    numbers[n_numbers].bits = bits;
    return n_numbers++;
  }
  constexpr u32 loaded_number(u32 memory, i64 element) {
    for (u32 k = 0; k < n_numbers; ++k)
      if (numbers[k].from == bundled_number::source::load && numbers[k].memory == memory && numbers[k].element == element) return k;
    bundled_number& x = numbers[n_numbers];
    x.from = bundled_number::source::load, x.memory = memory, x.element = element;
    return n_numbers++;
  }
  /// The element of its memory that element u of variable v is; -1: not known here.
  static constexpr i64 element_in_memory(u32 v, u32 u) {
    auto const& c = C::value;
    constax::place const& at = c.places[v];
    shape const& in = c.avals[c.memories[at.memory].type].shape;
    if (!in.is_static() || layout_of<C>(leaf_of<C>(static_cast<u32>(at.memory))) != memory_layout::row_major) return -1;
    i64 index[max_rank] = {}, here[max_rank] = {};
    shape const& s = c.shape_of(v);
    unrolled_index(s, 0, u, here);
    for (int d = 0; d < s.rank && at.view < 0; ++d) index[d] = here[d];
    if (at.view >= 0) {
      affine_map const& m = c.views[at.view];
      for (int d = 0; d < in.rank; ++d) {
        if (!m.start[d].is_number()) return -1;
        index[d] = m.start[d].number;
      }
      for (int d = 0; d < s.rank; ++d)
        if (m.axis[d] >= 0) index[m.axis[d]] += here[d] * m.step[d];
    }
    i64 element = 0;
    for (int d = 0; d < in.rank; ++d) {
      if (index[d] < 0 || index[d] >= in[d].number) return -1;
      element = element * in[d].number + index[d];
    }
    return element + at.first;
  }
  /// Element u of operand k (a place in code.atoms).
  constexpr u32 operand_number(u32 k, u32 u) {
    auto const& c = C::value;
    atom const a = c.atoms[k];
    return a.is_literal() ? literal_number(c.lits[a.lit()].bits) : regs[c.operand_reg[k] + (unrolled_count(c.shape_of(a), 0) == 1 ? 0 : u)];
  }
  constexpr void read_step(step const& s) {
    auto const& c = C::value;
    if (s.kind != step_kind::compute) {
      for (u32 u = 0, n = unrolled_count(c.shape_of(s.at), 0); u < n; ++u) {
        i64 const element = element_in_memory(s.at, u);
        sound = sound && element >= 0;
        u32 const memory = static_cast<u32>(c.places[s.at].memory);
        if (s.kind == step_kind::load) regs[s.reg + u] = loaded_number(memory, element);
        else stores[n_stores].memory = memory, stores[n_stores].element = element, stores[n_stores++].number = regs[c.regs[s.at] + u];
      }
      return;
    }
    code_eqn const& e = c.eqns[s.at];
    u32 const count = unrolled_count(c.shape_of(e.out), 0);
    if (e.kind == kind::movement) {
      vec<lengths> in;
      for (u32 k = 0; k < e.n_in; ++k) in.push(lengths(c.shape_of(c.atoms[e.in + k]), {}));
      lengths const result(c.shape_of(e.out), {});
      for (u32 u = 0; u < count; ++u) {
        i64 at[max_rank] = {};
        unrolled_index(c.shape_of(e.out), 0, u, at);
        element_source const from = C::primitives[e.prim]->source(c.params(e), {}, {in.begin(), in.size()}, result, at);
        u32 const k = e.in + static_cast<u32>(from.operand < 0 ? 1 : from.operand);
        regs[c.regs[e.out] + u] = operand_number(k, from.operand < 0 ? 0 : unrolled_offset(c.shape_of(c.atoms[k]), 0, from.at));
      }
      return;
    }
    u32 literals[3] = {};
    for (u32 k = 0; k < e.n_in; ++k)
      if (c.atoms[e.in + k].is_literal()) literals[k] = operand_number(e.in + k, 0);
    for (u32 u = 0; u < count; ++u) {
      bundled_number& x = numbers[n_numbers];
      x.from = bundled_number::source::equation, x.prim = e.prim, x.n_in = e.n_in;
      for (u32 k = 0; k < e.n_in; ++k) x.in[k] = c.atoms[e.in + k].is_literal() ? literals[k] : operand_number(e.in + k, u);
      regs[c.regs[e.out] + u] = n_numbers++;
    }
  }

  /// The bundle of these numbers, made with all it needs; -1: there is none.
  constexpr i32 find(u32 const* at) {
    using source = bundled_number::source;
    for (u32 b = 0; b < n_bundles; ++b) {
      bool same = true;
      for (u32 l = 0; l < lanes && same; ++l) same = bundles[b].number[l] == at[l];
      if (same) return static_cast<i32>(b);
    }
    bundled_number const& first = numbers[at[0]];
    bool repeats = true, follows = true;
    for (u32 l = 1; l < lanes; ++l) {
      bundled_number const& x = numbers[at[l]];
      if (!agree(first, x)) return -1;
      repeats = repeats && x.bits == first.bits && x.memory == first.memory && x.element == first.element;
      follows = follows && x.memory == first.memory && x.element == first.element + l;
    }
    if (first.from == source::literal && !repeats) return -1;
    if (first.from == source::load && !repeats && !follows) return -1;
    u32 in[3] = {}, operand[16] = {};
    for (u32 k = 0; k < first.n_in; ++k) {
      for (u32 l = 0; l < lanes; ++l) operand[l] = numbers[at[l]].in[k];
      i32 const b = find(operand);
      if (b < 0) return -1;
      in[k] = static_cast<u32>(b);
    }
    if (n_bundles == capacity) return -1;
    bundle& b = bundles[n_bundles];
    b = {};
    b.repeats = first.from != source::equation && repeats;
    for (u32 l = 0; l < lanes; ++l) b.number[l] = at[l];
    for (u32 k = 0; k < 3; ++k) b.in[k] = in[k];
    return static_cast<i32>(n_bundles++);
  }
  constexpr bool computes(u32 b) const { return numbers[bundles[b].number[0]].from == bundled_number::source::equation; }
  constexpr u32 equations() const {
    u32 n = 0;
    for (u32 b = 0; b < n_bundles; ++b) n += computes(b);
    return n;
  }

  constexpr void bundle_stores() {
    for (u32 s = 0; s < n_stores; ++s) {
      u32 with[16] = {s}, at[16] = {stores[s].number}, found = stores[s].done ? 0 : 1;
      while (found > 0 && found < lanes) {
        u32 k = 0;
        while (k < n_stores && (stores[k].done || stores[k].memory != stores[s].memory || stores[k].element != stores[s].element + found))
          ++k;
        if (k == n_stores) break;
        with[found] = k, at[found++] = stores[k].number;
      }
      if (found != lanes) continue;
      u32 const before = n_bundles;
      i32 const b = find(at);
      if (b < 0) {
        n_bundles = before;
        continue;
      }
      for (u32 l = 0; l < lanes; ++l) stores[with[l]].done = true;
      stores[s].bundle = b;
    }
  }
  /// One more equation on what is computed already.
  constexpr void bundle_uses() {
    for (u32 b = 0; b < n_bundles; ++b) {
      if (!computes(b)) continue;
      for (u32 x = bundles[b].number[0] + 1; x < n_numbers; ++x)
        for (u32 k = 0; k < numbers[x].n_in; ++k) {
          if (numbers[x].in[k] != bundles[b].number[0]) continue;
          u32 at[16] = {x}, found = 1;
          for (; found < lanes; ++found) {
            u32 const from = bundles[b].number[found];
            u32 y = from + 1;
            while (y < n_numbers && !(agree(numbers[x], numbers[y]) && numbers[y].in[k] == from)) ++y;
            if (y == n_numbers) break;
            at[found] = y;
          }
          if (found != lanes) continue;
          u32 const before = n_bundles, computed = equations();
          if (find(at) < 0 || equations() != computed + 1) n_bundles = before;
        }
    }
  }

  /// Marks what is wanted. Half instructions: 2 for each, 1 for a load, which is often part of another.
  constexpr i64 cost() {
    i64 all = 0;
    for (u32 k = 0; k < n_numbers; ++k) numbers[k].wanted = false, numbers[k].bundle = -1;
    for (u32 b = 0; b < n_bundles; ++b) {
      bundles[b].wanted = false;
      if (!computes(b)) continue;
      for (u32 l = 0; l < lanes; ++l) {
        bundled_number& x = numbers[bundles[b].number[l]];
        if (x.bundle < 0 || l < x.lane) x.bundle = static_cast<i32>(b), x.lane = l;
      }
    }
    for (u32 s = 0; s < n_stores; ++s) {
      if (stores[s].bundle >= 0) bundles[stores[s].bundle].wanted = true;
      else if (!stores[s].done) numbers[stores[s].number].wanted = true;
      all += stores[s].bundle >= 0 || !stores[s].done ? 2 : 0;
    }
    for (u32 k = n_numbers; k-- > 0;) {
      bundled_number& x = numbers[k];
      if (!x.wanted) continue;
      if (x.bundle >= 0) {
        bundles[x.bundle].wanted = true, all += x.lane == 0 ? 0 : 2;
        continue;
      }
      for (u32 i = 0; i < x.n_in; ++i) numbers[x.in[i]].wanted = true;
      all += x.from == bundled_number::source::equation ? 2 : x.from == bundled_number::source::load ? 1 : 0;
    }
    for (u32 b = n_bundles; b-- > 0;) {
      bundle const& x = bundles[b];
      if (!x.wanted) continue;
      bundled_number const& first = numbers[x.number[0]];
      for (u32 i = 0; i < first.n_in; ++i) bundles[x.in[i]].wanted = true;
      all += first.from == bundled_number::source::equation ? 2 : 1;
    }
    return all;
  }
  constexpr i64 try_lanes(u32 w, bool uses) {
    lanes = w, n_bundles = 0;
    for (u32 s = 0; s < n_stores; ++s) stores[s].bundle = -1, stores[s].done = false;
    bundle_stores();
    if (uses) bundle_uses();
    return cost();
  }
  constexpr void run(dtype type) {
    node const& n = C::value.nodes[K];
    for (u32 s = n.steps; s < n.steps + n.n_steps && sound; ++s) read_step(C::value.steps[s]);
    u32 best = 0;
    if (sound) {
      i64 least = cost() * 2 / 3;
      bool with_uses = false;
      for (u32 w = CONSTAX_VECTOR_BYTES / static_cast<u32>(info(type).bytes); w >= 4; w /= 2)
        for (bool uses : {false, true})
          if (i64 const x = try_lanes(w, uses); x < least) least = x, best = w, with_uses = uses;
      if (best) try_lanes(best, with_uses);
    }
    lanes = best;
  }
};
template <class C, u32 K>
inline constexpr auto bundles_of = [] {
  constexpr bundled_size size = size_to_bundle<C, K>();
  bundler<C, K, size.numbers ? size.numbers : 1, size.stores ? size.stores : 1> b;
  if constexpr (size.numbers > 0) b.run(size.type);
  return b;
}();

/// Runs kernel K in bundles: all it loads, bundles before numbers, then all it stores; so what is read lies unchanged until then.
template <class C, u32 K>
struct in_bundles {
  static constexpr auto const& plan = bundles_of<C, K>;
  static constexpr bool worth_it = plan.lanes > 0;
  static constexpr int W = worth_it ? static_cast<int>(plan.lanes) : 1;
  using T = element_of<size_to_bundle<C, K>().type>;
  struct values {
    lane<T, W> bundle[plan.n_bundles ? plan.n_bundles : 1];
    T number[plan.n_numbers];
  };
  template <u32 N>
  static constexpr T literal_of() { return number_of_bits<T>(plan.numbers[N].bits); }
  CONSTAX_INLINE static T* element(void* const* memory, u32 m, i64 at) noexcept { return static_cast<T*>(memory[m]) + at; }

  template <u32 B>
  CONSTAX_INLINE static void compute_bundle(void* const* memory, values& v) noexcept {
    constexpr bundle b = plan.bundles[B];
    constexpr bundled_number x = plan.numbers[b.number[0]];
    if constexpr (!b.wanted) return;
    else if constexpr (x.from == bundled_number::source::literal) v.bundle[B] = broadcast<T, W>(literal_of<b.number[0]>());
    else if constexpr (x.from == bundled_number::source::load) {
      if constexpr (b.repeats) v.bundle[B] = broadcast<T, W>(*element(memory, x.memory, x.element));
      else v.bundle[B] = load<T, W>(element(memory, x.memory, x.element));
    } else {
      using P = primitive_of<C::primitives[x.prim]>;
      if constexpr (x.n_in == 1) v.bundle[B] = applied<P, T, W, false>(v.bundle[b.in[0]]);
      else if constexpr (x.n_in == 2) v.bundle[B] = applied<P, T, W, false>(v.bundle[b.in[0]], v.bundle[b.in[1]]);
      else v.bundle[B] = applied<P, T, W, false>(v.bundle[b.in[0]], v.bundle[b.in[1]], v.bundle[b.in[2]]);
    }
  }
  template <u32 N>
  CONSTAX_INLINE static void compute_number(void* const* memory, values& v) noexcept {
    constexpr bundled_number x = plan.numbers[N];
    if constexpr (!x.wanted) return;
    else if constexpr (x.bundle >= 0) v.number[N] = extract(v.bundle[x.bundle], static_cast<int>(x.lane));
    else if constexpr (x.from == bundled_number::source::literal) v.number[N] = literal_of<N>();
    else if constexpr (x.from == bundled_number::source::load) v.number[N] = *element(memory, x.memory, x.element);
    else {
      using P = primitive_of<C::primitives[x.prim]>;
      if constexpr (x.n_in == 1) v.number[N] = applied<P, T, 1, false>(v.number[x.in[0]]);
      else if constexpr (x.n_in == 2) v.number[N] = applied<P, T, 1, false>(v.number[x.in[0]], v.number[x.in[1]]);
      else v.number[N] = applied<P, T, 1, false>(v.number[x.in[0]], v.number[x.in[1]], v.number[x.in[2]]);
    }
  }
  template <u32 S>
  CONSTAX_INLINE static void store_one(void* const* memory, values& v) noexcept {
    constexpr bundled_store s = plan.stores[S];
    if constexpr (s.bundle >= 0) store(element(memory, s.memory, s.element), v.bundle[s.bundle]);
    else if constexpr (!s.done) store_apart<keeps_addresses<C, K>, T>(memory, s.memory, s.element, v.number[s.number]);
  }
  CONSTAX_INLINE static void run(void* const* memory) noexcept {
    values v;
    [&]<std::size_t... B>(std::index_sequence<B...>) {
      [[maybe_unused]] nothing const in_order[] = {(compute_bundle<B>(memory, v), nothing{})..., nothing{}};
    }(std::make_index_sequence<plan.n_bundles>{});
    [&]<std::size_t... N>(std::index_sequence<N...>) {
      [[maybe_unused]] nothing const in_order[] = {(compute_number<N>(memory, v), nothing{})..., nothing{}};
    }(std::make_index_sequence<plan.n_numbers>{});
    [&]<std::size_t... S>(std::index_sequence<S...>) {
      [[maybe_unused]] nothing const in_order[] = {(store_one<S>(memory, v), nothing{})..., nothing{}};
    }(std::make_index_sequence<plan.n_stores>{});
  }
};

/// Is all of C one kernel of bundles?
template <class C>
inline constexpr bool runs_in_bundles = [] {
  if constexpr (C::value.n_nodes != 1) return false;
  else if constexpr (C::value.nodes[0].kind != node_kind::kernel || C::value.nodes[0].nest.rank != 0) return false;
  else return in_bundles<C, 0>::worth_it;
}();

} // namespace constax::inline CONSTAX_TAG::detail
