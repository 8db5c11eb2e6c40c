// SPDX-License-Identifier: BSL-1.0
#pragma once
// vmap : (a... -> b...) -> ([n] a... -> [n] b...)        one program over rows, as a program over arrays
//
//   { lambda ; a:f64[] b:f64[]. let c = mul a b in (c,) }   -- a mapped, n = 3 -->
//   { lambda ; a:f64[3] b:f64[]. let c:f64[3] = broadcast_in_dim b; d:f64[3] = mul a c in (d,) }
//
// A mapped value has its rows along axis 0 inside. An equation without mapped operands is recorded as it is, once for all rows.
#include <constax/primitives/primitives.hpp>
#include <constax/trace/walk.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Moves axis `from` of x to place `to`.
constexpr value move_axis(value x, int from, int to) {
  if (from == to) return x;
  axes order;
  int const rank = type_of(x).rank();
  for (int i = 0, k = 0; i < rank; ++i) {
    if (k == from) ++k;
    order.push(i == to ? from : k++);
  }
  return bind<transpose_t>({order}, x);
}

/// The walk of vmap inside an open builder: mapped arguments have their rows along axis 0; so have results, where `out_mapped` says so.
constexpr vec<value> vmap_walk(context& c, jaxpr const& j, range<value> args, range<bool> mapped, extent n, vec<bool>& out_mapped) {
  vec<bool> rows(j.vars.size()), operand_rows;
  u32 k = 0;
  for (u32 v : j.consts) rows[v] = mapped[k++];
  for (u32 v : j.ins) rows[v] = mapped[k++];
  auto const has_rows = [&](atom a) { return !a.is_literal() && rows[a.var()]; };
  vec<value> outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) {
    bool any = false;
    operand_rows.resize(0);
    for (atom a : j.operands(e)) any |= has_rows(a), operand_rows.push(has_rows(a));
    if (!any) {
      value const first = record(c, j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) results[i] = c.result(first.var + i);
      return;
    }
    vec<value> ys;
    vec<bool> result_rows(e.n_out, true);
    if (e.prim->call) ys = e.prim->call->batch(c, j, e, xs, operand_rows, n, result_rows);
    else if (e.prim->batch) ys = e.prim->batch(xs, operand_rows, n, j.params(e));
    else c.fail({fault_code::no_batch, e.prim->name});
    for (u32 i = 0; i < e.n_out && !c.fault; ++i) results[i] = ys[i], rows[e.out + i] = result_rows[i];
  });
  out_mapped.resize(0);
  for (atom a : j.outs) out_mapped.push(has_rows(a));
  return outs;
}

/// x, a literal too, as n equal rows.
constexpr value repeated_rows(context& c, value x, extent n) {
  return x.is_constant() ? broadcast_in_dim(c.constant(x.lit), shape{n}, {}) : repeat_rows(x, n);
}

constexpr jaxpr vmap_here(jaxpr const& j, range<i32> in_axes, extent n, range<i32> out_axes) {
  context c("vmap");
  vec<value> args;
  vec<bool> mapped, out_mapped;
  u32 k = 0;
  bool any = false;
  auto const take = [&](u32 v) {
    aval a = j.type(v);
    i32 const axis = in_axes[k++];
    if (axis > a.rank() || axis < -1) c.fail({fault_code::bad_axis, "vmap", "in_axes names an axis of the mapped argument", a, {}, axis});
    if (c.fault) return;
    mapped.push(axis >= 0), any |= axis >= 0;
    if (axis >= 0) {
      shape s;
      for (int i = 0; i <= a.rank(); ++i) s.push(i == axis ? n : a.shape[i < axis ? i : i - 1]);
      a.shape = s;
    }
    args.push(c.input(a));
  };
  u32 const n_in = j.consts.size() + j.ins.size();
  if (in_axes.size() != n_in) c.fail({fault_code::wrong_count, "vmap", "in_axes has one entry per argument", {}, {}, in_axes.size()});
  else if (out_axes.size() != j.outs.size())
    c.fail({fault_code::wrong_count, "vmap", "out_axes has one entry per result", {}, {}, out_axes.size()});
  if (!c.fault) {
    for (u32 v : j.consts) take(v);
    for (u32 v : j.ins) take(v);
    if (!any) c.fail({fault_code::no_axis_mapped, "vmap"});
  }
  if (c.fault) return c.finish({});
  for (u32 i = 0; i < args.size(); ++i)
    if (mapped[i]) args[i] = detail::move_axis(args[i], in_axes[i], 0);
  vec<value> outs = detail::vmap_walk(c, j, args, mapped, n, out_mapped);
  for (u32 i = 0; i < outs.size() && !c.fault; ++i) {
    if (out_axes[i] < 0) {
      if (out_mapped[i]) c.fail({fault_code::rows_differ, "vmap", {}, j.type(j.outs[i])});
      continue;
    }
    if (out_axes[i] > j.type(j.outs[i]).rank()) {
      c.fail({fault_code::bad_axis, "vmap", "out_axes names an axis of the result", j.type(j.outs[i]), {}, out_axes[i]});
      continue;
    }
    if (!out_mapped[i]) outs[i] = detail::repeated_rows(c, outs[i], n);
    outs[i] = detail::move_axis(outs[i], 0, out_axes[i]);
  }
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
} // namespace detail
/// in_axes: for each constvar and input, the axis that is mapped, -1 for none. out_axes: for each output, where the rows go, -1: it is the
/// same for all rows, and stays single. n: how many rows.
constexpr jaxpr vmap(jaxpr const& j, range<i32> in_axes, extent n, range<i32> out_axes) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::vmap_here>::call(j, in_axes, n, out_axes);
  return detail::vmap_here(j, in_axes, n, out_axes);
}

} // namespace constax::inline CONSTAX_TAG
