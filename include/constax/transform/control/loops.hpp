// SPDX-License-Identifier: BSL-1.0
#pragma once
// loops: what the rules of scan, while and chains share: which carries have tangents, and where tangents stand beside primals.
#include <constax/transform/control/transposed.hpp>
#include <constax/transform/simplify.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Primals and tangents of two groups and a rest, group by group: a, Ta, b, Tb, c, Tc. `order` numbers the primals from 0 on, and behind
/// them the tangents that there are.
struct interleaving {
  vec<u32> order;
  vec<u32> primal; // of each tangent
  u32 n = 0, first = 0, second = 0; // how many there are in the two groups, tangents included
  constexpr interleaving(range<bool> has, u32 in_first, u32 in_second) : n(has.size()) {
    vec<u32> tangent(n);
    for (u32 i = 0; i < n; ++i)
      if (has[i]) tangent[i] = n + primal.size(), primal.push(i);
    u32 const ends[] = {0, in_first, in_first + in_second, n};
    for (int g = 0; g < 3; ++g) {
      for (u32 i = ends[g]; i < ends[g + 1]; ++i) order.push(i);
      for (u32 i = ends[g]; i < ends[g + 1]; ++i)
        if (has[i]) order.push(tangent[i]);
      if (g == 0) first = order.size();
      if (g == 1) second = order.size() - first;
    }
  }
  constexpr u32 primal_of(u32 i) const { return i < n ? i : primal[i - n]; }
  /// Results that came in this order -> all primals, then a tangent for each, absent where there is none.
  constexpr vec<value> given_back(range<value> ys) const {
    vec<value> out(2 * n);
    for (u32 k = 0; k < ys.size(); ++k) out[order[k] < n ? order[k] : n + primal_of(order[k])] = ys[k];
    return out;
  }
};

/// The body of a loop, taken apart, once it is settled which carries are unknown: those that start so, or that a trip makes so. What it
/// says twice is kept once (cosines that two stages of a step share: an ensemble of pendula took 1.24 times as long as by hand, without
/// them 1.13).
constexpr jaxpr unzip_body(context& c, jaxpr const& body, vec<bool>& unknown, u32 consts, u32 carry, vec<bool>& unknown_outs) {
  jaxpr const once = cse(body);
  for (;;) {
    jaxpr f = unzip(once, unknown, unknown_outs);
    c.fail(f.fault);
    bool changed = false;
    for (u32 i = 0; i < carry && !c.fault; ++i)
      if (unknown_outs[i] && !unknown[consts + i]) unknown[consts + i] = changed = true;
    if (changed) continue;
    for (u32 i = 0; i < carry && !c.fault; ++i) unknown_outs[i] = unknown[consts + i];
    return f;
  }
}

/// Known values that the outputs `outs` need and that equations make of which worth_keeping(equation): the nearest to these outputs.
template <class Worth>
constexpr vec<u32> values_to_keep(jaxpr const& f, range<bool> unknown, range<u32> outs, Worth&& worth_keeping) {
  vec<bool> dep(f.vars.size(), false), reads(f.vars.size(), false);
  for (u32 i = 0; i < in_count(f); ++i) dep[in_var(f, i)] = unknown[i];
  for (eqn const& e : f.eqns) {
    bool any = false;
    for (atom a : f.operands(e)) any = any || (!a.is_literal() && dep[a.var()]);
    for (u32 v = e.out; v < e.out + e.n_out; ++v) dep[v] = any;
  }
  for (u32 o : outs)
    if (!f.outs[o].is_literal()) reads[f.outs[o].var()] = true;
  vec<u32> kept;
  for (u32 k = f.eqns.size(); k-- > 0;) { // backwards: what a kept value needs is not needed for it
    eqn const& e = f.eqns[k];
    bool any = false, keep = !dep[e.out] && worth_keeping(e);
    for (u32 v = e.out; v < e.out + e.n_out; ++v) {
      any = any || reads[v];
      if (reads[v] && keep) kept.push(v);
    }
    if (any && !keep)
      for (atom a : f.operands(e))
        if (!a.is_literal()) reads[a.var()] = true;
  }
  return kept;
}
/// Elementary functions cost more to compute than to keep. (An ensemble of pendula, RK4 steps: 3.7 us with all of a step computed anew,
/// against 2.2 by hand.)
constexpr bool is_dear(eqn const& e) { return e.prim->kind == kind::elementwise && e.prim->transcendental; }
constexpr vec<u32> dear_values(jaxpr const& f, range<bool> unknown, range<u32> outs) { return values_to_keep(f, unknown, outs, is_dear); }
/// f, with variables of its own as further inputs.
constexpr jaxpr with_inputs(jaxpr f, range<u32> vars) {
  vec<bool> given(f.vars.size(), false);
  vec<u32> ins = f.consts;
  ins.append(f.ins);
  for (u32 v : vars) given[v] = true, ins.push(v);
  f.consts = {}, f.ins = ins;
  vec<eqn> stays;
  for (eqn const& e : f.eqns) {
    bool any = false;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) any = any || given[v];
    if (!any) stays.push(e);
  }
  f.eqns = stays;
  return f;
}
/// What is hoisted from a body, on these consts: its first inputs.
constexpr vec<value> computed_before(context& c, hoisted const& h, jaxpr const& body, range<value> consts) {
  vec<value> args(consts);
  for (u32 i = consts.size(); i < in_count(body); ++i) args.push(value{}); // nothing of what is hoisted reads the others
  return replay(c, h.before, args);
}
/// f with other inputs: input i of f is input from[i] of the new function; and only the outputs `outs`.
constexpr jaxpr rewired(jaxpr const& f, range<aval> types, range<u32> from, range<u32> outs) {
  return function("function", types, [&](context& c, range<value> in) {
    vec<value> args, chosen;
    for (u32 i : from) args.push(in[i]);
    vec<value> const ys = replay(c, selected(f, {all_inputs(f), vec<u32>(outs)}), args);
    for (value const& y : ys) chosen.push(y);
    return chosen;
  });
}

// ---- slices of the oracle's tensors ----
constexpr tensor slice_at(tensor const& x, i64 k) {
  tensor y(slice_of(x.type));
  for (u32 i = 0; i < y.size(); ++i) y.words[i] = x.words[static_cast<u32>(k) * y.size() + i];
  return y;
}
constexpr void put_slice(tensor& y, i64 k, tensor const& x) {
  for (u32 i = 0; i < x.size(); ++i) y.words[static_cast<u32>(k) * x.size() + i] = x.words[i];
}
/// Rows first, first + 1, ... of the oracle's tensors.
constexpr tensor slice_rows(tensor const& x, i64 first, i64 count) {
  aval a = x.type;
  a.shape[0] = extent(count);
  tensor y(a);
  u32 const row = y.size() / static_cast<u32>(count > 0 ? count : 1);
  for (u32 i = 0; i < y.size(); ++i) y.words[i] = x.words[static_cast<u32>(first) * row + i];
  return y;
}
constexpr void put_rows(tensor& y, i64 first, tensor const& x) {
  i64 const count = x.type.shape[0].number;
  u32 const row = x.size() / static_cast<u32>(count > 0 ? count : 1);
  for (u32 i = 0; i < x.size(); ++i) y.words[static_cast<u32>(first) * row + i] = x.words[i];
}
/// The type a in a call: symbols are numbers.
constexpr aval in_call(aval a, bindings const& b) {
  for (int i = 0; i < a.rank(); ++i) a.shape[i] = extent(b(a.shape[i]));
  return a;
}

} // namespace constax::inline CONSTAX_TAG::detail
