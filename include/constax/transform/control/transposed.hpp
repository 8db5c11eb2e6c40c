// SPDX-License-Identifier: BSL-1.0
#pragma once
// transposed : (a..., T b -o T c) -> (a..., T c -o T b)        a function of the module, backwards
//
// `linear`: which inputs are tangents. `present`: for which outputs there is a cotangent. Inputs: those that are not linear, then the
// cotangents; outputs: one cotangent for each linear input. Those of arrays that f reads in pieces are put together (join_pads): a loop
// would add the zeros between the pieces in every trip.
#include <constax/transform/functions.hpp>
#include <constax/transform/vjp.hpp>

namespace constax::inline CONSTAX_TAG::detail {

constexpr jaxpr transposed(jaxpr const& f, range<bool> linear, range<bool> present) {
  selection known_first;
  u32 n_known = 0;
  for (bool wanted : {false, true})
    for (u32 i = 0; i < in_count(f); ++i)
      if (linear[i] == wanted) known_first.ins.push(i), n_known += !wanted;
  for (u32 i = 0; i < f.outs.size(); ++i) known_first.outs.push(i);
  jaxpr const both = unzip(selected(f, known_first), n_known);
  context c("transpose");
  vec<value> args, cts;
  for (u32 i = 0; i < n_known; ++i) args.push(c.input(in_type(both, i)));
  for (u32 i = 0; i < f.outs.size(); ++i) cts.push(present[i] ? c.input(out_type(f, i)) : c.zero(out_type(f, i)));
  vec<value> const outs = vjp_walk(c, both, n_known, 0, args, [&](u32 k) { return cts[k]; }, true);
  return join_pads(c.finish(c.fault ? range<value>{} : range<value>(outs)));
}

} // namespace constax::inline CONSTAX_TAG::detail
