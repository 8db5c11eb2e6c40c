// SPDX-License-Identifier: BSL-1.0
#pragma once
// grid_plan : lowered jaxpr -> loops in levels        what many threads compute at once, and what is kept in memory between
//
//   level 0   loop over s   b = sin a        (in registers: sum reads it here)
//             sum  over s   c = reduce_sum b
//   level 3   loop over s   e = mul b c      b is computed again: that is cheaper than to store and load it
//
// Loops of one level are independent of each other; between levels all threads wait. A value is STORED if it is a result, if something
// reads it at places that no formula tells, or if computing it again costs more than memory does. Every other value is computed where it
// is read. All lengths are numbers here.
#include <constax/transform/transform.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace constax::inline CONSTAX_TAG::codegen {

/// A program that has no form as source yet: which equation, and why.
struct unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] inline void refuse(eqn const& e, std::string const& why) {
  throw unsupported("[constax] codegen: " + std::string(e.prim->name) + " " + why);
}

/// What a plan is made for.
struct grid_target {
  i64 threads = 132 * 2048; // that the card runs at once; sums of more results than an eighth of it may take one thread a result
  i64 team = 256;           // threads of a block, which take a row together
  i64 row_terms = 32768;    // longest rows: their partial sums, a thirty-second, lie in the memory of a block
  i64 recompute_flops = 40; // more than that are stored and loaded
  u32 recompute_reads = 2;  // and so is what reads more values than that
  i64 cache_bytes = i64{1} << 62; // arrays beyond are dear to store: 5/2 times as many operations are computed again instead
  bool packs = false;       // loops on registers of lanes, where all is of one type and lies side by side (wide.hpp)
};

/// How a sum's terms go to threads.
enum class sum_form : u8 {
  result, // a thread a result, term after term in the canonical order
  chains  // a thread a partial accumulator; blocks, groups and results follow in further levels
};

/// Is an element of its result a formula in elements of its operands?
inline bool is_formula(eqn const& e) {
  switch (e.prim->kind) {
    case kind::elementwise:
    case kind::movement:
    case kind::source:
    case kind::size: return true;
    case kind::indexed: return !e.prim->updates;
    default: return false;
  }
}
struct grid_plan {
  enum class node_kind : u8 { loop, sum, lines, locate, scatter, control };
  struct node {
    node_kind kind = node_kind::loop;
    u32 level = 0;
    constax::shape space = {};  // loop: of all its values; sum: of the results
    std::vector<u32> eqns = {}; // what it computes and stores: one equation, or several of one space
    sum_form form = sum_form::result;
    axes summed = {}; // of a reduction
  };
  struct value {
    i32 eqn = -1; // what computes it; -1: an input
    bool stored = false;
    u32 level = 0; // of the node that computes it
    u32 ready = 0; // the first level at which it may be loaded
  };
  std::vector<value> values;
  std::vector<node> nodes; // by level
  u32 levels = 0;

  bool is_input(u32 v) const { return values[v].eqn < 0; }
  eqn const& maker(jaxpr const& j, u32 v) const { return j.eqns[static_cast<u32>(values[v].eqn)]; }
  /// Does a loop of that level find v in memory? Else it computes it.
  bool is_loaded(jaxpr const& j, u32 v, u32 level) const {
    return is_input(v) || !is_formula(maker(j, v)) || (values[v].stored && values[v].ready <= level);
  }
};

/// Terms of a sum, results of it.
struct sum_size {
  i64 terms = 1, results = 1;
};

/// The axes that a reduction or a contraction goes over, of its first operand.
inline axes summed_axes(jaxpr const& j, eqn const& e) {
  return e.prim->kind == kind::reduction ? decode<reduction_params>(j.params(e)).axes : e.prim->contraction(j.params(e)).lhs_contracting;
}

class grid_planner {
  using loop_key = std::vector<i64>; // what two equations of one loop have in common, all of it
  jaxpr const& j;
  grid_target const& target;
  grid_plan p;
  std::vector<std::vector<loop_key>> contexts; // of each value: the loops that compute it
  std::vector<bool> repeated;             // of each value: a broadcast reads its elements many times

  eqn const& maker(u32 v) const { return p.maker(j, v); }
  bool is_formula_value(u32 v) const { return !p.is_input(v) && is_formula(maker(v)); }
  static bool adds(eqn const& e) { return e.prim->kind == kind::reduction || e.prim->kind == kind::contraction; }

 public:
  static sum_size size_of(jaxpr const& j, eqn const& e) {
    sum_size s;
    s.results = j.type(e.out).shape.size();
    shape const& x = j.type(j.operands(e)[0]).shape;
    for (i64 d : summed_axes(j, e)) s.terms *= x[static_cast<int>(d)].number;
    return s;
  }
  static sum_form form_of(jaxpr const& j, eqn const& e, grid_target const& target) {
    sum_size const s = size_of(j, e);
    return s.terms <= short_sum || (!side_by_side(j, e) && s.results * 8 >= target.threads) ? sum_form::result : sum_form::chains;
  }
  /// Do the terms of a result lie side by side in memory? Neighbouring threads then take them; else they take neighbouring results.
  static bool side_by_side(jaxpr const& j, eqn const& e) {
    return summed_axes(j, e).contains(j.type(j.operands(e)[0]).rank() - 1);
  }
  static i64 groups_of(jaxpr const& j, eqn const& e) {
    sum_size const s = size_of(j, e);
    return group_count(s.terms, s.results * info(j.type(e.out).type).bytes);
  }
  /// How many levels a node takes: partial accumulators, blocks, groups, results.
  static u32 levels_of(jaxpr const& j, eqn const& e, grid_target const& target) {
    if (adds(e) && form_of(j, e, target) == sum_form::chains) {
      u32 const first = side_by_side(j, e) ? 1 : 2; // partial accumulators to blocks
      i64 const blocks = block_count(size_of(j, e).terms);
      return blocks == 1 ? first : groups_of(j, e) == blocks ? first + 1 : first + 2;
    }
    if (e.prim->updates) return 2; // a copy, then the slices
    return 1;
  }

 private:
  /// Does e read operand k at other places than that of its own element?
  bool reads_elsewhere(eqn const& e, u32 k) const {
    if (adds(e)) return e.prim->kind == kind::contraction; // a reduction's loop visits each element once
    if (e.prim->kind != kind::elementwise) return true;
    return !(j.type(j.operands(e)[k]).shape == j.type(e.out).shape);
  }
  /// Must operand k of e be in memory?
  static bool reads_memory(eqn const& e, u32 k) {
    switch (e.prim->kind) {
      case kind::control:
      case kind::routine:
      case kind::sort: return true;
      case kind::indexed: return k == 0;
      default: return false;
    }
  }

  void start() {
    p.values.resize(j.vars.size());
    contexts.resize(j.vars.size());
    repeated.resize(j.vars.size());
    for (u32 i = 0; i < j.eqns.size(); ++i) {
      eqn const& e = j.eqns[i];
      if (e.prim->kind == kind::annotation || e.prim->kind == kind::call) refuse(e, "is none of a lowered program");
      if (e.prim->kind == kind::reduction && summed_axes(j, e).size() > 1) refuse(e, "over several axes is none of a lowered program");
      for (u32 k = 0; k < e.n_out; ++k) {
        p.values[e.out + k].eqn = static_cast<i32>(i);
        p.values[e.out + k].stored = !is_formula(e);
      }
      for (u32 k = 0; k < e.n_in; ++k)
        if (atom const a = j.operands(e)[k]; !a.is_literal()) {
          if (reads_memory(e, k)) p.values[a.var()].stored = true;
          if (is_formula(e) && j.type(e.out).shape.size() > j.type(a).shape.size()) repeated[a.var()] = true;
        }
    }
    for (atom a : j.outs)
      if (!a.is_literal()) p.values[a.var()].stored = true;
    for (u32 v = 0; v < j.vars.size(); ++v)
      if (p.is_input(v)) p.values[v].stored = true;
  }

  void find_levels() {
    for (eqn const& e : j.eqns) {
      u32 level = 0;
      for (u32 k = 0; k < e.n_in; ++k) {
        atom const a = j.operands(e)[k];
        if (a.is_literal()) continue;
        grid_plan::value const& x = p.values[a.var()];
        bool const load = x.stored && (!is_formula_value(a.var()) || reads_elsewhere(e, k));
        u32 const first = load ? x.ready : x.level;
        if (first > level) level = first;
      }
      u32 const ready = level + levels_of(j, e, target);
      for (u32 k = 0; k < e.n_out; ++k) p.values[e.out + k].level = level, p.values[e.out + k].ready = ready;
    }
  }

  static void add_shape(loop_key& k, shape const& s) {
    k.push_back(s.rank);
    for (int d = 0; d < s.rank; ++d) k.push_back(s[d].number);
  }
  /// The loop that e would be in: formulas of one level and space; sums of one level over equal axes of equal shapes; else e's own.
  loop_key loop_of(eqn const& e) const {
    loop_key k{p.values[e.out].level};
    if (is_formula(e)) {
      k.push_back(0), add_shape(k, j.type(e.out).shape);
    } else if (adds(e)) {
      k.insert(k.end(), {1, static_cast<i64>(e.prim->kind), static_cast<i64>(j.type(e.out).type)});
      for (atom a : j.operands(e)) add_shape(k, j.type(a).shape);
      k.insert(k.end(), j.params(e).begin(), j.params(e).end());
    } else {
      k.push_back(2), k.push_back(e.out);
    }
    return k;
  }
  void add_context(u32 v, loop_key const& c) {
    for (loop_key const& x : contexts[v])
      if (x == c) return;
    if (contexts[v].size() < 2) contexts[v].push_back(c); // whether there are several is asked
  }
  void find_contexts() {
    for (auto& c : contexts) c.clear();
    for (u32 i = j.eqns.size(); i-- > 0;) {
      eqn const& e = j.eqns[i];
      if (p.values[e.out].stored) add_context(e.out, loop_of(e));
      for (u32 k = 0; k < e.n_in; ++k) {
        atom const a = j.operands(e)[k];
        if (a.is_literal() || !is_formula_value(a.var())) continue;
        if (!is_formula(e)) add_context(a.var(), loop_of(e));
        else
          for (loop_key c : contexts[e.out]) {
            if (reads_elsewhere(e, k)) c.push_back(e.out);
            add_context(a.var(), c);
          }
      }
    }
  }

  /// What an element of v costs if it is computed from what is in memory: operations, and values read.
  struct cost {
    i64 flops = 0;
    std::vector<u32> reads = {};
    void read(u32 v) {
      for (u32 x : reads)
        if (x == v) return;
      reads.push_back(v);
    }
  };
  void add_cost(u32 v, cost& c) const {
    if (c.flops > target.recompute_flops * 5 / 2) return;
    if (!is_formula_value(v)) return c.read(v);
    c.flops += maker(v).prim->weight();
    for (atom a : j.operands(maker(v)))
      if (!a.is_literal()) {
        if (p.values[a.var()].stored) c.read(a.var());
        else add_cost(a.var(), c);
      }
  }
  bool store_what_is_dear() {
    bool changed = false;
    for (eqn const& e : j.eqns) {
      u32 const v = e.out;
      if (!is_formula(e) || p.values[v].stored || e.prim->kind != kind::elementwise) continue;
      if (contexts[v].size() < 2 && !repeated[v]) continue;
      cost c;
      add_cost(v, c);
      aval const& a = j.type(v);
      bool const far = a.shape.size() > target.cache_bytes / static_cast<i64>(info(stored(a.type)).bytes);
      i64 const usual = far ? target.recompute_flops * 5 / 2 : target.recompute_flops, most = repeated[v] ? usual / 3 : usual;
      if (c.flops <= most && c.reads.size() <= target.recompute_reads) continue;
      p.values[v].stored = changed = true;
    }
    return changed;
  }

  void make_nodes() {
    std::map<loop_key, std::size_t> by_loop;
    for (u32 i = 0; i < j.eqns.size(); ++i) {
      eqn const& e = j.eqns[i];
      if (!p.values[e.out].stored) continue;
      loop_key const where = loop_of(e);
      auto const [at, fresh] = by_loop.try_emplace(where, p.nodes.size());
      if (!fresh) {
        p.nodes[at->second].eqns.push_back(i);
        continue;
      }
      grid_plan::node n;
      n.level = p.values[e.out].level;
      n.eqns = {i};
      n.space = j.type(e.out).shape;
      using enum grid_plan::node_kind;
      switch (e.prim->kind) {
        case kind::reduction: n.summed = decode<reduction_params>(j.params(e)).axes; [[fallthrough]];
        case kind::contraction: n.kind = sum, n.form = form_of(j, e, target); break;
        case kind::cumulative: n.kind = lines; break;
        case kind::locate: n.kind = locate; break;
        case kind::control:
        case kind::routine:
        case kind::sort: n.kind = control; break;
        case kind::indexed: n.kind = is_formula(e) ? loop : scatter; break;
        default: n.kind = loop;
      }
      p.nodes.push_back(n);
    }
    // A loop over what a sum of its level reads is part of it: what both read is read once.
    for (auto& s : p.nodes) {
      if (s.kind != grid_plan::node_kind::sum || s.summed.size() != 1) continue;
      shape const terms = j.type(j.operands(j.eqns[s.eqns[0]])[0]).shape;
      for (auto& l : p.nodes) {
        if (l.kind != grid_plan::node_kind::loop || l.level != s.level || !(l.space == terms)) continue;
        s.eqns.insert(s.eqns.begin(), l.eqns.begin(), l.eqns.end());
        l.eqns.clear(), l.level = ~0u;
      }
    }
    std::erase_if(p.nodes, [](auto const& n) { return n.eqns.empty(); });
    std::sort(p.nodes.begin(), p.nodes.end(),
              [](auto const& a, auto const& b) { return std::pair(a.level, a.eqns[0]) < std::pair(b.level, b.eqns[0]); });
    for (eqn const& e : j.eqns)
      if (p.values[e.out].stored && p.values[e.out].ready > p.levels) p.levels = p.values[e.out].ready;
  }

 public:
  grid_planner(jaxpr const& program, grid_target const& of) : j(program), target(of) {}
  grid_plan make() {
    start();
    do find_levels(), find_contexts();
    while (store_what_is_dear());
    make_nodes();
    return static_cast<grid_plan&&>(p);
  }
};

/// grid_plan_of : lowered jaxpr, target -> plan
inline grid_plan grid_plan_of(jaxpr const& j, grid_target const& target = {}) { return grid_planner(j, target).make(); }

} // namespace constax::inline CONSTAX_TAG::codegen
