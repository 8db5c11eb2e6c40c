// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan_tree_of : code -> plan_tree        the plan of a call, and those of the functions that it runs: as they were compiled, nothing is
// planned again
#include <constax/eval/run.hpp>
#include <constax/plan/print.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// Bytes of workspace of a call of so many threads with these lengths. Symbols without a length count as 0.
template <class C>
constexpr i64 workspace_with(bindings const& b, i64 team) {
  i64 numbers[bindings::capacity + 1] = {};
  for (u32 i = 0; i < C::value.n_symbols; ++i) numbers[i] = b(extent::of(C::value.symbols[i]));
  return workspace_bytes<C>(numbers, team);
}
template <class C>
constexpr i64 workspace_of_one_thread(bindings const& b) {
  return workspace_with<C>(b, 1);
}

template <class C>
constexpr plan_tree plan_tree_of() {
  plan_tree tree{thaw_plan<C>(), workspace_of_one_thread<C>, {}};
  static_for<C::value.n_nodes>([&](auto k) {
    constexpr node const& n = C::value.nodes[k];
    if constexpr (n.kind == node_kind::control)
      control_node<C, n.eqn>::each_function([&]<class F>(std::type_identity<F>) { tree.functions.push(plan_tree_of<F>()); });
  });
  return tree;
}

} // namespace constax::inline CONSTAX_TAG::detail
