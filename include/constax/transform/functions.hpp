// SPDX-License-Identifier: BSL-1.0
#pragma once
// functions: what the rules of equations that hold functions of the module share. Such functions have no captures: what they use are
// operands.
#include <constax/transform/jvp.hpp>
#include <constax/transform/simplify/dce.hpp>
#include <constax/transform/vmap.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Function number `which` of those that e holds.
constexpr jaxpr const& function_of(jaxpr const& module, eqn const& e, u32 which) {
  range<i64> const ps = module.params(e);
  return function_at(module, ps[e.prim->functions(ps).first + which]);
}
/// Records a call of p with these functions among its parameters -> its results.
constexpr vec<value> bind_call(context& c, primitive const& p, range<value> xs, vec<jaxpr> functions, vec<i64> const& before = {},
                               vec<i64> const& behind = {}) {
  vec<i64> params = before;
  for (jaxpr& f : functions) {
    c.fail(f.fault);
    params.push(hold(c.program(), static_cast<jaxpr&&>(f)));
  }
  params.append(behind);
  u32 n = 0;
  value const first = bind(c, p, xs, params, &n);
  vec<value> ys;
  for (u32 i = 0; i < n; ++i) ys.push(c.result(first.var + i));
  return ys;
}

// ---- types ----
constexpr u32 in_count(jaxpr const& f) { return f.consts.size() + f.ins.size(); }
constexpr u32 in_var(jaxpr const& f, u32 i) { return i < f.consts.size() ? f.consts[i] : f.ins[i - f.consts.size()]; }
constexpr aval const& in_type(jaxpr const& f, u32 i) { return f.type(in_var(f, i)); }
constexpr aval const& out_type(jaxpr const& f, u32 i) { return f.type(f.outs[i]); }
constexpr void outs_of(jaxpr const& f, u32 from, u32 to, typed& t) {
  for (u32 i = from; i < to; ++i) t.results.push(out_type(f, i));
}
/// Do operands xs fit f's inputs from `first` on?
constexpr fault fits(jaxpr const& f, u32 first, operand_types xs) {
  if (f.fault) return f.fault;
  if (in_count(f) < first + xs.size()) return {fault_code::wrong_count, {}, "the function takes fewer", {}, {}, xs.size()};
  for (u32 i = 0; i < xs.size(); ++i)
    if (aval const& t = in_type(f, first + i); !(t == *xs[i]))
      return {t.type == xs[i]->type ? fault_code::shapes_differ : fault_code::dtypes_differ, {}, {}, *xs[i], t};
  return {};
}
constexpr u32 count_floating(operand_types xs) {
  u32 n = 0;
  for (aval const* x : xs) n += x->floating();
  return n;
}
/// n of type a, one after the other along a new first axis; one of them.
constexpr aval stacked(aval a, extent n) {
  shape s{n};
  for (int d = 0; d < a.rank(); ++d) s.push(a.shape[d]);
  a.shape = s;
  return a;
}
constexpr aval slice_of(aval a) {
  shape s;
  for (int d = 1; d < a.rank(); ++d) s.push(a.shape[d]);
  a.shape = s;
  return a;
}

// ---- transformations of a function ----
constexpr jaxpr vmap_all(jaxpr const& f, vec<i32> const& in_axes, extent n) {
  return vmap(f, in_axes, n, vec<i32>(f.outs.size(), 0));
}
constexpr vec<i32> axes_of(range<bool> mapped) {
  vec<i32> a;
  for (bool m : mapped) a.push(m ? 0 : -1);
  return a;
}
/// f over rows, where only some inputs have any: `rows` says which results have; those wanted to have are repeated.
constexpr jaxpr vmap_some(jaxpr const& f, range<bool> mapped, extent n, vec<bool>& rows, range<bool> wanted = {}) {
  context c("vmap");
  vec<value> args;
  for (u32 i = 0; i < in_count(f); ++i) args.push(c.input(mapped[i] ? stacked(in_type(f, i), n) : in_type(f, i)));
  vec<value> outs = vmap_walk(c, f, args, mapped, n, rows);
  for (u32 i = 0; i < outs.size() && !c.fault; ++i)
    if (!wanted.empty() && wanted[i] && !rows[i]) outs[i] = repeated_rows(c, outs[i], n), rows[i] = true;
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
/// (a... -> b...) -> (a..., T a... -> b..., T b...), where only `active` inputs have a tangent: `has` says which results have; those wanted
/// to have get one, if need be zero.
constexpr jaxpr jvp_some(jaxpr const& f, range<bool> active, vec<bool>& has, range<bool> wanted = {}) {
  context c("jvp");
  vec<value> const primals = inputs_like(c, f);
  vec<value> tangents, outs, dys;
  for (u32 i = 0; i < primals.size(); ++i) tangents.push(active[i] ? c.input(in_type(f, i)) : value{});
  jvp_walk(c, f, primals, tangents, outs, dys);
  has.resize(0);
  for (u32 i = 0; i < dys.size() && !c.fault; ++i) {
    bool const floating = out_type(f, i).floating();
    has.push(floating && (wanted.empty() ? !dys[i].is_zero() && !dys[i].is_absent() : wanted[i]));
    if (has.back()) outs.push(materialised(c, dys[i].is_absent() ? c.zero(out_type(f, i)) : dys[i]));
  }
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}

// ---- a function with other inputs and outputs ----
/// Which inputs and outputs, in which order.
struct selection {
  vec<u32> ins, outs;
};
/// f as a function of some of its inputs, which must be all that its chosen outputs need, in another order.
constexpr jaxpr selected(jaxpr f, selection const& s) {
  vec<u32> ins;
  vec<atom> outs;
  for (u32 i : s.ins) ins.push(in_var(f, i));
  for (u32 i : s.outs) outs.push(f.outs[i]);
  f.consts = {}, f.ins = ins, f.outs = outs;
  return dce(f);
}
constexpr vec<u32> all_inputs(jaxpr const& f) {
  vec<u32> all;
  for (u32 i = 0; i < in_count(f); ++i) all.push(i);
  return all;
}
/// Which inputs the chosen outputs of f need.
constexpr vec<bool> needed_inputs(jaxpr const& f, range<u32> outs) {
  vec<bool> live(f.vars.size());
  for (u32 o : outs)
    if (!f.outs[o].is_literal()) live[f.outs[o].var()] = true;
  for (u32 k = f.eqns.size(); k-- > 0;) {
    eqn const& e = f.eqns[k];
    bool any = false;
    for (u32 v = e.out; v < e.out + e.n_out; ++v) any |= live[v];
    if (any)
      for (atom a : f.operands(e))
        if (!a.is_literal()) live[a.var()] = true;
  }
  vec<bool> needed;
  for (u32 i = 0; i < in_count(f); ++i) needed.push(live[in_var(f, i)]);
  return needed;
}
/// A function recorded by body(context, inputs), on inputs of these types.
template <class Body>
constexpr jaxpr function(std::string_view name, range<aval> types, Body&& body) {
  context c(name);
  vec<value> ins;
  for (aval const& t : types) ins.push(c.input(t));
  vec<value> const outs = body(c, ins);
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
constexpr value zeros(context& c, aval const& a) { return materialised(c, c.zero(a)); }
/// A cotangent, as numbers where it is absent or a symbolic zero.
constexpr value ct_or_zeros(context& c, value const& ct, aval const& a) { return ct.is_absent() || ct.is_zero() ? zeros(c, a) : ct; }

} // namespace constax::inline CONSTAX_TAG::detail
