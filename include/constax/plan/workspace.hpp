// SPDX-License-Identifier: BSL-1.0
#pragma once
// workspace_of : plan, sizes, threads -> bytes        slots for what crosses nodes, and the largest area of a region (eval/region.hpp)
#include <constax/plan/make_plan.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr i64 align_up(i64 bytes) { return (bytes + 63) / 64 * 64; }
/// A carry's place in a state: whole lines, or parts of one, so that many small states are kept in little memory.
constexpr i64 align_carry(i64 bytes) { return bytes < 64 ? (bytes + 15) / 16 * 16 : align_up(bytes); }
/// Buffers side by side do not begin at the same place of their pages: caches have few lines for one place (20 % were lost to that).
constexpr i64 stagger(i64 bytes) { return align_up(bytes) + 320; }

/// Parts of a region that can run beside each other, each in buffers of its own: strips; with exits groups, if all exits have equally many, else one.
class parts_of_region {
  i64 strips_, groups_ = 0;

public:
  constexpr parts_of_region(i64 length, i64 strip) : strips_((length + strip - 1) / strip) {}
  constexpr void leave(i64 groups) { groups_ = groups_ == 0 || groups_ == groups ? groups : 1; }
  constexpr i64 count() const { return groups_ ? groups_ : strips_; }
  /// Buffers that so many threads need.
  constexpr i64 buffers(i64 team) const { return count() < 1 ? 1 : team < count() ? team : count(); }
};

} // namespace detail

constexpr i64 workspace_of(loop_plan const& p, bindings const& b, i64 team = 1);

namespace detail {

/// What the functions of an equation need in a call: the most, for they run one after the other.
constexpr i64 workspace_of_functions(jaxpr const& j, eqn const& e, bindings const& b, i64 team) {
  i64 most = 0;
  function_places const held = e.prim->functions(j.params(e));
  for (u32 k = 0; k < held.count; ++k)
    if (i64 const n = workspace_of(make_plan(prepare(function_of(j, e, k))), b, team); n > most) most = n;
  return most;
}
/// Some trips of an unrolled scan, as a program that is planned.
constexpr jaxpr trips_of_scan(jaxpr const& body, scan_t::params const& p) { return simplify(scan_t::unrolled(body, p)); }

/// The area of a branch or loop (eval/control.hpp): two buffers for its carries, those that chains keep, and what its functions need.
constexpr i64 workspace_of_control(jaxpr const& j, eqn const& e, bindings b, i64 team) {
  auto const bytes_of = [&](u32 i) { return align_carry(lengths(j.type(j.operands(e)[i]).shape, b).size() * info(j.type(j.operands(e)[i]).type).bytes); };
  auto const carries = [&](u32 first, u32 count) {
    i64 n = 0;
    for (u32 i = first; i < first + count; ++i) n += bytes_of(i);
    return n;
  };
  range<i64> const ps = j.params(e);
  if (is<strips_t>(e)) {
    auto const p = decode<strips_t::params>(ps);
    jaxpr const& f = j.subs[static_cast<u32>(p.function.index)];
    vec<aval> in_rows; // operands and results, each row by row
    for (u32 i = 0; i < in_count(f); ++i)
      if (strips_t::has_rows(in_type(f, i))) in_rows.push(in_type(f, i));
    for (u32 i = 0; i < f.outs.size(); ++i) in_rows.push(out_type(f, i));
    auto const bytes_in = [&](aval const& a) { return lengths(a.shape, b).size() * info(a.type).bytes; };
    i64 &rows = b.value[b.count], &all = b.value[b.count + 1], n = b(p.length), of_row = 0, copies = 0;
    b.name[b.count++] = p.of_strip(), b.name[b.count++] = p.of_all();
    rows = 1, all = n;
    for (aval const& a : in_rows) of_row += bytes_in(a);
    rows = p.rows_of(of_row, n);
    if (!p.fixed()) return p.shared_within((n + rows - 1) / rows, team) ? workspace_of_functions(j, e, b, team) : team * (align_up(workspace_of_functions(j, e, b, 1)) + 320);
    for (aval const& a : in_rows) copies += align_up(bytes_in(a));
    return team * (align_up(workspace_of_functions(j, e, b, 1)) + copies + 320);
  }
  i64 functions = workspace_of_functions(j, e, b, team);
  if (is<scan_t>(e)) {
    auto const p = decode<scan_t::params>(ps);
    if (scan_t::together(p) > 1)
      if (i64 const n = workspace_of(make_plan(prepare(trips_of_scan(function_of(j, e, 0), p))), b, team); n > functions) functions = n;
    return functions + 2 * carries(static_cast<u32>(p.num_consts), static_cast<u32>(p.num_carry));
  }
  if (is<while_t>(e)) {
    auto const p = decode<while_t::params>(ps);
    u32 const first = static_cast<u32>(p.cond_nconsts + p.body_nconsts);
    return functions + 2 * carries(first, e.n_in - first);
  }
  if (is<cond_t>(e)) {
    aval const choice = j.type(j.operands(e)[0]); // for each row: arguments and results of rows
    auto const whole = [&](aval const& a) { return align_up(lengths(a.shape, b).size() * info(a.type).bytes); };
    for (u32 i = 1; i < e.n_in && choice.rank(); ++i)
      if (begins_with(j.type(j.operands(e)[i]), choice)) functions += whole(j.type(j.operands(e)[i]));
    for (u32 i = 0; i < e.n_out && choice.rank(); ++i) functions += whole(j.type(e.out + i));
    return functions;
  }
  if (!is<chains_t>(e)) return functions;
  chains_t::params const p(ps);
  i64 bytes = functions;
  for (u32 g = 0; g < p.count();) {
    u32 end = g + 1;
    while (end < p.count() && p.groups[end].down == p.groups[g].down) ++end;
    bytes += carries(1 + p.consts + p.carries(g), p.carries(end) - p.carries(g)) * (end == p.count() ? 2 : (p.slots > 0 ? p.slots : 1) + 2);
    g = end;
  }
  return bytes;
}

} // namespace detail

constexpr i64 workspace_of(loop_plan const& p, bindings const& b, i64 team) {
  auto const bytes_of = [&](aval const& a) { return lengths(a.shape, b).size() * info(a.type).bytes; };
  i64 bytes = 0, area = 0;
  for (u32 t : p.slot_type) bytes += detail::align_up(bytes_of(p.program.avals[t]));
  for (node const& n : p.nodes) {
    if (n.kind == node_kind::control) {
      if (i64 const all = detail::workspace_of_control(p.program, p.program.eqns[n.eqn], b, team); all > area) area = all;
      continue;
    }
    if (n.kind != node_kind::region) continue;
    i64 const count = b(n.nest[0]);
    i64 totals = 0, thread = 0;
    detail::parts_of_region parts(count, n.strip);
    for (strip_buffer const& s : p.strips)
      if (s.region == n.region) thread += detail::stagger(bytes_of(p.program.avals[s.type]));
    for (region_exit const& x : p.exits) {
      if (x.region != n.region) continue;
      aval const& a = p.program.type(p.program.eqns[x.eqn].out);
      aval of_all = a;
      for (int d = 0; d < a.rank(); ++d) of_all.shape[d] = strips_t::all_of(a.shape[d]);
      i64 const groups = count <= short_sum ? 1 : group_count(count, bytes_of(of_all));
      parts.leave(groups);
      totals += detail::stagger(bytes_of(a) * groups);
      thread += detail::stagger(bytes_of(a) * chains_of(a.type));
    }
    if (i64 const all = totals + parts.buffers(team) * thread; all > area) area = all;
  }
  return bytes + area;
}

} // namespace constax::inline CONSTAX_TAG
