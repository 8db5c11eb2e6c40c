// SPDX-License-Identifier: BSL-1.0
#pragma once
// control: cond of dynamic tracers. Its branches are traced as those of static ones are; whether they agree is asked at run time.
#include <constax/api/control/branches.hpp>
#include <constax/runtime/elementwise.hpp>
#include <constax/runtime/transform.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class Name, class... Inner>
requires(holds_dynamic<typename Inner::result>() || ...) struct agreement<Name, Inner...> {
  template <class I> using tree = decltype(tree_map(to_dynamic{}, std::declval<typename I::result const&>()));
  using result = tree<std::tuple_element_t<0, std::tuple<Inner...>>>;

  static bool holds(Inner const&... inner) {
    vec<vec<aval>> types;
    (types.push([&] {
      if (inner.program.fault) raise_fault(inner.program.fault);
      vec<aval> of;
      for (atom a : inner.program.outs) of.push(inner.program.type(a));
      return of;
    }()),
     ...);
    auto const path = [](u32 i) {
      vec<text> paths;
      push_paths<result>(paths);
      return paths[i];
    };
    for (vec<aval> const& of : types)
      if (text const t = leaves_differ<Name>(types[0], of, path); t.size() != 0) raise_error<type_error>(t);
    return (is_silent<says_structures_differ<Name, result, tree<Inner>>>() && ...);
  }
};

template <class P, class T, class F, class... X> auto cond_dynamic(P const& pred, T const& on_true, F const& on_false, X const&... x) {
  dynamic_tracer const p(pred);
  aval const is = p.type();
  if (is.rank() != 0) raise_error<shape_error>(scalar_predicate);
  context_ref const at_hand = context_in(p, x...);
  dynamic_tracer const truth = is.type == dtype::boolean ? p : p != 0;
  return record_branches<of_cond>(at_hand, branch_index(at_hand, truth.value), std::tuple<F, T>{on_false, on_true}, x...);
}

} // namespace constax::inline CONSTAX_TAG::detail
