// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "twins.hpp"

namespace random_programs {
namespace {

// ---- wrong programs
// ----------------------------------------------------------------------------------------------------------------------------------

/// x - y becomes y - x, x / y becomes y / x, once.
jaxpr with_operands_exchanged(jaxpr j) {
  for (eqn const& e : j.eqns)
    if (e.prim->kind == kind::elementwise && e.n_in == 2 && !e.prim->commutative && j.type(j.atoms[e.in]) == j.type(j.atoms[e.in + 1])) {
      std::swap(j.atoms[e.in], j.atoms[e.in + 1]);
      break;
    }
  return j;
}
jaxpr with_types_exchanged(jaxpr j) {
  if (j.eqns.size() > 1) std::swap(j.vars[j.eqns[0].out], j.vars[j.eqns.back().out]);
  return j;
}
/// The last result, times 2.
jaxpr with_last_result_doubled(jaxpr const& j) {
  if (j.fault || j.outs.empty() || !j.type(j.outs.back()).floating()) return j;
  context c("twin");
  vec<value> ys = replay(c, j, inputs_like(c, j));
  ys.back() = ys.back() * 2.0;
  return c.finish(ys);
}
jaxpr with_rows_reversed(jaxpr const& j, i32 axis) {
  if (j.fault || j.outs.empty()) return j;
  context c("twin");
  vec<value> ys = replay(c, j, inputs_like(c, j));
  ys[0] = bind<rev_t>({axes{axis}}, ys[0]);
  return c.finish(ys);
}
/// Equations of gather and scatter with what `change(parameters, operands, number of the first index)` makes of them.
template <class Change>
jaxpr with_indexed_changed(jaxpr const& j, Change&& change) {
  if (j.fault) return j;
  context c("twin");
  vec<value> const ys = walk(c, j, inputs_like(c, j), [&](eqn const& e, range<value> operands) {
    if (e.prim->kind != kind::indexed) return record(c, j, e, operands);
    auto p = decode<indexed_params>(j.params(e));
    vec<value> xs;
    xs.append(operands);
    change(p, xs, xs.size() - static_cast<u32>(p.indexed.size()));
    return bind(c, *e.prim, xs, encode(p));
  });
  return c.finish(ys);
}
jaxpr with_gathers_off_by_one(jaxpr const& j) {
  return with_indexed_changed(j, [](indexed_params&, vec<value>& xs, u32 index) {
    if (index == 1 && !xs[index].is_constant()) xs[index] = xs[index] + 1;
  });
}
/// The last slice first.
jaxpr with_scatters_reversed(jaxpr const& j) {
  return with_indexed_changed(j, [](indexed_params& p, vec<value>& xs, u32 index) {
    for (int k = 0; index > 1 && k < p.at.size(); ++k) {
      if (p.operand_axis(static_cast<int>(p.at[k])) >= 0) continue; // a batch
      xs[1] = bind<rev_t>({axes{p.at[k]}}, xs[1]);
      for (u32 i = index; i < xs.size(); ++i) xs[i] = bind<rev_t>({axes{k}}, xs[i]);
    }
  });
}
jaxpr with_nothing_dropped(jaxpr const& j) {
  return with_indexed_changed(j, [](indexed_params& p, vec<value>& xs, u32) {
    for (int q = 0; q < p.indexed.size(); ++q)
      if (!(type_of(xs[0]).shape[static_cast<int>(p.indexed[q])] - p.slice_sizes[q]).never_negative()) return; // there is nowhere else
    p.mode = index_mode::clip;
  });
}
bool has_symbols(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (!a.shape.is_static()) return true;
  return false;
}

// ---- wrong plans
// -------------------------------------------------------------------------------------------------------------------------------------

loop_plan right_plan(jaxpr const& j, lane_choice lanes) { return constax::make_plan(j, lanes); }

loop_plan lacks_a_store(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node const& n : p.nodes)
    for (u32 s = n.steps; s < n.steps + n.n_steps; ++s)
      if (p.steps[s].kind == step_kind::store && s > n.steps) return p.steps[s] = p.steps[s - 1], p;
  return p;
}
loop_plan reads_another_register(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node const& n : p.nodes)
    for (u32 s = n.steps; s < n.steps + n.n_steps; ++s) {
      if (p.steps[s].kind != step_kind::compute) continue;
      eqn const& e = p.program.eqns[p.steps[s].at];
      if (e.n_in == 2 && p.operand_reg[e.in] != p.operand_reg[e.in + 1]) return std::swap(p.operand_reg[e.in], p.operand_reg[e.in + 1]), p;
    }
  return p;
}
loop_plan moves_a_view(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  if (!p.views.empty()) p.views[0].start[0] = p.views[0].start[0] + extent(1);
  return p;
}
loop_plan shares_a_slot(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  i32 first = -1;
  for (place& at : p.places) {
    if (at.memory < 0 || p.memories[static_cast<u32>(at.memory)].kind != memory_kind::workspace) continue;
    if (first < 0) first = at.memory;
    else if (p.memories[static_cast<u32>(at.memory)].type == p.memories[static_cast<u32>(first)].type) at.memory = first;
  }
  return p;
}
loop_plan exchanges_nodes(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  if (p.nodes.size() > 1 && p.n_regions == 0) std::swap(p.nodes[0], p.nodes[p.nodes.size() - 1]);
  return p;
}
loop_plan writes_over_an_argument(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (u32 o = 0; o < j.outs.size(); ++o)
    if (p.sources[o] == loop_plan::in_place)
      for (u32 v : p.program.ins)
        if (p.program.type(v) == p.program.type(j.outs[o])) return p.places[p.program.outs[o].var()].memory = p.places[v].memory, p;
  return p;
}
loop_plan writes_over_slices(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node const& n : p.nodes) {
    if (n.kind != node_kind::indexed) continue;
    eqn const& e = p.program.eqns[n.eqn];
    auto const params = decode<indexed_params>(p.program.params(e));
    u32 const slices = e.n_in - 1 - static_cast<u32>(params.indexed.size()); // those of a scatter, a gather's array
    atom const a = p.program.operands(e)[slices];
    if (!a.is_literal() && p.places[a.var()].memory >= 0) p.places[e.out] = p.places[a.var()];
  }
  return p;
}
loop_plan takes_longer_strips(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node& n : p.nodes)
    if (n.kind == node_kind::region) n.strip *= 2;
  return p;
}

loop_plan scatters_all_in_each_strip(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node& n : p.nodes)
    if (n.kind == node_kind::indexed) n.exit_axis = -1;
  return p;
}

loop_plan forgets_a_scatter(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (step& s : p.steps)
    if (s.kind == step_kind::scatter) return s = p.steps[0], p;
  return p;
}
loop_plan scatters_twice(jaxpr const& j, lane_choice lanes) {
  loop_plan p = right_plan(j, lanes);
  for (node& n : p.nodes)
    if (n.kind == node_kind::indexed) n.pointwise = false;
  return p;
}

vm::program with_nodes_exchanged(vm::program p) {
  if (p.nodes.size() > 1) std::swap(p.nodes[0], p.nodes.back());
  return p;
}
vm::program with_one_memory(vm::program p) {
  for (vm::memory& m : p.memories) m.offset = 0;
  return p;
}
vm::program with_one_strip(vm::program p) {
  for (vm::loop& l : p.loops)
    for (vm::instruction& i : l.body)
      for (vm::operand* x : {&i.x[0], &i.x[1], &i.x[2], &i.to})
        if (x->in_strip) x->at = 0;
  return p;
}
vm::program with_shorter_lines(vm::program p) {
  for (vm::loop& l : p.loops)
    for (vm::instruction& i : l.body)
      if (i.does == vm::instruction::kind::fold && i.length > 1 && l.size % (i.length - 1) == 0) --i.length;
  return p;
}
vm::program with_hasty_readers(vm::program p) {
  for (vm::pipeline& r : p.pipelines)
    for (vm::pipeline_reading& x : r.readings) --x.read.from;
  return p;
}

/// Every second time.
bool odd_call() {
  static bool odd = false;
  return odd = !odd;
}

} // namespace

std::vector<wrong_twin> wrong_twins() {
  std::vector<wrong_twin> all;
  auto const add = [&](char const* name, char const* law, auto&& change) {
    passes by = right_passes();
    change(by);
    all.push_back({name, law, by});
  };
  add("vjp exchanges types", "recorded", [](passes& p) { p.vjp = [](jaxpr const& j) { return with_types_exchanged(constax::vjp(j)); }; });
  add("lower exchanges operands", "lower",
      [](passes& p) { p.lower = [](jaxpr const& j) { return with_operands_exchanged(constax::lower(j)); }; });
  add("lower exchanges types", "lower",
      [](passes& p) { p.lower = [](jaxpr const& j) { return with_types_exchanged(constax::lower(j)); }; });
  add("prepare exchanges operands", "prepare",
      [](passes& p) { p.prepare = [](jaxpr const& j) { return with_operands_exchanged(constax::prepare(j)); }; });
  add("prepare exchanges types", "prepare",
      [](passes& p) { p.prepare = [](jaxpr const& j) { return with_types_exchanged(constax::prepare(j)); }; });
  add("a plan lacks a store", "plan", [](passes& p) { p.make_plan = lacks_a_store; });
  add("a plan reads another register", "plan", [](passes& p) { p.make_plan = reads_another_register; });
  add("a plan moves a view", "plan", [](passes& p) { p.make_plan = moves_a_view; });
  add("a plan shares a slot", "plan", [](passes& p) { p.make_plan = shares_a_slot; });
  add("a plan exchanges nodes", "plan", [](passes& p) { p.make_plan = exchanges_nodes; });
  add("a plan writes over an argument", "plan", [](passes& p) { p.make_plan = writes_over_an_argument; });
  add("a plan writes over slices", "plan", [](passes& p) { p.make_plan = writes_over_slices; });
  add("a plan scatters all slices in each strip", "plan", [](passes& p) { p.make_plan = scatters_all_in_each_strip; });
  add("a plan forgets a scatter", "plan", [](passes& p) { p.make_plan = forgets_a_scatter; });
  add("a plan scatters twice", "plan", [](passes& p) { p.make_plan = scatters_twice; });
  add("a plan takes longer strips than buffers", "plan", [](passes& p) { p.make_plan = takes_longer_strips; });
  add("a gather is off by one", "lower", [](passes& p) {
    p.lower = [](jaxpr const& j) { return with_gathers_off_by_one(constax::lower(j)); };
  });
  add("slices meet in another order", "prepare", [](passes& p) {
    p.prepare = [](jaxpr const& j) { return with_scatters_reversed(constax::prepare(j)); };
  });
  add("a dropped slice is written", "prepare", [](passes& p) {
    p.prepare = [](jaxpr const& j) { return with_nothing_dropped(constax::prepare(j)); };
  });
  add("a dropped slice has a cotangent", "adjoint", [](passes& p) {
    p.vjp = [](jaxpr const& j) { return with_nothing_dropped(constax::vjp(j)); };
  });
  add("jvp doubles a tangent", "adjoint",
      [](passes& p) { p.jvp = [](jaxpr const& j) { return with_last_result_doubled(constax::jvp(j)); }; });
  add("jvp doubles a tangent", "derivative",
      [](passes& p) { p.jvp = [](jaxpr const& j) { return with_last_result_doubled(constax::jvp(j)); }; });
  add("vjp doubles a cotangent", "adjoint",
      [](passes& p) { p.vjp = [](jaxpr const& j) { return with_last_result_doubled(constax::vjp(j)); }; });
  add("vmap reverses its rows", "vmap", [](passes& p) {
    p.vmap = [](jaxpr const& j, range<i32> in, extent rows, range<i32> out) {
      return with_rows_reversed(constax::vmap(j, in, rows, out), out[0]);
    };
  });
  add("vjp of a vmap is another one", "commute", [](passes& p) {
    p.vjp = [](jaxpr const& j) { return odd_call() ? constax::vjp(j) : with_last_result_doubled(constax::vjp(j)); };
  });
  add("lower knows numbers from symbols", "symbols", [](passes& p) {
    p.lower = [](jaxpr const& j) { return has_symbols(j) ? constax::lower(j) : with_operands_exchanged(constax::lower(j)); };
  });
  add("transposes exchange operands", "transposes", [](passes& p) {
    p.on_transposes = [](jaxpr const& j, vec<bool> const& turn) {
      return with_operands_exchanged(constax::detail::on_transposes(j, turn));
    };
  });
  add("strips exchange nodes", "strips", [](passes& p) {
    p.strips = [](jaxpr const& j) { return with_nodes_exchanged(strip_program(j)); };
  });
  add("strips share a memory", "strips", [](passes& p) {
    p.strips = [](jaxpr const& j) { return with_one_memory(strip_program(j)); };
  });
  add("strips share a strip", "strips", [](passes& p) {
    p.strips = [](jaxpr const& j) { return with_one_strip(strip_program(j)); };
  });
  add("strips fold shorter lines", "strips", [](passes& p) {
    p.strips = [](jaxpr const& j) { return with_shorter_lines(strip_program(j)); };
  });
  add("strips read in a pipeline what is not there yet", "strips", [](passes& p) {
    p.strips = [](jaxpr const& j) { return with_hasty_readers(strip_program(j, 5)); };
  });
  return all;
}

long programs_until_seen(wrong_twin const& twin, long most) {
  counts asked;
  for (long n = 1; n <= most; ++n) {
    choices pick(static_cast<std::uint64_t>(n));
    random_program const r = generate(pick);
    auto const found = find_failure(r, twin.by, asked);
    if (found && found->law == twin.law) return n;
  }
  return 0;
}

} // namespace random_programs
