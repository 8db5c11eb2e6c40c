// SPDX-License-Identifier: BSL-1.0
#pragma once
// run : program, inputs, outputs, workspace -> outputs        the plan's nodes, one after the other
#include <constax/eval/control.hpp>
#include <constax/eval/indexed.hpp>
#include <constax/eval/pack.hpp>
#include <constax/eval/region.hpp>
#include <constax/eval/routine.hpp>
#include <constax/eval/scanned.hpp>
#include <constax/eval/sorted.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class C, u32 K>
CONSTAX_INLINE void run_node(frame const& f) noexcept {
  constexpr node const& n = C::value.nodes[K];
  if constexpr (n.kind == node_kind::kernel) kernel<C, K>::run(f);
  else if constexpr (n.kind == node_kind::copy) copy_node<C, n.eqn, n.region_axis>::run(f);
  else if constexpr (n.kind == node_kind::dot) dot_node<C, n.eqn, n.region_axis>::run(f);
  else if constexpr (n.kind == node_kind::scanned) scanned_node<C, n.eqn, n.region_axis, n.total>::run(f);
  else if constexpr (n.kind == node_kind::region) region<C, K>::run(f);
  else if constexpr (n.kind == node_kind::pack) pack_node<C, n.eqn>::run(f);
  else if constexpr (n.kind == node_kind::control) control_node<C, n.eqn>::run(f);
  else if constexpr (n.kind == node_kind::indexed && n.pointwise) return; // the kernel of its region scatters for it
  else if constexpr (n.kind == node_kind::indexed) indexed_node<C, n.eqn, n.region_axis, n.exit_axis >= 0>::run(f);
  else if constexpr (n.kind == node_kind::sorted) sorted_node<C, n.eqn>::run(f);
  else if constexpr (n.kind == node_kind::routine) routine_node<C, n.eqn>::run(f);
  else locate_node<C, n.eqn, n.region_axis>::run(f);
}
template <class C, u32 K>
CONSTAX_INLINE void begin_node([[maybe_unused]] frame const& f) noexcept {
  constexpr node const& n = C::value.nodes[K];
  if constexpr (n.kind == node_kind::indexed && n.exit_axis >= 0) indexed_node<C, n.eqn, n.region_axis, true>::begin(f);
}

template <class C, u32 Slot>
CONSTAX_INLINE constexpr i64 slot_bytes(i64 const* symbols) noexcept {
  return align_up(bytes_of_type<C, C::value.slot_type[Slot]>(symbols));
}
template <class C>
CONSTAX_INLINE constexpr i64 slots_bytes(i64 const* symbols) noexcept {
  i64 bytes = 0;
  static_for<C::value.n_slots>([&](auto s) { bytes += slot_bytes<C, s>(symbols); });
  return bytes;
}
/// What regions, branches, loops, sorts and routines need for a team; they run one after the other, in the same place.
template <class C>
CONSTAX_INLINE constexpr i64 area_bytes(i64 const* symbols, i64 team) noexcept {
  i64 bytes = 0;
  if constexpr (C::value.has_area())
    static_for<C::value.n_nodes>([&](auto k) {
      constexpr node const& n = C::value.nodes[k];
      if constexpr (n.kind == node_kind::region) {
        if (i64 const b = region<C, k>::bytes(symbols, team); b > bytes) bytes = b;
      } else if constexpr (n.kind == node_kind::control) {
        if (i64 const b = control_node<C, n.eqn>::bytes(symbols, team); b > bytes) bytes = b;
      } else if constexpr (n.kind == node_kind::sorted) {
        if (i64 const b = sorted_node<C, n.eqn>::bytes(symbols, team); b > bytes) bytes = b;
      } else if constexpr (n.kind == node_kind::routine) {
        if (i64 const b = routine_node<C, n.eqn>::bytes(symbols); b > bytes) bytes = b;
      }
    });
  return bytes;
}

} // namespace detail

/// Bytes of workspace that a call of so many threads needs; a constant where shapes are. A call of fewer threads needs no more.
template <class C>
CONSTAX_INLINE constexpr i64 workspace_bytes(i64 const* symbols, i64 team) noexcept {
  i64 bytes = 0;
  if constexpr (detail::has_code_for_one_thread<C>()) {
    bytes = workspace_bytes<typename detail::one_thread_code<C>::type>(symbols, 1);
    if (team == 1) return bytes;
  }
  i64 const of_team = detail::slots_bytes<C>(symbols) + detail::area_bytes<C>(symbols, team);
  return of_team > bytes ? of_team : bytes;
}

/// inputs, outputs: first elements, in the program's order; workspace: workspace_bytes for this team, 64-byte aligned or not.
template <class C>
CONSTAX_INLINE void run(void const* const* inputs, void* const* outputs, std::byte* workspace, i64 const* symbols, i64 team) noexcept {
  if constexpr (detail::has_code_for_one_thread<C>())
    if (team == 1) return run<typename detail::one_thread_code<C>::type>(inputs, outputs, workspace, symbols, team);
  void* memory[C::value.n_memories ? C::value.n_memories : 1];
  std::byte* slots[C::value.n_slots ? C::value.n_slots : 1];
  static_for<C::value.n_slots>([&](auto s) {
    slots[s] = workspace;
    workspace += detail::slot_bytes<C, s>(symbols);
  });
  static_for<C::value.n_memories>([&](auto m) {
    constexpr constax::memory at = C::value.memories[m];
    if constexpr (at.kind == memory_kind::input) memory[m] = const_cast<void*>(inputs[at.index]);
    else if constexpr (at.kind == memory_kind::output) memory[m] = outputs[at.index];
    else if constexpr (at.kind == memory_kind::workspace) memory[m] = slots[at.index];
    else memory[m] = nullptr; // a strip buffer: its region knows
  });
  frame const f{memory, symbols, workspace, team};
  static_for<C::value.n_nodes>([&](auto k) {
    if constexpr (C::value.nodes[k].region_axis < 0) detail::run_node<C, k>(f); // the others are run by their regions
  });
  static_for<C::value.n_outs>([&](auto o) {
    if constexpr (C::value.sources[o] != loop_plan::in_place) detail::copy_output<C, o>(f, outputs[o]);
  });
}

} // namespace constax::inline CONSTAX_TAG
