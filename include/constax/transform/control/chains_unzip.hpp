// SPDX-License-Identifier: BSL-1.0
#pragma once
// unzip_chains : chains, which operands are given -> what is known of each group, and chains for the rest, which compute it anew
//
// Groups 0 .. m-1 of the rest are the known halves of all groups, m .. 2m-1 the unknown ones: no state of a trip is stored in between.
#include <constax/transform/control/chains_params.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Chains>
constexpr vec<value> unzip_chains(context& c, jaxpr const& module, eqn const& e, range<value> xs, range<bool> given,
                                  vec<bool>& unknown_results) {
  chains_params const p(module.params(e));
  u32 const m = p.count();
  vec<bool> unknown{given};
  vec<vec<bool>> outs(m);
  vec<jaxpr> f(m);
  for (bool changed = true; changed && !c.fault;) {
    changed = false;
    for (u32 g = 0; g < m && !c.fault; ++g) {
      vec<bool> in;
      for (u32 i : p.inputs_of(g, e.n_in)) in.push(unknown[i]);
      f[g] = constax::unzip(p.function(module, g), in, outs[g]);
      c.fail(f[g].fault);
      for (u32 i = 0, at = 1 + p.consts + p.carries(g); i < p.groups[g].carry && !c.fault; ++i)
        if (outs[g][i] && !unknown[at + i]) unknown[at + i] = changed = true;
    }
  }
  unknown_results = vec<bool>(e.n_out);
  vec<value> results(e.n_out);
  if (c.fault) return results;
  // Where the results of group g stand: carries, then ys.
  vec<vec<u32>> place(m);
  u32 at = 0;
  for (u32 g = p.first_out; g < m; ++g)
    for (u32 i = 0; i < p.groups[g].carry; ++i) place[g].push(at++);
  for (u32 g = 0; g < m; ++g) {
    if (g < p.first_out) place[g].resize(p.groups[g].carry, ~0u);
    for (u32 i = 0; i < p.groups[g].ys; ++i) place[g].push(at++);
    for (u32 i = 0; i < p.groups[g].carry; ++i) outs[g][i] = unknown[1 + p.consts + p.carries(g) + i];
    for (u32 i = 0; i < outs[g].size(); ++i)
      if (place[g][i] != ~0u) unknown_results[place[g][i]] = outs[g][i];
  }
  // Groups 0 .. m-1: what is known of each; m .. 2m-1: what is not.
  for (bool linear : {false, true}) {
    chains_params q;
    q.slots = p.slots, q.length = p.length, q.first_linear = m, q.first_out = linear ? m + p.first_out : p.first_out;
    bool any = false;
    for (u32 k = 0; k < e.n_out; ++k) any |= unknown_results[k] == linear;
    if (!any || c.fault) continue;
    vec<value> ops{xs[0]};
    vec<u32> operand_at(e.n_in);
    auto const take = [&](u32 i) { operand_at[i] = ops.size() - 1, ops.push(xs[i]); };
    for (u32 i = 1; i < 1 + p.consts; ++i)
      if (linear || !unknown[i]) take(i), ++q.consts;
    u32 const halves = linear ? 2 : 1;
    for (u32 half = 0; half < halves; ++half)
      for (u32 g = 0; g < m; ++g) {
        chains_params::group h{p.groups[g].down, 0, 0};
        for (u32 i = 0; i < p.groups[g].carry; ++i)
          if (u32 const o = 1 + p.consts + p.carries(g) + i; unknown[o] == (half == 1)) take(o), ++h.carry;
        for (u32 i = p.groups[g].carry; i < outs[g].size(); ++i) h.ys += outs[g][i] == (half == 1) && linear == (half == 1);
        q.groups.push(h);
      }
    for (u32 i = 1 + p.consts + p.carries(); i < e.n_in; ++i)
      if (linear || !unknown[i]) take(i);
    vec<jaxpr> functions;
    vec<u32> result; // what the equation's results are
    vec<u32> result_ys;
    for (u32 k = 0; k < q.count(); ++k) {
      u32 const g = k % m;
      bool const half = k >= m;
      vec<aval> types;
      vec<u32> from, chosen;
      for (u32 i : q.inputs_of(k, ops.size())) types.push(q.is_slice(i) ? slice_of(type_of(ops[i])) : type_of(ops[i]));
      // Those inputs of f[g] that this function has: carries of known groups, and of unknown ones up to its own.
      selection s;
      u32 const seen = 1 + q.consts + q.carries(k + 1), skipped = q.carries() - q.carries(k + 1);
      vec<u32> const in = p.inputs_of(g, e.n_in);
      for (u32 i = 0; i < in.size(); ++i) {
        u32 const o = in[i];
        bool const carry = o >= 1 + p.consts && !p.is_slice(o);
        if (unknown[o] && (!linear || (!half && carry))) continue;
        s.ins.push(i), from.push(operand_at[o] + 1 >= seen ? operand_at[o] - skipped : operand_at[o]);
      }
      for (u32 i = 0; i < outs[g].size(); ++i) {
        bool const carry = i < p.groups[g].carry;
        if (outs[g][i] != half || (!carry && linear != half)) continue;
        s.outs.push(i), chosen.push(chosen.size());
        if (linear == half && place[g][i] != ~0u) (carry ? result : result_ys).push(place[g][i]);
      }
      functions.push(jaxpr{}); // (a conditional expression here is miscompiled by g++ 12's evaluator)
      if (!s.outs.empty()) functions.back() = rewired(selected(f[g], s), types, from, chosen);
    }
    vec<value> const ys = Chains::record(c, ops, functions, q);
    result.append(result_ys);
    for (u32 i = 0; i < result.size() && !c.fault; ++i) results[result[i]] = ys[i];
  }
  return results;
}

} // namespace constax::inline CONSTAX_TAG::detail
