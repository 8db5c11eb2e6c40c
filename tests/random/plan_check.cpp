// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "kernel_run.hpp"
#include "plan_check.hpp"

namespace random_programs {

plan_run::~plan_run() = default;

// ---- sums
// -----------------------------------------------------------------------------------------------------------------------------------------

int plan_run::sum_axis(eqn const& e) const {
  return static_cast<int>(e.prim->kind == kind::contraction ? e.prim->contraction(j_.params(e)).lhs_contracting[0]
                                                            : decode<reduction_params>(j_.params(e)).axes[0]);
}
bool plan_run::leaves_region(u32 equation) const {
  for (region_exit const& x : p_.exits)
    if (x.eqn == equation) return true;
  return false;
}
void plan_run::begin_sum(u32 equation) {
  eqn const& e = j_.eqns[equation];
  sums_[equation] = sum_terms(ids_.lengths_of(e.out), ids_.lengths_of(j_.operands(e)[0])[sum_axis(e)]);
}
void plan_run::end_sum(u32 equation, node const* within, strip const& part) {
  eqn const& e = j_.eqns[equation];
  atom const x = j_.operands(e)[0];
  int const axis = sum_axis(e);
  sum_terms const& terms = sums_.at(equation);
  each_place(ids_.lengths_of(e.out), [&](i64 const* at) {
    bool of_strip = true; // elsewhere there is nothing to sum
    if (within)
      for (int d = 0, to = 0; d < ids_.lengths_of(x).rank; ++d) {
        if (d == axis) continue;
        u32 const loops = p_.loops[x.var()];
        if ((loops >> d & 1) && nest_axis(loops, d) == within->region_axis) of_strip = at[to] >= part.first && at[to] < part.last;
        ++to;
      }
    for (i64 i = 0; i < terms.count(); ++i)
      if (terms.has(at, i) != of_strip)
        throw wrong_plan{"the sum " + ids_.element(e.out, at) + (of_strip ? " lacks term " : ", of another strip, has term ") +
                         std::to_string(i)};
    if (of_strip) memory_->write(e.out, at, ids_.of(e.out, at), "sum");
  });
  sums_.erase(equation);
}

// ---- nodes
// -----------------------------------------------------------------------------------------------------------------------------------------

void plan_run::run_kernel(u32 number, strip const& part) {
  node const& n = p_.nodes[number];
  if (!has_loops_) return run_straight_line(n);
  std::vector<u32> sums;
  for (u32 s = n.steps; s < n.steps + n.n_steps; ++s)
    if (p_.steps[s].kind == step_kind::exit) sums.push_back(p_.steps[s].at);
  for (u32 k : sums) {
    atom const x = j_.operands(j_.eqns[k])[0];
    if (nest_axis(p_.loops[x.var()], sum_axis(j_.eqns[k])) != n.exit_axis)
      throw wrong_plan{"the sum " + ids_.name(j_.eqns[k].out) + " goes along another axis than its kernel's"};
    if (!leaves_region(k)) begin_sum(k);
  }
  auto& kernel = kernels_[number];
  if (!kernel) kernel = std::make_unique<kernel_run>(*this, n);
  (*kernel)(part);
  for (u32 k : sums)
    if (!leaves_region(k)) end_sum(k, n.region_axis >= 0 ? &n : nullptr, part);
}
/// A row of a movement's result is a row of an operand that lies in rows, or one element, or padding.
void plan_run::check_rows(eqn const& e) const {
  if (e.prim->kind != kind::movement || !p_.loops[e.out]) return;
  vec<lengths> in;
  for (atom a : j_.operands(e)) in.push(ids_.lengths_of(a));
  lengths const all = ids_.lengths_of(e.out);
  lengths rows = all;
  int const last = all.rank - 1;
  rows.of[last] = 1;
  each_place(rows, [&](i64 const* row) {
    element_source first;
    bool same = true, along = true;
    for (i64 l = 0; l < all[last]; ++l) {
      i64 at[max_rank] = {};
      std::copy_n(row, all.rank, at), at[last] = l;
      element_source const s = e.prim->source(j_.params(e), b_, in, all, at);
      if (l == 0) first = s;
      if (s.operand != first.operand) same = along = false;
      if (!same && !along) break;
      if (s.operand < 0) continue;
      atom const a = j_.operands(e)[static_cast<u32>(s.operand)];
      int const rank = ids_.lengths_of(a).rank;
      along = along && !a.is_literal() && p_.loops[a.var()] && ids_.lengths_of(a)[rank - 1] == all[last] && s.at[rank - 1] == l;
      for (int d = 0; d < rank; ++d) same = same && s.at[d] == first.at[d], along = along && (d == rank - 1 || s.at[d] == first.at[d]);
    }
    if (!same && !along) throw wrong_plan{std::string(e.prim->name) + " puts a row of " + ids_.name(e.out) + " together from pieces"};
  });
}
/// Straight-line code: each value is there before it is read.
void plan_run::run_straight_line(node const& n) {
  std::vector<bool> there(j_.vars.size());
  auto const load = [&](u32 v) { memory_->read_all(atom{static_cast<i32>(v)}, "straight-line code"), there[v] = true; };
  for (u32 s = 0; s < n.n_preloads; ++s) load(p_.steps[n.preloads + s].at);
  for (u32 s = n.steps; s < n.steps + n.n_steps; ++s) {
    step const& at = p_.steps[s];
    if (at.kind == step_kind::load) load(at.at);
    else if (at.kind == step_kind::store) {
      if (!there[at.at]) throw wrong_plan{"straight-line code stores " + ids_.name(at.at) + " before it is made"};
      memory_->write_all(at.at, "straight-line code");
    } else {
      eqn const& e = j_.eqns[at.at];
      for (atom a : j_.operands(e))
        if (!a.is_literal() && !there[a.var()]) throw wrong_plan{"straight-line code reads " + ids_.name(a.var()) + " before it is made"};
      check_rows(e);
      for (u32 v = e.out; v < e.out + e.n_out; ++v) there[v] = true;
    }
  }
}
/// reads(place) for each place of the result that the node makes for a strip, which is then written: with its identity, or that of another
/// array.
template <class Reads>
void plan_run::each_result(node const& n, strip const& part, Reads&& reads, std::optional<atom> of) {
  u32 const v = j_.eqns[n.eqn].out;
  atom const written = of.value_or(atom{static_cast<i32>(v)});
  lengths here = ids_.lengths_of(v);
  int const axis = n.region_axis;
  if (axis >= 0) here.of[axis] = part.last - part.first;
  each_place(here, [&](i64 const* within) {
    i64 at[max_rank] = {};
    for (int d = 0; d < here.rank; ++d) at[d] = within[d] + (d == axis ? part.first : 0);
    reads(static_cast<i64 const*>(at));
    memory_->write(v, at, ids_.of(written, at), j_.eqns[n.eqn].prim->name);
  });
}
void plan_run::run_copy(node const& n, strip const& part) {
  eqn const& e = j_.eqns[n.eqn];
  range<atom> const xs = j_.operands(e);
  // The operand of a reshape may have been written where the result is.
  auto const memory_of = [&](u32 v) { return p_.places[v].memory; };
  if (n.kind == node_kind::copy && is<reshape_t>(e) && !xs[0].is_literal() && memory_of(xs[0].var()) == memory_of(e.out) &&
      p_.memories[static_cast<u32>(memory_of(e.out))].kind == memory_kind::output)
    return;
  vec<lengths> in;
  for (atom a : xs) in.push(ids_.lengths_of(a));
  each_result(n, part, [&](i64 const* at) {
    element_source const from = e.prim->source(j_.params(e), b_, in, ids_.lengths_of(e.out), at);
    constexpr i64 first[max_rank] = {};
    atom const a = xs[from.operand < 0 ? 1 : static_cast<u32>(from.operand)];
    if (!a.is_literal()) memory_->read(a.var(), from.operand < 0 ? first : from.at, e.prim->name);
  });
}
void plan_run::run_contraction(node const& n, strip const& part) {
  eqn const& e = j_.eqns[n.eqn];
  each_result(n, part, [&](i64 const* at) {
    each_factor(j_, e, ids_, at, [&](u32 side, i64 const* from) {
      if (atom const a = j_.operands(e)[side]; !a.is_literal()) memory_->read(a.var(), from, e.prim->name);
    });
  });
}
void plan_run::run_locate(node const& n, strip const& part) {
  eqn const& e = j_.eqns[n.eqn];
  atom const x = j_.operands(e)[0];
  int const axis = static_cast<int>(decode<locate_params>(j_.params(e)).axes[0]);
  lengths const line = ids_.lengths_of(x);
  each_result(n, part, [&](i64 const* at) {
    for (i64 i = 0; !x.is_literal() && i < line[axis]; ++i) {
      i64 from[max_rank] = {};
      for (int d = 0, of_result = 0; d < line.rank; ++d) from[d] = d == axis ? i : at[of_result++];
      memory_->read(x.var(), from, e.prim->name);
    }
  });
}
/// A line at a time, of all keys, in memory beside the result: there is none in a region.
void plan_run::run_sorted(node const& n, strip const& part) {
  eqn const& e = j_.eqns[n.eqn];
  if (n.region_axis >= 0) throw wrong_plan{"argsort: " + ids_.name(e.out) + " is made in a region"};
  int const axis = decode<argsort_params>(j_.params(e)).axis;
  each_result(n, part, [&](i64 const* at) {
    if (at[axis] != 0) return;
    i64 from[max_rank] = {};
    std::copy(at, at + ids_.lengths_of(e.out).rank, from);
    for (atom a : j_.operands(e))
      for (from[axis] = 0; from[axis] < ids_.lengths_of(a)[axis]; ++from[axis]) memory_->read(a.var(), from, e.prim->name);
  });
}
/// A line at a time; its total may come with it.
void plan_run::run_scanned(node const& n, strip const& part) {
  eqn const& e = j_.eqns[n.eqn];
  int const axis = static_cast<int>(j_.params(e)[0]);
  if (axis == n.region_axis)
    throw wrong_plan{std::string(e.prim->name) + ": " + ids_.name(e.out) + " runs along the axis that its region takes strips of"};
  if (n.total != node::none && sum_axis(j_.eqns[n.total]) != axis)
    throw wrong_plan{"the total " + ids_.name(j_.eqns[n.total].out) + " is that of another axis"};
  auto const total = [&](i64 const* at) {
    u32 const v = j_.eqns[n.total].out;
    memory_->write(v, at, ids_.of(v, at), "a scan's total");
  };
  if (n.total != node::none && ids_.lengths_of(e.out).size() == 0) // of nothing: the totals of the strip are there all the same
    return each_place(ids_.lengths_of(j_.eqns[n.total].out), [&](i64 const* at) {
      i64 const place = n.region_axis < 0 ? 0 : at[n.region_axis > axis ? n.region_axis - 1 : n.region_axis];
      if (n.region_axis < 0 || (place >= part.first && place < part.last)) total(at);
    });
  each_result(n, part, [&](i64 const* at) {
    if (at[axis] != 0) return;
    i64 from[max_rank] = {}, of_total[max_rank] = {};
    for (int d = 0, to = 0; d < ids_.lengths_of(e.out).rank; ++d) {
      from[d] = at[d];
      if (d != axis) of_total[to++] = at[d];
    }
    for (atom a : j_.operands(e))
      for (from[axis] = 0; !a.is_literal() && from[axis] < ids_.lengths_of(a)[axis]; ++from[axis])
        memory_->read(a.var(), from, e.prim->name);
    if (n.total != node::none) total(of_total);
  });
}
/// Threads read while others write: operands are there before the node and behind it. A scatter writes its array first, where its result
/// will be, and reads slices then.
void plan_run::run_indexed(node const& n, strip const& part) {
  if (n.exit_axis >= 0) return scatter_strip(n, part);
  eqn const& e = j_.eqns[n.eqn];
  std::string_view const name = e.prim->name;
  auto const p = decode<indexed_params>(j_.params(e));
  range<atom> const xs = j_.operands(e);
  u32 const first = e.n_in - static_cast<u32>(p.indexed.size());
  int const axis = n.region_axis;
  auto const read = [&](atom a, i64 const* at) {
    if (!a.is_literal()) memory_->read(a.var(), at, name);
  };
  auto const here = [&](i64 place) { return axis < 0 || (place >= part.first && place < part.last); };
  auto const read_slices = [&] {
    bool const gathers = first == 1, indexed = !gathers && axis >= 0 && p.index_of(axis) >= 0;
    ids_.each_of_slices(e, [&](i64 const* in_x, i64 const* in_slices, i64 const* in_indices) {
      if (axis >= 0 && !indexed && !here(in_slices[gathers ? axis : p.along[axis]])) return;
      for (u32 k = first; k < e.n_in; ++k) read(xs[k], in_indices);
      if (!in_x || (indexed && !here(in_x[axis]))) return;
      gathers ? read(xs[0], in_x) : read(xs[1], in_slices);
    });
  };
  auto const no_reads = [](i64 const*) {};
  read_slices();
  if (first > 1) {
    each_result(n, part, [&](i64 const* at) { read(xs[0], at); }, xs[0]);
    read_slices();
  }
  each_result(n, part, no_reads);
  read_slices();
}
/// A scatter whose slices come in strips: its array is written before the first of them.
void plan_run::begin_scatter(node const& n) {
  eqn const& e = j_.eqns[n.eqn];
  atom const x = j_.operands(e)[0];
  each_place(ids_.lengths_of(e.out), [&](i64 const* at) {
    if (!x.is_literal()) memory_->read(x.var(), at, e.prim->name);
    memory_->write(e.out, at, ids_.of(x, at), e.prim->name);
  });
}
void plan_run::scatter_strip(node const& n, strip const& part) {
  if (n.pointwise) return; // the kernel of the region scatters for it
  eqn const& e = j_.eqns[n.eqn];
  range<atom> const xs = j_.operands(e);
  if (n.exit_axis != n.region_axis) throw wrong_plan{std::string(e.prim->name) + " has strips of one axis, and leaves along another one"};
  auto const read = [&](atom a, i64 const* at) {
    if (!a.is_literal()) memory_->read(a.var(), at, e.prim->name);
  };
  ids_.each_of_slices(e, [&](i64 const* in_x, i64 const* in_slices, i64 const* in_indices) {
    if (in_slices[n.exit_axis] < part.first || in_slices[n.exit_axis] >= part.last) return;
    for (u32 k = 2; k < xs.size(); ++k) read(xs[k], in_indices);
    if (!in_x) return;
    read(xs[1], in_slices);
    memory_->write(e.out, in_x, ids_.combined(e, memory_->held(e.out, in_x, e.prim->name), ids_.of(xs[1], in_slices)), e.prim->name);
  });
}
/// Loops, branches and routines read their operands whole; what functions of loops and branches do is a plan of its own.
void plan_run::run_control(node const& n) {
  eqn const& e = j_.eqns[n.eqn];
  for (atom a : j_.operands(e)) memory_->read_all(a, e.prim->name);
  for (u32 v = e.out; v < e.out + e.n_out; ++v)
    if (memory_->has_memory(v)) memory_->write_all(v, e.prim->name);
}

void plan_run::run_node(u32 number, strip const& part) {
  node const& n = p_.nodes[number];
  switch (n.kind) {
  case node_kind::kernel: return run_kernel(number, part);
  case node_kind::region: return run_region(number);
  case node_kind::copy:
  case node_kind::pack: return run_copy(n, part);
  case node_kind::dot: return run_contraction(n, part);
  case node_kind::locate: return run_locate(n, part);
  case node_kind::scanned: return run_scanned(n, part);
  case node_kind::control:
  case node_kind::routine: return run_control(n);
  case node_kind::indexed: return run_indexed(n, part);
  case node_kind::sorted: return run_sorted(n, part);
  }
}
/// In strips, where sums leave it none of which lies in two blocks of their order.
void plan_run::run_region(u32 number) {
  node const& n = p_.nodes[number];
  i64 const count = b_(n.nest[0]), longest = n.strip;
  if (longest <= 0) throw wrong_plan{"a region has strips of no length"};
  std::vector<u32> sums;
  for (region_exit const& x : p_.exits)
    if (x.region == n.region) sums.push_back(x.eqn), begin_sum(x.eqn);
  for (u32 k = 1; k <= n.body; ++k)
    if (node const& of = p_.nodes[number + k]; of.kind == node_kind::indexed && of.exit_axis >= 0) begin_scatter(of);
  i64 const block = sums.empty() ? count : count <= short_sum ? 1 : block_length;
  for (i64 first = 0; first < count;) {
    i64 const end_of_block = block ? std::min((first / block + 1) * block, count) : count;
    strip const part{first, std::min(first + longest, end_of_block)};
    memory_->begin_strip(n.region, part.first);
    for (u32 k = 1; k <= n.body; ++k) run_node(number + k, part);
    first = part.last;
  }
  for (u32 k : sums) end_sum(k);
}

void plan_run::operator()() {
  if (!ids_.defined()) return;
  memory_.emplace(p_, b_, ids_);
  for (u32 k = 0; k < p_.nodes.size(); ++k) {
    run_node(k, {});
    if (p_.nodes[k].kind == node_kind::region) k += p_.nodes[k].body;
  }
  memory_->check_results();
}

// ---- functions
// -------------------------------------------------------------------------------------------------------------------------------------

namespace {

/// What the symbols of a function stand for: those of strips, for one of a few rows.
bindings lengths_inside(jaxpr const& j, eqn const& e, bindings b) {
  if (!is<strips_t>(e)) return b;
  auto const params = decode<strips_t::params>(j.params(e));
  i64 const n = b(params.length);
  b.name[b.count] = params.of_strip(), b.value[b.count++] = params.fixed() ? params.rows : std::min<i64>(n, 3);
  b.name[b.count] = params.of_all(), b.value[b.count++] = n;
  return b;
}

} // namespace

std::optional<std::string> plan_error(jaxpr const& prepared, bindings const& b, lane_choice lanes, passes const& by) {
  loop_plan const p = by.make_plan(prepared, lanes);
  try {
    plan_run(p, b, has_loops(prepared))();
  } catch (wrong_plan const& wrong) {
    return wrong.what + "\n" + std::string(constax::print(plan_tree{p, {}, {}}).view()) + "\n" +
           std::string(constax::print(p.program).view());
  }
  for (eqn const& e : p.program.eqns) {
    if (!e.prim->call || !e.prim->call->functions) continue;
    for (u32 k = 0; k < e.prim->functions(p.program.params(e)).count; ++k)
      if (auto const wrong = plan_error(by.prepare(detail::function_of(p.program, e, k)), lengths_inside(p.program, e, b), {}, by))
        return wrong;
  }
  return {};
}

} // namespace random_programs
