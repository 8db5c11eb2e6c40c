// SPDX-License-Identifier: BSL-1.0
#pragma once
// call_memory: the memory of one call: in which layouts arguments and results lie, and what may overlap.
// Everything that can be wrong with a call is found here and in bind_symbols.hpp, before anything is written.
#include <constax/api/bind_symbols.hpp>
#include <constax/api/footprint.hpp>
#include <constax/api/program.hpp>
#include <constax/eval/run.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

// ---- layouts -----------------------------------------------------------------------------------------------------------------

template <class X>
constexpr memory_layout layout_of_leaf() {
  if constexpr (laid_out_leaf<X>)
    if (X::rank() > (X::layout == memory_layout::col_major ? 1 : 0)) { // a column is a row
      if (has_two_words(X::aval.type)) return memory_layout::strided;  // words are closest
      return X::layout;
    }
  return memory_layout::row_major;
}
/// The layouts of a tree's leaves, in order; Integers: also of those numbers that have no tangents.
template <class X, bool Integers = true>
constexpr void push_layouts(vec<memory_layout>& to) {
  if constexpr (leaf<X>) {
    if constexpr (Integers || !scalar<X> || floating_element<X>) to.push(layout_of_leaf<X>());
  } else {
    using members = typename member_types<X>::type;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (push_layouts<std::remove_cvref_t<std::tuple_element_t<I, members>>, Integers>(to), ...);
    }(std::make_index_sequence<std::tuple_size_v<members>>{});
  }
}
template <class X, bool Integers = true>
constexpr vec<memory_layout> layouts_in() {
  vec<memory_layout> all;
  push_layouts<X, Integers>(all);
  return all;
}
template <class X>
constexpr bool has_layouts() {
  for (memory_layout l : layouts_in<X>())
    if (l != memory_layout::row_major) return true;
  return false;
}

/// The code of a call: Code itself where all is row-major. In: a tuple of the arguments' types, what captures hold first; Out: the
/// results'.
template <class Code, class In, class Out, bool Integers = true>
struct call_code_of {
  using type = Code;
};
template <class Code, class In, class Out, bool Integers>
  requires(has_layouts<In>() || has_layouts<Out>())
struct call_code_of<Code, In, Out, Integers> {
  static constexpr memory_layout at(u32 k) {
    vec<memory_layout> all = layouts_in<In, Integers>();
    all.append(layouts_in<Out>());
    if (k < all.size()) return all[k];
    return memory_layout::row_major;
  }
  template <std::size_t... K>
  static auto spell(std::index_sequence<K...>) -> laid_out_code<Code, at(K)...>;
  using type = decltype(spell(std::make_index_sequence<Code::value.n_ins + Code::value.n_outs>{}));
};
/// Leaves of no tree: results of our own.
using own_results = std::tuple<>;

template <class F>
inline constexpr u32 n_captured_leaves = static_cast<u32>(leaf_count<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>>());
/// What F has captured, then the arguments: a tuple of types.
template <class F, class... X>
using call_arguments = decltype(std::tuple_cat(captured(std::declval<F const&>()), std::declval<std::tuple<X...>>()));
template <class F, class Out, class... X>
using call_code = typename call_code_of<code_of<program_of<F, X...>>, call_arguments<F, X...>, Out>::type;

/// Numbers that a call hands to its kernels: what symbols stand for, then strides.
template <class C>
constexpr u32 n_numbers() {
  if constexpr (C::has_layouts) return static_cast<u32>(bindings::capacity) + C::n_numbers();
  else return bindings::capacity;
}

[[gnu::cold]] [[gnu::noinline]] inline void raise_null(leaf_name leaf, i64 bytes) {
  text t;
  t << "[constax] " << leaf << " is a null view of " << bytes << " bytes";
  raise(t);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_null_output(u32 output, i64 bytes) {
  raise(text("[constax] output leaf ") << output << " is a null view of " << bytes << " bytes");
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_output_length(int axis, u32 output, i64 length, i64 expected) {
  raise(text("[constax] axis ") << axis << " of output leaf " << output << " has length " << length << ", the result has " << expected);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_workspace(u64 given, i64 needed) {
  raise(text("[constax] evaluate_into: the workspace has ") << given << " bytes, the plan needs " << needed);
}

/// How an input may lie where an output is written: not at all; in the same place, for each element is read before the same element is
/// written, and never after; anywhere, for all of it is read before anything is written. (Each allows what those before it do.)
enum class overlaps : u8 { nowhere, in_place, anywhere };

template <class C>
constexpr overlaps overlaps_allowed(u32 input, u32 output) {
  auto const& c = C::value;
  i32 reads = -1, writes = -1;
  for (u32 m = 0; m < c.n_memories; ++m) {
    if (c.memories[m].kind == memory_kind::input && c.memories[m].index == input) reads = static_cast<i32>(m);
    if (c.memories[m].kind == memory_kind::output && c.memories[m].index == output) writes = static_cast<i32>(m);
  }
  if (reads < 0) return overlaps::anywhere;
  if (writes < 0) return overlaps::nowhere; // copied at the end: what it copies may be overwritten by then
  for (u32 k = 0; k < c.n_outs; ++k) // and so may what another output copies
    if (u32 const v = c.sources[k]; v < loop_plan::in_place && c.places[v].memory == reads) return overlaps::nowhere;
  if (c.n_nodes == 0) return overlaps::nowhere; // nothing writes
  for (u32 k = 0; k < c.n_nodes; ++k)
    if (c.nodes[k].kind != node_kind::kernel) return overlaps::nowhere;
  node const& n =
      c.nodes[c.n_nodes - 1]; // what those before it read was read in time; only of what the last one writes this is simple to prove
  if (n.exit_axis >= 0 && n.exit_axis != n.nest.rank - 1) return overlaps::nowhere;
  bool const straight = c.n_nodes == 1 && n.nest.rank == 0;
  if (straight && runs_in_bundles<C>) return overlaps::anywhere;
  for (u32 s = 0; s < n.n_preloads && !straight; ++s)
    if (c.places[c.steps[n.preloads + s].at].memory == reads) return overlaps::nowhere;
  bool written = false;
  for (u32 s = 0; s < n.n_steps; ++s) {
    step const& at = c.steps[n.steps + s];
    for (u32 i = 0; at.kind == step_kind::compute && i < operands_in_memory_of<C>(c.eqns[at.at]); ++i)
      if (c.places[c.atoms[c.eqns[at.at].in + i].var()].memory == reads) return overlaps::nowhere;
    if (at.kind == step_kind::store && c.places[at.at].memory == writes) written = true;
    if (at.kind == step_kind::load && c.places[at.at].memory == reads) {
      if (written) return overlaps::nowhere;
      if (straight) continue;
      bool const part = c.places[at.at].view >= 0;
      if (part && n.nest.rank > 0) return overlaps::nowhere; // without a loop a part may be read, as long as nothing is written
      if (!part && !(c.shape_of(at.at) == c.avals[c.memories[static_cast<u32>(writes)].type].shape)) return overlaps::nowhere;
    }
  }
  return !written ? overlaps::nowhere : straight ? overlaps::anywhere : overlaps::in_place;
}
template <class C>
struct overlap_table {
  overlaps of[C::value.n_outs ? C::value.n_outs : 1][C::value.n_ins ? C::value.n_ins : 1] = {};
};
template <class C>
inline constexpr auto may_overlap = [] { // of the code that runs
  overlap_table<C> t;
  for (u32 o = 0; o < C::value.n_outs; ++o)
    for (u32 k = 0; k < C::value.n_ins; ++k) {
      overlaps& may = t.of[o][k] = overlaps_allowed<C>(k, o);
      if constexpr (has_code_for_one_thread<C>())
        if (overlaps const also = overlaps_allowed<typename one_thread_code<C>::type>(k, o); also < may) may = also;
    }
  return t;
}();

[[gnu::cold]] [[gnu::noinline]] inline void raise_overlap_inside(u32 output) {
  raise(text("[constax] output leaf ") << output
                                       << " has strides under which its elements overlap; every element needs a place of its own");
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_overlap(u32 output, leaf_name with) {
  text t;
  t << "[constax] output leaf " << output << " overlaps " << with
    << " in memory, and the plan reads after it writes; write to other memory, or copy";
  raise(t);
}
[[gnu::cold]] [[gnu::noinline]] inline void raise_overlap_of_outputs(u32 output, u32 other) {
  raise(text("[constax] output leaf ") << output << " overlaps output leaf " << other << " in memory; give each memory of its own");
}
/// What a call may do about an output that lies where it would overwrite what it still reads: evaluate_into refuses, assign.hpp evades.
struct refuse_overlap {
  u32 n_captured;
  void operator()(u32 output, u32 input) const { raise_overlap(output, {input, n_captured}); }
};

/// Outputs have the lengths of the result.
template <class C>
CONSTAX_INLINE void check_outputs(leaf_memory const* out, i64 const* symbols) {
  static_for<C::value.n_outs>([&](auto o) {
    constexpr shape const& s = C::value.shape_of(C::value.outs[o]);
    static_for<s.rank>([&](auto d) {
      i64 const expected = bound_length<C, s.dims[d]>(symbols);
      if (out[o].length[d] != expected)
        raise_output_length(static_cast<int>(d), o, out[o].length[d], expected);
    });
  });
}

/// Refuses null arguments.
template <class C>
CONSTAX_INLINE void check_inputs(leaf_memory const* in, u32 n_captured) {
  for (u32 k = 0; k < C::value.n_ins; ++k)
    if (!in[k].data && in[k].bytes) [[unlikely]] raise_null({k, n_captured}, in[k].bytes);
}
/// Where leaf K of the call lies; arguments first.
template <class C, u32 K>
footprint footprint_of(leaf_memory const& m) noexcept {
  constexpr aval a = C::type(K);
  footprint f;
  f.first = reinterpret_cast<std::uintptr_t>(m.data), f.element = info(a.type).bytes, f.rank = a.rank();
  i64 stride = f.element;
  for (int k = 0; k < f.rank; ++k) {
    int const d = C::layouts[K] == memory_layout::col_major ? k : f.rank - 1 - k;
    f.length[d] = m.length[d], f.stride[d] = stride, stride *= m.length[d];
    if (C::layouts[K] == memory_layout::strided) f.stride[d] = m.stride[d] * f.element;
  }
  return f;
}
/// check_memory for layouts: elements may lie apart, in another order, or in one place.
template <class C, class R, class Evade>
void check_footprints(leaf_memory const* in, leaf_memory const* out, Evade const& evade) {
  constexpr u32 n_in = C::value.n_ins, n_out = C::value.n_outs;
  footprint at[n_in + n_out];
  static_for<n_in>([&](auto k) { at[k] = footprint_of<C, k>(in[k]); });
  static_for<n_out>([&](auto k) { at[n_in + k] = footprint_of<C, n_in + k>(out[k]); });
  auto const same_places = [](footprint const& a, footprint const& b) {
    bool same = a.first == b.first && a.bytes() == b.bytes();
    for (int d = 0; d < a.rank && d < b.rank; ++d) same &= a.length[d] == b.length[d] && (a.length[d] <= 1 || a.stride[d] == b.stride[d]);
    return same;
  };
  for (u32 o = 0; o < n_out; ++o) {
    footprint const& y = at[n_in + o];
    if (overlaps_itself(y)) raise_overlap_inside(o);
    for (u32 p = o + 1; p < n_out; ++p)
      if (overlap(y, at[n_in + p])) raise_overlap_of_outputs(o, p);
    for (u32 k = 0; k < n_in; ++k)
      if (may_overlap<R>.of[o][k] != overlaps::anywhere && overlap(at[k], y) &&
          !(same_places(at[k], y) && may_overlap<R>.of[o][k] == overlaps::in_place))
        evade(o, k);
  }
}

/// Does any output overlap an argument or another output? Without branches: with 32 outputs and 49 arguments a seventh of a small call was
/// spent here.
template <u32 In, u32 Out>
bool any_overlap(leaf_memory const* in, leaf_memory const* out) noexcept {
  std::uintptr_t first[In + Out], last[In + Out];
  for (u32 k = 0; k < In + Out; ++k) {
    leaf_memory const& m = k < Out ? out[k] : in[k - Out];
    first[k] = reinterpret_cast<std::uintptr_t>(m.data), last[k] = first[k] + static_cast<std::uintptr_t>(m.bytes);
  }
  u64 found = 0;
  for (u32 o = 0; o < Out; ++o)
    for (u32 k = o + 1; k < In + Out; ++k) found |= static_cast<u64>(first[k] < last[o]) & static_cast<u64>(first[o] < last[k]);
  return found != 0;
}

/// Checks pointers and overlaps before anything is written, by what code R does, which runs; evade(output, input): where they overlap and
/// must not.
template <class C, class R = running_code<C>, class Evade>
CONSTAX_INLINE void check_memory(leaf_memory const* in, leaf_memory const* out, u32 n_captured, Evade const& evade) {
  constexpr u32 n_in = C::value.n_ins, n_out = C::value.n_outs;
  if constexpr (C::has_layouts) {
    check_inputs<C>(in, n_captured);
    for (u32 o = 0; o < n_out; ++o)
      if (!out[o].data && out[o].bytes) [[unlikely]] raise_null_output(o, out[o].bytes);
    return check_footprints<C, R>(in, out, evade);
  }
  // One comparison and one jump: from a's bytes before b to b's end. (rosenbrock of ten numbers is 80 instructions in all; with two of
  // each, 1.10 of by_hand, not 1.06.)
  auto const overlap = [](leaf_memory const& a, leaf_memory const& b) {
    std::uintptr_t const reach = static_cast<std::uintptr_t>(a.bytes), both = static_cast<std::uintptr_t>(b.bytes) + reach;
    return reinterpret_cast<std::uintptr_t>(a.data) - reinterpret_cast<std::uintptr_t>(b.data) + reach - 1 < both - (both > 0);
  };
  check_inputs<C>(in, n_captured);
  for (u32 o = 0; o < n_out; ++o)
    if (!out[o].data && out[o].bytes) [[unlikely]] raise_null_output(o, out[o].bytes);
  if constexpr (n_out * (n_in + n_out) > 64)
    if (!any_overlap<n_in, n_out>(in, out)) [[likely]] return;
  for (u32 o = 0; o < n_out; ++o) {
    for (u32 p = o + 1; p < n_out; ++p)
      if (overlap(out[o], out[p])) [[unlikely]] raise_overlap_of_outputs(o, p);
    for (u32 k = 0; k < n_in; ++k)
      if (may_overlap<C>.of[o][k] != overlaps::anywhere && overlap(in[k], out[o])) [[unlikely]]
        if (!(in[k].data == out[o].data && in[k].bytes == out[o].bytes && may_overlap<C>.of[o][k] == overlaps::in_place)) evade(o, k);
  }
}

[[gnu::cold]] [[gnu::noinline]] inline void raise_workspace_overlap(u32 leaf, u32 n_in, u32 n_captured) {
  text t;
  t << "[constax] evaluate_into: the workspace overlaps ";
  if (leaf < n_in) t << leaf_name{leaf, n_captured};
  else t << "output leaf " << leaf - n_in;
  raise(t << " in memory; give it memory of its own");
}
/// The `bytes` of a caller's workspace that the plan writes belong to no argument and no result.
template <class C>
CONSTAX_INLINE void check_workspace(leaf_memory const* in, leaf_memory const* out, std::byte const* workspace, i64 bytes, u32 n_captured) {
  constexpr u32 n_in = C::value.n_ins, n_out = C::value.n_outs;
  std::uintptr_t const first = reinterpret_cast<std::uintptr_t>(workspace), last = first + static_cast<std::uintptr_t>(bytes);
  static_for<n_in + n_out>([&](auto k) {
    leaf_memory const& m = k < n_in ? in[k] : out[k - n_in];
    std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(m.data), end = begin + static_cast<std::uintptr_t>(m.bytes);
    if constexpr (C::has_layouts) {
      footprint const f = footprint_of<C, k>(m);
      begin = f.begin(), end = f.end();
    }
    if (m.bytes && begin < last && first < end) [[unlikely]] raise_workspace_overlap(k, n_in, n_captured);
  });
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
