// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan : f, args... -> what would run        loops, what is fused, bytes, flops, workspace
#include <constax/api/call_memory.hpp>
#include <constax/api/inspect.hpp>
#include <constax/eval/plan_tree.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Which argument leaves are copied: those in other layouts than row-major that loops or branches read (eval/control/equation.hpp). Nests
/// do not copy.
constexpr vec<bool> copied_leaves(loop_plan const& p, vec<memory_layout> const& layouts) {
  vec<bool> copied(layouts.size(), false);
  for (eqn const& e : p.program.eqns) {
    if (!e.prim->call || is_nest(p.program, e)) continue;
    for (atom a : p.program.operands(e)) {
      i32 const m = a.is_literal() ? -1 : p.places[a.var()].memory;
      if (m < 0) continue;
      memory const& at = p.memories[static_cast<u32>(m)];
      if (at.kind == memory_kind::input && at.index < layouts.size()) copied[at.index] = layouts[at.index] != memory_layout::row_major;
    }
  }
  return copied;
}

} // namespace detail

/// The plan of one call: `std::cout << cx::plan(f)(x)`; workspace: bytes for evaluate_into, with all threads of this moment (of one thread
/// in constant evaluation, which is always enough).
template <class P, class In>
struct plan_of {
  using call = typename detail::call_code_of<code_of<P>, In, detail::own_results>::type;
  using code = running_code<call>;
  constax::bindings bindings;
  i64 workspace = 0;
  cost_t cost;

  /// Is argument leaf k planned as its transpose, which is row-major?
  static constexpr bool turned([[maybe_unused]] u32 k) {
    if constexpr (!std::is_same_v<call, code>) return detail::is_turned<call, false>(k);
    else return false;
  }
  constexpr text str() const {
    plan_tree const tree = detail::plan_tree_of<code>();
    loop_plan const& p = tree.plan;
    text t = print(tree, bindings);
    if (vec<symbol> const open = detail::open_symbols(p.program, bindings); open.empty()) t << "\n  " << cost.str();
    else detail::list_symbols(t << "\n  flops and bytes depend on ", open);
    for (int i = 0; i < bindings.count; ++i) t << (i ? ", " : "; for ") << symbol_name(bindings.name[i]) << " = " << bindings.value[i];
    vec<memory_layout> const layouts = detail::layouts_in<In>();
    vec<bool> const copied = detail::copied_leaves(p, layouts);
    for (u32 k = 0; k < layouts.size(); ++k)
      if (layouts[k] != memory_layout::row_major)
        t << "\n  argument leaf " << k << " is " << (layouts[k] == memory_layout::col_major ? "column-major" : "strided")
          << (turned(k) ? ": planned as its transpose" : copied[k] ? ": copied, for a loop or a branch reads it" : ": read where it lies");
    return t;
  }
};

namespace detail {
template <class F>
struct plan_call {
  [[no_unique_address]] F f;
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    if constexpr (any_expression<X...>) return (*this)(with_numbers(x)...);
    else if constexpr (!expect_call<F, X...>()) return refused{};
    else {
      using P = program_of<F, X...>;
      static_assert(P::sound);
      plan_of<P, call_arguments<F, X...>> p;
      p.bindings = bindings_in(x...);
      p.workspace =
          workspace_with<running_code<call_code<F, own_results, X...>>>(p.bindings, std::is_constant_evaluated() ? 1 : team_size());
      p.cost = cost_of(thaw(P::frozen), p.bindings);
      return p;
    }
  }
};
} // namespace detail
/// cx::plan(f)(args...): nothing is computed; symbols take their lengths from the arguments (specs leave them open, and their bytes 0).
template <class F>
constexpr auto plan(F f) {
  return detail::plan_call<F>{f};
}

} // namespace constax::inline CONSTAX_TAG
