// SPDX-License-Identifier: BSL-1.0
#pragma once
// drawn_places<S>: what a law asks of the places that are drawn, of a static shape: constants, parameters, numbers in [0, 1). Laws that are
// written on it are one text for lengths of the program and for those that are known at run time (late_drawn_places,
// runtime/random_laws.hpp).
#include <constax/api/random/continuous.hpp>
#include <constax/api/random/parameters.hpp>

namespace constax::inline CONSTAX_TAG::random::detail {

template <shape S> struct drawn_places {
  template <class T> constexpr auto full(T x) const { return filled_with<T, S>(x); }
  template <class T, key_reader By, class P> constexpr auto parameter(P const& p) const { return detail::parameter<T, S, By>(p); }
  /// A number in [0, 1) for each place, from a key, or from its word.
  template <class T, key_reader By, class K> constexpr auto unit(K const& key) const { return draw_unit<T, S, By>(key); }
  template <class F, class Impl, class W> constexpr auto units(W const& w) const {
    return unit_of<F>(bits_at<bits_for<F>, S, Impl>(w, places_in<S>()));
  }
  /// A line of so many places for each.
  template <i64 Length> constexpr auto lines() const { return drawn_places<lines_of_length<S, extent(Length)>>{}; }
};

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
