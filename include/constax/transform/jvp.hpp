// SPDX-License-Identifier: BSL-1.0
#pragma once
// jvp : (a... -> b...) -> (a..., T a... -> b..., T b...)        forward mode: every equation, and beside it the tangent of its results
//
//   { lambda ; a:f64[]. let b = sin a in (b,) }   ->   { lambda ; a:f64[] b:f64[]. let c = sin a; d = cos a; e = mul b d in (c, e) }
//
// A tangent that is zero is a symbolic zero and leaves no equation. Integer and boolean values have none.
#include <constax/primitives/primitives.hpp>
#include <constax/trace/walk.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// A number, as often as `a` says.
constexpr value filled(context& c, aval const& a, double number) {
  value const one = c.constant(a.type, number);
  return a.rank() ? broadcast_in_dim(one, a.shape, {}) : one;
}
/// A tangent as a value that can be an output: zeros become constants.
constexpr value materialised(context& c, value const& t) { return t.is_zero() ? filled(c, aval(type_of(t)), 0.0) : t; }

/// The walk of jvp inside an open builder: primal and tangent values in, the same out. Zero tangents are symbolic.
constexpr void jvp_walk(context& c, jaxpr const& j, range<value> primals, range<value> tangents, vec<value>& out, vec<value>& tangent_out) {
  vec<value> tangent(j.vars.size()), dxs;
  value* const of = tangent.first;
  u32 k = 0;
  for (u32 v : j.consts) tangent[v] = tangents[k++];
  for (u32 v : j.ins) tangent[v] = tangents[k++];
  auto const tangent_of = [&](atom a) { return a.is_literal() ? value{} : tangent[a.var()]; };
  out = walk(c, j, primals, [&](eqn const& e, range<value> xs, value* results) {
    dxs.resize(e.n_in);
    bool any = false;
    atom const* const operands = j.atoms.first + e.in;
    for (u32 i = 0; i < e.n_in; ++i) {
      value& dx = dxs.first[i];
      dx = operands[i].id < 0 ? value{} : of[operands[i].id];
      if (dx.is == value::state::absent || dx.is == value::state::zero) dx = c.zero(j.type(operands[i]));
      else any = true;
    }
    if (any && e.prim->call) { // its rule may compute the results in its own way
      vec<value> const both = e.prim->call->jvp(c, j, e, xs, dxs);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) results[i] = both[i], tangent[e.out + i] = both[e.n_out + i];
      return;
    }
    value const first = record(c, j, e, xs);
    for (u32 i = 0; i < e.n_out; ++i) results[i] = first, results[i].var += i;
    vec<value> dys;
    bool differs = false;
    for (u32 i = 0; any && i < e.n_out; ++i) differs |= j.type(e.out + i).floating();
    if (differs) {
      if (e.prim->jvp) {
        dys = e.prim->jvp(xs, dxs, {results, e.n_out}, j.params(e));
      } else if (e.prim->linear) { // itself, on the tangents
        for (u32 i = 0; i < dxs.size(); ++i) dxs[i] = materialised(c, dxs[i]);
        value const dy = record(c, j, e, dxs);
        for (u32 i = 0; i < e.n_out; ++i) dys.push(c.result(dy.var + i));
      } else c.fail({fault_code::no_jvp, e.prim->name});
    }
    for (u32 i = 0; i < dys.size(); ++i)
      if (j.type(e.out + i).floating()) of[e.out + i] = dys.first[i];
  });
  tangent_out.resize(0);
  u32 n = 0;
  for (atom a : j.outs) {
    value t = tangent_of(a);
    // A zero of an operand that is a number beside an array has the number's type.
    tangent_out.push((t.is_absent() || t.is_zero()) && !c.fault ? c.zero(type_of(out[n])) : t);
    ++n;
  }
}

constexpr jaxpr jvp_here(jaxpr const& j, range<bool> active) {
  context c("jvp");
  vec<value> const primals = inputs_like(c, j);
  vec<value> tangents, out, tangent_out;
  for (u32 i = 0; i < primals.size(); ++i) {
    aval const a = type_of(primals[i]);
    tangents.push(a.floating() && (active.empty() || active[i]) ? c.input(a) : value{});
  }
  detail::jvp_walk(c, j, primals, tangents, out, tangent_out);
  for (value const& t : tangent_out)
    if (!c.fault && type_of(t).floating()) out.push(detail::materialised(c, t));
  return c.finish(out);
}
} // namespace detail
/// Inputs: those of j, then a tangent for each floating input (constvars first). Outputs: those of j, then a tangent for each floating one.
/// `active`: the inputs that have a tangent; empty: all floating ones.
constexpr jaxpr jvp(jaxpr const& j, range<bool> active = {}) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::jvp_here>::call(j, active);
  return detail::jvp_here(j, active);
}

} // namespace constax::inline CONSTAX_TAG
