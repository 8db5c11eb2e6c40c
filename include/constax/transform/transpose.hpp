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
constexpr void transpose_walk(context& c, jaxpr const& j, range<value> env, range<bool> linear, vec<value>& ct) {
  vec<value> xs;
  for (u32 k = j.eqns.size(); k-- > 0 && !c.fault;) {
    eqn const& e = j.eqns[k];
    if (!linear[e.out]) continue;
    value const y = ct[e.out];
    if (y.is_absent() || y.is_zero()) continue;
    if (!e.prim->transpose) {
      c.fail({fault_code::no_transpose, e.prim->name});
      return;
    }
    xs.resize(0);
    range<atom> const operands = j.operands(e);
    for (atom a : operands) {
      bool const is_linear = !a.is_literal() && linear[a.var()];
      // A linear operand has a type but no value: rules read only its type.
      xs.push(a.is_literal() ? c.constant(j.lits[a.lit()]) : is_linear ? c.zero(j.type(a)) : env[a.var()]);
    }
    for (u32 i = 0; i < operands.size(); ++i) {
      if (operands[i].is_literal() || !linear[operands[i].var()]) continue;
      value const x = e.prim->transpose(y, i, xs, j.params(e));
      if (c.fault) return;
      value& sum = ct[operands[i].var()];
      sum = sum.is_absent() ? x : sum + x;
    }
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
