// SPDX-License-Identifier: BSL-1.0
// schedule: what a kernel's order costs a processor that takes one operation a cycle, in order: against the order that the program lists,
// and in registers.
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

struct cost {
  bool sound = true; // operands come before their readers
  i64 cycles = 0;    // in order, four for a result
  u32 alive = 0;     // results that wait for a reader, at most
};
constexpr cost cost_of(jaxpr const& j, range<u32> eqns) {
  cost c;
  vec<i64> there(j.vars.size(), -1); // when a result is there
  vec<u32> uses(j.vars.size()), made_by(j.vars.size(), ~0u);
  for (u32 k : eqns) {
    made_by[j.eqns[k].out] = k;
    for (atom a : j.operands(j.eqns[k]))
      if (!a.is_literal()) ++uses[a.var()];
  }
  u32 alive = 0;
  for (u32 k : eqns) {
    eqn const& e = j.eqns[k];
    i64 start = c.cycles;
    for (atom a : j.operands(e)) {
      if (a.is_literal() || made_by[a.var()] == ~0u) continue;
      c.sound = c.sound && there[a.var()] >= 0;
      if (there[a.var()] > start) start = there[a.var()];
      if (--uses[a.var()] == 0) --alive;
    }
    there[e.out] = start + 4, c.cycles = start + 1;
    if (uses[e.out] && ++alive > c.alive) c.alive = alive;
  }
  return c;
}
/// The equations of the plan's longest kernel, as they stand in its steps, and as the program lists them.
struct orders {
  cost scheduled, listed;
};
constexpr orders orders_of(jaxpr const& program) {
  loop_plan const p = make_plan(prepare(lower(program)));
  vec<u32> steps;
  for (node const& n : p.nodes) {
    vec<u32> of_node;
    for (u32 s = n.steps; s < n.steps + n.n_steps; ++s)
      if (p.steps[s].kind == step_kind::compute) of_node.push(p.steps[s].at);
    if (of_node.size() > steps.size()) steps = of_node;
  }
  vec<bool> here(p.program.eqns.size());
  vec<u32> listed;
  for (u32 k : steps) here[k] = true;
  for (u32 k = 0; k < here.size(); ++k)
    if (here[k]) listed.push(k);
  return {cost_of(p.program, range<u32>(steps)), cost_of(p.program, range<u32>(listed))};
}

constexpr jaxpr chains(int count, int length) {
  extent const n = extent::of(pack_symbol("n"));
  return program({f64({n}), f64({n})}, [&](vs v) {
    vec<value> ends;
    for (int k = 0; k < count; ++k) {
      value x = v[0] * static_cast<double>(k + 1);
      for (int i = 0; i < length; ++i) x = x * x + v[1];
      ends.push(x);
    }
    return ends;
  });
}

/// One chain waits, however it is listed; of four, three run while one waits.
constexpr bool independent_chains_overlap() {
  orders const one = orders_of(chains(1, 24)), four = orders_of(chains(4, 24));
  return one.scheduled.sound && one.scheduled.cycles == one.listed.cycles && four.scheduled.sound &&
         3 * four.scheduled.cycles < four.listed.cycles;
}
HOLDS(independent_chains_overlap)

/// Side by side, 40 chains would be 40 registers.
constexpr bool registers_are_few() {
  orders const many = orders_of(chains(40, 3));
  return many.scheduled.sound && many.scheduled.alive < vector_registers && 3 * many.scheduled.cycles < many.listed.cycles;
}
HOLDS(registers_are_few)

/// 64 terms of three operations each, which a sum takes one after another: they are ready together, and are not made together.
constexpr bool terms_do_not_pile_up() {
  extent const n = extent::of(pack_symbol("n"));
  orders const sum = orders_of(program({f64({n}), f64({n})}, [&](vs v) {
    value all = v[0];
    for (int k = 1; k <= 64; ++k) all = all + cx::sqrt((v[0] + static_cast<double>(k)) * (v[1] - static_cast<double>(k)));
    return vec<value>{all};
  }));
  return sum.scheduled.sound && sum.scheduled.alive <= vector_registers && 2 * sum.scheduled.cycles < sum.listed.cycles;
}
HOLDS(terms_do_not_pile_up)

} // namespace
} // namespace constax_tests
