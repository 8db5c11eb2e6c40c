// SPDX-License-Identifier: BSL-1.0
#pragma once
// treedef : the structure of a tree, apart from its leaves        tree -> treedef -> tree with other leaves
//
// Of most trees the type says it. The lengths of lists (std::vector) and the keys of dictionaries (std::map) are values: they are taken
// from a tree as words, in the order in which its nodes are visited, and kept, so that results can be put together again. Of
//
//   std::pair(std::vector(std::vector(*, *), std::vector()), *)        they are 2, 2, 0
//   std::map("b": *, "mu": *)                                          2, and of each key its length and its letters, four in a word
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

// ---- keys as words ------------------------------------------------------------------------------------------------------------------
template <dictionary_key K> constexpr void push_key(vec<u32>& to, K const& key) {
  if constexpr (std::is_convertible_v<K const&, std::string_view>) {
    std::string_view const letters = key;
    to.push(static_cast<u32>(letters.size()));
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (i % 4 == 0) to.push(0);
      to.back() |= static_cast<u32>(static_cast<unsigned char>(letters[i])) << (8 * (i % 4));
    }
  } else {
    u64 const number = static_cast<u64>(key);
    to.push(static_cast<u32>(number)), to.push(static_cast<u32>(number >> 32));
  }
}
/// The letters of a key, appended to a text.
constexpr void read_letters(text& to, u32 const*& words) {
  u32 const n = *words++;
  for (u32 i = 0; i < n; ++i) to << static_cast<char>(words[i / 4] >> (8 * (i % 4)) & 0xff);
  words += (n + 3) / 4;
}
template <dictionary_key K> constexpr K read_key(u32 const*& words) {
  if constexpr (std::is_convertible_v<K const&, std::string_view>) {
    text letters;
    read_letters(letters, words);
    return K(letters.view().data(), letters.size());
  } else {
    u64 const low = *words++, high = *words++;
    return static_cast<K>(low | high << 32);
  }
}
/// `"mu"`, `7`
template <dictionary_key K> constexpr void write_key(text& to, u32 const*& words) {
  if constexpr (std::is_convertible_v<K const&, std::string_view>) to << '"', read_letters(to, words), to << '"';
  else to << static_cast<i64>(read_key<K>(words));
}

// ---- words, read one after the other ------------------------------------------------------------------------------------------------
template <class X> constexpr void push_words(vec<u32>& to, X const& x) {
  if constexpr (list<X>) {
    to.push(static_cast<u32>(x.size()));
    for (auto const& m : x) push_words(to, m);
  } else if constexpr (dictionary<X>) {
    to.push(static_cast<u32>(x.size()));
    for (auto const& [key, m] : x) push_key(to, key), push_words(to, m);
  } else if constexpr (has_counted_node<X>) with_parts(x, [&](auto, auto const&... m) { (push_words(to, m), ...); });
}
/// f(key) for each part of a list or a dictionary, where its words are read next; a list has no keys.
template <counted_node X, class F> constexpr void each_counted(u32 const*& words, F const& f) {
  for (u32 k = 0, n = *words++; k < n; ++k)
    if constexpr (list<X>) f(k);
    else f(read_key<typename dictionary_like<X>::key>(words));
}
/// Leaves of a tree of such words, which are passed over.
template <class X> constexpr u32 count_leaves(u32 const*& words) {
  u32 n = 0;
  if constexpr (!has_counted_node<X>) n = static_cast<u32>(leaf_count<X>());
  else if constexpr (counted_node<X>) each_counted<X>(words, [&](auto const&) { n += count_leaves<counted_part<X>>(words); });
  else {
    using members = typename member_types<X>::type;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((n += count_leaves<std::remove_cvref_t<std::tuple_element_t<I, members>>>(words)), ...);
    }(each_member<members>);
  }
  return n;
}
/// A tree of such words, whose leaves are nothing yet.
template <class X> constexpr X empty_tree(u32 const*& words) {
  if constexpr (!has_counted_node<X>) return X{};
  else if constexpr (counted_node<X>) {
    X all;
    if constexpr (list<X>) {
      all.reserve(*words);
      each_counted<X>(words, [&](u32) { all.push_back(empty_tree<counted_part<X>>(words)); });
    } else each_counted<X>(words, [&](auto const& key) { all.emplace_hint(all.end(), key, empty_tree<counted_part<X>>(words)); });
    return all;
  } else {
    using members = typename member_types<X>::type;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::tuple<std::remove_cvref_t<std::tuple_element_t<I, members>>...> parts{
          empty_tree<std::remove_cvref_t<std::tuple_element_t<I, members>>>(words)...}; // in order
      return unpack([](auto&... p) { return node_maker<X>::type::make(static_cast<std::remove_reference_t<decltype(p)>&&>(p)...); }, parts);
    }(each_member<members>);
  }
}
/// Appends the path of each leaf, as it is written: `.position`, `[1].mass`, `["mu"]`.
template <class X> constexpr void push_paths(vec<text>& to, [[maybe_unused]] u32 const*& words, text const& here = {}) {
  [[maybe_unused]] auto const numbered = [&](u32 k) {
    text path = here;
    return path << '[' << static_cast<i64>(k) << ']';
  };
  if constexpr (leaf<X>) to.push(here);
  else if constexpr (static_part<X>) return;
  else if constexpr (list<X>) each_counted<X>(words, [&](u32 k) { push_paths<counted_part<X>>(to, words, numbered(k)); });
  else if constexpr (dictionary<X>)
    for (u32 left = *words++; left; --left) {
      text path = here;
      write_key<typename dictionary_like<X>::key>(path << '[', words);
      push_paths<counted_part<X>>(to, words, path << ']');
    }
  else {
    using members = typename member_types<X>::type;
    [[maybe_unused]] auto const path = [&](u32 k) {
      if constexpr (requires { node_maker<X>::type::names[0]; }) {
        text named = here;
        return named << '.' << std::string_view(node_maker<X>::type::names[k]);
      } else return numbered(k);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (push_paths<std::remove_cvref_t<std::tuple_element_t<I, members>>>(to, words, path(static_cast<u32>(I))), ...);
    }(each_member<members>);
  }
}
/// Writes the structure, a leaf as `*`: `std::pair(*, polar(r: *, phi: *))`. Without words a list of any length: `std::vector(*...)`.
template <class X> constexpr void write_structure(text& t, [[maybe_unused]] u32 const** words = nullptr) {
  if constexpr (leaf<X>) t << '*';
  else if constexpr (static_part<X>) write_static(t, X{});
  else if constexpr (counted_node<X>) {
    t << counted_like<X>::name << '(';
    if (!words) write_structure<counted_part<X>>(t), t << "...";
    else
      for (u32 k = 0, n = *(*words)++; k < n; ++k) {
        t << (k ? ", " : "");
        if constexpr (dictionary<X>) write_key<typename dictionary_like<X>::key>(t, *words), t << ": ";
        write_structure<counted_part<X>>(t, words);
      }
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
      ((begin(static_cast<u32>(I)), write_structure<std::remove_cvref_t<std::tuple_element_t<I, members>>>(t, words)), ...);
    }(each_member<members>);
    t << ')';
  }
}

/// The structure of a Tree. Of one without lists and dictionaries there is nothing to keep.
template <class Tree, bool = has_counted_node<Tree>> struct treedef {
  constexpr treedef() = default;
  constexpr explicit treedef(Tree const&) {}
  constexpr explicit treedef(range<u32>) {}
  static constexpr range<u32> words() { return {}; }
};
template <class Tree> struct treedef<Tree, true> {
  constexpr explicit treedef(Tree const& tree) { push_words(words_, tree); }
  constexpr explicit treedef(range<u32> words) : words_(words) {}
  constexpr range<u32> words() const { return words_; }

private:
  vec<u32> words_;
};
template <class Tree> constexpr treedef<Tree> structure_of(Tree const& tree) { return treedef<Tree>(tree); }
/// The same structure of trees with other leaves.
template <class Other, class Tree> constexpr treedef<Other> structure_as(treedef<Tree> const& of) { return treedef<Other>(of.words()); }

template <class Tree> constexpr u32 count_leaves(treedef<Tree> const& of) {
  u32 const* words = of.words().begin();
  return count_leaves<Tree>(words);
}
/// A tree of this structure, whose leaves are nothing yet: tree_map puts them into their places.
template <class Tree> constexpr Tree empty_tree(treedef<Tree> const& of) {
  u32 const* words = of.words().begin();
  return empty_tree<Tree>(words);
}
template <class Tree> constexpr vec<text> paths_in(treedef<Tree> const& of) {
  vec<text> paths;
  u32 const* words = of.words().begin();
  push_paths<Tree>(paths, words);
  return paths;
}
template <class Tree> constexpr void write_structure(text& t, treedef<Tree> const& of) {
  u32 const* words = of.words().begin();
  write_structure<Tree>(t, &words);
}
constexpr bool same_words(range<u32> a, range<u32> b) {
  bool same = a.size() == b.size();
  for (u32 i = 0; same && i < a.size(); ++i) same = a[i] == b[i];
  return same;
}

/// Of the tuple of these trees.
template <class... X> constexpr treedef<std::tuple<X...>> structure_of_all([[maybe_unused]] treedef<X> const&... x) {
  if constexpr (!has_counted_node<std::tuple<X...>>) return {};
  else {
    vec<u32> all;
    (all.append(x.words()), ...);
    return treedef<std::tuple<X...>>(all);
  }
}
/// Of a part of a node.
template <std::size_t K, class Tree> constexpr auto structure_of_part([[maybe_unused]] treedef<Tree> const& of) {
  using members = typename member_types<Tree>::type;
  using part = std::remove_cvref_t<std::tuple_element_t<K, members>>;
  if constexpr (!has_counted_node<part>) return treedef<part>{};
  else {
    u32 const* first = of.words().begin();
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
/// Have trees of these types one structure, whatever their leaves are, but for the lengths of lists and the keys of dictionaries? (Asked
/// for last: of one type it costs nothing.)
template <class A, class B>
inline constexpr bool same_nodes =
    std::is_same_v<decltype(tree_map(any_leaf{}, std::declval<A const&>())), decltype(tree_map(any_leaf{}, std::declval<B const&>()))>;
template <class A> inline constexpr bool same_nodes<A, A> = true;

/// Where two trees differ in structure, which JAX refuses: `<Name>: the <what> <first> std::pair(*, *) and <second> polar(r: *, phi: *);
/// they must have one structure`.
template <class Name, class A, class B>
constexpr text structures_differ([[maybe_unused]] treedef<A> const* a = nullptr, [[maybe_unused]] treedef<B> const* b = nullptr) {
  text t;
  if constexpr (!has_counted_node<A> && same_nodes<A, B>) return t;
  if (same_nodes<A, B> && (!a || same_words(a->words(), b->words()))) return t;
  auto const write = []<class X>(text& to, treedef<X> const* x) { x ? write_structure(to, *x) : write_structure<X>(to); };
  t << "[constax] " << Name::name << ": the " << Name::what << ' ' << Name::first << ' ';
  write(t, a);
  t << " and " << Name::second << ' ';
  write(t, b);
  return t << "; they must have one structure";
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
