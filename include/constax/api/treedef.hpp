// SPDX-License-Identifier: BSL-1.0
#pragma once
// treedef : the structure of a tree, apart from its leaves        tree -> treedef -> tree with other leaves
//
// Of most trees the type says it. The lengths of lists (std::vector) are values: they are taken from a tree, in the order in which its
// nodes are visited, and kept, so that results can be put together again. Of
//
//   std::pair(std::vector(std::vector(*, *), std::vector()), *)        they are 2, 2, 0
#include <constax/api/tree.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// f(what makes such a node, its parts...); not of a list, whose number of parts is a value.
template <class X, class F> constexpr decltype(auto) with_parts(X const& x, F const& f) {
  if constexpr (tuple_like<X>::value) return unpack([&](auto const&... m) { return f(std::type_identity<tuple_like<X>>{}, m...); }, x);
  else {
    using D = typename description<X>::type;
    return D::members(x, [&](auto const&... m) { return f(std::type_identity<D>{}, m...); });
  }
}
/// What makes a node of the kind of X.
template <class X> struct node_maker { using type = typename description<X>::type; };
template <class X>
requires tuple_like<X>::value struct node_maker<X> { using type = tuple_like<X>; };

// ---- lengths, read one after the other ------------------------------------------------------------------------------------------------
template <class X> constexpr void push_lengths(vec<u32>& to, X const& x) {
  if constexpr (list<X>) {
    to.push(static_cast<u32>(x.size()));
    for (auto const& m : x) push_lengths(to, m);
  } else if constexpr (has_list<X>) with_parts(x, [&](auto, auto const&... m) { (push_lengths(to, m), ...); });
}
/// Leaves of a tree of such lengths, which are passed over.
template <class X> constexpr u32 count_leaves(u32 const*& lengths) {
  u32 n = 0;
  if constexpr (!has_list<X>) n = static_cast<u32>(leaf_count<X>());
  else if constexpr (list<X>) {
    for (u32 left = *lengths++; left; --left) n += count_leaves<typename X::value_type>(lengths);
  } else {
    using members = typename member_types<X>::type;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((n += count_leaves<std::remove_cvref_t<std::tuple_element_t<I, members>>>(lengths)), ...);
    }(each_member<members>);
  }
  return n;
}
/// A tree of such lengths, whose leaves are nothing yet.
template <class X> constexpr X empty_tree(u32 const*& lengths) {
  if constexpr (!has_list<X>) return X{};
  else if constexpr (list<X>) {
    X all;
    u32 const n = *lengths++;
    all.reserve(n);
    for (u32 i = 0; i < n; ++i) all.push_back(empty_tree<typename X::value_type>(lengths));
    return all;
  } else {
    using members = typename member_types<X>::type;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<std::remove_cvref_t<std::tuple_element_t<I, members>>...> parts{
          empty_tree<std::remove_cvref_t<std::tuple_element_t<I, members>>>(lengths)...}; // in order
      return unpack([](auto&... p) { return node_maker<X>::type::make(static_cast<std::remove_reference_t<decltype(p)>&&>(p)...); }, parts);
    }(each_member<members>);
  }
}
/// Appends the path of each leaf, as it is written: `.position`, `[1].mass`.
template <class X> constexpr void push_paths(vec<text>& to, [[maybe_unused]] u32 const*& lengths, text const& here = {}) {
  [[maybe_unused]] auto const numbered = [&](u32 k) {
    text path = here;
    return path << '[' << static_cast<i64>(k) << ']';
  };
  if constexpr (leaf<X>) to.push(here);
  else if constexpr (integral_number<X>) return;
  else if constexpr (list<X>)
    for (u32 k = 0, n = *lengths++; k < n; ++k) push_paths<typename X::value_type>(to, lengths, numbered(k));
  else {
    using members = typename member_types<X>::type;
    [[maybe_unused]] auto const path = [&](u32 k) {
      if constexpr (requires { node_maker<X>::type::names[0]; }) {
        text named = here;
        return named << '.' << std::string_view(node_maker<X>::type::names[k]);
      } else return numbered(k);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (push_paths<std::remove_cvref_t<std::tuple_element_t<I, members>>>(to, lengths, path(static_cast<u32>(I))), ...);
    }(each_member<members>);
  }
}
/// Writes the structure, a leaf as `*`: `std::pair(*, polar(r: *, phi: *))`. Without lengths a list of any: `std::vector(*...)`.
template <class X> constexpr void write_structure(text& t, [[maybe_unused]] u32 const** lengths = nullptr) {
  if constexpr (leaf<X>) t << '*';
  else if constexpr (integral_number<X>) t << static_cast<i64>(X::value);
  else if constexpr (list<X>) {
    t << "std::vector(";
    if (!lengths) write_structure<typename X::value_type>(t), t << "...";
    else
      for (u32 k = 0, n = *(*lengths)++; k < n; ++k) t << (k ? ", " : ""), write_structure<typename X::value_type>(t, lengths);
    t << ')';
  } else {
    using D = typename node_maker<X>::type;
    using members = typename member_types<X>::type;
    if constexpr (tuple_like<X>::value) t << D::name;
    else if constexpr (requires { typename D::constax_described_; }) t << type_name<typename D::constax_described_>();
    else if constexpr (requires { D::kind; }) t << D::kind; // hana.hpp
    [[maybe_unused]] auto const begin = [&](u32 k) {
      t << (k ? ", " : "");
      if constexpr (requires { D::names[0]; }) t << std::string_view(D::names[k]) << ": ";
      else if constexpr (requires { D::keys; }) t << D::keys[k] << ": ";
    };
    t << '(';
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((begin(static_cast<u32>(I)), write_structure<std::remove_cvref_t<std::tuple_element_t<I, members>>>(t, lengths)), ...);
    }(each_member<members>);
    t << ')';
  }
}

/// The structure of a Tree. Of one without lists there is nothing to keep.
template <class Tree, bool = has_list<Tree>> struct treedef {
  constexpr treedef() = default;
  constexpr explicit treedef(Tree const&) {}
  constexpr explicit treedef(range<u32>) {}
  static constexpr range<u32> lengths() { return {}; }
};
template <class Tree> struct treedef<Tree, true> {
  constexpr explicit treedef(Tree const& tree) { push_lengths(lengths_, tree); }
  constexpr explicit treedef(range<u32> lengths) : lengths_(lengths) {}
  constexpr range<u32> lengths() const { return lengths_; }

private:
  vec<u32> lengths_;
};
template <class Tree> constexpr treedef<Tree> structure_of(Tree const& tree) { return treedef<Tree>(tree); }
/// The same structure of trees with other leaves.
template <class Other, class Tree> constexpr treedef<Other> structure_as(treedef<Tree> const& of) { return treedef<Other>(of.lengths()); }

template <class Tree> constexpr u32 count_leaves(treedef<Tree> const& of) {
  u32 const* lengths = of.lengths().begin();
  return count_leaves<Tree>(lengths);
}
/// A tree of this structure, whose leaves are nothing yet: tree_map puts them into their places.
template <class Tree> constexpr Tree empty_tree(treedef<Tree> const& of) {
  u32 const* lengths = of.lengths().begin();
  return empty_tree<Tree>(lengths);
}
template <class Tree> constexpr vec<text> paths_in(treedef<Tree> const& of) {
  vec<text> paths;
  u32 const* lengths = of.lengths().begin();
  push_paths<Tree>(paths, lengths);
  return paths;
}
template <class Tree> constexpr void write_structure(text& t, treedef<Tree> const& of) {
  u32 const* lengths = of.lengths().begin();
  write_structure<Tree>(t, &lengths);
}
constexpr bool same_lengths(range<u32> a, range<u32> b) {
  bool same = a.size() == b.size();
  for (u32 i = 0; same && i < a.size(); ++i) same = a[i] == b[i];
  return same;
}

/// Of the tuple of these trees.
template <class... X> constexpr treedef<std::tuple<X...>> structure_of_all([[maybe_unused]] treedef<X> const&... x) {
  if constexpr (!has_list<std::tuple<X...>>) return {};
  else {
    vec<u32> all;
    (all.append(x.lengths()), ...);
    return treedef<std::tuple<X...>>(all);
  }
}
/// Of a part of a node.
template <std::size_t K, class Tree> constexpr auto structure_of_part([[maybe_unused]] treedef<Tree> const& of) {
  using members = typename member_types<Tree>::type;
  using part = std::remove_cvref_t<std::tuple_element_t<K, members>>;
  if constexpr (!has_list<part>) return treedef<part>{};
  else {
    u32 const* first = of.lengths().begin();
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (count_leaves<std::remove_cvref_t<std::tuple_element_t<I, members>>>(first), ...);
    }(std::make_index_sequence<K>{});
    u32 const* last = first;
    count_leaves<part>(last);
    return treedef<part>(range<u32>{first, static_cast<u32>(last - first)});
  }
}

struct any_leaf {
  template <class X> constexpr int operator()(X const&) const { return 0; }
};
/// Have trees of these types one structure, whatever their leaves are, but for the lengths of lists? (Asked for last: of one type it costs
/// nothing.)
template <class A, class B>
inline constexpr bool same_nodes =
    std::is_same_v<decltype(tree_map(any_leaf{}, std::declval<A const&>())), decltype(tree_map(any_leaf{}, std::declval<B const&>()))>;
template <class A> inline constexpr bool same_nodes<A, A> = true;

/// Where two trees differ in structure, which JAX refuses: `<Name>: the <what> <first> std::pair(*, *) and <second> polar(r: *, phi: *);
/// they must have one structure`.
template <class Name, class A, class B>
constexpr text structures_differ([[maybe_unused]] treedef<A> const* a = nullptr, [[maybe_unused]] treedef<B> const* b = nullptr) {
  text t;
  if constexpr (!has_list<A> && same_nodes<A, B>) return t;
  if (same_nodes<A, B> && (!a || same_lengths(a->lengths(), b->lengths()))) return t;
  auto const write = []<class X>(text& to, treedef<X> const* x) { x ? write_structure(to, *x) : write_structure<X>(to); };
  t << "[constax] " << Name::name << ": the " << Name::what << ' ' << Name::first << ' ';
  write(t, a);
  t << " and " << Name::second << ' ';
  write(t, b);
  return t << "; they must have one structure";
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
