// SPDX-License-Identifier: BSL-1.0
#pragma once
// scalar_maker : equations of a plan whose results have one element, or whose pieces do -> scalar_code
#include <constax/eval/vm/program.hpp>
#include <constax/eval/vm/scalar_writer.hpp>

#include <map>
#include <set>

namespace constax::inline CONSTAX_TAG::vm {

/// Of one level of the plan.
template <class Planner> class scalar_maker {
  Planner& all;
  u32 level;
  scalar_code made;
  scalar_writer to{made};
  std::map<u32, u32> registers;              // by root
  std::map<std::pair<u32, i64>, u32> loaded; // by memory and byte
  std::map<u32, u32> last;                   // by root: 1 + the equation that reads it last
  std::set<u32> kept;                        // roots that are stored as pieces

 public:
  scalar_maker(Planner& of, u32 at_level) : all(of), level(at_level) {}
  scalar_code make(std::vector<u32> const& equations) {
    std::set<u32> const order = with_operands(equations);
    for (u32 i : order)
      for (atom a : operands(i))
        if (is_made_here(a)) last[all.root_of(a)] = i + 1;
    for (u32 i : order) {
      write(i);
      for (atom a : operands(i))
        if (is_made_here(a) && !is_kept(all.root_of(a)) && last[all.root_of(a)] == i + 1) forget(all.root_of(a));
    }
    to.end();
    made.equations.assign(order.begin(), order.end());
    made.memory = all.touched(all.add_memory(memory{.type = {dtype::u64, {extent(i64{made.registers})}}}));
    return std::move(made);
  }

 private:
  range<atom> operands(u32 i) const { // that are read as numbers, and not where they lie
    if (moves(all.forms[i])) return {};
    return all.j.operands(all.j.eqns[i]);
  }
  bool is_made_here(atom a) const {
    if (a.is_literal()) return false;
    auto const& v = all.values[all.root_of(a)];
    form const f = all.form_of_value(all.root_of(a));
    return is_in_loop(f) && (v.level == level || (moves(f) && !v.stored));
  }
  /// In a register until the code ends.
  bool is_kept(u32 root) const { return all.values[root].stored || moves(all.form_of_value(root)) || kept.count(root) != 0; }
  void forget(u32 root) {
    auto const at = registers.find(root);
    if (at == registers.end()) return;
    to.release(at->second);
    registers.erase(at);
  }
  std::set<u32> with_operands(std::vector<u32> const& equations) {
    std::set<u32> found(equations.begin(), equations.end());
    std::vector<u32> open(equations);
    while (!open.empty()) {
      u32 const i = open.back();
      open.pop_back();
      for (atom a : operands(i)) {
        if (!is_made_here(a)) continue;
        if (all.forms[i] == form::pieces) kept.insert(all.root_of(a));
        if (u32 const k = static_cast<u32>(all.values[all.root_of(a)].eqn); found.insert(k).second) open.push_back(k);
      }
    }
    return found;
  }
  u32 bytes_of(u32 memory) const { return static_cast<u32>(info(all.p.memories[memory].type.type).bytes); }
  u32 load(u32 memory, i64 element) {
    i64 const byte = element * bytes_of(memory);
    auto const [at, fresh] = loaded.try_emplace({memory, byte}, 0);
    if (fresh) {
      at->second = to.new_register();
      made.loads.push_back({all.touched(memory), at->second, bytes_of(memory), byte});
    }
    return at->second;
  }
  void store(u32 root, u32 reg, i64 element = 0) {
    u32 const m = all.touched(all.memory_of(root));
    made.stores.push_back({m, reg, bytes_of(m), element * bytes_of(m)});
  }
  u32 read(atom a) {
    if (a.is_literal()) return to.constant(scalar_writer::word_of_literal(all.j, a));
    if (is_made_here(a)) return registers.at(all.root_of(a));
    return load(all.memory_of(all.root_of(a)), 0);
  }
  static bool is_empty(moved_box const& b, int rank) {
    for (int d = 0; d < rank; ++d)
      if (b.length[d] == 0) return true;
    return false;
  }
  /// What moves to the only element of e's result.
  u32 moved(eqn const& e) {
    lengths const result(all.j.type(e.out).shape);
    auto const element = [&](atom a, i64 at) {
      return a.is_literal() ? to.constant(scalar_writer::word_of_literal(all.j, a)) : load(all.memory_of(all.root_of(a)), at);
    };
    for (moved_box const& b : all.of.boxes_of(e))
      if (!is_empty(b, result.rank)) return element(all.j.operands(e)[b.operand], b.from);
    return element(all.j.operands(e)[1], 0);
  }
  void write(u32 i) {
    eqn const& e = all.j.eqns[i];
    std::vector<u32> ys, xs;
    for (atom a : operands(i)) xs.push_back(read(a));
    switch (all.forms[i]) {
      case form::compute: ys.push_back(to.compute(all.j, e, xs, to.fresh())); break;
      case form::inlined: ys = to.equation(all.j, e, xs); break;
      case form::count: ys.push_back(to.constant(0)); break;
      case form::pieces: {
        lengths const result(all.j.type(e.out).shape);
        for (moved_box const& b : all.of.boxes_of(e))
          if (!is_empty(b, result.rank)) store(e.out, xs[static_cast<std::size_t>(b.operand)], equation_forms::copy_of(b, result).to);
        return;
      }
      default: ys.push_back(moved(e));
    }
    for (u32 k = 0; k < e.n_out; ++k) {
      registers[e.out + k] = ys[k];
      if (all.values[e.out + k].stored) store(e.out + k, ys[k]);
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
