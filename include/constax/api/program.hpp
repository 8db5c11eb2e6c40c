// SPDX-License-Identifier: BSL-1.0
#pragma once
// program: a callable with the types of its arguments. A program is a TYPE with a short name; its jaxpr is a constant of that type.
//
//   trace ──▶ simplify ──▶ associate ──▶ contract      each stage one constant evaluation, frozen
#include <constax/api/constants.hpp>
#include <constax/api/tree.hpp>
#include <constax/jaxpr/check.hpp>
#include <constax/jaxpr/frozen.hpp>
#include <constax/jaxpr/symbols.hpp>
#include <constax/plan/lane_choice.hpp>
#include <constax/primitives/random_wrap.hpp>
#include <constax/transform/transform.hpp>

namespace constax::inline CONSTAX_TAG {

// ---- callables: stateless code, and what it has captured ------------------------------------------------------------------------

/// What a callable holds of run-time values: a tuple of trees, where it lies if it can. Only cx::closure and what is made of it hold any.
template <class F>
constexpr decltype(auto) captured(F const& f) {
  if constexpr (requires { f.captured(); }) return f.captured();
  else return std::tuple<>{};
}
/// The user's callable, under all transformations.
template <class F>
struct innermost {
  using type = F;
};
template <class F>
  requires requires { typename F::callable; }
struct innermost<F> : innermost<typename F::callable> {};
/// Is F code alone, apart from what it says that it has captured?
template <class F>
constexpr bool captures_are_known() {
  return std::is_default_constructible_v<typename innermost<F>::type>;
}
/// Does F hold nothing at all?
template <class F>
inline constexpr bool captures_nothing =
    std::is_default_constructible_v<F> && std::tuple_size_v<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>> == 0;
/// The callable again, from tracers in the place of what it captured.
template <class F, class Captured>
constexpr auto rebuilt(Captured const& values) {
  if constexpr (requires { F::rebuilt(values); }) return F::rebuilt(values);
  else {
    // members that are empty themselves, lambdas say, are no state: they take bytes, but none that mean anything
    static_assert(
        std::is_empty_v<F> || (alignof(F) == 1 && !std::has_unique_object_representations_v<F>),
        "[constax] jit: the callable has data members, whose values are not known while it is traced; hand them to it as arguments, or lift "
        "them with cx::closure(f, values...)");
    return F{};
  }
}

namespace detail {

/// A function with an error in its body can be called with nothing and returns nothing: the compiler's own sentence counts then.
inline constexpr std::string_view unless_in_body = ", unless the compiler names an error in its body: then that is the cause";

/// f(x...) in a trace.
template <class F, class... X>
struct says_other_arguments {
  constexpr text operator()() const {
    text t;
    t << "[constax] the traced function cannot be called with " << static_cast<i64>(sizeof...(X))
      << (sizeof...(X) == 1 ? " argument" : " arguments");
    return t << ", what it has captured by cx::closure counted; its parameters are other ones" << unless_in_body;
  }
};
template <class F, class... X>
constexpr auto call_traced_function(F const& f, X const&... x) {
  if constexpr (requires { f(x...); }) return f(x...);
  else {
    expect_silence<says_other_arguments<F, X...>>();
    return after_error<basic_tracer<double>>();
  }
}

template <class F>
struct says_captures {
  constexpr text operator()() const {
    text t;
    if constexpr (std::is_pointer_v<typename innermost<F>::type>)
      t << "[constax] jit: the outermost callable is a pointer, and what it points to is not known while it is traced; name the function in a lambda, "
           "[](auto... x) { return f(x...); }";
    else if constexpr (!captures_are_known<F>())
      t << "[constax] jit: the outermost callable has run-time captures, whose values are not known while it is traced; lift them with "
           "cx::closure(f, captured...), which hands them to f as its first arguments";
    return t;
  }
};

inline constexpr std::string_view no_tree =
    "is neither a number, an array, a view nor a tree of these (std::tuple, pair, array, or a struct "
    "that CONSTAX_STRUCT(type, members...) describes)";
/// Why X is no tree: what tree_of<X> says, if it says anything (hana.hpp).
template <class X>
constexpr std::string_view why_no_tree() {
  if constexpr (requires { tree_of<X>::refused; }) return tree_of<X>::refused;
  else return no_tree;
}

/// What is captured besides trees, as a sentence.
template <class Captured>
struct says_no_capture;
template <class... C>
struct says_no_capture<std::tuple<C...>> {
  constexpr text operator()() const {
    text t;
    bool const fits[] = {is_tree<C>()..., true};
    std::string_view const why[] = {why_no_tree<C>()..., no_tree};
    for (u32 i = 0; i < sizeof...(C) && t.size() == 0; ++i)
      if (!fits[i]) t << "[constax] closure: what is captured in place " << i << ' ' << why[i];
    return t;
  }
};
/// Arguments besides trees, as a sentence.
template <class... X>
struct says_no_trees {
  constexpr text operator()() const {
    text t;
    bool const fits[] = {is_tree<X>()..., true};
    std::string_view const why[] = {why_no_tree<X>()..., no_tree};
    for (u32 i = 0; i < sizeof...(X) && t.size() == 0; ++i)
      if (!fits[i]) t << "[constax] argument " << i << ' ' << why[i];
    return t;
  }
};
template <class F, class... X>
struct says_no_call {
  constexpr text operator()() const {
    text t = says_captures<F>{}();
    if (t.size() == 0) t = says_no_capture<std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>>{}();
    if (t.size() == 0) t = says_no_trees<X...>{}();
    return t;
  }
};
/// Can F be called with these? If not, the compiler says why, and the caller should do nothing more.
template <class F, class... X>
constexpr bool expect_call() {
  return is_silent<says_no_call<F, X...>>();
}
/// What a call gives that a sentence has refused. It can be printed and converted: without that the compiler lists all that might have been
/// meant.
struct refused {
  template <class X>
  operator X() const;
  template <class Stream>
  friend Stream& operator<<(Stream& out, refused) {
    return out;
  }
};
struct to_is_spec {
  template <class X>
  constexpr auto operator()(X const&) const {
    return std::bool_constant<is_spec<X>>{};
  }
};
template <class X>
constexpr bool holds_specs() {
  if constexpr (leaf<X>) return is_spec<X>;
  else {
    bool any = false;
    for_each_leaf([&](auto const& is) { any |= std::remove_cvref_t<decltype(is)>::value; },
                  decltype(tree_map(to_is_spec{}, std::declval<X const&>())){});
    return any;
  }
}
template <class... X>
struct says_no_numbers {
  constexpr text operator()() const {
    text t;
    bool const specs[] = {holds_specs<X>()..., false};
    for (u32 i = 0; i < sizeof...(X) && t.size() == 0; ++i)
      if (specs[i])
        t << "[constax] argument " << i
          << " is a cx::spec, which has a type and no numbers; it serves where only types matter: cx::make_jaxpr, cx::cost";
    return t;
  }
};
/// Can F be called, and computed, with these?
template <class F, class... X>
constexpr bool expect_numbers() {
  if constexpr (!expect_call<F, X...>()) return false;
  else return is_silent<says_no_numbers<X...>>();
}
template <class X>
struct says_no_result {
  constexpr text operator()() const {
    text t;
    if constexpr (std::is_void_v<X>)
      t << "[constax] the traced function returns nothing; return a traced value, a number or a tree of these" << unless_in_body;
    else if constexpr (!is_tree<X>()) t << "[constax] the result of the traced function " << why_no_tree<X>();
    return t;
  }
};

template <class X>
struct tracers_in {
  static constexpr bool any = [] {
    if constexpr (leaf<X> || integral_number<X>) return traced_value<X>;
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
struct to_ndarray_mark {
  template <class X> constexpr auto operator()(X const&) const {
    if constexpr (is_ndarray<X>) return double{};
    else return float{};
  }
};
template <class X> constexpr bool holds_ndarrays() {
  if constexpr (leaf<X> || integral_number<X>) return is_ndarray<X>;
  else if constexpr (!is_tree<X>()) return false;
  else {
    bool any = false;
    for_each_leaf([&]<class L>(L const&) { any |= __is_same(L, double); },
                  decltype(tree_map(to_ndarray_mark{}, std::declval<X const&>())){});
    return any;
  }
}
/// Is a dynamic tracer among them?
struct to_dynamic_mark {
  template <class X> constexpr auto operator()(X const&) const {
    if constexpr (is_dynamic<X>) return double{};
    else return float{};
  }
};
template <class X> constexpr bool holds_dynamic() {
  if constexpr (leaf<X> || integral_number<X>) return is_dynamic<X>;
  else {
    bool any = false;
    for_each_leaf([&]<class L>(L const&) { any |= __is_same(L, double); },
                  decltype(tree_map(to_dynamic_mark{}, std::declval<X const&>())){});
    return any;
  }
}

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
  return emit_later<random_wrap_t, random_wrap_t::params{dtype_of<prng_key<Impl>>}, basic_tracer<u64>>(literal{dtype::u64, key.word});
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
    static constexpr jaxpr run() { return rewritten(inlined(thaw(P::traced), lower)); }
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
