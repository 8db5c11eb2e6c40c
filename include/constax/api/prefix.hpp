// SPDX-License-Identifier: BSL-1.0
#pragma once
// prefix : axes, tree -> an axis for each leaf        the axes of vmap are a prefix of the tree, as in JAX: a number stands for all leaves
// below it
//
//   0                                      of any tree: axis 0 of all leaves
//   in_axes<0, none>                       of std::pair(*, layer(w: *, b: *)): axis 0 of the first leaf, none of w and b
//   in_axes<0, in_axes<1, none>>           axis 0 of the first, axis 1 of w, none of b
#include <constax/api/none.hpp>
#include <constax/api/treedef.hpp>

namespace constax::inline CONSTAX_TAG {

/// The mapped axes: an entry for each argument, or one for all; an entry is an axis for all leaves, cx::none where they are the same for
/// all rows, or again in_axes, with an entry for each part of a tuple, an array or a struct, or for each element of a std::vector or a
/// std::map (in the order of its keys), whose length is then known. Negative axes count from the end.
template <auto... Axes> struct in_axes_t {};
template <auto... Axes> inline constexpr in_axes_t<Axes...> in_axes{};
/// Where the rows go in the result: one axis for all leaves of it, or an entry for each part. cx::none: it is the same for all rows, and
/// comes once.
template <auto... Axes> struct out_axes_t {};
template <auto... Axes> inline constexpr out_axes_t<Axes...> out_axes{};

namespace detail {

/// Entries of a prefix: an axis, or entries for parts.
template <class P> struct entries { static constexpr int count = 0; };
template <template <auto...> class List, auto... P> struct entries<List<P...>> {
  static constexpr int count = sizeof...(P);
  template <std::size_t K> static constexpr auto at = std::get<K>(std::tuple(P...));
};
template <auto P> using entries_of = entries<std::remove_const_t<decltype(P)>>;
template <auto P, std::size_t K> inline constexpr auto entry = entries_of<P>::template at<K>;
template <auto P> inline constexpr auto each_entry = std::make_index_sequence<static_cast<std::size_t>(entries_of<P>::count)>{};

template <class D> inline constexpr bool is_std_array = false;
template <class X, std::size_t N> inline constexpr bool is_std_array<tuple_like<std::array<X, N>>> = true;
/// A node of these parts; a std::array whose parts have come to differ in type is a std::tuple.
template <class D, class... M> constexpr auto make_node(M&&... parts) { return D::make(static_cast<M&&>(parts)...); }
template <class D, class First, class... M>
requires(is_std_array<D> && !(std::is_same_v<First, M> && ...)) constexpr auto make_node(First&& first, M&&... parts) {
  return std::tuple<std::remove_cvref_t<First>, std::remove_cvref_t<M>...>(static_cast<First&&>(first), static_cast<M&&>(parts)...);
}
/// How many parts a node has; -1: it is a leaf, -2: a list or a dictionary, of which no type says it.
template <class X> constexpr int part_count() {
  if constexpr (leaf<X> || static_part<X>) return -1;
  else if constexpr (counted_node<X>) return -2;
  else
    return decltype(with_parts(std::declval<X const&>(),
                               [](auto, auto const&... m) { return std::integral_constant<int, sizeof...(m)>{}; }))::value;
}

/// The tree of f(axis, leaf), the axis a constant. The prefix must fit (fits_prefix).
template <auto P, class F, class X> constexpr auto map_axes(F const& f, X const& x) {
  if constexpr (entries_of<P>::count == 0) return tree_map([&](auto const& l) { return f(std::integral_constant<int, P>{}, l); }, x);
  else if constexpr (counted_node<X>) {
    using mapped = decltype(map_axes<entry<P, 0>>(f, nth_part(x, 0)));
    vec<mapped> each;
    [&]<std::size_t... K>(std::index_sequence<K...>) { (each.push(map_axes<entry<P, K>>(f, nth_part(x, K))), ...); }(each_entry<P>);
    return map_parts([at = each.begin()](auto const&) mutable { return *at++; }, x);
  } else
    return with_parts(x, [&]<class D>(std::type_identity<D>, auto const&... m) {
      auto const of_x = std::tie(m...);
      return [&]<std::size_t... K>(std::index_sequence<K...>) {
        std::tuple<decltype(map_axes<entry<P, K>>(f, std::get<K>(of_x)))...> parts{
            map_axes<entry<P, K>>(f, std::get<K>(of_x))...}; // in order
        return unpack([](auto&... p) { return make_node<D>(static_cast<std::remove_reference_t<decltype(p)>&&>(p)...); }, parts);
      }
      (each_entry<P>);
    });
}
/// f(axis, leaf) of all leaves.
template <auto P, class F, class X> constexpr void for_each_axis(F const& f, X const& x) {
  if constexpr (entries_of<P>::count == 0) for_each_leaf([&](auto const& l) { f(std::integral_constant<int, P>{}, l); }, x);
  else if constexpr (counted_node<X>)
    [&]<std::size_t... K>(std::index_sequence<K...>) { (for_each_axis<entry<P, K>>(f, nth_part(x, K)), ...); }(each_entry<P>);
  else
    with_parts(x, [&](auto, auto const&... m) {
      auto const of_x = std::tie(m...);
      [&]<std::size_t... K>(std::index_sequence<K...>) { (for_each_axis<entry<P, K>>(f, std::get<K>(of_x)), ...); }
      (each_entry<P>);
    });
}

constexpr text entries_for(std::string_view what, int n) {
  text t;
  return t << "[constax] vmap: " << what << " has " << n << (n == 1 ? " entry for " : " entries for ");
}
constexpr text not_for_each(std::string_view what, int n, text const& structure, i64 parts) {
  return entries_for(what, n) << structure << ", which has " << parts << " parts; give an entry for each, or one axis for all";
}
/// What does not fit: nothing, or `in_axes has 3 entries for std::pair(*, *), which has 2 parts`. (Of lists and dictionaries:
/// runtime/transform.hpp.)
template <auto P, class X> constexpr void write_misfit(text& t, std::string_view what) {
  constexpr int n = entries_of<P>::count, parts = part_count<X>();
  if constexpr (n != 0 && parts != n && parts != -2) {
    if (t.size()) return;
    if constexpr (parts == -1) t << entries_for(what, n) << "a leaf, which has no parts; give it an axis, or cx::none";
    else {
      text structure;
      write_structure<X>(structure);
      t << not_for_each(what, n, structure, parts);
    }
  } else if constexpr (n != 0) {
    using of = typename member_types<X>::type;
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (write_misfit<entry<P, K>, std::remove_cvref_t<std::tuple_element_t<parts == -2 ? 0 : K, of>>>(t, what), ...);
    }
    (each_entry<P>);
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
