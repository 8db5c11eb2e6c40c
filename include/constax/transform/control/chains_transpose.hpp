// SPDX-License-Identifier: BSL-1.0
#pragma once
// transpose_chains : chains, linear in the groups from first_linear on; cotangents of results -> those of the linear operands
//
// The known groups stay as they are. The linear ones run the other way and in the opposite order: what the function of group j takes from
// group k <= j flows back from j to k.
#include <constax/transform/control/chains_params.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Chains>
constexpr vec<value> transpose_chains(context& c, jaxpr const& module, eqn const& e, range<value> cts, range<value> xs) {
  chains_params const p(module.params(e));
  u32 const m = p.count(), k0 = p.first_linear;
  u32 const n_slices = e.n_in - 1 - p.consts - p.carries();
  vec<value> out(e.n_in);
  // Which operands are linear, and which results have a cotangent.
  vec<bool> linear(e.n_in, false);
  for (u32 i = 0; i < e.n_in; ++i) linear[i] = xs[i].is_zero() || (i >= 1 + p.consts + p.carries(k0) && !p.is_slice(i));
  auto const ct_of = [&](u32 g, u32 i) { // of the last value of carry i of group g
    return g < p.first_out ? value{} : cts[p.carries(g) - p.carries(p.first_out) + i];
  };
  u32 const n_carry_outs = p.carries() - p.carries(p.first_out);
  auto const y_of = [&](u32 g, u32 i) { // the number of its result i among ys
    u32 at = n_carry_outs;
    for (u32 h = 0; h < g; ++h) at += p.groups[h].ys;
    return at + i;
  };
  auto const present = [&](value const& ct) { return !ct.is_absent() && !ct.is_zero(); };
  // The functions, each turned round.
  vec<jaxpr> back(m);
  for (u32 g = k0; g < m && !c.fault; ++g) {
    vec<bool> in, of_outs;
    for (u32 i : p.inputs_of(g, e.n_in)) in.push(linear[i]);
    for (u32 i = 0; i < p.groups[g].carry; ++i) of_outs.push(true);
    for (u32 i = 0; i < p.groups[g].ys; ++i) of_outs.push(present(cts[y_of(g, i)]));
    back[g] = transposed(p.function(module, g), in, of_outs);
    c.fail(back[g].fault);
  }
  if (c.fault) return out;
  // The new equation: known consts; the known groups as they were; the linear ones turned round, last first, the first of them with the
  // sums for linear consts and the cotangents of linear slices; known slices and cotangents of ys.
  chains_params q;
  q.slots = p.slots, q.length = p.length, q.first_out = q.first_linear = k0;
  vec<value> ops{xs[0]};
  vec<aval> types; // of the functions' inputs; operand i + 1 is input i
  vec<u32> at(e.n_in), sums, slice_bars;
  auto const take = [&](value const& v, aval const& a) { return ops.push(v), types.push(a), types.size() - 1; };
  for (u32 i = 1; i < 1 + p.consts; ++i) {
    if (linear[i]) sums.push(i);
    else at[i] = take(xs[i], type_of(xs[i])), ++q.consts;
  }
  for (u32 g = 0; g < k0; ++g) {
    q.groups.push(p.groups[g]);
    q.groups.back().ys = 0;
    for (u32 i = 0; i < p.groups[g].carry; ++i) {
      u32 const o = 1 + p.consts + p.carries(g) + i;
      at[o] = take(xs[o], type_of(xs[o]));
    }
  }
  auto const type_of_operand = [&](u32 o) -> aval const& { return module.type(module.operands(e)[o]); };
  for (u32 g = m; g-- > k0;) {
    q.groups.push({!p.groups[g].down, p.groups[g].carry, 0});
    for (u32 i = 0; i < p.groups[g].carry; ++i) {
      u32 const o = 1 + p.consts + p.carries(g) + i;
      at[o] = take(ct_or_zeros(c, ct_of(g, i), type_of_operand(o)), type_of_operand(o));
    }
  }
  u32 const first_sum = types.size();
  for (u32 o : sums) take(zeros(c, type_of_operand(o)), type_of_operand(o));
  q.groups.back().carry += sums.size();
  for (u32 o = e.n_in - n_slices; o < e.n_in; ++o) {
    if (linear[o]) slice_bars.push(o);
    else at[o] = take(xs[o], slice_of(type_of(xs[o])));
  }
  q.groups.back().ys = slice_bars.size();
  vec<u32> at_y(e.n_out);
  for (u32 g = k0; g < m; ++g)
    for (u32 i = 0; i < p.groups[g].ys; ++i)
      if (u32 const y = y_of(g, i); present(cts[y])) at_y[y] = take(cts[y], slice_of(module.type(e.out + y)));
  u32 const n_carries = first_sum + sums.size(); // inputs up to the slices
  vec<jaxpr> functions;
  for (u32 g = 0; g < q.count(); ++g) {
    u32 const last = q.consts + q.carries(g + 1), skipped = n_carries - last;
    vec<aval> in_types;
    for (u32 i = 0; i < types.size(); ++i)
      if (i < last || i >= n_carries) in_types.push(types[i]);
    auto const input = [&](u32 i) { return i >= n_carries ? i - skipped : i; };
    if (g < k0) {
      selection s;
      vec<u32> from, outs;
      vec<u32> const in = p.inputs_of(g, e.n_in);
      for (u32 i = 0; i < in.size(); ++i)
        if (!linear[in[i]]) s.ins.push(i), from.push(input(at[in[i]]));
      for (u32 i = 0; i < p.groups[g].carry; ++i) s.outs.push(i), outs.push(i);
      functions.push(rewired(selected(p.function(module, g), s), in_types, from, outs));
      continue;
    }
    u32 const turned = m - 1 - (g - k0); // the group that runs here
    bool const sums_here = g + 1 == q.count();
    functions.push(function("transpose", in_types, [&](context& b, range<value> in) {
      vec<value> bars(e.n_in), outs;
      for (u32 j = m; j-- > turned && !b.fault;) {
        vec<value> args;
        vec<u32> const read = p.inputs_of(j, e.n_in);
        for (u32 o : read)
          if (!linear[o]) args.push(in[input(at[o])]);
        for (u32 i = 0; i < p.groups[j].carry; ++i) args.push(in[at[1 + p.consts + p.carries(j) + i]]);
        for (u32 i = 0; i < p.groups[j].ys; ++i)
          if (u32 const y = y_of(j, i); present(cts[y])) args.push(in[input(at_y[y])]);
        vec<value> const ys = replay(b, back[j], args);
        for (u32 i = 0, y = 0; i < read.size() && !b.fault; ++i)
          if (linear[read[i]]) {
            value& bar = bars[read[i]];
            bar = bar.is_absent() ? ys[y] : bar + ys[y];
            ++y;
          }
      }
      for (u32 i = 0; i < p.groups[turned].carry; ++i) outs.push(bars[1 + p.consts + p.carries(turned) + i]);
      for (u32 i = 0; sums_here && i < sums.size() && !b.fault; ++i) outs.push(in[first_sum + i] + bars[sums[i]]);
      for (u32 i = 0; sums_here && i < slice_bars.size(); ++i) outs.push(bars[slice_bars[i]]);
      return outs;
    }));
  }
  vec<value> const ys = Chains::record(c, ops, functions, q);
  if (c.fault) return out;
  u32 y = 0;
  for (u32 g = m; g-- > k0;)
    for (u32 i = 0; i < p.groups[g].carry; ++i, ++y)
      if (u32 const o = 1 + p.consts + p.carries(g) + i; xs[o].is_zero()) out[o] = ys[y];
  for (u32 o : sums) out[o] = ys[y++];
  for (u32 o : slice_bars) out[o] = ys[y++];
  return out;
}

} // namespace constax::inline CONSTAX_TAG::detail
