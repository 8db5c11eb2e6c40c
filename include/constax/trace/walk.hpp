// SPDX-License-Identifier: BSL-1.0
#pragma once
// walk: from a jaxpr to values, equation by equation, which is how passes are written.
#include <constax/trace/value.hpp>

namespace constax::inline CONSTAX_TAG {

/// walk : jaxpr, (a...), rule -> (b...)       the one walk over equations that passes share
///
/// Gives each variable of j a value in context c: the constvars and inputs get `args`, in that order, the results of an equation what
/// `rule(e, operands)` returns (the first of consecutive variables) or `rule(e, operands, results)` writes.
template <class Rule>
constexpr vec<value> walk(context& c, jaxpr const& j, range<value> args, Rule&& rule) {
  if (j.fault) { // what its inputs are, and whether its values are there, nobody knows
    c.fail(j.fault);
    return vec<value>(j.outs.size(), c.nothing());
  }
  vec<value> env(j.vars.size()), xs;
  value* const of = env.begin();
  literal const* const lits = j.lits.begin();
  u32 k = 0;
  for (u32 v : j.consts) of[v] = args[k++];
  for (u32 v : j.ins) of[v] = args[k++];
  auto const read = [&](atom a) {
    if (a.id >= 0) return of[a.id];
    return c.constant(lits[~a.id]);
  };
  for (eqn const& e : j.eqns) {
    if (c.fault) break;
    xs.resize(e.n_in);
    atom const* a = j.atoms.first + e.in;
    for (value *x = xs.begin(), *end = x + e.n_in; x != end; ++x, ++a) *x = read(*a);
    value* const ys = of + e.out;
    if constexpr (requires { rule(e, range<value>(xs), ys); }) rule(e, range<value>(xs), ys);
    else {
      value const first = rule(e, range<value>(xs));
      for (u32 i = 0; i < e.n_out; ++i) {
        ys[i] = first;
        ys[i].var += first.is_variable() ? i : 0;
      }
    }
  }
  vec<value> outs;
  for (atom a : j.outs) outs.push(read(a));
  return outs;
}

/// Records e of j, with other operands, in the innermost builder of c.
constexpr value record(context& c, jaxpr const& j, eqn const& e, range<value> xs) { return c.result(c.record_like(j, e, xs)); }

namespace detail {
constexpr vec<value> replay_here(context& c, jaxpr const& j, range<value> args) {
  return walk(c, j, args, [&](eqn const& e, range<value> xs) { return record(c, j, e, xs); });
}
} // namespace detail
/// replay : jaxpr, (a...) -> (b...)      records j's equations anew, on other inputs
constexpr vec<value> replay(context& c, jaxpr const& j, range<value> args) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::replay_here>::call(c, j, args);
  return detail::replay_here(c, j, args);
}

/// The inputs of a pass: one new input of the innermost builder per constvar and input of j.
constexpr vec<value> inputs_like(context& c, jaxpr const& j) {
  vec<value> args;
  for (u32 v : j.consts) args.push(c.input(j.type(v)));
  for (u32 v : j.ins) args.push(c.input(j.type(v)));
  return args;
}

} // namespace constax::inline CONSTAX_TAG
