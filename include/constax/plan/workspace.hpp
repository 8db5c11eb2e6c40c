// SPDX-License-Identifier: BSL-1.0
#pragma once
// workspace_of : plan, sizes, threads -> bytes        slots for what crosses nodes, and the largest area of a region (eval/region.hpp)
#include <constax/plan/plan.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr i64 align_up(i64 bytes) { return (bytes + 63) / 64 * 64; }
/// Buffers side by side do not begin at the same place of their pages: caches have few lines for one place (20 % were lost to that).
constexpr i64 stagger(i64 bytes) { return align_up(bytes) + 320; }

} // namespace detail

constexpr i64 workspace_of(loop_plan const& p, bindings const& b, i64 team = 1) {
  auto const bytes_of = [&](aval const& a) { return lengths(a.shape, b).size() * info(a.type).bytes; };
  i64 bytes = 0, area = 0;
  for (u32 t : p.slot_type) bytes += detail::align_up(bytes_of(p.program.avals[t]));
  for (node const& n : p.nodes) {
    if (n.kind != node_kind::region) continue;
    i64 const count = b(n.nest[0]);
    i64 totals = 0, thread = 0;
    for (strip_buffer const& s : p.strips)
      if (s.region == n.region) thread += detail::stagger(bytes_of(p.program.avals[s.type]));
    for (region_exit const& x : p.exits) {
      if (x.region != n.region) continue;
      aval const& a = p.program.type(p.program.eqns[x.eqn].out);
      totals += detail::stagger(bytes_of(a) * (count <= short_sum ? 1 : group_count(count, bytes_of(a))));
      thread += detail::stagger(bytes_of(a) * chains_of(a.type));
    }
    if (i64 const all = totals + team * thread; all > area) area = all;
  }
  return bytes + area;
}

} // namespace constax::inline CONSTAX_TAG
