// SPDX-License-Identifier: BSL-1.0
#pragma once
// program: a callable with the types of its arguments. A program is a TYPE with a short name; its jaxpr is a constant of that type.
//
//   trace ──▶ simplify ──▶ associate ──▶ contract      each stage one constant evaluation, frozen
#include <constax/api/callable.hpp>
#include <constax/jaxpr/check.hpp>
#include <constax/jaxpr/frozen.hpp>
#include <constax/jaxpr/symbols.hpp>
#include <constax/plan/lane_choice.hpp>
#include <constax/primitives/random_wrap.hpp>
#include <constax/transform/transform.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class X>
struct tracers_in {
  static constexpr bool any = [] {
    if constexpr (leaf<X> || static_part<X>) return traced_value<X>;
    else if constexpr (counted_node<X>) return tracers_in<counted_part<X>>::any;
    else if constexpr (tuple_like<X>::value)
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return (false || ... || tracers_in<std::tuple_element_t<I, X>>::any);
      }
    (std::make_index_sequence<std::tuple_size_v<X>>{});
    else if constexpr (mirrored<X>) return tracers_in<typename X::constax_members>::any;
    else if constexpr (requires { tree_of<X>::holds_tracers; }) return tree_of<X>::holds_tracers;
    else return false;
  }();
};

/// Is an ndarray among the leaves of X?
template <class X> struct is_ndarray_leaf : std::bool_constant<is_ndarray<X>> {};
template <class X> constexpr bool holds_ndarrays() {
  if constexpr (!is_tree<X>()) return false;
  else return any_part<is_ndarray_leaf, X>();
}
/// Is a dynamic tracer among them? A tree whose number of leaves is known at run time is dynamic, whatever leaves it has.
template <class X> constexpr bool holds_dynamic() { return any_part<is_dynamic_leaf, X>() || has_counted_node<X>; }

/// The spec that stands for a leaf.
struct to_spec {
  template <class X>
  constexpr auto operator()(X const&) const {
    if constexpr (is_spec<X>) return X{};
    else if constexpr (scalar<X>) return basic_spec<X>{};
    else return respelled<X, basic_spec>{};
  }
};
template <class X>
using specs_of = decltype(tree_map(to_spec{}, std::declval<X const&>()));

/// A new input of the innermost builder for each leaf.
struct to_input {
  context& c;
  template <class S>
  constexpr auto operator()(S const&) const {
    return respelled<S, basic_tracer>(c.input(S::aval));
  }
};

/// A key whose word is known, traced: where it is used, the word becomes a key.
template <class Impl>
constexpr auto known_key(prng_key<Impl> key) {
  constexpr random_wrap_t::params of{dtype_of<prng_key<Impl>>};
  if constexpr (has_two_words(of.dtype)) {
    auto const number = [](u64 x) {
      return basic_tracer<u64>(value{nullptr, 0, 0, literal{dtype::u64, x}, value::state::constant, nullptr});
    };
    return emit<random_wrap_t, of>(number(key.word), number(key.second));
  } else return emit_later<random_wrap_t, of, basic_tracer<u64>>(literal{dtype::u64, key.word});
}
/// A leaf inside a trace: tracers stay, numbers become constants, those of arrays too.
struct to_tracer {
  template <class X>
  constexpr auto operator()(X const& x) const {
    if constexpr (traced_value<X>) return x;
    else if constexpr (number<X>) return basic_tracer<X>(value{nullptr, 0, 0, literal_of(x), value::state::constant, nullptr});
    else if constexpr (is_prng_key<X>) return known_key(x);
    else return or_constant(x);
  }
};

template <class X>
constexpr void push_values(vec<value>& to, X const& tree) {
  for_each_leaf([&](auto const& x) { to.push(x.value); }, tree);
}

} // namespace detail

/// Is there an ndarray? The call is then traced at run time.
template <class... X> inline constexpr bool any_ndarray = (false || ... || detail::holds_ndarrays<std::remove_cvref_t<X>>());
template <class... X>
inline constexpr bool any_tracer = (false || ... || detail::tracers_in<std::remove_cvref_t<X>>::any);

namespace detail {
/// Are j's results what a tree of tracers claims, or what is stored of that? Asked where one stage hands j on to another.
template <class Tree>
constexpr fault find_wrong_claim(jaxpr const& j) {
  vec<aval> claimed;
  for_each_leaf([&]<class X>(X const&) { claimed.push(X::aval); }, Tree{});
  if (claimed.size() != j.outs.size())
    return {fault_code::wrong_count, "result", "a program has a result for each leaf of what its function returns", {}, {}, j.outs.size()};
  for (u32 i = 0; i < claimed.size(); ++i)
    if (aval const& is = j.type(j.outs[i]); !(is == claimed[i] || is == stored(claimed[i])))
      return {fault_code::wrong_claim, "result", {}, is, claimed[i]};
  return {};
}
} // namespace detail

/// F traced on arguments like Specs; what F captured comes first. A transformation may give `staged<traced_program>`: it then works on the
/// frozen jaxpr of what it transforms, in constant evaluations of its own, instead of tracing itself.
template <class F, class... Specs>
struct traced_program;

namespace detail {
/// f(x...) of ndarrays: traced, and evaluated, at run time: runtime/call.hpp.
template <class F, class... X> auto call_late(F const& f, X const&... x);
/// The same under jit: what f asks a traced value for is not answered.
template <class F, class... X> auto jit_late(F const& f, X const&... x);
/// Its jaxpr.
template <class F, class... X> auto jaxpr_late(F const& f, X const&... x);
} // namespace detail

template <class F, class... Captured, class... Specs>
struct traced_program<F, std::tuple<Captured...>, Specs...> {
  static_assert(expect_silence<detail::says_captures<F>>());

  static constexpr auto call(context& c) {
    // Braces fix the order in which inputs are made.
    std::tuple<decltype(tree_map(detail::to_input{c}, std::declval<Captured const&>()))...> const values{
        tree_map(detail::to_input{c}, Captured{})...};
    std::tuple<decltype(tree_map(detail::to_input{c}, std::declval<Specs const&>()))...> const args{
        tree_map(detail::to_input{c}, Specs{})...};
    auto const f = rebuilt<F>(values);
    auto const on = [&](auto const&... x) { return detail::call_traced_function(f, x...); };
    using out = decltype(detail::unpack(on, args));
    if constexpr (!detail::is_silent<detail::says_no_result<out>>()) return after_error<basic_tracer<double>>();
    else return tree_map(detail::to_tracer{}, detail::unpack(on, args));
  }
  using result = decltype(call(std::declval<context&>()));

  struct trace {
    static constexpr jaxpr run() {
      if constexpr (requires { typename F::template staged<traced_program>; }) {
        jaxpr j = F::template staged<traced_program>::run();
        if (!j.fault) j.fail(detail::find_wrong_claim<result>(j));
        return j;
      } else return record();
    }
    static constexpr jaxpr record() {
      context c("jit");
      auto const out = call(c);
      vec<value> outs;
      detail::push_values(outs, out);
      jaxpr j = c.finish(outs);
      if (!j.fault) j.fail(find_key_reuse(j));
      return j;
    }
  };
  /// As it was traced: what make_jaxpr shows.
  static constexpr auto const& traced = stage<trace>::value;

  struct says_fault {
    constexpr text operator()() const { return sentence(traced.fault); }
  };
  static constexpr bool sound = expect_silence<says_fault>();
};

namespace detail {

/// lower (transform.hpp), in as few constant evaluations as the compilers' limits allow: clang counts steps per evaluation, and each
/// hand-over costs g++ time.
template <class P>
struct lowered {
  static constexpr bool large = longer_than(long_program, P::traced), very_large = longer_than(6 * long_program, P::traced);
  struct all {
    static constexpr jaxpr run() { return lower(thaw(P::traced)); }
  };
  struct rewritten_once {
    static constexpr jaxpr run() { return rewritten(halved(inlined(thaw(P::traced), lower))); }
  };
  // The lowering of 1,000 equations is nine tenths of the steps that clang allows an evaluation.
  struct tidy {
    static constexpr jaxpr run() { return tidied(thaw(stage<rewritten_once>::value)); }
  };
  struct fixed {
    static constexpr jaxpr run() {
      if constexpr (very_large) return fix_arithmetic(thaw(stage<tidy>::value));
      else return fix_arithmetic(tidy::run());
    }
  };
  static constexpr auto const& frozen = stage<std::conditional_t<large, fixed, all>>::value;
  static constexpr constax::fault fault = [] {
    if (frozen.fault) return frozen.fault;
    jaxpr const j = thaw(frozen);
    if (constax::fault const f = find_fault(j)) return f;
    if (constax::fault const f = find_wrong_claim<typename P::result>(j)) return f;
    return find_unsettled(j);
  }();
};

} // namespace detail

/// What is planned and evaluated: F as it was recorded, with its arithmetic fixed. (What is only transformed is never lowered.)
template <class F, class... Specs>
struct program : traced_program<F, Specs...> {
  using as_traced = traced_program<F, Specs...>;
  static constexpr auto const& frozen = detail::lowered<as_traced>::frozen;

  struct says_fault { // of a trace that has none, which says its own
    constexpr text operator()() const {
      if (as_traced::traced.fault) return {};
      return sentence(detail::lowered<as_traced>::fault);
    }
  };
  static constexpr bool sound = as_traced::sound && expect_silence<says_fault>();
  /// Where the user wants lanes (lanes_along).
  static constexpr lane_choice lanes = {};
};

namespace detail {
template <template <class...> class P, class F, class... X>
using over_specs = P<std::remove_cv_t<F>, specs_of<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>>, specs_of<X>...>;
} // namespace detail

/// The program of a callable on arguments of these types, as it is recorded and as it is evaluated.
template <class F, class... X>
using traced_program_of = detail::over_specs<traced_program, F, X...>;
template <class F, class... X>
using program_of = detail::over_specs<program, F, X...>;

} // namespace constax::inline CONSTAX_TAG
