// SPDX-License-Identifier: BSL-1.0
#pragma once
// jit, checkpoint : (a... -> b) -> (a... -> b)        the same function. On numbers it is compiled for the types it is called with; inside
// a trace a call of it is one equation, which names f as a function of the module.
#include <constax/api/inner.hpp>
#include <constax/base/type_name.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <fixed_string Name, class F>
constexpr label label_of() {
  if constexpr (sizeof Name.chars > 1) return Name.view();
  else if constexpr (requires { &F::f; }) return label_of<Name, std::remove_cvref_t<decltype(F::f)>>(); // what is transformed has the name
  else return type_name<F>();
}
/// f(x...) as a call. who: jit or checkpoint.
template <class F, class... X>
constexpr auto record_call(std::string_view who, label const& name, saving const& may_keep, F const& f, X const&... x) {
  context_ref const at_hand = context_in(x..., captured(f));
  auto const inner = trace_inner(*at_hand, who, f, x...);
  context& c = *at_hand;
  vec<value> const ys = call_t::record(c, name, may_keep, inner.args, inner.program);
  u32 at = 0;
  return take_tree(inner.structure, c, ys, at);
}
} // namespace detail

template <class F, fixed_string Name>
struct jit_of : transformed<jit_of<F, Name>, F> {
  template <class G>
  using over = jit_of<G, Name>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    if constexpr (any_tracer<X...>) return detail::record_call("jit", detail::label_of<Name, G>(), {}, f, detail::traced_tree(x)...);
    else return f(detail::traced_tree(x)...); // as it would be called by a trace of its own
  }
  template <class... X>
  CONSTAX_INLINE constexpr auto operator()(X const&... x) const {
    if constexpr (detail::any_expression<X...>) return (*this)(detail::with_numbers(x)...);
    else if constexpr (any_ndarray<X..., decltype(this->captured())>) return detail::jit_late(this->f, x...);
    else if constexpr (records<jit_of, X...>) {
      if constexpr (!detail::is_silent<detail::says_no_trees<X...>>()) return after_error<basic_tracer<double>>();
      else return trace(this->f, x...);
    } else if constexpr (!detail::expect_numbers<F, X...>()) return detail::refused{};
    else {
      if constexpr (captures_nothing<F>) (void)requires { this->f(std::declval<detail::inputs_for<X>>()...); }; // as in `transformed`
      return detail::evaluate(this->f, x...); // the whole program: there is nothing to call it from
    }
  }
};

/// cx::jit(f)(args...): f's equations as fused loops on arrays, views and numbers. Inside a traced function: a call of f, which stays one
/// equation under all transformations; equal functions are compiled once. cx::jit<"step">(f) gives a name to what has none.
template <fixed_string Name = "", function_like F>
constexpr auto jit(F f) {
  return jit_of<F, Name>{{f}};
}

/// What reverse mode may keep of what a function computes; it computes the rest anew.
namespace checkpoint_policy {
struct everything_t {
  static constexpr saving saves() { return {}; }
};
struct nothing_t {
  static constexpr saving saves() { return {saving::what::nothing}; }
};
struct dots_t {
  static constexpr saving saves() { return {saving::what::dots}; }
};
template <fixed_string... Names>
struct names_t {
  static constexpr saving saves() { return {saving::what::names, {label(Names.view())...}}; }
};
/// What a checkpoint keeps for reverse mode: all values.
inline constexpr everything_t everything{};
/// The arguments alone.
inline constexpr nothing_t nothing{};
/// Results of dot, matmul, ...
inline constexpr dots_t dots{};
/// Values under these names, which cx::checkpoint_name gives.
template <fixed_string... Names>
inline constexpr names_t<Names...> names{};
} // namespace checkpoint_policy

template <class F, class Policy>
struct checkpoint_of : transformed<checkpoint_of<F, Policy>, F> {
  static constexpr bool calls_as_called = true;
  template <class G>
  using over = checkpoint_of<G, Policy>;
  template <class G, class... X>
  static constexpr auto trace(G const& f, X const&... x) {
    return detail::record_call("checkpoint", detail::label_of<"", G>(), Policy::saves(), f, detail::traced_tree(x)...);
  }
};
/// cx::checkpoint(f): f, of which reverse mode keeps nothing but the arguments, or what the policy says; it computes the rest anew.
template <function_like F, class Policy = checkpoint_policy::nothing_t>
constexpr auto checkpoint(F f, Policy = {}) {
  return checkpoint_of<F, Policy>{{f}};
}
/// cx::checkpoint_name<"y">(x): x, under a name that checkpoint_policy::names knows. x: a number, an array or a tree of them.
template <fixed_string Name, class X>
constexpr auto checkpoint_name(X const& x) {
  return tree_map([]<class L>(L const& l) {
    if constexpr (is_tracer<L>) return L(bind<name_t>({label(Name.view())}, l.value));
    else return l;
  }, x);
}

} // namespace constax::inline CONSTAX_TAG
