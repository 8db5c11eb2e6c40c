// SPDX-License-Identifier: BSL-1.0
#pragma once
// functions of an equation: do they give what they take, or what each other give, and what did they capture?
#include <constax/api/numpy.hpp>
#include <constax/api/vmap.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The types of a tree's leaves, in order.
template <class Tree>
constexpr vec<aval> leaf_types() {
  vec<aval> all;
  for_each_leaf([&](auto const& l) { all.push(std::remove_cvref_t<decltype(l)>::aval); }, Tree{});
  return all;
}
constexpr text leaves_of(u32 n) {
  text t;
  t << static_cast<i64>(n) << (n == 1 ? " leaf" : " leaves");
  return t;
}
/// Name::name, Name::what ("carry", "result"), Name::first and Name::second (what the two trees are). path(i): of a leaf.
template <class Name, class Path> constexpr text leaves_differ(vec<aval> const& a, vec<aval> const& b, Path const& path) {
  text t, who;
  who << "[constax] " << Name::name << ": the " << Name::what << ' ';
  if (a.size() != b.size()) {
    t << who << Name::first_has << ' ' << leaves_of(a.size()) << " and " << Name::second_has << ' ' << leaves_of(b.size());
    return t;
  }
  u32 i = 0;
  while (i < a.size() && a[i] == b[i]) ++i;
  if (i == a.size()) return t;
  t << who << "leaf `" << Name::what << path(i) << "` " << Name::first << ' ' << a[i] << " and " << Name::second << ' ' << b[i]
    << "; convert one of them with cx::astype, or broadcast it";
  return t;
}
template <class Name, class A, class B>
struct says_leaves_differ {
  constexpr text operator()() const {
    text t = leaves_differ<Name>(leaf_types<A>(), leaf_types<B>(), [](u32 i) {
      return paths_in(treedef<A>{})[i];
    });
    if (t.size() == 0) t = structures_differ<Name, A, B>(); // no ?: of texts: g++ 12 frees one twice
    return t;
  }
};
template <class Name, class A, class B> struct says_structures_differ {
  constexpr text operator()() const { return structures_differ<Name, A, B>(); }
};
template <class Name, class A, class B> constexpr bool expect_agreement() { return is_silent<says_leaves_differ<Name, A, B>>(); }

template <class Name>
struct carry_of : Name {
  static constexpr std::string_view what = "carry", first = "goes in as", second = "comes out as", first_has = "goes in with",
                                    second_has = "comes out with";
};

template <class F, class... X>
constexpr bool expect_callable() {
  constexpr bool callable = requires(F const& f, X const&... x) { f(x...); };
  if constexpr (!callable) expect_silence<says_other_arguments<F, X...>>();
  return callable;
}

template <class X>
constexpr bool is_integer_scalar() {
  if constexpr (tracing<X>) return X::rank() == 0 && info(X::aval.type).integer;
  else return false;
}

/// Is a loop of this body and carry one of dynamic tracers? It is if the carry holds some, or the body has captured some. (Loops of these:
/// runtime/control.hpp.)
template <class F, class Carry>
constexpr bool is_dynamic_loop() {
  using start = std::remove_cvref_t<Carry>;
  if constexpr (holds_dynamic<start>()) return true;
  else if constexpr (requires(F const& f, start const& x) { f(x); })
    return holds_dynamic<std::remove_cvref_t<decltype(
        traced_tree(call_traced_function(std::declval<F const&>(), std::declval<start const&>())))>>();
  else return false;
}

/// What an inner trace captured.
template <class Inner>
constexpr vec<value> captures_in(Inner const& inner) {
  return vec<value>(range<value>{inner.args.begin(), inner.n_captured});
}
template <class... X>
constexpr vec<value> values_in(X const&... x) {
  vec<value> all;
  (push_values(all, x), ...);
  return all;
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
