// SPDX-License-Identifier: BSL-1.0
#pragma once
// callable: what a callable has captured, and what a call of it is refused for, as sentences
#include <constax/api/constants.hpp>
#include <constax/api/treedef.hpp>

namespace constax::inline CONSTAX_TAG {

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
inline constexpr std::string_view no_counted_static =
    "has a std::vector or std::map in it, whose length is known at run time, in a program whose types are known at compile time; use a "
    "std::array, a std::tuple or a struct, or cx::ndarray for its elements (constax/runtime.hpp)";
inline constexpr std::string_view no_order = "is a map whose keys have no order; use std::map, whose keys stand in one";
/// Why X is no tree: what tree_of<X> says, if it says anything (hana.hpp).
template <class X>
constexpr std::string_view why_no_tree() {
  if constexpr (requires { tree_of<X>::refused; }) return tree_of<X>::refused;
  else if constexpr (has_counted_static<X>) return no_counted_static;
  else if constexpr (requires { typename X::hasher; }) return no_order;
  else return no_tree;
}

/// The first of X... that is no tree; before: what stands in front of its number.
template <class... X>
constexpr text no_tree_among(std::string_view before) {
  text t;
  bool const fits[] = {is_tree<X>()..., true};
  std::string_view const why[] = {why_no_tree<X>()..., no_tree};
  for (u32 i = 0; i < sizeof...(X) && t.size() == 0; ++i)
    if (!fits[i]) t << before << i << ' ' << why[i];
  return t;
}
/// What is captured besides trees, as a sentence.
template <class Captured>
struct says_no_capture;
template <class... C>
struct says_no_capture<std::tuple<C...>> {
  constexpr text operator()() const { return no_tree_among<C...>("[constax] closure: what is captured in place "); }
};
/// Arguments besides trees, as a sentence.
template <class... X>
struct says_no_trees {
  constexpr text operator()() const { return no_tree_among<X...>("[constax] argument "); }
};
/// Lists and dictionaries among what is captured and the arguments of a static program, as a sentence.
template <class Captured, class... X>
constexpr text no_counted_nodes_among() {
  text t;
  if (has_counted_node<Captured>) t << "[constax] closure: what is captured " << no_counted_static;
  bool const any[] = {has_counted_node<X>..., false};
  for (u32 i = 0; i < sizeof...(X) && t.size() == 0; ++i)
    if (any[i]) t << "[constax] argument " << i << ' ' << no_counted_static;
  return t;
}
template <class F, class... X>
struct says_no_call {
  constexpr text operator()() const {
    using values = std::remove_cvref_t<decltype(captured(std::declval<F const&>()))>;
    text t = says_captures<F>{}();
    if (t.size() == 0) t = says_no_capture<values>{}();
    if (t.size() == 0) t = says_no_trees<X...>{}();
    if (t.size() == 0) t = no_counted_nodes_among<values, X...>();
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
template <class X>
struct is_spec_leaf : std::bool_constant<is_spec<X>> {};
template <class X>
constexpr bool holds_specs() {
  return any_part<is_spec_leaf, X>();
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
    else if constexpr (has_counted_node<X>) t << "[constax] the result of the traced function " << no_counted_static;
    return t;
  }
};

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
