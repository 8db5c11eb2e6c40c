// SPDX-License-Identifier: BSL-1.0
#pragma once
// strips: what regions ask of the planner: which segments are regions, what lives in strip buffers and how, lanes, lengths of strips.
#include <constax/plan/plan_state.hpp>
namespace constax::inline CONSTAX_TAG::detail {

struct strip_planner : plan_state {
  using plan_state::plan_state;
  vec<u32> strips; // of each region: elements of its axis that are taken at a time
  /// Regions, where values have loops of more than one kind, or are too many for one kernel: what fits into one needs none.
  constexpr void choose_region() {
    u32 looped = 0;
    for (aval const& a : j.avals) looped += loop_axes(a.shape) != 0;
    if (looped < 2 && j.eqns.size() <= max_ops) {
      i64 all = 0;
      for (eqn const& e : j.eqns) all += cost_of(e);
      if (all <= max_ops) return;
    }
    vec<bool> views(j.eqns.size());
    for (u32 k = 0; k < views.size(); ++k) views[k] = hows[k] == how::view;
    region = region_chooser{j, p.loops, views, summed}();
    if (region.passes) made_in.resize(j.vars.size(), -1), crosses = vec<bool>(j.vars.size());
  }

  /// A region of one node is that node, unless its exits have groups of their own.
  constexpr void drop_single_nodes() {
    vec<u32> count(2 * region.passes + 1);
    for (node const& n : p.nodes) count[n.segment] += n.exit_class && !(n.exit_class & 0xffff) ? 2 : 1;
    bool any = false;
    for (node& n : p.nodes)
      if (n.segment & 1) {
        if (count[n.segment] < 2) n.region_axis = -1;
        else any = true;
      }
    number_stages();
    if (!any) region.passes = 0;
    in_region = vec<bool>(2 * region.passes + 1);
    for (u32 s = 1; s < in_region.size(); s += 2) in_region[s] = count[s] > 1;
  }

  /// Stages count on from segment to segment.
  constexpr void number_stages() {
    u32 const n_segments = 2 * region.passes + 1;
    first_stage = last_stage = vec<u32>(n_segments);
    vec<u32> count(n_segments);
    for (node const& n : p.nodes)
      if (n.stage >= count[n.segment]) count[n.segment] = n.stage + 1;
    for (u32 s = 0, at = 0; s < n_segments; ++s) first_stage[s] = at, at += count[s], last_stage[s] = at ? at - 1 : 0;
    for (node& n : p.nodes) n.stage += first_stage[n.segment];
    for (u32 v = 0; v < ready.size(); ++v)
      if (made_in[v] >= 0) ready[v] += static_cast<i32>(first_stage[static_cast<u32>(made_in[v])]);
  }

  /// Is v a value that one strip after the other passes through: made and read by one region only?
  constexpr bool in_strips(u32 v) const {
    if (region.passes == 0 || maker[v] == ~0u || p.places[v].memory >= 0) return false;
    eqn const& e = j.eqns[maker[v]];
    return in_region[region.segment[maker[v]]] && region.along[v] >= 0 && hows[maker[v]] != how::view && !crosses[v] &&
           region.along[e.out] >= 0;
  }

  constexpr void find_crossings() {
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] == how::view) continue;
      for (atom a : j.operands(j.eqns[k])) {
        if (a.is_literal()) continue;
        u32 const r = root_of(a.var());
        if (made_in[r] >= 0 && made_in[r] != static_cast<i32>(region.segment[k])) crosses[r] = true;
      }
    }
    for (atom a : j.outs)
      if (!a.is_literal()) crosses[root_of(a.var())] = true;
  }

  /// Of each variable in memory, in programs with regions: the node that reads it in the last stage that does; or `elsewhere`: several do,
  /// or one does not where it makes its own elements.
  vec<i32> last_reader;
  static constexpr i32 elsewhere = -2;
  constexpr void note_reader(u32 v, i32 stage, i32 node) {
    if (stage > last_use[v]) last_reader[v] = node;
    else if (stage == last_use[v] && last_reader[v] != node) last_reader[v] = elsewhere;
  }

  /// A value that is read for the last time where an output of its type is made, element by element, may lie where the output goes: one
  /// buffer less, and the output's memory comes into the cache while there is something to compute.
  constexpr void write_over_outputs() {
    for (u32 o = 0; o < j.outs.size(); ++o) {
      // a copy of what another output has, perhaps: one value, whose memory has room for one operand
      if (p.sources[o] != loop_plan::in_place) continue;
      u32 const k = maker[j.outs[o].var()];
      eqn const& e = j.eqns[k];
      if (hows[k] != how::kernel || e.prim->kind != kind::elementwise) continue;
      for (atom a : j.operands(e)) {
        if (a.is_literal() || j.vars[a.var()] != j.vars[e.out] || !in_strips(a.var()) || !in_memory[a.var()] ||
            home[a.var()] == home[e.out])
          continue;
        if (last_reader[a.var()] != home[e.out]) continue;
        p.places[a.var()].memory = p.places[e.out].memory;
        break;
      }
    }
  }

  /// Packs of results in rows whose kernels turn them themselves: nothing reads the value but the pack that would take it from a strip to
  /// memory, and a store and a load less is done for each register. (2 x 15 Jacobians)
  constexpr vec<u32> turned_packs() const {
    vec<u32> turned;
    vec<bool> result;
    for (node const& n : p.nodes) {
      if (n.kind != node_kind::pack) continue;
      u32 const x = j.operands(j.eqns[n.eqn])[0].var();
      if (!in_strips(x) || hows[maker[x]] != how::kernel || info(j.type(x).type).bytes < 4) continue;
      node const& by = p.nodes[static_cast<u32>(home[x])];
      if (by.nest.rank != 1 || by.lane_axis != by.region_axis) continue;
      if (result.empty()) result = results();
      if (result[j.eqns[n.eqn].out]) turned.push(u32{n.eqn});
    }
    if (turned.empty()) return turned;
    vec<u32> uses(j.vars.size()); // of each variable, but for those in the kernel that keeps it in registers
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (atom a : j.operands(j.eqns[k]))
        if (!a.is_literal() && !(hows[k] == how::kernel && kept[a.var()] && home[a.var()] == home[j.eqns[k].out])) ++uses[a.var()];
    vec<u32> alone;
    for (u32 k : turned)
      if (uses[j.operands(j.eqns[k])[0].var()] == 1) alone.push(u32{k});
    return alone;
  }
  constexpr vec<bool> results() const {
    vec<bool> result(j.vars.size());
    for (atom a : j.outs)
      if (!a.is_literal()) result[a.var()] = true;
    return result;
  }
  /// Once values have places: is k one of them?
  constexpr bool turned(u32 k) const {
    if (!changes_nothing(j, j.eqns[k]) || p.places[j.eqns[k].out].memory < 0) return false;
    atom const x = j.operands(j.eqns[k])[0];
    return maker[x.var()] != ~0u && p.places[x.var()].memory == p.places[j.eqns[k].out].memory;
  }
  constexpr void turn_in_kernels() {
    for (u32 k : turned_packs()) p.places[j.operands(j.eqns[k])[0].var()] = p.places[j.eqns[k].out];
  }

  /// The value in strips, of those that hold a place, that v may lie over: the kernel that makes v from it, element by element, is its last
  /// reader. There a register of it is loaded before v's takes its place, and what was one buffer's load and another's store is in the
  /// first cache (gmm's gradient, d = 10, whose strips are larger than that: 150 -> 135 us). Two phases would load it twice: of one axis,
  /// where they are, strips are small. ~0: there is none.
  constexpr u32 read_where_made(u32 v, vec<bool> const& holds) const {
    constexpr u32 most = 8; // equations, from v's backwards
    u32 open[most], n_open = 0;
    auto const look_at = [&](u32 x) {
      if (n_open < most && hows[maker[x]] == how::kernel && j.eqns[maker[x]].prim->kind == kind::elementwise) open[n_open++] = maker[x];
    };
    if (p.nodes[static_cast<u32>(home[v])].nest.rank > 1) look_at(v);
    for (u32 i = 0; i < n_open; ++i)
      for (atom a : j.operands(j.eqns[open[i]])) {
        if (a.is_literal() || maker[a.var()] == ~0u) continue;
        u32 const u = a.var();
        if (!in_memory[u]) {
          if (home[u] == home[v]) look_at(u);
        } else if (home[u] != home[v] && j.vars[u] == j.vars[v] && p.loops[u] == p.loops[v] && last_reader[u] == home[v] && holds[u] &&
                   region.along[u] == region.along[v] && along_lanes(u) == along_lanes(v))
          return u;
      }
    return ~0u;
  }

  /// Where a value is in strips: in which buffer, and which of the values that lie there side by side.
  struct strip_place {
    u32 buffer = 0, at = 0;
  };
  /// Of each buffer, its memory, and how many values it has.
  vec<u32> memory_of_strip, held_by_strip;
  /// A strip buffer for v, with the axis of the lanes last -> its place. Values of one type and one register share a buffer, [rows...,
  /// values, lanes]: kernels find them all from one address, at constant distances. (With a buffer for each, a third of the instructions of
  /// gmm's gradient fetched addresses.)
  constexpr strip_place put_strip(u32 v, vec<strip_place>& idle) {
    int const axis = region.along[v];
    u32 const number = region.segment[maker[v]] / 2, length = strips[number];
    aval held = j.type(v);
    shape const s = held.shape;
    int const rank = s.rank;
    bool const last = along_lanes(v) && axis != rank - 1;
    bool const shared = last && rank < max_rank && unrolled_count(s, p.loops[v]) == 1;
    affine_map m;
    held.shape = shape{};
    int at = axis;
    if (last) {
      for (int d = 0, to = 0; d < rank; ++d)
        if (d != axis) held.shape.push(s[d]), m.axis[d] = to++;
      if (shared) held.shape.push(extent(1));
      at = held.shape.rank, m.axis[axis] = at;
      held.shape.push(extent(static_cast<i64>(length)));
    } else
      for (int d = 0; d < rank; ++d) held.shape.push(d == axis ? extent(static_cast<i64>(length)) : s[d]);
    u32 const type = p.program.intern(held);
    auto const fits = [&](strip_buffer const& b) { return b.type == type && b.region == number && b.axis == at; };
    strip_place to{p.strips.size()};
    for (u32 i = 0; i < idle.size(); ++i) {
      if (!fits(p.strips[idle[i].buffer])) continue;
      to = idle[i];
      idle[i] = idle.back(), idle.pop();
      break;
    }
    for (u32 b = 0; shared && to.buffer == p.strips.size() && b < p.strips.size(); ++b)
      if (fits(p.strips[b])) to = {b, held_by_strip[b]++};
    if (to.buffer == p.strips.size()) {
      p.strips.push({type, number, static_cast<i8>(at)});
      held_by_strip.push(1), memory_of_strip.push(p.memories.size());
      p.memories.push({memory_kind::strip, to.buffer, type});
    }
    p.places[v].memory = static_cast<i32>(memory_of_strip[to.buffer]);
    if (shared) m.start[at - 1] = extent(static_cast<i64>(to.at));
    if (last) p.places[v].view = static_cast<i32>(p.views.size()), p.views.push(m);
    return to;
  }
  /// The types of buffers, once it is known how many values each of them has.
  constexpr void widen_strips() {
    for (u32 b = 0; b < p.strips.size(); ++b) {
      if (held_by_strip[b] == 1) continue;
      aval held = p.program.avals[p.strips[b].type];
      held.shape[held.rank() - 2] = extent(static_cast<i64>(held_by_strip[b]));
      p.strips[b].type = p.memories[memory_of_strip[b]].type = p.program.intern(held);
    }
  }

  /// Do lanes run along the region's axis where v is made?
  constexpr bool along_lanes(u32 v) const {
    node const& n = p.nodes[static_cast<u32>(home[v])];
    return n.kind == node_kind::pack || (n.kind == node_kind::kernel && n.lane_axis == n.region_axis);
  }

  /// Packs that are of no use: a pack is of use between memory and a strip whose lanes run along its rows. Empty: there are none. Before
  /// values have places, those that the lanes tell: a value that will lie where a result goes counts as one in a strip.
  constexpr vec<bool> useless_packs(bool placed) const {
    vec<bool> useless;
    auto const in_columns = [&](u32 v) {
      if (placed) return p.places[v].view >= 0 && p.memories[static_cast<u32>(p.places[v].memory)].kind == memory_kind::strip;
      u32 const root = root_of(v);
      return in_strips(root) && (root != v || (along_lanes(v) && region.along[v] != shape_of(v).rank - 1));
    };
    for (node const& n : p.nodes) {
      if (n.kind != node_kind::pack) continue;
      eqn const& e = j.eqns[n.eqn];
      if (region.passes > 0 && in_region[n.segment])
        if ((placed && turned(n.eqn)) || in_columns(j.operands(e)[0].var()) != in_columns(e.out)) continue;
      if (useless.empty()) useless.resize(j.eqns.size());
      useless[n.eqn] = true;
    }
    if (useless.empty() || placed || region.passes == 0) return useless;
    bool any = false; // is left
    for (u32 k : turned_packs()) useless[k] = false;
    for (bool u : useless) any = any || u;
    if (!any) useless = {};
    return useless;
  }

  /// What reading or writing a register costs with lanes along axis d of v: neighbours in memory 1, apart 8. Strip buffers adapt.
  constexpr i64 lane_cost(u32 v, int d) const {
    while (maker[v] != ~0u && hows[maker[v]] == how::view) {
      eqn const& e = j.eqns[maker[v]];
      u32 const x = j.operands(e)[0].var();
      affine_map const m = e.prim->affine(j.params(e), shape_of(x));
      if (m.axis[d] < 0) return 1;
      if (m.step[d] != 1) return 8;
      d = static_cast<int>(m.axis[d]), v = x;
    }
    return in_strips(v) || d == shape_of(v).rank - 1 ? 1 : 8;
  }

  /// What lanes of a region's nests cost.
  struct region_lanes {
    i32 along_axis = 0, along_last = 0;
    u32 nests = 0, last = 0; // those whose last axis is the region's
    bool asked = false, asked_for_axis = false;
    constexpr bool is_last() const { return nests && last == nests; }
    constexpr bool takes_axis() const { return asked ? asked_for_axis : is_last() || along_axis < along_last; }
  };
  vec<region_lanes> lane_costs;
  /// Lanes go where what is read and written costs least, or where the user wants them. No bit depends on it.
  constexpr void choose_lanes() {
    vec<vec<i64>> cost(p.nodes.size());
    vec<vec<u32>> loaded_by(j.vars.size()); // a kernel loads a value once
    auto const loads = [&](u32 v, u32 n) {
      for (u32 by : loaded_by[v])
        if (by == n) return false;
      return loaded_by[v].push(n), true;
    };
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      if (hows[k] != how::kernel) continue;
      eqn const& e = j.eqns[k];
      u32 const n = static_cast<u32>(home[e.out]);
      int const rank = p.nodes[n].nest.rank;
      if (rank < 2) continue;
      if (cost[n].empty()) cost[n] = vec<i64>(static_cast<u32>(rank));
      auto const add = [&](u32 v, u32 loops) {
        for (int d = 0, axis = 0; d < shape_of(v).rank; ++d)
          if (loops >> d & 1) cost[n][static_cast<u32>(axis++)] += lane_cost(v, d) * unrolled_count(shape_of(v), loops);
      };
      if (joined_axis(*e.prim, j.params(e), p.loops[e.out]) >= 0)
        for (atom piece : j.operands(e)) add(piece.var(), p.loops[e.out]);
      for (u32 i = in_memory_of(e); i < e.n_in; ++i)
        if (atom const a = j.operands(e)[i];
            !a.is_literal() && p.loops[a.var()] && !(home[a.var()] == static_cast<i32>(n) && kept[a.var()]) && loads(a.var(), n))
          add(a.var(), p.loops[a.var()]);
      if (!is_exit(e) && in_memory[e.out]) add(e.out, p.made[e.out]);
      node const& at = p.nodes[n]; // totals that leave a region stay in registers along its own axis; else each point fetches its chain
      if (is_exit(e) && at.region_axis >= 0 && at.exit_axis == at.region_axis)
        for (u32 d = 0; d < cost[n].size(); ++d)
          if (d != static_cast<u32>(at.region_axis)) cost[n][d] += 2 * cost_of(e);
    }
    // The nests of a region agree, for they share strip buffers: lanes along its axis, or along the last of each nest.
    strips = vec<u32>(region.passes), lane_costs = vec<region_lanes>(region.passes);
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      for (u32 d = 0; d < cost[n].size(); ++d) at.lane_costs[d] = static_cast<i32>(cost[n][d]);
      if (at.region_axis < 0 || cost[n].empty()) continue;
      region_lanes& of = lane_costs[at.segment / 2];
      ++of.nests, of.last += at.region_axis == at.nest.rank - 1;
      of.along_axis += at.lane_costs[at.region_axis], of.along_last += at.lane_costs[at.nest.rank - 1];
      if (int const d = wanted.in(at.nest.rank); d >= 0) of.asked = true, of.asked_for_axis |= d == at.region_axis;
    }
    // Strips of columns are pieces of rows: long ones, for the processor fetches ahead along them (normalising 1000 columns: 2.5 ns an
    // element with 16, 1.0 with 128).
    for (u32 r = 0; r < region.passes; ++r) strips[r] = !lane_costs[r].takes_axis() ? 16 : lane_costs[r].is_last() ? 128 : 64;
    for (u32 n = 0; n < p.nodes.size(); ++n) {
      node& at = p.nodes[n];
      if (at.kind != node_kind::kernel || cost[n].empty()) continue;
      if (at.region_axis >= 0) {
        if (lane_costs[at.segment / 2].takes_axis()) at.lane_axis = at.region_axis;
      } else if (int const axis = wanted.in(at.nest.rank); axis >= 0) at.lane_axis = static_cast<i8>(axis);
      else
        for (u32 d = 0; d + 1 < cost[n].size(); ++d)
          if (cost[n][d] < cost[n][static_cast<u32>(at.lane_axis)]) at.lane_axis = static_cast<i8>(d);
    }
    vec<i64> const row_bytes = bytes_of_rows();
    for (u32 r = 0; r < region.passes; ++r)
      if (in_region[2 * r + 1]) strips[r] = strip_length(r, strips[r], row_bytes[r]);
  }

  /// Elements of region r's axis to take at a time. Of known sizes: as many as the first-level cache has bytes, or up to twice as many: to
  /// begin a strip costs 300 cycles, and stops what comes from memory (logistic regression, 808 bytes a row: 64 rows 1.12 of by_hand,
  /// 32 1.24, 128 1.15, 256 1.18). Where nothing but the region's axis loops there is nothing to keep: short strips, so that memory and
  /// arithmetic overlap (Black-Scholes in rows of five: 1.5 of the hand-written loop's time with 128, 1.25 with 32). For each strip a
  /// product of matrices copies what it reads of the other operand: 64 rows pay for that (`mlp`: a tenth slower with 16).
  constexpr u32 strip_length(u32 r, u32 least, i64 row) const {
    bool loops_inside = false;
    for (node const& n : p.nodes) {
      if (n.segment != 2 * r + 1) continue;
      loops_inside |= n.nest.rank > 1 || n.kind == node_kind::dot;
      if (n.kind == node_kind::dot && least < 64) least = 64;
    }
    if (!loops_inside) return 32;
    if (row < 0) return least;
    u32 length = 256;
    while (length > least && row * length > (i64{64} << 10)) length /= 2;
    return length;
  }

  /// The axis of operand i's memory that strips of the region which has e run along; absent, whole: none.
  constexpr int axis_read(eqn const& e, u32 i) const {
    u32 v = j.operands(e)[i].var();
    int d = region.along[e.out] < 0 ? summed[e.out] : runs_along(j, e, i, region.along[e.out]);
    for (; d >= 0 && maker[v] != ~0u && hows[maker[v]] == how::view; v = j.operands(j.eqns[maker[v]])[0].var())
      d = runs_along(j, j.eqns[maker[v]], 0, d);
    return d;
  }
  /// Bytes that one element of the axis brings along, in each region; -1: symbols decide.
  constexpr vec<i64> bytes_of_rows() const {
    vec<i64> bytes(region.passes);
    if (bytes.empty()) return bytes;
    vec<u8> seen(j.vars.size()); // bit r: in region r
    static_assert(max_regions <= 8);
    auto const add = [&](u32 r, u32 v, int axis) {
      if (axis < 0 || bytes[r] < 0 || (seen[v] >> r & 1)) return;
      seen[v] |= static_cast<u8>(1u << r);
      i64 n = info(j.type(v).type).bytes;
      for (int d = 0; d < shape_of(v).rank; ++d) {
        if (d == axis) continue;
        if (!shape_of(v)[d].is_number()) n = -1;
        else if (n > 0) n *= shape_of(v)[d].number;
      }
      bytes[r] = n < 0 ? -1 : bytes[r] + n;
    };
    for (u32 k = 0; k < j.eqns.size(); ++k) {
      u32 const segment = region.segment[k];
      if (!in_region[segment] || hows[k] == how::view) continue;
      eqn const& e = j.eqns[k];
      for (u32 i = 0; i < e.n_in; ++i) {
        atom const a = j.atoms[e.in + i];
        if (a.is_literal()) continue;
        if (u32 const root = root_of(a.var()); in_memory[root]) add(segment / 2, root, axis_read(e, i));
      }
      if (in_memory[e.out]) add(segment / 2, e.out, region.along[e.out]);
    }
    return bytes;
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
