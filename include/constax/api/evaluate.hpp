// SPDX-License-Identifier: BSL-1.0
#pragma once
// evaluate: calls a program with numbers: binds symbols, checks memory (call_memory.hpp), runs the plan; in constant evaluation asks the
// oracle.
#include <constax/api/call_workspace.hpp>
#include <constax/eval/reference.hpp>

#include <span>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// What a traced result becomes in memory: the type of a number, or of an array.
struct to_result_type {
  template <class X>
  auto operator()(X const&) const -> std::conditional_t<X::aval.rank() == 0, typename X::value_type, respelled<X, basic_array>>;
};
/// What a call gives: numbers and arrays, in the structure of P's result.
template <class P>
using results_of =
    decltype(tree_map(to_result_type{}, specs_of<typename P::result>{})); // specs: tracers would leave their destructors in the binary

/// The result itself: a zero, or an array whose symbolic lengths are known now, and whose elements the call writes.
template <class C>
struct to_result {
  i64 const* symbols;
  template <class X>
  CONSTAX_INLINE auto operator()(X const&) const {
    using result = decltype(to_result_type{}(X{}));
    if constexpr (X::aval.rank() == 0) return result{};
    else return make<result>(std::make_index_sequence<static_cast<std::size_t>(X::aval.rank())>{});
  }
  template <class A, std::size_t... D>
  CONSTAX_INLINE auto make(std::index_sequence<D...>) const {
    return detail::unpack([](auto... n) { return A(unset_t{}, n...); }, std::tuple_cat(symbolic_length<A::aval.shape.dims[D]>()...));
  }
  template <extent E>
  CONSTAX_INLINE auto symbolic_length() const {
    if constexpr (E.is_number()) return std::tuple<>{};
    else return std::tuple<i64>{bound_length<C, E>(symbols)};
  }
};

/// The same numbers in constant evaluation, by the oracle: `static_assert(cx::grad(f)(3.0) == 6.0)`, and calls on numbers inside a trace.
struct to_tensor {
  vec<tensor>& to;
  template <class X>
  constexpr void operator()(X const& x) const {
    if constexpr (scalar<X>) to.push(tensor(stored(basic_spec<X>::aval))).put(0, x);
    else if constexpr (element_type<std::remove_const_t<typename X::value_type>>) { // else an error has been said
      tensor& t = to.push(tensor(stored(X::aval)));
      for (u32 i = 0; i < x.size(); ++i) t.put(i, x[i]);
    }
  }
};
struct from_tensor {
  range<tensor> from;
  u32& at;
  template <class X>
  constexpr auto operator()(X const&) const {
    tensor const& t = from[at++];
    if constexpr (X::rank() == 0) return t.template at<typename X::value_type>(0);
    else {
      respelled<X, basic_array> a;
      for (u32 i = 0; i < a.size(); ++i) a[i] = t.template at<typename X::value_type>(i);
      return a;
    }
  }
};
template <class P, class F, class... X>
constexpr results_of<P> evaluate_constant(F const& f, X const&... x) {
  vec<tensor> args;
  detail::unpack([&](auto const&... c) { (for_each_leaf(to_tensor{args}, c), ...); }, captured(f));
  (for_each_leaf(to_tensor{args}, x), ...);
  vec<tensor> const outs = reference::evaluate(thaw(P::frozen), args);
  u32 at = 0;
  return tree_map(from_tensor{outs, at}, typename P::result{});
}
template <class P>
inline constexpr bool has_static_types = [] {
  for (aval const& a : thaw(P::traced).avals)
    if (!a.shape.is_static()) return false;
  return true;
}();

/// Where arguments lie, and what their symbols stand for. `held`: what f has captured, for as long as the call, since leaves know where it
/// lies.
template <class C, class F, class Held, class... X>
CONSTAX_INLINE void gather_arguments(leaves<C::value.n_ins>& in, i64* symbols, Held const& held, X const&... x) {
  detail::unpack([&](auto const&... c) { in.take(c...); }, held);
  in.take(x...);
  if constexpr (C::value.n_symbols > 0) bind_symbols<C>(in.at, symbols, n_captured_leaves<F>);
}

/// One named result and one return: it is made where the caller wants it. (Its type is said, not deduced, from the trace alone. g++ then
/// comes to the body when it has read all else, and lowers and plans in the memory that the trace has left: for value and gradient of 1,000
/// equations, a quarter less in all.)
template <class P, class F, class... X>
CONSTAX_INLINE results_of<P> evaluate_now(F const& f, X const&... x) {
  static_assert(P::sound);
  using C = call_code<F, own_results, X...>;
  auto const& held = captured(f);
  leaves<C::value.n_ins> in;
  i64 symbols[n_numbers<C>()];
  gather_arguments<C, F>(in, symbols, held, x...);
  check_inputs<C>(in.at, n_captured_leaves<F>);
  auto result = tree_map(to_result<C>{symbols}, specs_of<typename P::result>{});
  leaves<C::value.n_outs> out;
  out.take(result);
  run_with_own_workspace<C>(in.at, out.at, symbols);
  return result;
}
template <class P, class F, class... X>
CONSTAX_INLINE constexpr results_of<P> evaluate_sound(F const& f, X const&... x) {
  if constexpr (has_static_types<P>)
    if (__builtin_is_constant_evaluated()) return evaluate_constant<P>(f, x...);
  return evaluate_now<P>(f, x...);
}
/// What is never run, for a sentence has refused the program.
template <class Result>
[[noreturn]] constexpr Result never() {
  __builtin_unreachable();
}
template <class F, class... X>
CONSTAX_INLINE constexpr auto evaluate(F const& f, X const&... x) {
  using P = program_of<F, X...>;
  static_assert(P::as_traced::sound);
  if constexpr (P::as_traced::traced.fault) return never<results_of<P>>();
  else return evaluate_sound<P>(f, x...);
}

} // namespace detail

/// evaluate(f, args...) -> f's result in arrays and numbers, in f's structure. What cx::jit(f)(args...) does.
template <class F, class... X>
CONSTAX_INLINE constexpr auto evaluate(F const& f, X const&... x) {
  if constexpr (detail::any_expression<X...>) return constax::evaluate(f, detail::with_numbers(x)...);
  else if constexpr (!detail::expect_numbers<F, X...>()) return detail::refused{};
  else return detail::evaluate(f, x...);
}

namespace detail {

/// May a result be written to `out`? A symbol's length is compared at the call.
constexpr bool fits(aval const& out, aval const& result) {
  bool same = out.type == result.type && out.rank() == result.rank();
  for (int d = 0; same && d < result.rank(); ++d)
    same = !out.shape[d].is_number() || !result.shape[d].is_number() || out.shape[d] == result.shape[d];
  return same;
}
template <class Tree>
constexpr vec<aval> avals_of() {
  vec<aval> all;
  for_each_leaf([&](auto const& l) { all.push(std::remove_cvref_t<decltype(l)>::aval); }, specs_of<Tree>{});
  return all;
}
/// Have maps of Out the keys of those of Result in their places, in the same order? Values are written by place.
template <class Out, class Result>
constexpr bool same_keys() {
  if constexpr (leaf<Out> || leaf<Result> || static_part<Out> || static_part<Result> || counted_node<Out> || counted_node<Result>)
    return true;
  else {
    using out = typename member_types<Out>::type;
    using result = typename member_types<Result>::type;
    using D = typename node_maker<Out>::type;
    using E = typename node_maker<Result>::type;
    if constexpr (requires { D::keys == E::keys; })
      if (D::keys != E::keys) return false;
    if constexpr (std::tuple_size_v<out> != std::tuple_size_v<result>) return true;
    else
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return (same_keys<std::remove_cvref_t<std::tuple_element_t<I, out>>, std::remove_cvref_t<std::tuple_element_t<I, result>>>() &&
                ...);
      }(each_member<out>);
  }
}
/// Why an evaluate_into(out, ...) cannot write where `out` says.
template <class P, class Out>
struct says_wrong_output {
  constexpr text operator()() const {
    text t;
    if constexpr (!is_tree<Out>()) t << "[constax] evaluate_into: `out` " << no_tree;
    else {
      vec<aval> const out = avals_of<Out>(), results = avals_of<typename P::result>();
      if (out.size() != results.size())
        t << "[constax] evaluate_into: `out` has " << out.size() << " leaves, the result of the function has " << results.size();
      for (u32 k = 0; k < out.size() && t.size() == 0; ++k)
        if (!fits(out[k], results[k]))
          t << "[constax] evaluate_into: output leaf " << k << " is " << out[k] << ", the result of the function there is " << results[k]
            << "; give it memory of that type";
      if (t.size() == 0 && !same_keys<specs_of<Out>, specs_of<typename P::result>>()) {
        t << "[constax] evaluate_into: `out` is ", write_structure<specs_of<Out>>(t), t << " and the result of the function is ";
        write_structure<specs_of<typename P::result>>(t);
        t << "; values are written in their order, so that maps must have the same keys in the same order";
      }
    }
    return t;
  }
};
template <class X>
constexpr bool writable() {
  if constexpr (scalar<X>) return !std::is_const_v<X>;
  else return !std::is_const_v<std::remove_pointer_t<decltype(std::declval<X&>().data())>>;
}
template <class F, class Out, class... X>
constexpr bool expect_output() {
  using P = program_of<F, X...>;
  if constexpr (!P::as_traced::sound) return false; // said there
  else return is_silent<says_wrong_output<P, std::remove_cvref_t<Out>>>();
}

/// What a call hands over: where its arguments and results lie, and what its symbols stand for.
template <class C>
struct leaves_of_call {
  leaves<C::value.n_ins> in;
  leaves<C::value.n_outs> out;
  i64 symbols[n_numbers<C>()];
};
template <class C, class R, class F, class Held, class Out, class... X>
CONSTAX_INLINE void gather(leaves_of_call<C>& call, Held const& held, Out& to, X const&... x) {
  gather_arguments<C, F>(call.in, call.symbols, held, x...);
  for_each_leaf(
      [](auto& l) {
        static_assert(writable<std::remove_reference_t<decltype(l)>>(),
                      "[constax] evaluate_into: `out` is const; give it memory that may be written to");
      },
      to);
  call.out.take(to);
  check_outputs<C>(call.out.at, call.symbols);
  check_memory<C, R>(call.in.at, call.out.at, n_captured_leaves<F>, refuse_overlap{n_captured_leaves<F>});
}
struct one_call {
  void operator()() const;
};
template <class X>
struct with_one_call : X, one_call {};
/// Has an operator(), of whatever parameters: one more, inherited beside it, makes the name ambiguous.
template <class X>
concept with_call_operator = std::is_class_v<X> && !std::is_final_v<X> && !requires { &with_one_call<X>::operator(); };
/// Memory to work in, not the callable that may stand in the same place: std::span<std::byte> and what converts to it, vectors and arrays
/// of bytes.
template <class X>
concept workspace_like = std::is_convertible_v<X&, std::span<std::byte>> && !with_call_operator<X>;

/// Functions of their own, for the reason of evaluate_now.
template <class Out, class F, class... X>
CONSTAX_INLINE void evaluate_into_now(Out& out, F const& f, X const&... x) {
  if constexpr (program_of<F, X...>::sound) {
    using C = call_code<F, std::remove_cvref_t<Out>, X...>;
    leaves_of_call<C> call;
    auto const& held = captured(f);
    gather<C, running_code<C>, F>(call, held, out, x...);
    run_with_own_workspace<C>(call.in.at, call.out.at, call.symbols);
  }
}
template <class Out, class F, class... X>
CONSTAX_INLINE void evaluate_into_now(Out& out, std::span<std::byte> workspace, F const& f, X const&... x) {
  if constexpr (program_of<F, X...>::sound) {
    using C = call_code<F, std::remove_cvref_t<Out>, X...>;
    using R = running_code<C, false>;
    leaves_of_call<C> call;
    auto const& held = captured(f);
    gather<C, R, F>(call, held, out, x...);
    i64 const needed = workspace_bytes<R>(call.symbols, 1);
    if (static_cast<i64>(workspace.size()) < needed) raise_workspace(workspace.size(), needed);
    i64 team = 1;
    if constexpr (asks_for_team<R>()) // as many threads as there is room for
      for (team = team_size(); team > 1 && workspace_bytes<R>(call.symbols, team) > static_cast<i64>(workspace.size());) --team;
    check_workspace<C>(call.in.at, call.out.at, workspace.data(), team > 1 ? workspace_bytes<R>(call.symbols, team) : needed,
                       n_captured_leaves<F>);
    run_on<R>(call.in.at, call.out.at, call.symbols, workspace.data(), team);
  }
}

} // namespace detail

/// evaluate_into(out, f, args...): writes the result where `out` says: a number, an array, a view or a tree of these, as f's result is.
/// Allocates nothing when the workspace is small or was grown by an earlier call of this thread. Throws before any write.
template <class Out, class F, class... X>
  requires(!detail::workspace_like<F>)
CONSTAX_INLINE void evaluate_into(Out&& out, F const& f, X const&... x) {
  if constexpr (detail::any_expression<X...>) constax::evaluate_into(out, f, detail::with_numbers(x)...);
  else if constexpr (detail::expect_numbers<F, X...>())
    if constexpr (detail::expect_output<F, Out, X...>()) detail::evaluate_into_now(out, f, x...);
}

/// The same in the caller's workspace of at least plan(f)(args...).workspace bytes, which no argument or result shares: a span, or a vector
/// or an array of bytes.
template <class Out, class F, class... X>
CONSTAX_INLINE void evaluate_into(Out&& out, std::span<std::byte> workspace, F const& f, X const&... x) {
  if constexpr (detail::any_expression<X...>) constax::evaluate_into(out, workspace, f, detail::with_numbers(x)...);
  else if constexpr (detail::expect_numbers<F, X...>())
    if constexpr (detail::expect_output<F, Out, X...>()) detail::evaluate_into_now(out, workspace, f, x...);
}

} // namespace constax::inline CONSTAX_TAG
