// SPDX-License-Identifier: BSL-1.0
#pragma once
// cond : pred, on_true, on_false, (a...) -> (b...)      switch_ : i, (f...), (a...) -> (b...)      one of several functions, chosen when
// the program runs
#include <constax/api/control/functions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

struct of_cond {
  static constexpr std::string_view name = "cond", what = "result", first = "of on_false is", second = "of on_true is",
                                    first_has = "of on_false has", second_has = "of on_true";
};
struct of_switch {
  static constexpr std::string_view name = "switch_", what = "result", first = "of branch 0 is", second = "of another is",
                                    first_has = "of branch 0 has", second_has = "of another";
};
template <class F, class... X>
inline constexpr bool takes = requires(F const& f, X const&... x) { f(x...); };
/// The first branch that does not take the operands, by its name or number.
template <class Name, class Branches, class... X>
struct says_branch_takes_others;
template <class Name, class... F, class... X>
struct says_branch_takes_others<Name, std::tuple<F...>, X...> {
  constexpr text operator()() const {
    bool const fits[] = {takes<F, X...>..., true};
    text t;
    for (u32 k = 0; k < sizeof...(F) && t.size() == 0; ++k) {
      if (fits[k]) continue;
      t << "[constax] " << Name::name << ": ";
      if constexpr (std::is_same_v<Name, of_cond>) t << (k ? "on_true" : "on_false");
      else t << "branch " << k;
      t << " cannot be called with the " << static_cast<i64>(sizeof...(X)) << (sizeof...(X) == 1 ? " operand" : " operands")
        << " behind the branches; all branches take all operands" << unless_in_body;
    }
    return t;
  }
};

/// Several functions of one module share their operands: what each captured, then `shared`. Function k then takes all of it.
struct joined_functions {
  vec<value> captured;
  vec<jaxpr> functions;
  /// types: of the operands behind the captures.
  constexpr joined_functions(range<jaxpr> fs, range<vec<value>> captures, range<value> shared) {
    vec<u32> first;
    for (vec<value> const& c : captures) first.push(captured.size()), captured.append(c);
    vec<aval> types;
    for (value const& v : captured) types.push(type_of(v));
    for (value const& v : shared) types.push(type_of(v));
    for (u32 k = 0; k < fs.size(); ++k) {
      vec<u32> from, outs;
      for (u32 i = 0; i < captures[k].size(); ++i) from.push(first[k] + i);
      for (u32 i = 0; i < shared.size(); ++i) from.push(captured.size() + i);
      for (u32 i = 0; i < fs[k].outs.size(); ++i) outs.push(i);
      functions.push(rewired(fs[k], types, from, outs));
    }
  }
};

/// Do all branches give one type? Of dynamic tracers it is asked at run time: runtime/control.hpp.
template <class Name, class... Inner> struct agreement {
  using result = typename std::tuple_element_t<0, std::tuple<Inner...>>::result;
  static constexpr treedef<result> structure(Inner const&...) { return {}; }
  static constexpr bool holds(Inner const&...) { return (expect_agreement<Name, result, typename Inner::result>() && ...); }
};
// (A static_assert takes no constant: it says the same below.)
inline constexpr char const* scalar_predicate = "[constax] cond: the predicate is a scalar; for a choice by element use cx::where";
/// Which branch of cond runs, as i32, by a bool.
constexpr value branch_index(context_ref const& at_hand, value const& is_true) {
  if (is_true.is_constant()) return (*at_hand).constant(literal::of(dtype::i32, static_cast<i64>(is_true.lit.bits != 0)));
  return bind<convert_element_type_t>({dtype::i32}, is_true);
}
/// Which branch of switch_ runs, by a number that is known.
constexpr value known_branch(context_ref const& at_hand, value const& index, i64 branches) {
  i64 const n = index.lit.integer();
  return (*at_hand).constant(literal::of(dtype::i32, n < 0 ? 0 : n >= branches ? branches - 1 : n));
}
/// cond where its predicate or an operand is a dynamic tracer.
template <class P, class T, class F, class... X> auto cond_dynamic(P const& pred, T const& on_true, F const& on_false, X const&... x);
template <class I, class... F, class... X> auto switch_dynamic(I const& i, std::tuple<F...> const& branches, X const&... x);

template <class Name, class Branches, class... X>
constexpr auto record_branches(context_ref const& at_hand, value index, Branches const& branches, X const&... x) {
  return detail::unpack([&](auto const&... f) {
    // Braces: branches are traced in order.
    std::tuple<decltype(trace_inner(*at_hand, Name::name, f, x...))...> const inner{trace_inner(*at_hand, Name::name, f, x...)...};
    using agreed = agreement<Name, decltype(trace_inner(*at_hand, Name::name, f, x...))...>;
    using result = typename agreed::result;
    bool const agree = detail::unpack([&](auto const&... i) { return agreed::holds(i...); }, inner);
    context& c = *at_hand;
    if (!agree) return tree_after_error<result>();
    vec<jaxpr> programs;
    vec<vec<value>> captures;
    detail::unpack([&](auto const&... i) { (programs.push(i.program), ...), (captures.push(captures_in(i)), ...); }, inner);
    vec<value> const shared = values_in(x...);
    joined_functions joined(programs, captures, shared);
    vec<value> ops = joined.captured;
    ops.append(shared);
    vec<value> const ys = cond_t::record(c, index, ops, static_cast<vec<jaxpr>&&>(joined.functions));
    u32 at = 0;
    auto const like = detail::unpack([](auto const&... i) { return agreed::structure(i...); }, inner);
    return take_tree(like, c, ys, at);
  }, branches);
}

} // namespace detail

/// cx::cond(pred, on_true, on_false, operands...): on_true(operands...) where pred is true, else on_false(operands...). Both give results
/// of the same types. What is not chosen is not run; under vmap, with a pred for each row, it contributes nothing, to results and
/// derivatives.
template <class P, class T, class F, class... X>
constexpr auto cond(P const& pred, T const& on_true, F const& on_false, X const&... x) {
  auto const p = detail::to_tracer{}(pred);
  if constexpr (detail::holds_dynamic<std::remove_const_t<decltype(p)>>() || (detail::holds_dynamic<X>() || ...))
    return detail::cond_dynamic(p, on_true, on_false, detail::traced_tree(x)...);
  else {
    constexpr bool scalar = decltype(p)::rank() == 0;
    static_assert(scalar, "[constax] cond: the predicate is a scalar; for a choice by element use cx::where");
    if constexpr (!scalar) return detail::traced_tree(detail::call_traced_function(on_true, detail::traced_tree(x)...));
    else if constexpr (!detail::is_silent<
                           detail::says_branch_takes_others<detail::of_cond, std::tuple<F, T>, detail::tree_of_tracers<X>...>>())
      return after_error<basic_tracer<double>>();
    else {
      context_ref const at_hand = detail::context_in(p, detail::traced_tree(x)...);
      value const is_true = decltype(p)::aval.type == dtype::boolean ? p.value : (p != 0).value;
      return detail::record_branches<detail::of_cond>(at_hand, detail::branch_index(at_hand, is_true), std::tuple<F, T>{on_false, on_true},
                                                      detail::traced_tree(x)...);
    }
  }
}

/// cx::switch_(i, std::tuple{f0, f1, ...}, operands...): fi(operands...); i is clamped to the branches there are.
template <class I, class... F, class... X>
constexpr auto switch_(I const& i, std::tuple<F...> const& branches, X const&... x) {
  auto const k = detail::to_tracer{}(i);
  if constexpr (detail::holds_dynamic<std::remove_const_t<decltype(k)>>() || (detail::holds_dynamic<X>() || ...))
    return detail::switch_dynamic(k, branches, detail::traced_tree(x)...);
  else {
    constexpr bool integer = detail::is_integer_scalar<std::remove_const_t<decltype(k)>>();
    static_assert(sizeof...(F) > 0, "[constax] switch_: there are no branches");
    static_assert(integer, "[constax] switch_: the branch's number is an integer scalar");
    if constexpr (sizeof...(F) == 0) return after_error<basic_tracer<double>>();
    else if constexpr (!integer) return detail::traced_tree(detail::call_traced_function(std::get<0>(branches), detail::traced_tree(x)...));
    else if constexpr (!detail::is_silent<
                           detail::says_branch_takes_others<detail::of_switch, std::tuple<F...>, detail::tree_of_tracers<X>...>>())
      return after_error<basic_tracer<double>>();
    else {
      context_ref const at_hand = detail::context_in(k, detail::traced_tree(x)...);
      using N = typename decltype(k)::value_type;
      auto const most = static_cast<N>(sizeof...(F) - 1);
      value const index = k.value.is_constant() ? detail::known_branch(at_hand, k.value, sizeof...(F))
                                                : bind<convert_element_type_t>({dtype::i32}, clamp(k, N(0), most).value);
      return detail::record_branches<detail::of_switch>(at_hand, index, branches, detail::traced_tree(x)...);
    }
  }
}

} // namespace constax::inline CONSTAX_TAG
