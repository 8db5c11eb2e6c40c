// SPDX-License-Identifier: BSL-1.0
#pragma once
// code: a plan as a constant, in arrays of exact size, from which kernels are generated.
#include <constax/jaxpr/frozen.hpp>
#include <constax/plan/col_major.hpp>
#include <constax/plan/make_plan.hpp>

namespace constax::inline CONSTAX_TAG {

/// Bounds that follow from the jaxpr, so that the plan need not be evaluated twice to know its sizes. (Nodes and views are large: one of
/// each for every equation, nearly all of them unused, were most of the constant.)
struct code_bounds {
  u32 vars, eqns, atoms, ints, lits, avals, outs, steps, views, nodes, strips, carried;
};

/// An equation of a plan names its primitive by its place in the program's table. (With a pointer to the descriptor in it every mention of
/// an equation would lead from a kernel to all rules, and g++ would make code of them before it drops it: two seconds a program.)
struct code_eqn {
  u32 prim;
  constax::kind kind;
  u32 in, n_in, out, n_out, param, n_param;
};

template <code_bounds B>
struct code {
  template <class T, u32 N>
  using list = T[N ? N : 1];
  list<code_eqn, B.eqns> eqns = {};
  list<atom, B.atoms> atoms = {};
  list<u32, B.atoms> operand_reg = {};
  list<i64, B.ints> ints = {};
  list<literal, B.lits> lits = {};
  list<aval, B.avals> avals = {};
  list<u32, B.vars> vars = {};
  list<u32, B.vars> loops = {};
  list<u32, B.vars> made = {};
  list<u32, B.vars> regs = {};
  list<place, B.vars> places = {};
  list<memory, B.vars + B.outs> memories = {};
  list<strip_buffer, B.strips> strips = {};
  list<region_exit, B.strips> exits = {};
  list<affine_map, B.views> views = {};
  list<node, B.nodes> nodes = {};
  list<step, B.steps> steps = {};
  list<carried_step, B.carried> carried = {};
  list<u32, B.outs> sources = {};
  list<atom, B.outs> outs = {};
  list<u32, B.vars> slot_type = {};
  symbol symbols[bindings::capacity] = {}; // in the order of their first appearance among the inputs
  u32 n_symbols = 0;
  u32 n_nodes = 0, n_slots = 0, n_eqns = 0, n_outs = 0, n_memories = 0, n_ins = 0, n_strips = 0, n_exits = 0, n_regions = 0;

  /// Does any node need a part of the workspace for itself?
  constexpr bool has_area() const {
    for (u32 k = 0; k < n_nodes; ++k)
      if (node_kind const n = nodes[k].kind;
          n == node_kind::region || n == node_kind::control || n == node_kind::sorted || n == node_kind::routine)
        return true;
    return false;
  }
  constexpr aval const& type(u32 v) const { return avals[vars[v]]; }
  constexpr aval const& argument_type(u32 k) const {
    u32 m = 0;
    while (memories[m].kind != memory_kind::input || memories[m].index != k) ++m;
    return avals[memories[m].type];
  }
  constexpr shape const& shape_of(u32 v) const { return avals[vars[v]].shape; }
  constexpr shape const& shape_of(atom a) const {
    return a.is_literal() ? jaxpr::scalar_type(lits[a.lit()].type).shape : shape_of(a.var());
  }
  constexpr dtype dtype_of(atom a) const { return a.is_literal() ? lits[a.lit()].type : type(a.var()).type; }
  constexpr range<i64> params(code_eqn const& e) const { return {ints + e.param, e.n_param}; }
};

namespace detail {

/// Operands of an equation of a kernel that are read in memory, where the equation says: the first so many.
template <class C>
constexpr u32 operands_in_memory_of(code_eqn const& e) {
  return operands_in_memory(*C::primitives[e.prim], C::value.params(e), e.n_in, C::value.loops[e.out]);
}

constexpr code_bounds bounds_of(jaxpr const& j) {
  bool const loops = has_loops(j);
  u32 const strips = loops ? j.vars.size() : 0, copies = loops ? most_copies(j.eqns.size()) : 0;
  u32 const vars = j.vars.size() + copies, eqns = j.eqns.size() + copies, atoms = j.atoms.size() + 3 * copies;
  u32 views = loops ? eqns : 0, nodes = eqns + max_regions;
  bool numbers = !loops; // and nothing but kernels, which are filled one after another
  u32 types_of_numbers = 0;
  for (aval const& a : j.avals) numbers = numbers && a.rank() == 0, types_of_numbers += a.rank() == 0;
  if (!loops)
    for (eqn const& e : j.eqns) {
      kind const k = e.prim->kind;
      views += k == kind::movement, numbers = numbers && k == kind::elementwise;
    }
  if (numbers) nodes = eqns / detail::plan_state::max_ops + 1;
  u32 const steps = atoms + eqns + vars, carried = loops && reads_neighbours(j) ? 2 * steps : 0;
  return {vars,          eqns,  atoms, j.ints.size(), j.lits.size(), j.avals.size() + strips + types_of_numbers,
          j.outs.size(), steps, views, nodes,         strips,        carried};
}
template <code_bounds B>
constexpr void freeze(loop_plan const& p, range<primitive const*> table, code<B>& c) {
  auto const copy = [](auto* to, auto const& from) { copy_elements(to, from.begin(), from.size()); };
  u32 found[16] = {}; // by hash: a search for each equation was a tenth of what clang lets an evaluation take
  u32 at = 0;
  for (eqn const& e : p.program.eqns) {
    u32& prim = found[*e.prim->tag % 16];
    if (table[prim] != e.prim)
      for (prim = 0; table[prim] != e.prim;) ++prim;
    c.eqns[at++] = {prim, e.prim->kind, e.in, e.n_in, e.out, e.n_out, e.param, e.n_param};
  }
  copy(c.atoms, p.program.atoms), copy(c.ints, p.program.ints), copy(c.lits, p.program.lits);
  copy(c.avals, p.program.avals), copy(c.vars, p.program.vars);
  copy(c.operand_reg, p.operand_reg), copy(c.loops, p.loops), copy(c.made, p.made), copy(c.regs, p.regs), copy(c.places, p.places);
  copy(c.memories, p.memories), copy(c.views, p.views), copy(c.nodes, p.nodes), copy(c.steps, p.steps), copy(c.carried, p.carried),
      copy(c.sources, p.sources);
  copy(c.slot_type, p.slot_type), copy(c.outs, p.program.outs);
  auto const add_symbols = [&](u32 v) {
    shape const& s = p.program.type(v).shape;
    for (int d = 0; d < s.rank; ++d)
      for (int t = 0; t < 2; ++t) {
        if (!s[d].times[t]) continue;
        bool known = false;
        for (u32 i = 0; i < c.n_symbols; ++i) known |= c.symbols[i] == s[d].name[t];
        if (!known) c.symbols[c.n_symbols++] = s[d].name[t];
      }
  };
  for (u32 v : p.program.consts) add_symbols(v);
  for (u32 v : p.program.ins) add_symbols(v);
  c.n_ins = p.program.consts.size() + p.program.ins.size();
  c.n_eqns = p.program.eqns.size(), c.n_nodes = p.nodes.size(), c.n_slots = p.n_slots, c.n_outs = p.sources.size(),
  c.n_memories = p.memories.size();
  c.n_strips = p.strips.size(), c.n_exits = p.exits.size(), c.n_regions = p.n_regions;
  copy(c.strips, p.strips), copy(c.exits, p.exits);
}
/// The plan again, as passes and print read it. Behind what is counted, lists may have elements of no use.
template <class C>
constexpr loop_plan thaw_plan() {
  auto const& c = C::value;
  auto const list = []<class T, u32 N>(T const (&xs)[N], u32 n = N) { return vec<T>(range<T>{xs, n}); };
  loop_plan p;
  jaxpr& j = p.program = thaw(C::frozen);
  j.avals = list(c.avals), j.vars = list(c.vars), j.lits = list(c.lits), j.atoms = list(c.atoms), j.ints = list(c.ints),
  j.outs = list(c.outs);
  j.eqns = {};
  for (u32 i = 0; i < c.n_eqns; ++i) {
    code_eqn const& e = c.eqns[i];
    j.eqns.push({C::primitives[e.prim], e.in, e.n_in, e.out, e.n_out, e.param, e.n_param});
  }
  p.memories = list(c.memories, c.n_memories), p.views = list(c.views), p.places = list(c.places), p.loops = list(c.loops),
  p.made = list(c.made);
  p.regs = list(c.regs), p.operand_reg = list(c.operand_reg), p.nodes = list(c.nodes, c.n_nodes), p.steps = list(c.steps),
  p.carried = list(c.carried);
  p.sources = list(c.sources), p.n_slots = c.n_slots, p.slot_type = list(c.slot_type, c.n_slots), p.n_regions = c.n_regions;
  p.strips = list(c.strips, c.n_strips), p.exits = list(c.exits, c.n_exits);
  return p;
}

} // namespace detail

namespace detail {
/// What is planned: without loops, the program as it is.
template <class Program, bool Loops = has_loops(thaw(Program::frozen))>
struct prepared {
  static constexpr auto const& frozen = Program::frozen;
};
template <class Program>
struct prepared<Program, true> {
  static constexpr jaxpr run() { return prepare(thaw(Program::frozen)); }
  static constexpr auto const& frozen = stage<prepared>::value;
};
/// An attempt to plan (make_plan.hpp) as a constant: an evaluation of its own, to which the compiler's limits apply by themselves.
template <code_bounds B>
struct frozen_attempt {
  bool again = false;
  u32 n_useless = 0, n_in_place = 0;
  bool useless[B.eqns ? B.eqns : 1] = {}, in_place[B.eqns ? B.eqns : 1] = {};
  code<B> plan;
};
template <class C>
struct nothing_found {
  static constexpr plan_hints hints() { return {}; }
};
/// Its pass 1, a constant of its own for the same reason: to choose regions is a third of the work.
template <code_bounds B>
struct frozen_classification {
  u32 n_eqns = 0, n_vars = 0, n_beyond = 0, n_scattered = 0, passes = 0;
  lowered_as lowering[B.eqns ? B.eqns : 1] = {};
  i8 beyond[B.vars ? B.vars : 1] = {}, along[B.vars ? B.vars : 1] = {}, scattered[B.eqns ? B.eqns : 1] = {};
  u32 segment[B.eqns ? B.eqns : 1] = {};
  extent lengths[max_regions] = {};
};
template <class C, class Before>
struct classification_of {
  static constexpr frozen_classification<C::bounds> value = [] {
    classification const c = classify_attempt(thaw(C::frozen), C::lanes, Before::hints());
    region_choice const& r = c.regions;
    frozen_classification<C::bounds> f;
    auto const copy = [](auto* to, auto const& from) { return copy_elements(to, from.begin(), from.size()), from.size(); };
    f.n_eqns = copy(f.lowering, c.lowering), f.n_beyond = copy(f.beyond, c.beyond), f.passes = r.passes;
    if (r.passes)
      f.n_vars = copy(f.along, r.along), f.n_scattered = copy(f.scattered, r.scattered), copy(f.segment, r.segment),
      copy(f.lengths, r.lengths);
    return f;
  }();
  static constexpr classification thawed() {
    auto const list = []<class T>(T const* xs, u32 n) { return vec<T>(range<T>{xs, n}); };
    classification c{list(value.lowering, value.n_eqns), list(value.beyond, value.n_beyond), {}};
    if (value.passes)
      c.regions = {list(value.along, value.n_vars), list(value.segment, value.n_eqns), list(value.lengths, value.passes),
                   list(value.scattered, value.n_scattered), value.passes};
    return c;
  }
};
template <class C, class Before = nothing_found<C>>
struct attempt_of {
  static constexpr frozen_attempt<C::bounds> run() {
    plan_attempt const a = attempt_plan(thaw(C::frozen), C::lanes, Before::hints(), classification_of<C, Before>::thawed());
    frozen_attempt<C::bounds> f;
    if (!(f.again = a.again)) {
      freeze(a.plan, {C::primitives, sizeof C::primitives / sizeof *C::primitives}, f.plan);
      return f;
    }
    f.n_useless = a.found.useless.size(), f.n_in_place = a.found.in_place.size();
    copy_elements(f.useless, a.found.useless.begin(), f.n_useless), copy_elements(f.in_place, a.found.in_place.begin(), f.n_in_place);
    return f;
  }
  static constexpr frozen_attempt<C::bounds> value = run();
  static constexpr plan_hints hints() {
    return {vec<bool>(range<bool>{value.useless, value.n_useless}), vec<bool>(range<bool>{value.in_place, value.n_in_place})};
  }
};
template <class C, class A = attempt_of<C>, bool Again = A::value.again>
struct last_attempt : A {};
template <class C, class A>
struct last_attempt<C, A, true> : last_attempt<C, attempt_of<C, A>> {};

} // namespace detail

/// The code of a program: a type with `static constexpr auto frozen`, its last jaxpr, and perhaps `lanes`, where the user wants lanes.
template <class Program>
struct code_of {
  using program = Program;
  static constexpr auto const& frozen = detail::prepared<Program>::frozen;
  static constexpr code_bounds bounds = detail::bounds_of(thaw(frozen));
  static constexpr auto const& primitives = frozen.prims;
  static constexpr lane_choice lanes = [] {
    if constexpr (requires { Program::lanes; }) return Program::lanes;
    else return lane_choice{};
  }();
  static constexpr code<bounds> value = detail::last_attempt<code_of>::value.plan;
  static constexpr bool has_layouts = false;
};

/// How the elements of an argument or result lie in memory: by it kernels have their strides, unless the program is planned on transposes.
enum class memory_layout : u8 {
  row_major, // the last axis is contiguous
  col_major, // the first is
  strided    // strides come with the call
};

/// The code of a call whose arguments or results (Leaves, in this order) are not all row-major. What the call is checked by; `running_code`
/// runs.
template <class Code, memory_layout... Leaves>
struct laid_out_code : Code {
  static constexpr bool has_layouts = true;
  static constexpr memory_layout layouts[sizeof...(Leaves)] = {Leaves...}; // (clang reads no array whose bound it deduced in a template)

  /// Where the strides of leaf k stand among the numbers of the call: behind what the symbols stand for.
  static constexpr u32 strides_of(u32 k) {
    auto const& c = Code::value;
    u32 at = c.n_symbols;
    for (u32 i = 0; i < k; ++i)
      if (layouts[i] == memory_layout::strided) at += static_cast<u32>(type(i).rank());
    return at;
  }
  static constexpr aval type(u32 k) {
    auto const& c = Code::value;
    if (k >= c.n_ins) return {c.dtype_of(c.outs[k - c.n_ins]), c.shape_of(c.outs[k - c.n_ins])};
    return c.argument_type(k);
  }
  static constexpr u32 n_numbers() { return strides_of(sizeof...(Leaves)); }
};

namespace detail {

/// Is leaf k of a call whose layouts are C's planned as its transpose (col_major.hpp)? Results: may those be, too?
template <class C, bool Results>
constexpr bool is_turned(u32 k) {
  return C::layouts[k] == memory_layout::col_major && is_better_reversed(C::type(k).shape) && (Results || k < C::value.n_ins);
}
template <class Code, class C, bool Results>
struct turned_program {
  using program = typename Code::program;
  struct turned {
    static constexpr jaxpr run() {
      vec<bool> turn;
      for (u32 k = 0; k < Code::value.n_ins + Code::value.n_outs; ++k) turn.push(is_turned<C, Results>(k));
      return on_transposes(thaw(program::frozen), turn);
    }
  };
  static constexpr auto const& frozen = stage<turned>::value;
};
/// The code of a program, with the symbols of the call, which has another code, in the call's order.
template <class Code, class Program>
struct renamed_code : code_of<Program> {
  static constexpr auto value = [] {
    auto v = code_of<Program>::value;
    copy_elements(v.symbols, Code::value.symbols, bindings::capacity);
    return v;
  }();
};
template <class Code, class C, bool Results>
using turned_code = renamed_code<Code, turned_program<Code, C, Results>>;

/// The same program, planned for calls of one thread. (It is prepared once.)
template <class Program>
struct for_one_thread;
template <class Program>
struct prepared<for_one_thread<Program>, true> : prepared<Program> {};
template <class Program>
struct for_one_thread : Program {
  static constexpr lane_choice lanes = [] {
    lane_choice l = code_of<Program>::lanes;
    l.one_thread = true;
    return l;
  }();
};
/// The code of such a call.
template <class C>
struct one_thread_code {};
template <class Program>
struct one_thread_code<code_of<Program>> {
  using type = code_of<for_one_thread<Program>>;
};
template <class Code, class Program>
struct one_thread_code<renamed_code<Code, Program>> {
  using type = renamed_code<Code, for_one_thread<Program>>;
};
template <class Code, memory_layout... Leaves>
struct one_thread_code<laid_out_code<Code, Leaves...>> {
  using type = laid_out_code<typename one_thread_code<Code>::type, Leaves...>;
};
template <class C>
constexpr bool scatters() {
  for (u32 k = 0; k < C::value.n_nodes; ++k)
    if (node const& n = C::value.nodes[k]; n.kind == node_kind::indexed && C::primitives[C::value.eqns[n.eqn].prim]->updates) return true;
  return false;
}
template <class C>
constexpr bool scatters_strips() {
  for (u32 k = 0; k < C::value.n_nodes; ++k)
    if (node const& n = C::value.nodes[k]; n.kind == node_kind::indexed && n.exit_axis >= 0) return true;
  return false;
}
/// Has C scatters whose slices threads share, while one thread takes them in strips, as they are made? Then calls of one thread have a plan
/// of their own.
template <class C>
constexpr bool has_code_for_one_thread() {
  if constexpr (!C::lanes.in_order() && requires { typename one_thread_code<C>::type; })
    if constexpr (scatters<C>()) return scatters_strips<typename one_thread_code<C>::type>();
  return false;
}
/// Does it matter to a call of C by how many threads it is run: for its workspace, or its plan?
template <class C>
constexpr bool asks_for_team() {
  return C::value.has_area() || has_code_for_one_thread<C>();
}

template <class C, bool Results>
struct running {
  using type = C;
};
template <class Code, memory_layout... Leaves, bool Results>
struct running<laid_out_code<Code, Leaves...>, Results> {
  using given = laid_out_code<Code, Leaves...>;
  template <u32... K>
  static auto spell(std::integer_sequence<u32, K...>) {
    constexpr bool turned[] = {is_turned<given, Results>(K)...};
    constexpr bool any = (... || turned[K]), all = (... && (turned[K] || Leaves == memory_layout::row_major));
    if constexpr (Code::lanes.given || !any) return std::type_identity<given>(); // lanes where the user wants them
    else if constexpr (all) return std::type_identity<turned_code<Code, given, Results>>();
    else return std::type_identity<laid_out_code<turned_code<Code, given, Results>, (turned[K] ? memory_layout::row_major : Leaves)...>>();
  }
  using type = typename decltype(spell(std::make_integer_sequence<u32, sizeof...(Leaves)>{}))::type;
};

} // namespace detail

/// The code that runs where calls are checked by C: that of column-major leaves is planned for their transposes. Not Results: as plan()
/// says, which knows the arguments alone.
template <class C, bool Results = true>
using running_code = typename detail::running<C, Results>::type;

} // namespace constax::inline CONSTAX_TAG
