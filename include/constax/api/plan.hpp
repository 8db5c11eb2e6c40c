// SPDX-License-Identifier: BSL-1.0
#pragma once
// plan : f, args... -> what would run        loops, what is fused, bytes, flops, workspace
#include <constax/api/call_memory.hpp>
#include <constax/api/inspect.hpp>
#include <constax/plan/print.hpp>

namespace constax::inline CONSTAX_TAG {

/// The plan of one call: `std::cout << cx::plan(f)(x)`; workspace: bytes for evaluate_into, with all threads of this moment (of one thread
/// in constant evaluation, which is always enough).
template <class P, class In>
struct plan_of {
  constax::bindings bindings;
  i64 workspace = 0;
  cost_t cost;

  constexpr text str() const {
    text t = print(make_plan(prepare(thaw(P::frozen)), P::lanes), bindings);
    t << "\n  " << cost.str();
    for (int i = 0; i < bindings.count; ++i) t << (i ? ", " : "; for ") << symbol_name(bindings.name[i]) << " = " << bindings.value[i];
    vec<memory_layout> const layouts = detail::layouts_in<In>();
    for (u32 k = 0; k < layouts.size(); ++k)
      if (layouts[k] != memory_layout::row_major)
        t << "\n  argument leaf " << k << " is " << (layouts[k] == memory_layout::col_major ? "column-major" : "strided") << ": read where it lies";
    return t;
  }
};

/// cx::plan(f)(args...): nothing is computed; symbols take their lengths from the arguments (specs leave them open, and their bytes 0).
template <class F>
constexpr auto plan(F f) {
  return [f]<class... X>(X const&... x) {
    (void)f;
    if constexpr (!detail::expect_call<F, X...>()) return detail::refused{};
    else {
      using P = program_of<F, X...>;
      static_assert(P::sound);
      plan_of<P, detail::call_arguments<F, X...>> p;
      p.bindings = detail::bindings_in(x...);
      p.workspace = workspace_of(make_plan(prepare(thaw(P::frozen)), P::lanes), p.bindings, std::is_constant_evaluated() ? 1 : team_size());
      p.cost = detail::cost_of(thaw(P::frozen), p.bindings);
      return p;
    }
  };
}

} // namespace constax::inline CONSTAX_TAG
