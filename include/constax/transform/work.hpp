// SPDX-License-Identifier: BSL-1.0
#pragma once
// work : jaxpr -> number of operations, roughly        what passes compare, where lengths are not known yet
#include <constax/transform/functions.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// How many elements, where a length that is a symbol counts as one.
constexpr i64 elements_at_least(shape const& s) {
  i64 n = 1;
  for (int d = 0; d < s.rank; ++d)
    if (s[d].is_number()) n *= s[d].number;
  return n;
}
/// Trips that are not known count as one.
constexpr i64 work(jaxpr const& j) {
  i64 all = 0;
  for (eqn const& e : j.eqns) {
    i64 times = 1;
    if (e.prim->call) {
      if (extent const l = e.prim->call->trips ? e.prim->call->trips(j.params(e)) : extent(1); l.is_number()) times = l.number;
      function_places const held = e.prim->functions(j.params(e));
      for (u32 k = 0; k < held.count; ++k) all += times * work(function_of(j, e, k));
      continue;
    }
    times = elements_at_least(j.type(e.out).shape);
    for (atom a : j.operands(e))
      if (i64 const n = elements_at_least(j.type(a).shape); n > times) times = n;
    all += times * e.prim->weight();
  }
  return all;
}

} // namespace constax::inline CONSTAX_TAG::detail
