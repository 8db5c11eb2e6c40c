// SPDX-License-Identifier: BSL-1.0
#pragma once
// promises : plan -> plan        gathers rely on what a program promises of its indices only where loops meet no others
//
// Windows read beyond the ends of arrays, and loops go on behind the last term of a sum (windows.hpp): what is computed there nobody
// reads, but indices may be any number there. Gathers of such a program move a slice to the nearest place where it lies in its array.
#include <constax/plan/inside.hpp>
#include <constax/plan/plan.hpp>
#include <constax/plan/window.hpp>
#include <constax/primitives/indexed.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Does a loop of the plan compute what is no element of a value?
constexpr bool goes_beyond(loop_plan const& p) {
  for (node const& n : p.nodes)
    if (n.beyond) return true;
  for (eqn const& e : p.program.eqns)
    if (is<window_t>(e) || is<inside_t>(e)) return true;
  return false;
}

constexpr void limit_promises(loop_plan& p) {
  if (!goes_beyond(p)) return;
  for (eqn const& e : p.program.eqns) {
    if (e.prim->kind != kind::indexed || e.prim->updates) continue;
    indexed_params params = decode<indexed_params>(p.program.params(e));
    if (params.mode != index_mode::promise_in_bounds) continue;
    params.mode = index_mode::clip;
    vec<i64> const now = encode(params);
    for (u32 k = 0; k < now.size(); ++k) p.program.ints[e.param + k] = now[k];
  }
}

} // namespace constax::inline CONSTAX_TAG::detail
