// SPDX-License-Identifier: BSL-1.0
#pragma once
// inlined : jaxpr -> jaxpr        calls replaced by their bodies, and what only derivatives see (`unseen`) dropped; what has several
// results becomes one equation for each (`parts`); keys are the words in which they are stored (of those that have two: key_words.hpp);
// what cannot be evaluated is a fault. The first step of lowering: no derivative is taken after it.
#include <constax/transform/key_words.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
constexpr vec<value> inline_walk(context& c, jaxpr const& j, range<value> args) {
  return walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) {
    if (e.prim->unseen) {
      results[0] = xs[0];
    } else if (e.prim->parts) {
      for (u32 i = 0; i < e.n_out; ++i) results[i] = bind(c, *e.prim->parts[i], xs, j.params(e));
    } else if (!e.prim->call) {
      value const first = record(c, j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) results[i] = c.result(first.var + i);
    } else if (e.prim->kind == kind::control) {
      vec<value> ys;
      if (names_itself(j, e)) c.fail({fault_code::not_evaluable, e.prim->name, no_rule_for_recursion});
      if (!c.fault && e.prim->call->expand) ys = e.prim->call->expand(c, j, e, xs);
      if (ys.empty() && !c.fault) {
        value const first = record(c, j, e, xs);
        for (u32 i = 0; i < e.n_out; ++i) ys.push(c.result(first.var + i));
      }
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) results[i] = ys[i];
    } else if (e.prim->call->expand) {
      vec<value> const ys = e.prim->call->expand(c, j, e, xs);
      for (u32 i = 0; i < e.n_out && !c.fault; ++i) results[i] = ys[i];
    } else {
      c.fail(e.prim->call->not_evaluable);
    }
  });
}
} // namespace detail

namespace detail {
/// Dtypes that only users and transformations tell apart become those that are stored, in all functions.
constexpr bool become_stored(jaxpr& j) {
  bool any = false;
  for (aval& a : j.avals)
    if (info(a.type).key) a = stored(a), any = true;
  for (jaxpr& f : j.subs) any |= become_stored(f);
  return any;
}
} // namespace detail

/// lower_function: what becomes of the functions that branches and loops hold on to; none given: nothing.
constexpr jaxpr inlined(jaxpr j, jaxpr (*lower_function)(jaxpr const&) = nullptr) {
  if (detail::holds_pairs(j)) j = detail::keys_as_words(j);
  bool any = detail::become_stored(j); // then types are written anew, each once
  for (eqn const& e : j.eqns) any |= e.prim->call || e.prim->unseen || e.prim->parts;
  if (!any) return j;
  context c("inline");
  c.innermost().rewrites = &j;
  vec<value> const args = inputs_like(c, j);
  vec<value> const outs = detail::inline_walk(c, j, args);
  jaxpr flat = c.finish(c.fault ? range<value>{} : range<value>(outs));
  for (u32 k = 0; lower_function && k < flat.subs.size(); ++k) flat.subs[k] = lower_function(flat.subs[k]), flat.fail(flat.subs[k].fault);
  return flat;
}

} // namespace constax::inline CONSTAX_TAG
