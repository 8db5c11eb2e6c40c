// SPDX-License-Identifier: BSL-1.0
#pragma once
// ordered : jaxpr -> jaxpr        equations in the order in which the outputs need them, left operands first; what no output needs comes
// last
//
// C++ leaves the order open in which operands of `f(x) * g(y)` are evaluated (g++ even differs between constant evaluation and run
// time). This order depends on the program alone, and keeps few values alive.
#include <constax/jaxpr/jaxpr.hpp>

namespace constax::inline CONSTAX_TAG {

///
/// Plain pointers: clang counts each call of an accessor as two steps of its limit, and every trace and pass ends here.
constexpr jaxpr ordered(jaxpr&& j) {
  u32 const n_eqns = j.eqns.size(), n_vars = j.vars.size();
  vec<u32> maker_of(n_vars), order(n_eqns); // variable -> 1 + its equation, until that is on the stack
  vec<bool> read_of(n_eqns);                // does another equation read it?
  u32 *const maker = maker_of.first, *const sequence = order.first;
  bool* const read = read_of.first;
  eqn const* const eqns = j.eqns.first;
  atom* const atoms = j.atoms.first;
  for (u32 k = 0; k < n_eqns; ++k) {
    eqn const& e = eqns[k];
    for (u32 v = e.out; v < e.out + e.n_out; ++v) maker[v] = k + 1;
    for (atom const *a = atoms + e.in, *end = a + e.n_in; a != end; ++a)
      if (a->id >= 0 && maker[a->id]) read[maker[a->id] - 1] = true;
  }
  vec<u32> waiting(2 * n_eqns); // a stack of (equation, next operand); explicit: evaluators limit the depth of recursion
  u32* const stack = waiting.first;
  u32 placed = 0;
  auto const visit = [&](u32 root) {
    u32 top = 0;
    stack[0] = root, stack[1] = 0;
    for (;;) {
      u32 const k = stack[top];
      eqn const& e = eqns[k];
      u32 i = stack[top + 1], next = 0;
      if (i == 0)
        for (u32 v = e.out; v < e.out + e.n_out; ++v) maker[v] = 0;
      for (; i < e.n_in && !next; ++i)
        if (i32 const id = atoms[e.in + i].id; id >= 0) next = maker[id];
      if (next) {
        stack[top + 1] = i, top += 2, stack[top] = next - 1, stack[top + 1] = 0;
        continue;
      }
      sequence[placed++] = k;
      if (top == 0) return;
      top -= 2;
    }
  };
  for (atom a : j.outs)
    if (a.id >= 0 && maker[a.id]) visit(maker[a.id] - 1);
  for (u32 k = 0; k < n_eqns; ++k)
    if (!read[k] && (eqns[k].n_out == 0 || maker[eqns[k].out])) visit(k);

  u32 sorted = 0;
  while (sorted < n_eqns && sequence[sorted] == sorted) ++sorted;
  if (sorted == n_eqns) return static_cast<jaxpr&&>(j);

  vec<u32> names(n_vars), types(n_vars);
  vec<eqn> in_order(n_eqns);
  u32 *const renamed = names.first, *const type = types.first;
  u32 const* const old_type = j.vars.first;
  u32 n = 0;
  for (vec<u32>* inputs : {&j.consts, &j.ins})
    for (u32& v : *inputs) type[n] = old_type[v], renamed[v] = n, v = n++;
  eqn* to = in_order.first;
  for (u32 k = 0; k < n_eqns; ++k, ++to) {
    *to = eqns[sequence[k]];
    u32 const first = to->out;
    to->out = n;
    for (u32 v = first; v < first + to->n_out; ++v) type[n] = old_type[v], renamed[v] = n++;
  }
  for (atom *a = atoms, *end = atoms + j.atoms.size(); a != end; ++a)
    if (a->id >= 0) a->id = static_cast<i32>(renamed[a->id]);
  for (atom& a : j.outs)
    if (a.id >= 0) a.id = static_cast<i32>(renamed[a.id]);
  types.resize(n);
  j.vars = static_cast<vec<u32>&&>(types);
  j.eqns = static_cast<vec<eqn>&&>(in_order);
  return static_cast<jaxpr&&>(j);
}

} // namespace constax::inline CONSTAX_TAG
