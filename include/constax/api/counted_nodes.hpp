// SPDX-License-Identifier: BSL-1.0
#pragma once
// counted_nodes: nodes of trees whose number of parts, all of one type, is known at run time. Lists, std::vector, and dictionaries,
// std::map.
//
// They are known by what they can, so that static programs, which refuse them, need not read <vector> and <map>.
#include <constax/base/config.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace constax::inline CONSTAX_TAG::detail {

template <class X>
struct list_like : std::false_type {};
template <template <class...> class List, class T, class A>
  requires requires(List<T, A> x, T m) { typename A::value_type; x.push_back(m), x.reserve(x.size()); }
struct list_like<List<T, A>> : std::true_type {
  using part = T;
  template <class U>
  using of = List<U>;
  static constexpr std::string_view name = "std::vector";
};
/// std::vector<X>. (One of numbers is an array's elements, and no tree.)
template <class X>
concept list = list_like<X>::value && !std::is_arithmetic_v<typename X::value_type>;

template <class K>
concept dictionary_key = std::is_integral_v<K> || std::is_enum_v<K> ||
                         (std::is_convertible_v<K const&, std::string_view> && std::is_constructible_v<K, char const*, std::size_t>);
template <class X>
struct dictionary_like : std::false_type {};
template <template <class...> class Map, dictionary_key K, class T, class C, class A>
requires requires(Map<K, T, C, A> x, K k, T m) {
  typename A::value_type;
  x.lower_bound(k), x.at(k), x.emplace_hint(x.end(), k, m);
}
struct dictionary_like<Map<K, T, C, A>> : std::true_type {
  using part = T;
  using key = K;
  template <class U>
  using of = Map<K, U, C>;
  static constexpr std::string_view name = "std::map";
};
/// std::map<K, X>, K a text, an integer or an enum. Its parts stand in the order of its keys.
template <class X>
concept dictionary = dictionary_like<X>::value;

template <class X>
concept counted_node = list<X> || dictionary<X>;
template <counted_node X>
struct counted_like : std::conditional_t<list<X>, list_like<X>, dictionary_like<X>> {};
template <counted_node X>
using counted_part = typename counted_like<X>::part;

/// The part at which an iterator of X stands.
template <counted_node X, class At>
constexpr auto const& part_at(At const& at) {
  if constexpr (list<X>) return *at;
  else return at->second;
}
/// The part in place k.
template <counted_node X>
constexpr auto const& nth_part(X const& x, std::size_t k) {
  auto at = x.begin();
  while (k--) ++at;
  return part_at<X>(at);
}
/// f of the parts, in order.
template <class F, class X>
constexpr void each_part(F&& f, X& x) {
  if constexpr (list<std::remove_const_t<X>>)
    for (auto& m : x) f(m);
  else
    for (auto& [key, m] : x) f(m);
}
/// Such a node of what f gives of the parts.
template <class F, counted_node X>
constexpr auto map_parts(F&& f, X const& x) {
  typename counted_like<X>::template of<decltype(f(std::declval<counted_part<X> const&>()))> all;
  if constexpr (list<X>) {
    all.reserve(x.size());
    for (auto const& m : x) all.push_back(f(m));
  } else
    for (auto const& [key, m] : x) all.emplace_hint(all.end(), key, f(m));
  return all;
}

} // namespace constax::inline CONSTAX_TAG::detail
