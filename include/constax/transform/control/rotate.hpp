// SPDX-License-Identifier: BSL-1.0
#pragma once
// rotate : (c -> bool), (c -> c) -> (c -> d..., bool), (d..., c -> c)        what a condition and the next trip both compute is computed
// once
//
//   cond: abs(x - e sin x) > t      body: x - (x - e sin x) / (1 - e cos x)
//   -> ahead: x -> sin x, cos x, go      rest: s c x -> x - (x - e s) / (1 - e c)
//
// The loop then carries d beside its state and has the condition of the next trip at the end of each. d are elementary functions only: the
// rest costs less than to keep it. The kin of what the condition asks for (the cosine of what it takes the sine of) comes along, for they
// are computed as one; for nothing, behind the last trip.
#include <constax/transform/control/loops.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct rotation {
  jaxpr ahead; // inputs -> values, go
  jaxpr rest;  // inputs, values -> next carry
  u32 values = 0;

  /// both: inputs -> go, next carry
  constexpr explicit rotation(jaxpr const& program) {
    jaxpr const both = simplify(program);
    u32 const n = both.vars.size();
    vec<bool> asked(n, false); // what the condition reads
    vec<u32> asked_kin(n, 0);  // and whose kin it reads, of an operand (the first one's, if there are two)
    auto const kin_at = [&](eqn const& e) -> u32* {
      bool const one = e.prim->kin && !both.operands(e)[0].is_literal();
      return one ? &asked_kin[both.operands(e)[0].var()] : nullptr;
    };
    if (!both.outs[0].is_literal()) asked[both.outs[0].var()] = true;
    for (u32 k = both.eqns.size(); k-- > 0;) {
      eqn const& e = both.eqns[k];
      if (!asked[e.out]) continue;
      for (atom a : both.operands(e))
        if (!a.is_literal()) asked[a.var()] = true;
      if (u32* const kin = kin_at(e)) *kin = e.prim->kin;
    }
    for (eqn const& e : both.eqns)
      if (u32 const* const kin = kin_at(e); kin && *kin == e.prim->kin) asked[e.out] = true;
    selection first{all_inputs(both), {}}, second;
    for (u32 i = 1; i < both.outs.size(); ++i) second.outs.push(i);
    vec<u32> const kept =
        values_to_keep(both, vec<bool>(in_count(both), false), second.outs, [&](eqn const& e) { return asked[e.out] && is_dear(e); });
    values = kept.size();
    jaxpr with_values = both;
    for (u32 v : kept) with_values.outs.push({static_cast<i32>(v)}), first.outs.push(with_values.outs.size() - 1);
    first.outs.push(0);
    ahead = selected(with_values, first);
    with_values = with_inputs(both, kept);
    second.ins = all_inputs(with_values);
    rest = selected(with_values, second);
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
