// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

#include "kernel_run.hpp"

namespace random_programs {

constexpr std::string_view kernel_name = "kernel";
constexpr u32 most_registers_of_a_value = 64; // more elements than that are looped over (plan.hpp, loop_axes)

kernel_run::kernel_run(plan_run& run, node const& n) : run_(run), n_(n), p_(run.p_), j_(run.j_), ids_(run.ids_), nest_(n.nest, run.b_) {
  for (u32 t = 0; t < stored_count; ++t)
    registers_.emplace_back(n.n_regs[t], never_written), preloaded_.emplace_back(n.n_pre[t], never_written);
}

kernel_run::walk kernel_run::walk_of(u32 v, u32 loops) const {
  walk w{v, ids_.lengths_of(v).rank, {}, {}};
  for (int d = 0; d < w.rank; ++d) w.of_nest[d] = loops >> d & 1 ? nest_axis(loops, d) : -1;
  w.in_registers.resize(unrolled_count(j_.type(v).shape, loops));
  for (u32 u = 0; u < w.count(); ++u) unrolled_index(j_.type(v).shape, loops, u, w.in_registers[u].data());
  return w;
}
void kernel_run::prepare() {
  for (u32 s = 0; s < n_.n_preloads; ++s) {
    step const& at = p_.steps[n_.preloads + s];
    preloads_.push_back({&at, walk_of(at.at, p_.loops[at.at]), {}, {}});
  }
  for (u32 s = 0; s < n_.n_steps; ++s) {
    step const& at = step_at(s);
    u32 const v = [&] {
      switch (at.kind) {
      case step_kind::compute: return j_.eqns[at.at].out;
      case step_kind::exit: return j_.operands(j_.eqns[at.at])[0].var();
      case step_kind::scatter: return j_.operands(j_.eqns[at.at])[1].var();
      default: return at.at;
      }
    }();
    bool const makes = at.kind == step_kind::store || at.kind == step_kind::compute;
    prepared_step& now = steps_.emplace_back(prepared_step{&at, walk_of(v, makes ? p_.made[v] : p_.loops[v]), {}, {}});
    if (now.along.count() > most_registers_of_a_value)
      throw wrong_plan{"a kernel has " + std::to_string(now.along.count()) + " registers for " + ids_.name(v)};
    if (at.kind != step_kind::compute) continue;
    eqn const& e = j_.eqns[at.at];
    now.moved.resize(now.along.count());
    for (u32 k = 0; e.prim->kind == kind::elementwise && k < e.n_in; ++k) {
      atom const x = j_.operands(e)[k];
      if (x.is_literal() || now.along.count() == 0) continue;
      bool const one = unrolled_count(j_.type(x).shape, p_.loops[x.var()]) == 1;
      identity const& first = operand(e, k, 0);
      if (!one) operand(e, k, now.along.count() - 1); // are there so many registers?
      now.reads.push_back({k, &first, ids_.all_of(x.var()).data(), one ? 0u : 1u, ids_.lengths_of(x).rank > 0});
    }
  }
}
kernel_run::place_in kernel_run::place_of(walk const& w, u32 unrolled, bool at_origin) const {
  place_in place;
  lengths const& n = ids_.lengths_of(w.v);
  for (int d = 0; d < w.rank; ++d) {
    place.at[d] = w.of_nest[d] < 0 ? w.in_registers[unrolled][static_cast<u32>(d)] : at_origin ? 0 : point_[w.of_nest[d]];
    place.exists = place.exists && place.at[d] < n[d];
  }
  return place;
}
identity& kernel_run::held(registers& file, dtype t, u32 number, std::string_view what) {
  auto& of_type = file[static_cast<u8>(t)];
  if (number >= of_type.size()) throw wrong_plan{"the kernel has no register for " + std::string(what)};
  return of_type[number];
}
identity const& kernel_run::operand(eqn const& e, u32 which, u32 unrolled) {
  atom const a = j_.operands(e)[which];
  u32 const first = p_.operand_reg[e.in + which], of_it = unrolled_count(j_.type(a).shape, p_.loops[a.var()]) == 1 ? 0 : unrolled;
  return held(first & loop_plan::pre_bit ? preloaded_ : registers_, j_.type(a).type, (first & ~loop_plan::pre_bit) + of_it,
              ids_.name(a.var()));
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
  if (a.is_literal()) return ids_.of(a, at);
  identity const found = operand(e, which, unrolled);
  auto const reads = [&] { return std::string(e.prim->name) + ", which makes " + ids_.name(e.out) + ", reads "; };
  for (int d = 0; d < ids_.lengths_of(a).rank; ++d)
    if (at[d] < 0 || at[d] >= ids_.lengths_of(a)[d]) throw wrong_plan{reads() + "beyond the end of " + ids_.name(a.var())};
  identity const expected = ids_.of(a, at);
  if (expected != undefined && found != expected)
    throw wrong_plan{reads() + ids_.element(a.var(), at) + ": another element lies in its register"};
  return found;
}

void kernel_run::load(prepared_step const& s, registers& to, bool at_origin) {
  u32 const v = s.along.v;
  for (u32 u = 0; u < s.along.count(); ++u) {
    place_in const from = place_of(s.along, u, at_origin);
    if (!from.exists && !run_.memory_->exists(v, from.at))
      throw wrong_plan{"kernel loads " + ids_.name(v) + " beyond the end of its memory"};
    held(to, j_.type(v).type, s.step->reg + u, ids_.name(v)) = from.exists ? run_.memory_->read(v, from.at, kernel_name) : undefined;
  }
}
void kernel_run::store(prepared_step const& s) {
  u32 const v = s.along.v;
  for (u32 u = 0; u < s.along.count(); ++u) {
    place_in const to = place_of(s.along, u);
    identity const id = held(registers_, j_.type(v).type, p_.regs[v] + u, ids_.name(v));
    // A kernel that goes on behind the end of v may store there, if there is memory.
    if (to.exists) run_.memory_->write(v, to.at, id, kernel_name);
    else if (!run_.memory_->exists(v, to.at)) throw wrong_plan{"kernel stores " + ids_.element(v, to.at) + " beyond the end of its memory"};
  }
}
void kernel_run::take_terms(prepared_step const& s) {
  u32 const equation = s.step->at;
  eqn const& e = j_.eqns[equation];
  if (n_.beyond && point_[0] >= nest_[0] - n_.beyond) return; // the sum leaves the last elements out
  int const axis = run_.sum_axis(e);
  sum_terms& terms = run_.sums_.at(equation);
  for (u32 u = 0; u < s.along.count(); ++u) {
    place_in const term = place_of(s.along, u);
    for (u32 k = 0; k < e.n_in; ++k)
      if (expect(e, k, u, term.at) == undefined || ids_.of(j_.operands(e)[k], term.at) == undefined)
        throw wrong_plan{"the sum " + ids_.name(e.out) + " takes an element beyond the end of an array"};
    i64 result[max_rank] = {};
    for (int d = 0, to = 0; d < s.along.rank; ++d)
      if (d != axis) result[to++] = term.at[d];
    if (!terms.take(result, term.at[axis])) throw wrong_plan{"a term of the sum " + ids_.name(e.out) + " comes twice"};
  }
}

void kernel_run::check_elementwise(prepared_step const& s, eqn const& e, u32 unrolled, i64 const* at) {
  auto const element = static_cast<std::size_t>(detail::row_major(at, ids_.lengths_of(e.out)));
  for (auto const& r : s.reads) {
    identity const expected = r.expected[r.whole ? element : 0];
    if (expected != undefined && r.first[unrolled * r.stride] != expected) expect(e, r.which, unrolled, at); // says so
  }
}
/// What a concatenation joins lies in memory.
void kernel_run::check_pieces(eqn const& e, i64 const* at) {
  vec<lengths> in;
  for (atom a : j_.operands(e)) in.push(ids_.lengths_of(a));
  element_source const source = e.prim->source(j_.params(e), run_.b_, in, ids_.lengths_of(e.out), at);
  u32 const piece = j_.operands(e)[static_cast<u32>(source.operand)].var();
  if (run_.memory_->read(piece, source.at, e.prim->name) != ids_.of(e.out, at))
    throw wrong_plan{ids_.element(e.out, at) + " is no element of what is joined"};
}
/// A movement within a kernel gives registers other names.
void kernel_run::check_movement(prepared_step& s, eqn const& e, u32 unrolled, i64 const* at) {
  if (joined_axis(*e.prim, j_.params(e), p_.made[e.out]) >= 0) return check_pieces(e, at);
  identity const*& from = s.moved[unrolled];
  if (!from) {
    vec<lengths> in;
    for (atom a : j_.operands(e)) in.push(ids_.lengths_of(a));
    element_source const source = e.prim->source(j_.params(e), run_.b_, in, ids_.lengths_of(e.out), s.along.in_registers[unrolled].data());
    u32 const which = source.operand < 0 ? 1 : static_cast<u32>(source.operand);
    if (atom const a = j_.operands(e)[which]; a.is_literal()) literals_.push_back(ids_.of(a, at)), from = &literals_.back();
    else from = &operand(e, which, source.operand < 0 ? 0 : register_of(a, source.at));
  }
  identity const expected = ids_.of(e.out, at);
  if (expected != undefined && *from != expected)
    throw wrong_plan{std::string(e.prim->name) + " gives a register the name " + ids_.element(e.out, at) +
                     ", but another element lies there"};
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
/// Of each place of a gather's or scatter's slices the element of the array that belongs to it; -1: none.
std::vector<i64> const& kernel_run::elements_of_slices(eqn const& e, lengths const& slices) {
  std::vector<i64>& elements = elements_[e.out];
  if (elements.empty()) {
    lengths const of_x = ids_.lengths_of(j_.operands(e)[0]);
    elements.resize(static_cast<std::size_t>(slices.size()), -1);
    ids_.each_of_slices(e, [&](i64 const* in_x, i64 const* in_slices, i64 const*) {
      elements[static_cast<std::size_t>(detail::row_major(in_slices, slices))] = in_x ? detail::row_major(in_x, of_x) : -1;
    });
  }
  return elements;
}
/// The indices of a slice lie in registers, those from operand `first` on. Which registers is said by the unrolled axes of the slices
/// alone.
void kernel_run::check_indices(prepared_step const& s, eqn const& e, u32 first, u32 unrolled, i64 const* at) {
  auto const p = decode<indexed_params>(j_.params(e));
  i64 of_indices[max_rank] = {}, in_registers[max_rank] = {};
  for (int k = 0; k < p.at.size(); ++k) {
    auto const d = p.at[k];
    of_indices[k] = at[d], in_registers[k] = s.along.in_registers[unrolled][static_cast<u32>(d)];
  }
  for (u32 k = first; k < e.n_in; ++k) expect(e, k, register_of(j_.operands(e)[k], in_registers), of_indices);
}
/// The array lies in memory.
void kernel_run::check_gather(prepared_step const& s, eqn const& e, u32 unrolled, i64 const* at) {
  range<atom> const xs = j_.operands(e);
  check_indices(s, e, 1, unrolled, at);
  lengths const n = ids_.lengths_of(e.out), of_x = ids_.lengths_of(xs[0]);
  i64 const element = elements_of_slices(e, n)[static_cast<std::size_t>(detail::row_major(at, n))];
  if (element < 0) return;
  run_.memory_->read(xs[0].var(), detail::place(element, of_x).at, e.prim->name); // which says if another element is there
}
/// The slices of a point lie in registers, in the order of their places; the array in memory.
void kernel_run::scatter(prepared_step const& s) {
  eqn const& e = j_.eqns[s.step->at];
  range<atom> const xs = j_.operands(e);
  lengths const n = ids_.lengths_of(xs[1]), of_y = ids_.lengths_of(e.out);
  std::vector<i64> const& to = elements_of_slices(e, n);
  for (u32 u = 0; u < s.along.count(); ++u) {
    place_in const from = place_of(s.along, u);
    if (!from.exists) throw wrong_plan{"the scatter " + ids_.name(e.out) + " takes a slice beyond the last one"};
    check_indices(s, e, 2, u, from.at);
    identity const slice = expect(e, 1, u, from.at);
    i64 const element = to[static_cast<std::size_t>(detail::row_major(from.at, n))];
    if (element < 0) continue;
    detail::place const at(element, of_y);
    run_.memory_->write(e.out, at.at, ids_.combined(e, run_.memory_->held(e.out, at.at, e.prim->name), slice), e.prim->name);
  }
}
void kernel_run::check_operands(prepared_step& s, eqn const& e, u32 unrolled, i64 const* at) {
  switch (e.prim->kind) {
  case kind::elementwise: return check_elementwise(s, e, unrolled, at);
  case kind::movement: return check_movement(s, e, unrolled, at);
  case kind::reduction: return check_line(e, at, static_cast<int>(j_.params(e)[1]), true);
  case kind::cumulative: return check_line(e, at, static_cast<int>(j_.params(e)[0]), false);
  case kind::indexed: return check_gather(s, e, unrolled, at);
  case kind::contraction:
    return each_factor(j_, e, ids_, at, [&](u32 side, i64 const* from) { expect(e, side, register_of(j_.operands(e)[side], from), from); });
  default: return;
  }
}
void kernel_run::compute(prepared_step& s) {
  eqn const& e = j_.eqns[s.step->at];
  u32 const count = s.along.count();
  made_.assign(count, undefined);
  for (u32 u = 0; u < count; ++u) {
    place_in const to = place_of(s.along, u);
    if (to.exists) check_operands(s, e, u, to.at), made_[u] = ids_.of(e.out, to.at);
    else if (e.prim->kind == kind::indexed && decode<indexed_params>(j_.params(e)).mode == index_mode::promise_in_bounds)
      throw wrong_plan{"the gather " + ids_.name(e.out) + " relies on a promise of indices that the program does not have"};
  }
  for (u32 u = 0; u < count; ++u) held(registers_, j_.type(e.out).type, p_.regs[e.out] + u, ids_.name(e.out)) = made_[u];
}

void kernel_run::run_point() {
  for (prepared_step& s : steps_) {
    switch (s.step->kind) {
    case step_kind::load: load(s, registers_, false); break;
    case step_kind::store: store(s); break;
    case step_kind::exit: take_terms(s); break;
    case step_kind::scatter: scatter(s); break;
    case step_kind::compute: compute(s); break;
    }
  }
}
template <class F>
void kernel_run::each_point(strip const& of, F&& f) {
  lengths part = nest_;
  i64 first[max_rank] = {};
  if (n_.region_axis >= 0) part.of[n_.region_axis] = of.last - of.first, first[n_.region_axis] = of.first;
  each_place(part, [&](i64 const* at) {
    for (int d = 0; d < nest_.rank; ++d) point_[d] = first[d] + at[d];
    f();
  });
}
/// What one step takes from another, `by` places further along the lanes, is what it would compute itself.
void kernel_run::check_carried(strip const& of) {
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
    each_point(of, [&] {
      i64 before[max_rank] = {};
      for (int d = 0; d < nest_.rank; ++d) before[d] = point_[d] - (d == n_.lane_axis ? taken.by : 0);
      identity const own = value_at(taken.step, point_), other = value_at(taken.from, before);
      if (own != undefined && other != undefined && own != other)
        throw wrong_plan{"a kernel takes step " + std::to_string(taken.step) + " from step " + std::to_string(taken.from) +
                         ", which gives another element"};
    });
  }
}

/// The second phase runs when the first is over, and loads for itself.
void kernel_run::check_phases() const {
  for (u32 first = 0; first < n_.second; ++first)
    for (u32 second = n_.second; second < n_.n_steps; ++second) {
      step const &store = step_at(first), &load = step_at(second);
      if (store.kind == step_kind::store && load.kind == step_kind::load && store.at != load.at &&
          p_.places[store.at].memory == p_.places[load.at].memory)
        throw wrong_plan{"the second phase of a kernel loads " + ids_.name(load.at) + ", where the first has stored " +
                         ids_.name(store.at)};
    }
}

void kernel_run::operator()(strip const& of) {
  if (nest_.size() == 0) return;
  check_phases();
  if (steps_.empty() && preloads_.empty()) prepare();
  for (registers* file : {&registers_, &preloaded_})
    for (auto& of_type : *file) std::fill(of_type.begin(), of_type.end(), never_written);
  for (prepared_step const& s : preloads_) load(s, preloaded_, true);
  each_point(of, [&] { run_point(); });
  check_carried(of);
}

} // namespace random_programs
