// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "kernel_run.hpp"

namespace random_programs {

constexpr std::string_view kernel_name = "kernel";

kernel_run::kernel_run(plan_run& run, node const& n) : run_(run), n_(n), p_(run.p_), j_(run.j_), ids_(run.ids_), nest_(n.nest, run.b_) {
  for (u32 t = 0; t < std::size(dtype_table); ++t) registers_.emplace_back(n.n_regs[t], never_written), preloaded_.emplace_back(n.n_pre[t], never_written);
}

kernel_run::place_in kernel_run::place_of(u32 v, u32 loops, u32 unrolled, bool at_origin) const {
  place_in place;
  lengths const& n = ids_.lengths_of(v);
  unrolled_index(j_.type(v).shape, loops, unrolled, place.at);
  for (int d = 0; d < n.rank; ++d) {
    if (loops >> d & 1) place.at[d] = at_origin ? 0 : point_[nest_axis(loops, d)];
    place.exists = place.exists && place.at[d] < n[d];
  }
  return place;
}
identity& kernel_run::held(registers& file, dtype t, u32 number, std::string_view what) {
  auto& of_type = file[static_cast<u8>(t)];
  if (number >= of_type.size()) throw wrong_plan{"the kernel has no register for " + std::string(what)};
  return of_type[number];
}
identity kernel_run::operand(eqn const& e, u32 which, u32 unrolled) {
  atom const a = j_.operands(e)[which];
  if (a.is_literal()) return ids_.of(a, nullptr);
  u32 const first = p_.operand_reg[e.in + which], of_it = unrolled_count(j_.type(a).shape, p_.loops[a.var()]) == 1 ? 0 : unrolled;
  return held(first & loop_plan::pre_bit ? preloaded_ : registers_, j_.type(a).type, (first & ~loop_plan::pre_bit) + of_it, ids_.name(a.var()));
}
u32 kernel_run::register_of(atom a, i64 const* at) const {
  if (a.is_literal()) return 0;
  i64 inside[max_rank] = {};
  for (int d = 0; d < ids_.lengths_of(a).rank; ++d)
    if (!(p_.loops[a.var()] >> d & 1)) inside[d] = at[d];
  return unrolled_offset(j_.type(a).shape, p_.loops[a.var()], inside);
}
identity kernel_run::expect(eqn const& e, u32 which, u32 unrolled, i64 const* at) {
  atom const a = j_.operands(e)[which];
  identity const found = operand(e, which, unrolled);
  if (a.is_literal()) return found;
  auto const reads = [&] { return std::string(e.prim->name) + ", which makes " + ids_.name(e.out) + ", reads "; };
  for (int d = 0; d < ids_.lengths_of(a).rank; ++d)
    if (at[d] < 0 || at[d] >= ids_.lengths_of(a)[d]) throw wrong_plan{reads() + "beyond the end of " + ids_.name(a.var())};
  identity const expected = ids_.of(a, at);
  if (expected != undefined && found != expected) throw wrong_plan{reads() + ids_.element(a.var(), at) + ": another element lies in its register"};
  return found;
}

void kernel_run::load(step const& s, registers& to, bool at_origin) {
  u32 const v = s.at, loops = p_.loops[v];
  for (u32 u = 0; u < unrolled_count(j_.type(v).shape, loops); ++u) {
    place_in const from = place_of(v, loops, u, at_origin);
    held(to, j_.type(v).type, s.reg + u, ids_.name(v)) = from.exists ? run_.memory_->read(v, from.at, kernel_name) : undefined;
  }
}
void kernel_run::store(step const& s) {
  u32 const v = s.at, loops = p_.made[v];
  for (u32 u = 0; u < unrolled_count(j_.type(v).shape, loops); ++u) {
    place_in const to = place_of(v, loops, u);
    identity const id = held(registers_, j_.type(v).type, p_.regs[v] + u, ids_.name(v));
    // A kernel that goes on behind the end of v may store there, if there is memory.
    if (to.exists) run_.memory_->write(v, to.at, id, kernel_name);
    else if (!run_.memory_->exists(v, to.at)) throw wrong_plan{"kernel stores " + ids_.element(v, to.at) + " beyond the end of its memory"};
  }
}
void kernel_run::take_terms(u32 equation) {
  eqn const& e = j_.eqns[equation];
  if (n_.beyond && point_[0] >= nest_[0] - n_.beyond) return; // the sum leaves the last elements out
  atom const a = j_.operands(e)[0];
  u32 const loops = p_.loops[a.var()];
  int const axis = run_.sum_axis(e);
  for (u32 u = 0; u < unrolled_count(j_.type(a).shape, loops); ++u) {
    place_in const term = place_of(a.var(), loops, u);
    for (u32 k = 0; k < e.n_in; ++k)
      if (expect(e, k, u, term.at) == undefined || ids_.of(j_.operands(e)[k], term.at) == undefined)
        throw wrong_plan{"the sum " + ids_.name(e.out) + " takes an element beyond the end of an array"};
    i64 result[max_rank] = {};
    for (int d = 0, to = 0; d < ids_.lengths_of(a).rank; ++d)
      if (d != axis) result[to++] = term.at[d];
    if (!run_.sums_.at(equation).take(result, term.at[axis])) throw wrong_plan{"a term of the sum " + ids_.name(e.out) + " comes twice"};
  }
}

/// A movement within a kernel gives registers other names.
void kernel_run::check_movement(eqn const& e, u32 unrolled, i64 const* at) {
  vec<lengths> in;
  for (atom a : j_.operands(e)) in.push(ids_.lengths_of(a));
  i64 within[max_rank] = {};
  unrolled_index(j_.type(e.out).shape, p_.made[e.out], unrolled, within);
  element_source const from = e.prim->source(j_.params(e), run_.b_, in, ids_.lengths_of(e.out), within);
  u32 const which = from.operand < 0 ? 1 : static_cast<u32>(from.operand);
  identity const found = operand(e, which, from.operand < 0 ? 0 : register_of(j_.operands(e)[which], from.at)), expected = ids_.of(e.out, at);
  if (expected != undefined && found != expected)
    throw wrong_plan{std::string(e.prim->name) + " gives a register the name " + ids_.element(e.out, at) + ", but another element lies there"};
}
/// All of a line in registers; reduced: the result lacks the line's axis.
void kernel_run::check_line(eqn const& e, i64 const* at, int axis, bool reduced) {
  for (u32 k = 0; k < e.n_in; ++k) {
    atom const a = j_.operands(e)[k];
    lengths const n = ids_.lengths_of(a);
    for (i64 i = 0; n.rank && i < n[axis]; ++i) {
      i64 from[max_rank] = {};
      for (int d = 0, of_result = 0; d < n.rank; ++d) from[d] = d == axis ? i : at[reduced ? of_result : d], of_result += d != axis;
      expect(e, k, register_of(a, from), from);
    }
  }
}
void kernel_run::check_operands(eqn const& e, u32 unrolled, i64 const* at) {
  switch (e.prim->kind) {
  case kind::elementwise:
    for (u32 k = 0; k < e.n_in; ++k) expect(e, k, unrolled, at);
    return;
  case kind::movement: return check_movement(e, unrolled, at);
  case kind::reduction: return check_line(e, at, static_cast<int>(j_.params(e)[1]), true);
  case kind::cumulative: return check_line(e, at, static_cast<int>(j_.params(e)[0]), false);
  case kind::contraction:
    return each_factor(j_, e, ids_, at, [&](u32 side, i64 const* from) { expect(e, side, register_of(j_.operands(e)[side], from), from); });
  default: return;
  }
}
void kernel_run::compute(eqn const& e) {
  u32 const loops = p_.made[e.out], count = unrolled_count(j_.type(e.out).shape, loops);
  std::vector<identity> made(count, undefined);
  for (u32 u = 0; u < count; ++u) {
    place_in const to = place_of(e.out, loops, u);
    if (to.exists) check_operands(e, u, to.at), made[u] = ids_.of(e.out, to.at);
  }
  for (u32 u = 0; u < count; ++u) held(registers_, j_.type(e.out).type, p_.regs[e.out] + u, ids_.name(e.out)) = made[u];
}

void kernel_run::run_point() {
  for (u32 s = 0; s < n_.n_steps; ++s) {
    step const& at = step_at(s);
    switch (at.kind) {
    case step_kind::load: load(at, registers_, false); break;
    case step_kind::store: store(at); break;
    case step_kind::exit: take_terms(at.at); break;
    case step_kind::compute: compute(j_.eqns[at.at]); break;
    }
  }
}
/// What one step takes from another, `by` places further along the lanes, is what it would compute itself.
void kernel_run::check_carried() const {
  for (u32 c = 0; c < n_.n_carried; ++c) {
    carried_step const& taken = p_.carried[n_.carried + n_.n_first + c];
    if (taken.from == carried_step::none) continue;
    auto const value_at = [&](u32 s, i64 const* point) -> identity {
      step const& made_by = step_at(s);
      bool const loaded = made_by.kind == step_kind::load;
      u32 const v = loaded ? made_by.at : j_.eqns[made_by.at].out, loops = loaded ? p_.loops[v] : p_.made[v];
      lengths const& n = ids_.lengths_of(v);
      i64 at[max_rank] = {};
      for (int d = 0; d < n.rank; ++d) {
        if (loops >> d & 1) at[d] = point[nest_axis(loops, d)];
        if (at[d] < 0 || at[d] >= n[d]) return undefined;
      }
      return ids_.of(v, at);
    };
    each_place(nest_, [&](i64 const* point) {
      i64 before[max_rank] = {};
      for (int d = 0; d < nest_.rank; ++d) before[d] = point[d] - (d == n_.lane_axis ? taken.by : 0);
      identity const own = value_at(taken.step, point), other = value_at(taken.from, before);
      if (own != undefined && other != undefined && own != other)
        throw wrong_plan{"a kernel takes step " + std::to_string(taken.step) + " from step " + std::to_string(taken.from) + ", which gives another element"};
    });
  }
}

void kernel_run::operator()(strip const& of) {
  lengths part = nest_;
  i64 first[max_rank] = {};
  if (n_.region_axis >= 0) part.of[n_.region_axis] = of.last - of.first, first[n_.region_axis] = of.first;
  if (nest_.size() > 0)
    for (u32 s = 0; s < n_.n_preloads; ++s) load(p_.steps[n_.preloads + s], preloaded_, true);
  each_place(part, [&](i64 const* at) {
    for (int d = 0; d < nest_.rank; ++d) point_[d] = first[d] + at[d];
    run_point();
  });
  check_carried();
}

} // namespace random_programs
