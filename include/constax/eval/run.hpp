// SPDX-License-Identifier: BSL-1.0
#pragma once
// run : program, inputs, outputs, workspace -> outputs        the plan's nodes, one after the other
#include <constax/eval/dot.hpp>
#include <constax/eval/kernel.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class C, u32 K>
CONSTAX_INLINE void run_node(frame const& f) noexcept {
  constexpr node const& n = C::value.nodes[K];
  if constexpr (n.kind == node_kind::kernel) kernel<C, K>::run(f);
  else if constexpr (n.kind == node_kind::copy) copy_node<C, n.eqn>::run(f);
  else if constexpr (n.kind == node_kind::dot) dot_node<C, n.eqn>::run(f);
  else locate_node<C, n.eqn>::run(f);
}

constexpr i64 align_up(i64 bytes) { return (bytes + 63) / 64 * 64; }

template <class C, u32 Slot>
CONSTAX_INLINE i64 slot_bytes(i64 const* symbols) noexcept {
  constexpr aval const& a = C::value.avals[C::value.slot_type[Slot]];
  i64 n = info(a.type).bytes;
  static_for<a.shape.rank>([&](auto d) { n *= bound_length<C, a.shape.dims[d]>(symbols); });
  return align_up(n);
}

} // namespace detail

/// Bytes of workspace that a call needs; a constant where shapes are.
template <class C>
CONSTAX_INLINE i64 workspace_bytes(i64 const* symbols) noexcept {
  i64 bytes = 0;
  static_for<C::value.n_slots>([&](auto s) { bytes += detail::slot_bytes<C, s>(symbols); });
  return bytes;
}

/// inputs, outputs: first elements, in the program's order; workspace: workspace_bytes, 64-byte aligned or not.
template <class C>
CONSTAX_INLINE void run(void const* const* inputs, void* const* outputs, std::byte* workspace, i64 const* symbols) noexcept {
  constexpr auto const& code = C::value;
  void* memory[code.n_memories ? code.n_memories : 1];
  std::byte* slots[code.n_slots ? code.n_slots : 1];
  static_for<code.n_slots>([&](auto s) {
    slots[s] = workspace;
    workspace += detail::slot_bytes<C, s>(symbols);
  });
  static_for<code.n_memories>([&](auto m) {
    constexpr constax::memory at = code.memories[m];
    if constexpr (at.kind == memory_kind::input) memory[m] = const_cast<void*>(inputs[at.index]);
    else if constexpr (at.kind == memory_kind::output) memory[m] = outputs[at.index];
    else memory[m] = slots[at.index];
  });
  frame const f{memory, symbols};
  static_for<code.n_nodes>([&](auto k) { detail::run_node<C, k>(f); });
  static_for<code.n_outs>([&](auto o) {
    if constexpr (code.sources[o] != loop_plan::in_place) detail::copy_output<C, o>(f, outputs[o]);
  });
}

} // namespace constax::inline CONSTAX_TAG
