// SPDX-License-Identifier: BSL-1.0
#pragma once
// trees: several trees at once, and their leaves. tree_map(f, x, y, ...), tree_leaves, tree_reduce; std::cout << cx::tree(x)
#include <constax/api/program.hpp>
#include <constax/api/streams.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The members of a node, as references.
template <class X> constexpr auto tied_members(X const& x) {
  if constexpr (tuple_like<X>::value) return detail::unpack([](auto const&... m) { return std::tie(m...); }, x);
  else return description<X>::type::members(x, [](auto const&... m) { return std::tie(m...); });
}
template <class X> struct kind_of_node { using type = X; };
template <class... X> struct kind_of_node<std::tuple<X...>> { using type = std::tuple<>; };
template <class A, class B> struct kind_of_node<std::pair<A, B>> { using type = std::pair<void*, void*>; };
template <class X, std::size_t N> struct kind_of_node<std::array<X, N>> { using type = std::array<void*, N>; };
template <class X>
requires(described<X> || mirrored<X>) struct kind_of_node<X> {
  using type = typename description<X>::type;
};
template <counted_node X> struct kind_of_node<X> {
  using type = typename counted_like<X>::template of<void*>;
};

/// Has Y the structure of X, or such a tree with trees in the place of X's leaves?
template <class X, class Y> constexpr bool has_structure_of() {
  if constexpr (leaf<X>) return true;
  else if constexpr (integral_number<X>) {
    if constexpr (integral_number<Y>) return X::value == Y::value;
    else return false;
  } else if constexpr (static_part<X>) return std::is_same_v<X, Y>;
  else if constexpr (leaf<Y> || static_part<Y> || !std::is_same_v<typename kind_of_node<X>::type, typename kind_of_node<Y>::type>)
    return false;
  else {
    using of_x = typename member_types<X>::type;
    using of_y = typename member_types<Y>::type;
    if constexpr (std::tuple_size_v<of_x> != std::tuple_size_v<of_y>) return false;
    else return []<std::size_t... I>(std::index_sequence<I...>) {
        return (
            has_structure_of<std::remove_cvref_t<std::tuple_element_t<I, of_x>>, std::remove_cvref_t<std::tuple_element_t<I, of_y>>>() &&
            ...);
      }
    (std::make_index_sequence<std::tuple_size_v<of_x>>{});
  }
}
template <class X, class Y> struct says_other_structure {
  constexpr text operator()() const {
    text t;
    if constexpr (!has_structure_of<X, Y>()) {
      t << "[constax] tree_map: the first tree is ";
      write_structure<X>(t);
      t << ", another is ";
      write_structure<Y>(t);
      t << "; the others have the structure of the first";
    }
    return t;
  }
};
/// Lists in one place have one length, dictionaries the same keys, or it throws: runtime/trees.hpp.
template <class X, class... More> void expect_equal_parts(X const& x, More const&... more);
template <class F, class X, class... More> constexpr auto map_trees(F& f, X const& x, More const&... more) {
  if constexpr (leaf<X>) return in_numbers(f(x, more...));
  else if constexpr (static_part<X>) return x;
  else if constexpr (counted_node<X>) {
    expect_equal_parts(x, more...);
    return
        [&](auto... at) { return map_parts([&](auto const& m) { return map_trees(f, m, part_at<More>(at++)...); }, x); }(more.begin()...);
  } else {
    auto const members = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      return map_trees(f, std::get<I>(tied_members(x)), std::get<I>(tied_members(more))...);
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      // Through a tuple in braces: they fix the order in which members are mapped.
      std::tuple<decltype(members(std::integral_constant<std::size_t, I>{}))...> parts{
          members(std::integral_constant<std::size_t, I>{})...};
      auto const make = []<class D>(std::type_identity<D>, auto& p) {
        return detail::unpack([](auto&... m) { return D::make(static_cast<std::remove_reference_t<decltype(m)>&&>(m)...); }, p);
      };
      if constexpr (tuple_like<X>::value) return make(std::type_identity<tuple_like<X>>{}, parts);
      else return make(std::type_identity<typename description<X>::type>{}, parts);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(tied_members(x))>>{});
  }
}
template <class X> constexpr auto tuple_of_leaves(X const& x) {
  if constexpr (leaf<X>) return std::tuple<X>{x};
  else if constexpr (static_part<X>) return std::tuple<>{};
  else return detail::unpack([](auto const&... m) { return std::tuple_cat(tuple_of_leaves(m)...); }, tied_members(x));
}
} // namespace detail

/// f of the leaves at one place of several trees, in the structure of the first: tree_map(f, params, gradients). The others have its
/// structure, or trees in the place of its leaves, which f then takes whole, as in JAX.
template <class F, class X, class Y, class... More> constexpr auto tree_map(F&& f, X const& x, Y const& y, More const&... more) {
  if constexpr (!detail::is_silent<detail::says_other_structure<X, Y>>() ||
                !(detail::is_silent<detail::says_other_structure<X, More>>() && ...))
    return x;
  else return detail::map_trees(f, x, y, more...);
}
/// The leaves of a tree, in order, as a std::tuple; of one with a std::vector or std::map in it, as a std::vector.
template <class X>
requires(!detail::has_counted_node<X>)
constexpr auto tree_leaves(X const& x) {
  return detail::tuple_of_leaves(x);
}
/// f(f(f(first, leaf), leaf), leaf): tree_reduce([](auto s, auto x) { return s + cx::sum(x); }, params, 0.0).
template <class F, class X, class Y>
requires(!detail::has_counted_node<X>)
constexpr auto tree_reduce(F&& f, X const& x, Y const& first) {
  auto const leaves = tree_leaves(x);
  auto const next = [&]<std::size_t I>(auto const& self, auto const& so_far, std::integral_constant<std::size_t, I>) {
    if constexpr (I == std::tuple_size_v<std::remove_cvref_t<decltype(leaves)>>) return so_far;
    else return self(self, f(so_far, std::get<I>(leaves)), std::integral_constant<std::size_t, I + 1>{});
  };
  return next(next, first, std::integral_constant<std::size_t, 0>{});
}

template <class X> struct tree_to_print { X const& tree; };
/// For a stream, std::cout << cx::tree(x): a line for each leaf, its place, its type, and its numbers where it has any: `.w f64[2]: [1 2]`.
template <class X>
requires(detail::is_tree<X>()) constexpr auto tree(X const& x) { return tree_to_print<X>{x}; }

template <character_stream Stream, class X> Stream& operator<<(Stream& out, tree_to_print<X> const& x) {
  vec<text> const paths = detail::paths_in(detail::structure_of(x.tree));
  u32 at = 0;
  auto const put = [&](text const& t) { out.write(t.view().data(), static_cast<std::ptrdiff_t>(t.size())); };
  for_each_leaf(
      [&]<class L>(L const& l) {
        text line = paths[at++];
        line << (line.size() ? " " : "");
        if constexpr (detail::is_ndarray<L>) line << l.type();
        else if constexpr (is_dynamic<L>) line << l.type();
        else line << decltype(detail::to_spec{}(l))::aval;
        put(line);
        if constexpr (container<L> || detail::is_ndarray<L>) {
          put(text(l.rank() > 1 ? ":\n" : ": "));
          out << l;
        } else if constexpr (scalar<L> && number<L>) {
          put(text(": "));
          if constexpr (sizeof(L) == 1) out << static_cast<int>(l);
          else out << l;
        }
        put(text("\n"));
      },
      x.tree);
  return out;
}

} // namespace constax::inline CONSTAX_TAG
