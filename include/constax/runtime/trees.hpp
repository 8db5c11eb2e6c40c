// SPDX-License-Identifier: BSL-1.0
#pragma once
// trees: those with lists, std::vector, and dictionaries, std::map, in them: tree_map(f, x, y, ...), tree_leaves, tree_reduce
#include <constax/api/trees.hpp>
#include <constax/runtime/tracer.hpp>

#include <vector>

namespace constax::inline CONSTAX_TAG {

namespace detail {

template <class X, class... More> void expect_equal_parts(X const& x, More const&... more) {
  auto const same = [&](auto const& other) {
    if (other.size() != x.size()) return false;
    if constexpr (dictionary<X>)
      for (auto at = other.begin(); auto const& [key, part] : x)
        if (key != at++->first) return false;
    return true;
  };
  auto const expect = [&](auto const& other) {
    if (same(other)) return;
    text t;
    write_structure(t << "[constax] tree_map: the first tree has ", structure_of(x));
    write_structure(t << ", another has ", structure_of(other));
    raise_error<type_error>(t << " in its place; the others have the structure of the first");
  };
  (expect(more), ...);
}

/// One type for two leaves. void: there is none yet.
template <class A, class B> struct one_type_of {
  using type = std::conditional_t<traced_value<A> && traced_value<B>, dynamic_tracer, ndarray>;
};
template <class A> struct one_type_of<A, A> { using type = A; };
template <class A>
requires(!std::is_void_v<A>) struct one_type_of<A, void> { using type = A; };
template <class B>
requires(!std::is_void_v<B>) struct one_type_of<void, B> { using type = B; };
/// One type for all leaves of a tree.
template <class X> constexpr auto one_leaf_type() {
  if constexpr (leaf<X>) return std::type_identity<X>{};
  else {
    using members = typename member_types<X>::type;
    return []<std::size_t... I>(std::index_sequence<I...>) {
      std::type_identity<void> const none;
      auto const join = []<class A, class B>(std::type_identity<A>, std::type_identity<B>) {
        return std::type_identity<typename one_type_of<A, B>::type>{};
      };
      auto const all = [&](auto const& self, auto so_far, auto first, auto... rest) {
        if constexpr (sizeof...(rest) == 0) return join(so_far, first);
        else return self(self, join(so_far, first), rest...);
      };
      if constexpr (sizeof...(I) == 0) return none;
      else return all(all, none, one_leaf_type<std::remove_cvref_t<std::tuple_element_t<I, members>>>()...);
    }(each_member<members>);
  }
}

} // namespace detail

template <class X>
requires detail::has_counted_node<X>
auto tree_leaves(X const& x) {
  using L = typename decltype(detail::one_leaf_type<X>())::type;
  std::vector<L> leaves;
  for_each_leaf([&](auto const& l) { leaves.push_back(L(l)); }, x);
  return leaves;
}
template <class F, class X, class Y>
requires detail::has_counted_node<X>
auto tree_reduce(F&& f, X const& x, Y const& first) {
  auto const leaves = tree_leaves(x);
  using S = std::remove_cvref_t<decltype(f(first, leaves[0]))>;
  if (leaves.empty()) {
    if constexpr (is_dynamic<S>) return S(detail::to_tracer{}(first));
    else return S(first);
  }
  S total = f(first, leaves[0]);
  for (std::size_t i = 1; i < leaves.size(); ++i) total = f(total, leaves[i]);
  return total;
}

} // namespace constax::inline CONSTAX_TAG
