// SPDX-License-Identifier: BSL-1.0
#pragma once
// print : plan, bindings -> text        what runs, in which loops, what is fused, and what it moves; with the plans of the functions that
// equations hold
//
//   plan of 3 nodes: 2 kernels, 1 dot; workspace 8000 bytes
//   0. kernel [n] lanes f64 x 8 along axis 0 (the innermost loop axis), exit over axis 0
//        reads a; fuses c = sin, d = exp, e = mul; sums f
#include <constax/jaxpr/print.hpp>
#include <constax/plan/plan.hpp>
#include <constax/plan/strips_of_rows.hpp>

namespace constax::inline CONSTAX_TAG {

/// A plan, how many bytes of workspace a call of one thread needs, and the plan trees of the functions of its branches and loops, in the
/// order of the nodes.
struct plan_tree {
  loop_plan plan;
  i64 (*workspace)(bindings const&) = nullptr;
  vec<plan_tree> functions;
};

namespace detail {

/// The symbols of a program's arguments that have no length, in the order of their first appearance.
constexpr vec<symbol> open_symbols(jaxpr const& j, bindings const& known) {
  vec<symbol> open;
  for (vec<u32> const* inputs : {&j.consts, &j.ins})
    for (u32 v : *inputs)
      for (int d = 0; d < j.type(v).rank(); ++d)
        for (int t = 0; t < 2; ++t) {
          extent const& e = j.type(v).shape[d];
          if (!e.times[t] || known.find(e.name[t])) continue;
          bool seen = false;
          for (symbol s : open) seen |= s == e.name[t];
          if (!seen) open.push(e.name[t]);
        }
  return open;
}
constexpr text& list_symbols(text& out, vec<symbol> const& symbols) {
  for (u32 i = 0; i < symbols.size(); ++i) out << (i ? ", " : "") << symbol_name(symbols[i]);
  return out;
}

struct plan_printer {
  plan_tree const& tree;
  loop_plan const& p;
  bindings const& b;
  printer names; // the jaxpr's printer gives the variables their letters
  u32 next_function = 0;
  text out;

  constexpr plan_printer(plan_tree const& t, bindings const& bound) : tree(t), p(t.plan), b(bound), names(t.plan.program, notation::jax) {
    names();
  }

  constexpr void name(u32 v) { out << letters(names.names[v]); }
  /// "64 bytes of something", or what they depend on, if count(lengths) is not the same whatever the open ones are.
  constexpr void bytes_of(auto count, std::string_view before, std::string_view behind, std::string_view name_alone) {
    vec<symbol> const open = open_symbols(p.program, b);
    bindings others = b;
    for (symbol s : open)
      if (others.count < bindings::capacity) others.name[others.count] = s, others.value[others.count++] = 1009;
    i64 const bytes = count(b);
    if (open.empty() || count(others) == bytes) out << before << bytes << " bytes" << behind;
    else list_symbols(out << name_alone << " depend on ", open);
  }
  constexpr i64 bytes(u32 v) const { return lengths(p.program.type(v).shape, b).size() * info(p.program.type(v).type).bytes; }
  constexpr void list(std::string_view what, vec<u32> const& vs) {
    if (vs.empty()) return;
    out << "\n     " << what;
    for (u32 i = 0; i < vs.size(); ++i) out << (i ? ", " : " "), name(vs[i]);
  }
  /// Does kernel n, with lanes along the rows, write v's rows itself? (Strided results of a call are scattered.)
  constexpr bool in_rows_of(node const& n, u32 v) const {
    return n.nest.rank == 1 && p.made[v] == 1 && p.places[v].view < 0 && unrolled_count(p.program.type(v).shape, 1) > 1 &&
           p.memories[static_cast<u32>(p.places[v].memory)].kind == memory_kind::output;
  }
  constexpr void kernel(node const& n) {
    jaxpr const& j = p.program;
    out << "kernel " << n.nest;
    if (n.nest.rank == 0) {
      out << " straight-line code";
      if (n.row_lanes) out << " on rows";
    }
    else {
      if (n.pointwise) out << " point by point";
      else out << " lanes of " << static_cast<i64>(CONSTAX_VECTOR_BYTES / n.width_bytes) << " along axis " << static_cast<i64>(n.lane_axis);
      if (n.exit_axis >= 0) out << ", exit over axis " << static_cast<i64>(n.exit_axis);
      if (n.beyond) out << " but for the last " << static_cast<i64>(n.beyond);
      if (n.second) out << ", in two phases";
    }
    if (n.nest.rank > 1) {
      out << "\n     lanes cost";
      for (int d = 0; d < n.nest.rank; ++d)
        out << (d ? ", " : " ") << static_cast<i64>(n.lane_costs[d]) << " along axis " << static_cast<i64>(d);
      if (n.region_axis >= 0) out << "; the region's nests agree";
    }
    vec<u32> reads, stores;
    for (u32 s = 0; s < n.n_preloads; ++s) reads.push(p.steps[n.preloads + s].at);
    for (u32 s = 0; s < n.n_steps; ++s)
      if (step const& at = p.steps[n.steps + s]; at.kind == step_kind::compute) {
        eqn const& e = j.eqns[at.at];
        for (u32 i = 0; i < operands_in_memory(*e.prim, j.params(e), e.n_in, p.loops[e.out]); ++i) reads.push(j.operands(e)[i].var());
      }
    text fused, exits, scatters;
    bool in_second = false;
    for (u32 s = 0; s < n.n_steps; ++s) {
      step const& at = p.steps[n.steps + s];
      if (at.kind == step_kind::load) {
        bool again = false; // the second phase loads for itself
        for (u32 v : reads) again = again || (n.second && v == at.at);
        if (!again) reads.push(at.at);
      }
      if (at.kind == step_kind::store) stores.push(at.at);
      if (at.kind == step_kind::compute) {
        bool const turns = n.second && s >= n.second && !in_second;
        fused << (turns ? " | " : fused.size() ? ", " : " ") << letters(names.names[j.eqns[at.at].out]) << '=' << j.eqns[at.at].prim->name;
        in_second = in_second || turns;
      }
      if (at.kind == step_kind::exit)
        exits << (exits.size() ? ", " : " ") << letters(names.names[j.eqns[at.at].out]) << '=' << j.eqns[at.at].prim->name;
      if (at.kind == step_kind::scatter)
        scatters << (scatters.size() ? ", " : " ") << letters(names.names[j.eqns[at.at].out]) << '=' << j.eqns[at.at].prim->name;
    }
    list("reads", reads);
    if (fused.size()) out << "\n     fuses" << fused;
    text carries;
    for (u32 s = n.carried + n.n_first; s < n.carried + n.n_first + n.n_carried; ++s) {
      carried_step const& at = p.carried[s];
      if (at.from == carried_step::none) continue;
      auto const name_of = [&](u32 step) { return letters(names.names[j.eqns[p.steps[n.steps + step].at].out]); };
      carries << (carries.size() ? ", " : " ") << name_of(at.step) << " from " << name_of(at.from) << ' ' << static_cast<i64>(at.by)
              << " before";
    }
    if (carries.size()) out << "\n     carries" << carries;
    if (exits.size()) out << "\n     exits" << exits;
    if (scatters.size()) out << "\n     scatters" << scatters;
    list("stores", stores);
    bool turned = false;
    for (u32 v : stores) {
      if (!in_rows_of(n, v)) continue;
      out << (turned ? ", " : "; turned into rows: "), name(v);
      turned = true;
    }
    if (n.nest.rank) out << "\n     per point " << n.flops << " flops, " << n.transcendental << " transcendental";
  }
  /// A branch or loop, and the plans of its functions.
  constexpr void control(eqn const& e) {
    jaxpr const& j = p.program;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) out << (v == e.out ? "" : ", "), name(v);
    out << " = " << e.prim->name;
    if (is<strips_t>(e)) {
      auto const strip = decode<strips_t::params>(j.params(e));
      if (strip.fixed()) out << " of " << strip.rows << " rows";
      else out << " of as many rows as fit into a cache";
    }
    vec<u32> reads;
    for (atom a : j.operands(e))
      if (!a.is_literal()) reads.push(a.var());
    list("reads", reads);
    u32 const held = e.prim->functions(j.params(e)).count;
    for (u32 k = 0; k < held && next_function < tree.functions.size(); ++k) {
      text const inner = plan_printer(tree.functions[next_function++], b)();
      out << "\n     runs ";
      for (char c : inner.view()) {
        out << c;
        if (c == '\n') out << "     ";
      }
    }
  }
  constexpr text operator()() {
    jaxpr const& j = p.program;
    u32 kernels = 0, others = 0, regions = 0;
    for (node const& n : p.nodes) ++(n.kind == node_kind::kernel ? kernels : n.kind == node_kind::region ? regions : others);
    out << "plan of " << p.nodes.size() << " nodes: ";
    if (regions) out << regions << (regions == 1 ? " region, " : " regions, ");
    out << kernels << " kernels, " << others << " others";
    if (tree.workspace) out << "; ", bytes_of(tree.workspace, "workspace ", "", "bytes of workspace");
    for (u32 k = 0; k < p.nodes.size(); ++k) {
      node const& n = p.nodes[k];
      out << "\n  " << k << (n.region_axis >= 0 ? ".   " : ". ");
      if (n.kind == node_kind::kernel) kernel(n);
      else if (n.kind == node_kind::region) {
        out << "region " << n.nest << " in strips of " << n.strip << ": the next " << n.body << " nodes";
        auto const of_strips = [&](bindings const& of) {
          i64 bytes = 0;
          for (strip_buffer const& s : p.strips)
            if (s.region == n.region) bytes += lengths(j.avals[s.type].shape, of).size() * info(j.avals[s.type].type).bytes;
          return bytes;
        };
        bool any = false;
        for (strip_buffer const& s : p.strips) any |= s.region == n.region;
        if (any) out << ", ", bytes_of(of_strips, "", " of strip buffers a thread", "strip buffers");
        if (n.lane_costs[0] || n.lane_costs[1])
          out << "; lanes cost " << static_cast<i64>(n.lane_costs[0]) << " along its axis, " << static_cast<i64>(n.lane_costs[1])
              << " along the last of each nest";
      } else if (n.kind == node_kind::control) {
        control(j.eqns[n.eqn]);
      } else {
        eqn const& e = j.eqns[n.eqn];
        out << name_of(n.kind) << ' ';
        name(e.out);
        if (n.kind != node_kind::pack) out << '=' << e.prim->name;
        out << ' ' << j.type(e.out);
        if (n.pointwise) out << ", point by point in the kernel before";
        else if (n.exit_axis >= 0) out << ", exit over axis " << static_cast<i64>(n.exit_axis) << " of its slices";
        if (n.total != node::none) out << " and ", name(j.eqns[n.total].out), out << '=' << j.eqns[n.total].prim->name;
        if (is<reshape_t>(e) && !j.operands(e)[0].is_literal() && p.places[j.operands(e)[0].var()].memory == p.places[e.out].memory)
          out << " (lies there)";
        if (CONSTAX_HAS_BLAS && n.kind == node_kind::dot) out << " (bits: blas, when large)";
        vec<u32> reads;
        for (atom a : j.operands(e))
          if (!a.is_literal()) reads.push(a.var());
        list("reads", reads);
      }
    }
    return static_cast<text&&>(out);
  }
};

} // namespace detail

constexpr text print(plan_tree const& p, bindings const& b = {}) { return detail::plan_printer(p, b)(); }

} // namespace constax::inline CONSTAX_TAG
