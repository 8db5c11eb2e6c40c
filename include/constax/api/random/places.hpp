// SPDX-License-Identifier: BSL-1.0
#pragma once
// drawn_places<S>: what a law asks of the places that are drawn, of a static shape: constants, parameters, numbers in [0, 1). Laws that are
// written on it are one text for lengths of the program and for those that are known at run time (late_drawn_places,
// runtime/random_laws.hpp).
#include <constax/api/random/parameters.hpp>
#include <constax/api/random/units.hpp>

namespace constax::inline CONSTAX_TAG::random::detail {

template <shape S> struct drawn_places {
  template <class T> constexpr auto full(T x) const { return filled_with<T, S>(x); }
  template <class T, key_reader By, class P> constexpr auto parameter(P const& p) const { return detail::parameter<T, S, By>(p); }
  /// A parameter that broadcasts to the places, as it is.
  template <key_reader By, class P> constexpr auto as_given(P const& p) const { return parameter_as_given<S, By>(p); }
  template <class U, key_reader By, class K> constexpr auto bits(K const& key) const { return draw_bits<U, S, By>(key); }
  /// A number in [0, 1) for each place, from a key, or from its word.
  template <class T, key_reader By, class K> constexpr auto unit(K const& key) const { return draw_unit<T, S, By>(key); }
  template <class F, class Impl, class W> constexpr auto units(W const& w) const {
    return unit_of<F>(bits_at<bits_for<F>, S, Impl>(w, places_in<S>()));
  }
  /// A line of so many places for each.
  template <i64 Length> constexpr auto lines() const { return drawn_places<lines_of_length<S, extent(Length)>>{}; }
};

template <class... P> auto places_of_dynamic(P const&... p); // runtime/random_laws.hpp
/// The places that lengths say; without lengths those of the parameters, whose shapes may be known only when the program is traced.
template <auto... Dims, class... P> constexpr auto places_of(P const&... p) {
  if constexpr (sizeof...(Dims) == 0 && ((is_dynamic<P> || is_ndarray<P>) || ...)) return places_of_dynamic(p...);
  else return drawn_places<drawn_shape<Dims...>::template of<P...>>{};
}

template <class T, key_reader By, class S, class K> constexpr auto normal_at(S const& places, K const& key) {
  return normal_of<T>(places.template unit<T, By>(key));
}
template <class T, key_reader By, class S, class K> constexpr auto exponential_at(S const& places, K const& key) {
  return exponential_of(places.template unit<T, By>(key));
}
/// -1 or 1.
template <class T, class B> constexpr auto sign_of(B const& truth) { return astype<T>(truth) * T(2) - T(1); }
template <class T, key_reader By, class S, class K> constexpr auto sign_at(S const& places, K const& key) {
  return sign_of<T>(places.template unit<double, By>(key) < 0.5);
}
/// Two keys of one.
template <key_reader By, class K> constexpr auto draw_two_keys(K const& key) {
  auto const two = draw_keys<shape{extent(2)}, By>(key);
  return std::array{two[0], two[1]};
}

} // namespace constax::inline CONSTAX_TAG::random::detail
