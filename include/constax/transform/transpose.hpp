// SPDX-License-Identifier: BSL-1.0
#pragma once
// transpose : (a -o b) -> (b -o a)        runs linear equations backwards: cotangents of results become cotangents of operands
//
//   y = mul x k   ->   x_bar = mul y_bar k          y = add x z   ->   x_bar = y_bar, z_bar = y_bar
#include <constax/transform/jvp.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The backward walk inside an open builder. `env`: values of what is not linear; `linear[v]`: v depends on the linear inputs.
/// `ct`: cotangents by variable, filled in for outputs; afterwards it holds those of the linear inputs.
///
/// The scale rule, if `scale` is given: where all that is left to transpose hangs on one scalar s that enters an array (the head of every
/// mean, norm, log-likelihood), go on with 1 and leave s in `scale`: the caller multiplies the cotangents of the inputs by it. All that is
/// left must have the dtype of s: behind a conversion s would be rounded, or be too large, where its product with a cotangent is not.
constexpr void transpose_walk(context& c, jaxpr const& j, range<value> env, range<bool> linear, vec<value>& ct, value* scale = nullptr) {
  auto const present = [](value const& v) { return v.is != value::state::absent && v.is != value::state::zero; };
  literal const* const lits = j.lits.first;
  vec<value> xs, cts;
  u32 pending = 0; // cotangents that wait for their equation, or belong to inputs
  if (scale)
    for (value const& v : ct) pending += present(v);
  auto const add_to = [&](atom a, value const& x) {
    value& sum = ct.first[a.id];
    if (scale && present(x) && !present(sum)) ++pending;
    sum = sum.is_absent() ? x : sum + x;
  };
  auto const enters_array = [&](eqn const& e) {
    if (j.type(e.out).rank() != 0) return false;
    for (atom a : j.operands(e))
      if (!a.is_literal() && linear[a.var()] && j.type(a).rank() != 0) return true;
    return false;
  };
  auto const all_of_dtype = [&](dtype t, u32 n_eqns) {
    for (u32 v : j.ins)
      if (linear.first[v] && j.type(v).type != t) return false;
    for (eqn const *e = j.eqns.first, *end = e + n_eqns; e != end; ++e)
      for (u32 v = e->out; v < e->out + e->n_out; ++v)
        if (linear.first[v] && j.type(v).type != t) return false;
    return true;
  };
  for (u32 k = j.eqns.size(); k-- > 0 && !c.fault;) {
    eqn const& e = j.eqns[k];
    if (!linear.first[e.out]) continue;
    bool any = false;
    for (value const *y = ct.first + e.out, *end = y + e.n_out; y != end; ++y)
      if (present(*y)) any = true, --pending;
    if (!any) continue;
    bool const call = e.prim->call && e.prim->call->transpose;
    if (!call && !e.prim->transpose) {
      c.fail({fault_code::no_transpose, e.prim->name});
      return;
    }
    xs.resize(e.n_in);
    atom const* const operands = j.atoms.first + e.in;
    for (u32 i = 0; i < e.n_in; ++i) {
      atom const a = operands[i];
      // A linear operand has a type but no value: rules read only its type.
      value& x = xs.first[i];
      if (a.id < 0) x = c.constant(lits[~a.id]);
      else if (linear.first[a.id]) x = c.zero(j.type(a));
      else x = env.first[a.id];
    }
    if (call) {
      cts = e.prim->call->transpose(c, j, e, {ct.first + e.out, e.n_out}, xs);
      for (u32 i = 0; i < e.n_in && !c.fault; ++i)
        if (!operands[i].is_literal() && linear[operands[i].var()] && !cts[i].is_absent()) add_to(operands[i], cts[i]);
      continue;
    }
    value* const ys = ct.first + e.out;
    for (u32 i = 0; i < e.n_out; ++i)
      if (ys[i].is_absent()) ys[i] = c.zero(j.type(e.out + i));
    if (scale && scale->is_absent() && pending == 0 && e.n_out == 1 && enters_array(e)) {
      dtype const t = type_of(*ys).type;
      // (not of halves: what is summed before it is scaled may be more than f16 has)
      if (!info(t).half() && all_of_dtype(t, k)) *scale = *ys, *ys = c.constant(t, 1.0);
      else scale = nullptr;
    }
    for (u32 i = 0; i < e.n_in; ++i) {
      if (operands[i].id < 0 || !linear.first[operands[i].id]) continue;
      value const x = e.prim->transpose({ys, e.n_out}, i, xs, j.params(e));
      if (c.fault) return;
      add_to(operands[i], x);
    }
  }
}

/// x times the scalar s.
constexpr value scaled(value x, value s) {
  if (s.is_absent() || x.is_zero() || (s.is_constant() && s.lit == literal::of(s.lit.type, 1.0))) return x;
  aval const a = type_of(x);
  return s.is_constant() || a.rank() == 0 ? x * s : x * broadcast_in_dim(s, a.shape, {});
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
