// SPDX-License-Identifier: BSL-1.0
#pragma once
// recorded: the jaxpr of a user's function, recorded and evaluated at run time. Nothing is evaluated by the compiler, no code is made of
// the program: a test of what programs mean compiles in the time of their instantiations.
#include <constax/constax.hpp>

#include "programs.hpp"

#include <tuple>

namespace constax_tests {

/// The jaxpr of f on arguments like the specs X...
template <class F, class... X>
jaxpr recorded(F const& f, X const&... specs) {
  context c("test");
  std::tuple const inputs{tree_map(detail::to_input{c}, specs)...}; // braces: in order
  auto const out = tree_map(detail::to_tracer{}, std::apply(f, inputs));
  vec<value> outs;
  detail::push_values(outs, out);
  return c.finish(outs);
}

/// Arguments like j's inputs: the numbers `from`, one after the other and over again, rounded to each input's dtype.
inline vec<tensor> filled_from(jaxpr const& j, range<double> from) {
  vec<tensor> args;
  u32 at = 0;
  for (u32 v : j.ins) {
    tensor t(j.type(v));
    for (u32 i = 0; i < t.size(); ++i, ++at) {
      double const x = from[at % from.size()];
      if (t.type.type == dtype::f64) t.put(i, x);
      else if (t.type.type == dtype::f32) t.put(i, static_cast<float>(x));
      else if (t.type.type == dtype::i32) t.put(i, static_cast<i32>(x * 4));
      else t.put(i, x > 0);
    }
    args.push(t);
  }
  return args;
}
/// All results of j, one number after the other; none, and a failed check, if it cannot be evaluated.
inline vec<double> numbers_of(jaxpr const& j, vec<tensor> const& args) {
  fault why = find_fault(j);
  vec<double> all;
  if (j.fault) why = j.fault;
  if (!why)
    for (tensor const& y : reference::evaluate(lower(j), args, {}, &why))
      for (u32 i = 0; i < y.size(); ++i) all.push(number_at(y, i));
  CHECK(sentence(why).view() == "");
  return all;
}
inline bool near_all(vec<double> const& a, vec<double> const& b, double tolerance) {
  bool near = a.size() == b.size() && !a.empty();
  for (u32 i = 0; near && i < a.size(); ++i) near = close(a[i], b[i], tolerance);
  return near;
}

} // namespace constax_tests
