// SPDX-License-Identifier: BSL-1.0
#pragma once
// planner : lowered jaxpr -> vm::program
//
// Equations of elements that have one size and one LEVEL share a loop; a level begins where something has to be whole in memory first.
// A value stays in a strip unless a later loop, or something that reads elsewhere than at its own place, wants it; what only moves or
// counts is done again where it is wanted.
#include <constax/eval/reference.hpp>
#include <constax/eval/vm/forms.hpp>
#include <constax/eval/vm/loop_maker.hpp>
#include <constax/eval/vm/memories.hpp>
#include <constax/eval/vm/program.hpp>
#include <constax/eval/vm/find_pipelines.hpp>
#include <constax/eval/vm/scalar_maker.hpp>

#include <algorithm>
#include <map>

namespace constax::inline CONSTAX_TAG::vm {

class planner {
  template <class> friend struct loop_maker;
  template <class> friend class scalar_maker;
  struct value {
    i32 eqn = -1; // -1: an argument
    u32 root = 0; // the value whose elements these are, in the same order
    u32 level = 0, ready = 0;
    i32 memory = -1;
    bool stored = false;
  };
  using loop_key = std::pair<u32, i64>; // level, size

  program p;
  equation_forms of{p.source};
  jaxpr const& j = p.source;
  std::vector<form> forms; // by equation
  std::vector<value> values;
  std::vector<i32> literals; // memories, by number of the literal

  // ---- levels --------------------------------------------------------------------------------------------------------------------------
  u32 root_of(atom a) const { return values[a.var()].root; }
  form form_of_value(u32 v) const { return values[v].eqn < 0 ? form::whole : forms[static_cast<u32>(values[v].eqn)]; }
  void find_levels() {
    values.resize(j.vars.size());
    for (u32 v = 0; v < values.size(); ++v) values[v].root = v, values[v].stored = true; // arguments
    for (u32 i = 0; i < j.eqns.size(); ++i) {
      eqn const& e = j.eqns[i];
      form const f = forms[i];
      u32 level = 0;
      for (atom a : j.operands(e)) {
        if (a.is_literal()) continue;
        value const& x = values[root_of(a)];
        bool const here = of.at_its_place(f, a, of.size_of(e)) && is_in_loop(form_of_value(root_of(a)));
        level = std::max(level, here ? x.level : x.ready);
      }
      for (u32 k = 0; k < e.n_out; ++k) {
        value& y = values[e.out + k];
        y.eqn = static_cast<i32>(i), y.level = level, y.ready = level + 1, y.stored = !is_in_loop(f) && f != form::alias;
      }
      if (f == form::alias) values[e.out].root = root_of(j.operands(e)[0]);
    }
  }
  /// What has to be in memory.
  void find_stored() {
    for (u32 i = 0; i < j.eqns.size(); ++i) {
      eqn const& e = j.eqns[i];
      form const f = forms[i];
      if (f == form::alias) continue;
      i64 const size = f == form::fold ? of.size_of(j.operands(e)[0]) : of.size_of(e);
      for (atom a : j.operands(e)) {
        if (a.is_literal()) continue;
        u32 const x = root_of(a);
        bool const strip = of.at_its_place(f, a, size) &&
                           (moves(form_of_value(x)) || (computes(form_of_value(x)) && values[x].level == values[e.out].level));
        if (!strip) values[x].stored = true;
      }
    }
    for (atom a : j.outs)
      if (!a.is_literal()) values[root_of(a)].stored = true;
  }

  // ---- memories -------------------------------------------------------------------------------------------------------------------------
  u32 add_memory(memory m) {
    m.bytes = m.type.shape.size() * info(m.type.type).bytes;
    p.memories.push_back(m);
    return static_cast<u32>(p.memories.size() - 1);
  }
  u32 memory_of(u32 root) {
    value& v = values[root];
    if (v.memory < 0) v.memory = static_cast<i32>(add_memory({.type = j.type(root)}));
    return static_cast<u32>(v.memory);
  }
  u32 memory_of(atom a) {
    if (!a.is_literal()) return memory_of(root_of(a));
    i32& m = literals[a.lit()];
    if (m < 0) {
      literal const& l = j.lits[a.lit()];
      m = static_cast<i32>(
          add_memory({.is = memory::kind::literal, .type = jaxpr::scalar_type(l.type), .word = reference::from_literal(l).words[0]}));
    }
    return static_cast<u32>(m);
  }
  u32 touched(u32 m) { // by the node that is being made
    memory& x = p.memories[m];
    i32 const here = static_cast<i32>(p.nodes.size());
    if (x.first < 0) x.first = here;
    x.last = here;
    return m;
  }

  /// A movement as boxes of memories.
  u32 make_boxes(eqn const& e) {
    moved_boxes m;
    m.result = lengths(j.type(e.out).shape);
    i64 covered = 0;
    for (moved_box const& b : of.boxes_of(e)) {
      i64 size = 1;
      for (int d = 0; d < m.result.rank; ++d) size *= b.length[d];
      covered += size;
      if (size > 0) m.boxes.push_back({b, touched(memory_of(j.operands(e)[b.operand]))});
    }
    if (covered < m.result.size()) m.filling = static_cast<i32>(touched(memory_of(j.operands(e)[1])));
    p.boxes.push_back(static_cast<moved_boxes&&>(m));
    return static_cast<u32>(p.boxes.size() - 1);
  }

  // ---- loops ----------------------------------------------------------------------------------------------------------------------------
  void make_loop(loop_key key, std::vector<u32> const& equations) {
    loop_maker<planner> m{*this, key, {}};
    m.made.size = key.second;
    for (u32 e : equations) {
      if (forms[e] == form::fold) m.fold(e);
      else m.at_place(j.eqns[e].out);
    }
    m.share_strips();
    m.made.strips = m.n_strips, m.made.work = m.work();
    if (m.n_strips > most_whole_strips && m.made.line == 0) m.made.strip = strip_length / 2;
    p.strips = std::max(p.strips, m.n_strips);
    p.states = std::max(p.states, m.made.state_bytes);
    add_node(node::kind::loop, p.loops, std::move(m.made));
  }
  void make_scalars(u32 level, std::vector<u32> const& equations) {
    add_node(node::kind::scalars, p.scalars, scalar_maker(*this, level).make(equations));
  }

  // ---- whole operations -----------------------------------------------------------------------------------------------------------------
  template <class T> void add_node(node::kind kind, std::vector<T>& list, T&& made) {
    p.nodes.push_back({kind, static_cast<u32>(list.size())});
    list.push_back(static_cast<T&&>(made));
  }
  /// All operands and results of an equation, in memory.
  template <class T> T in_memory(u32 equation) {
    eqn const& e = j.eqns[equation];
    T made;
    made.equation = equation;
    for (atom a : j.operands(e)) made.xs.push_back(touched(memory_of(a)));
    for (u32 k = 0; k < e.n_out; ++k) made.ys.push_back(touched(memory_of(e.out + k)));
    return made;
  }
  void make_columns(u32 equation) {
    eqn const& e = j.eqns[equation];
    shape const& x = j.type(j.operands(e)[0]).shape;
    int const axis = static_cast<int>(decode<reduction_params>(j.params(e)).axes[0]);
    vm::columns c;
    c.equation = equation, c.x = touched(memory_of(j.operands(e)[0])), c.y = touched(memory_of(e.out));
    c.terms = x[axis].number;
    for (int d = 0; d < axis; ++d) c.outer *= x[d].number;
    for (int d = axis + 1; d < x.rank; ++d) c.inner *= x[d].number;
    c.fold = find_rules(*e.prim)->fold(j.type(e.out).type);
    add_node(node::kind::columns, p.columns, std::move(c));
  }
  /// An operand of a product with its axes in this order.
  strided_copy turned(atom a, axes const& order, lengths& to) const {
    lengths const n(j.type(a).shape), stride = strides_of(n);
    to.rank = order.size();
    for (int d = 0; d < to.rank; ++d) to.of[d] = n[static_cast<int>(order[d])];
    moved_box b = whole_box(to);
    for (int d = 0; d < to.rank; ++d) b.step[d] = stride[static_cast<int>(order[d])];
    return equation_forms::copy_of(b, to);
  }
  bool is_row_major(atom a, axes const& order) const {
    lengths to;
    return order.size() == j.type(a).rank() && equation_forms::is_identity(turned(a, order, to));
  }
  /// Where it lies so, or a copy.
  u32 in_order(atom a, axes const& order) {
    lengths to;
    strided_copy const c = turned(a, order, to);
    if (equation_forms::is_identity(c)) return memory_of(a);
    aval const type{j.type(a).type, detail::shape_of(to)};
    turned_copy made{touched(memory_of(a)), touched(add_memory({.type = type})), static_cast<u32>(info(type.type).bytes), c};
    u32 const y = made.y;
    add_node(node::kind::copy, p.copies, std::move(made));
    return y;
  }
  void make_product(u32 equation) {
    eqn const& e = j.eqns[equation];
    atom const x = j.operands(e)[0], z = j.operands(e)[1];
    detail::contraction_axes const c = e.prim->contraction(j.params(e));
    shape const &a = j.type(x).shape, &b = j.type(z).shape;
    vm::product made;
    axes order_x = c.lhs_batch, batch_z = c.rhs_batch, free_z;
    for (int d = 0; d < a.rank; ++d)
      if (!c.lhs_batch.contains(d) && !c.lhs_contracting.contains(d)) order_x.push(d), made.size.m *= a[d].number;
    for (i64 d : c.lhs_contracting) order_x.push(d), made.size.terms *= a[static_cast<int>(d)].number;
    for (i64 d : c.lhs_batch) made.size.batch *= a[static_cast<int>(d)].number;
    for (int d = 0; d < b.rank; ++d)
      if (!c.rhs_batch.contains(d) && !c.rhs_contracting.contains(d)) free_z.push(d), made.size.n *= b[d].number;
    dtype const t = j.type(e.out).type;
    made.equation = equation, made.functions = find_product(t);
    axes terms_first_x = c.lhs_contracting, terms_first_z = c.rhs_contracting;
    for (i64 d : c.lhs_batch) terms_first_x.push(d);
    for (i64 d : c.rhs_batch) terms_first_z.push(d);
    if (made.size.m == 1 && made.size.n == 1 && made.size.batch > 1 && is_row_major(x, terms_first_x) && is_row_major(z, terms_first_z)) {
      made.columns = true;
      made.x = touched(memory_of(x)), made.z = touched(memory_of(z)), made.y = touched(memory_of(e.out));
      return add_node(node::kind::product, p.products, std::move(made));
    }
    made.turned = turns(t, made.size.n);
    axes order_z = batch_z;
    for (i64 d : made.turned ? free_z : c.rhs_contracting) order_z.push(d);
    for (i64 d : made.turned ? c.rhs_contracting : free_z) order_z.push(d);
    made.x = in_order(x, order_x), made.z = in_order(z, order_z);
    made.x = touched(made.x), made.z = touched(made.z), made.y = touched(memory_of(e.out));
    add_node(node::kind::product, p.products, std::move(made));
  }
  void make_control(u32 equation) {
    eqn const& e = j.eqns[equation];
    auto c = in_memory<vm::control>(equation);
    for (u32 k = 0; k < carries_of(j, e); ++k)
      for (int of = 0; of < 2; ++of) c.carries.push_back(touched(add_memory({.type = j.type(e.out + k)})));
    add_node(node::kind::control, p.controls, std::move(c));
  }
  void make_whole(u32 equation) {
    auto w = in_memory<vm::whole>(equation);
    if (rules const* const r = find_rules(*j.eqns[equation].prim)) w.direct = r->direct;
    add_node(node::kind::whole, p.wholes, std::move(w));
  }

  void make_nodes() {
    // By level: what is whole in it, and its loops. A loop makes what is stored of its own, and what is folded in it.
    std::map<loop_key, std::vector<u32>> loops;
    std::map<u32, std::vector<u32>> wholes;
    for (u32 i = 0; i < j.eqns.size(); ++i) {
      eqn const& e = j.eqns[i];
      u32 const level = values[e.out].level;
      if (forms[i] == form::alias) continue;
      bool stored = false;
      for (u32 k = 0; k < e.n_out; ++k) stored = stored || values[e.out + k].stored;
      if (forms[i] == form::fold) loops[{level, of.size_of(j.operands(e)[0])}].push_back(i);
      else if (forms[i] == form::pieces) loops[{level, 1}].push_back(i);
      else if (!is_in_loop(forms[i])) wholes[level].push_back(i);
      else if (stored) loops[{level, of.size_of(e)}].push_back(i);
    }
    auto const make_wholes = [&](std::vector<u32> const& all) {
      for (u32 i : all) {
        if (forms[i] == form::columns) make_columns(i);
        else if (forms[i] == form::product) make_product(i);
        else if (forms[i] == form::control) make_control(i);
        else make_whole(i);
      }
    };
    auto next = wholes.begin();
    for (auto const& [key, equations] : loops) {
      for (; next != wholes.end() && next->first <= key.first; ++next) make_wholes(next->second);
      if (key.second == 1) make_scalars(key.first, equations);
      else make_loop(key, equations);
    }
    for (; next != wholes.end(); ++next) make_wholes(next->second);
  }

 public:
  explicit planner(jaxpr lowered) : p(static_cast<jaxpr&&>(lowered)), literals(p.source.lits.size(), -1) {}
  /// Loops take turns of so many elements (find_pipelines.hpp).
  program make(i64 elements_a_turn = turn_length) {
    for (eqn const& e : j.eqns) forms.push_back(of.form_of(e));
    find_levels();
    find_stored();
    u32 k = 0;
    for (vec<u32> const* list : {&j.consts, &j.ins})
      for (u32 v : *list) values[v].memory = static_cast<i32>(add_memory({.is = memory::kind::argument, .number = k++, .type = j.type(v)}));
    // A value that is a result lies in the first one's memory.
    for (u32 i = 0; i < j.outs.size(); ++i) {
      u32 const m = memory_of(j.outs[i]);
      if (p.memories[m].is == memory::kind::workspace) p.memories[m].is = memory::kind::result, p.memories[m].number = i;
      p.results.push_back({m, j.type(j.outs[i])});
    }
    make_nodes();
    find_pipelines(p, elements_a_turn);
    for (bool const whole : {false, true}) place_memories(p, whole);
    for (jaxpr const& f : j.subs)
      p.functions.push_back(f.fault ? nullptr : std::make_shared<program const>(planner(f).make(elements_a_turn)));
    return static_cast<program&&>(p);
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
