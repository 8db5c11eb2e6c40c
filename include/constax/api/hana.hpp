// SPDX-License-Identifier: BSL-1.0
#pragma once
// hana: boost::hana::tuple, boost::hana::map and structs adapted with Hana's macros as pytrees. Include it where it is wanted; constax.hpp
// does not, because not every program pays for Hana.
//
//   hana::tuple<X...>             leaves by place
//   hana::map<pair<Key, X>...>    the keys stay, the values are leaves, in the order in which the map was made
//   BOOST_HANA_DEFINE_STRUCT      from Boost 1.81 on: in a traced function members go by name, p[BOOST_HANA_STRING("w")] or
//   BOOST_HANA_ADAPT_STRUCT       hana::at_key(p, ...); gradients come back as the struct
//
// Only Hana's types are used, `at_t{}` for `at`: up to Boost 1.80 its function objects have internal linkage, so that one of them in an
// inline function is an ODR violation. The code behind its macros for structs is such a function.
#include <constax/api/program.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/map.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/version.hpp>

#if BOOST_VERSION >= 108100
#include <boost/hana/first.hpp>
#include <boost/hana/size.hpp>
#endif

#include <constax/base/push_macros.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <std::size_t I, class Xs>
CONSTAX_INLINE constexpr decltype(auto) hana_at(Xs&& xs) {
  return boost::hana::at_t{}(static_cast<Xs&&>(xs), boost::hana::size_t<I>{});
}
template <class Map>
struct says_no_key {
  constexpr text operator()() const {
    return text(
        "[constax] hana::map: its keys have to be types that need no value (hana::type, hana::string, integral constants): the map is "
        "made anew from its values");
  }
};
/// How a key is written in a message: a hana::string by its letters.
template <class Key>
constexpr std::string_view hana_key() {
  if constexpr (requires { Key::c_str(); }) return Key::c_str();
  else return type_name<Key>();
}
template <class X>
concept hana_struct = boost::hana::Struct<X>::value;

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

template <class... X>
struct tree_of<boost::hana::tuple<X...>> {
  static constexpr bool is_described = true;
  static constexpr std::string_view kind = "hana::tuple";
  static constexpr bool holds_tracers = (false || ... || constax::detail::tracers_in<X>::any);

  template <class Self, class F>
  CONSTAX_INLINE static constexpr decltype(auto) members(Self&& self, F&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return f(constax::detail::hana_at<I>(self)...);
    }(std::index_sequence_for<X...>{});
  }
  template <class... M>
  CONSTAX_INLINE static constexpr auto make(M... m) {
    return boost::hana::tuple<M...>(static_cast<M&&>(m)...);
  }
  template <class>
  static consteval int count() {
    return (0 + ... + constax::leaf_count<X>());
  }
};

/// The keys are in the type, and the table that finds them depends on nothing else.
template <class Table, class... Key, class... X>
struct tree_of<boost::hana::detail::map_impl<Table, boost::hana::basic_tuple<boost::hana::pair<Key, X>...>>> {
  static constexpr bool is_described = true;
  static constexpr std::string_view kind = "hana::map";
  static constexpr std::array<std::string_view, sizeof...(X)> keys{constax::detail::hana_key<Key>()...};
  static constexpr bool holds_tracers = (false || ... || constax::detail::tracers_in<X>::any);

  template <class Self, class F>
  CONSTAX_INLINE static constexpr decltype(auto) members(Self&& self, F&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      return f(boost::hana::second_t{}(constax::detail::hana_at<I>(self.storage))...);
    }(std::index_sequence_for<X...>{});
  }
  template <class... M>
  CONSTAX_INLINE static constexpr auto make(M... m) {
    if constexpr ((std::is_empty_v<Key> && ...) && (std::is_default_constructible_v<Key> && ...)) {
      using pairs = boost::hana::basic_tuple<boost::hana::pair<Key, M>...>;
      return boost::hana::detail::map_impl<Table, pairs>(pairs(boost::hana::pair<Key, M>(Key{}, static_cast<M&&>(m))...));
    } else {
      constax::expect_silence<constax::detail::says_no_key<tree_of>>();
      return std::tuple<>{};
    }
  }
  template <class>
  static consteval int count() {
    return (0 + ... + constax::leaf_count<X>());
  }
};

#if BOOST_VERSION >= 108100

/// A struct adapted with Hana's macros, with other types for its members: a Hana Struct with the same names.
template <class S, class... M>
struct hana_mirror {
  using constax_tree = tree_of<S>;
  using constax_members = std::tuple<M...>;
  std::tuple<M...> values;

  template <class Key>
  CONSTAX_INLINE constexpr auto operator[](Key const& key) const {
    return boost::hana::at_key(*this, key);
  }
  template <std::size_t I>
  struct accessor {
    template <class Self>
    constexpr decltype(auto) operator()(Self&& self) const {
      return (std::get<I>(static_cast<Self&&>(self).values));
    }
  };
  struct hana_accessors_impl {
    static constexpr auto apply() {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return boost::hana::make_tuple(boost::hana::make_pair(typename constax_tree::template name<I>{}, accessor<I>{})...);
      }(std::index_sequence_for<M...>{});
    }
  };
};

template <class S>
  requires constax::detail::hana_struct<S> && (!constax::detail::mirrored<S>)
struct tree_of<S> {
  static constexpr bool is_described = true;
  static constexpr std::string_view kind = type_name<S>();
  static constexpr auto accessors = boost::hana::accessors_impl<S>::apply(); // pairs of a name and what takes the member from the struct
  using places = std::make_index_sequence<decltype(boost::hana::size(accessors))::value>;
  template <std::size_t I>
  using name = std::remove_cvref_t<decltype(boost::hana::first(boost::hana::at_c<I>(accessors)))>;

  template <std::size_t I, class Self>
  CONSTAX_INLINE static constexpr decltype(auto) member(Self& self) {
    if constexpr (constax::detail::mirrored<std::remove_const_t<Self>>) return (std::get<I>(self.values));
    else return boost::hana::second(boost::hana::at_c<I>(accessors))(self);
  }
  /// The types of the members of S, or of a mirror of it.
  template <class Self, class = places>
  struct types;
  template <class Self, std::size_t... I>
  struct types<Self, std::index_sequence<I...>> {
    using type = std::tuple<std::remove_cvref_t<decltype(member<I>(std::declval<Self&>()))>...>;
  };
  template <class Self>
  using types_of = typename types<Self>::type;
  static constexpr bool holds_tracers = constax::detail::tracers_in<types_of<S>>::any;

  template <class Self, class F>
  CONSTAX_INLINE static constexpr decltype(auto) members(Self&& self, F&& f) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) { return f(member<I>(self)...); }(places{});
  }
  template <class... M>
  CONSTAX_INLINE static constexpr auto make(M... m) {
    if constexpr (!std::is_same_v<types_of<S>, std::tuple<M...>>) return hana_mirror<S, M...>{{static_cast<M&&>(m)...}};
    else if constexpr (std::is_default_constructible_v<S>) { // by name: the macro may list the members in another order than the struct
      S s{};
      [&]<std::size_t... I>(std::index_sequence<I...>) { ((member<I>(s) = static_cast<M&&>(m)), ...); }(places{});
      return s;
    } else return S{static_cast<M&&>(m)...};
  }
  template <class Self>
  static consteval int count() {
    return []<class... M>(std::type_identity<std::tuple<M...>>) {
      return (0 + ... + constax::leaf_count<M>());
    }(std::type_identity<types_of<Self>>{});
  }
};

#else

template <class S>
  requires constax::detail::hana_struct<S>
struct tree_of<S> {
  /// What the compiler says where S is an argument or a result.
  static constexpr std::string_view refused =
      "is a struct adapted with the macros of Boost.Hana, which are usable in headers from Boost 1.81 on "
      "(before, its function objects have internal linkage); describe it with CONSTAX_STRUCT(type, members...)";
};

#endif

} // namespace constax::inline v0

#include <constax/base/pop_macros.hpp>
