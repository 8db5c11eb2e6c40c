// SPDX-License-Identifier: BSL-1.0
#pragma once
// continuous: samplers of floating-point numbers. name<T, Dims...>(key) gives T[Dims...], name<Dims...>(key) numbers of double, name(key)
// one. They are differentiated in their parameters, as far as they have any: the sample moves with them.
#include <constax/api/random/places.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
template <class T, key_reader By, class S, class K, class Lo, class Hi>
constexpr auto uniform_at(S const& places, K const& key, Lo const& lo, Hi const& hi) {
  auto const a = places.template as_given<By>(lo);
  using number = std::conditional_t<traced_value<decltype(a)>, std::remove_const_t<decltype(a)>, T>;
  return unit_between(places.template unit<T, By>(key), static_cast<number>(a), places.template as_given<By>(hi));
}
} // namespace detail

/// Uniform in [lo, hi): uniform<float, 5>(key), uniform<double, n>(key, lo, hi). lo and hi: numbers, or arrays whose shapes broadcast to
/// that of the result; without lengths it has their shape.
template <element_type T, auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto uniform(K const& key, Lo const& lo, Hi const& hi) {
  return detail::uniform_at<T, key_reader::uniform>(detail::places_of<Dims...>(lo, hi), key, lo, hi);
}
template <auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto uniform(K const& key, Lo const& lo, Hi const& hi) {
  return uniform<double, Dims...>(key, lo, hi);
}
/// Uniform in [0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto uniform(K const& key) {
  return detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::uniform>(key);
}
template <auto... Dims, key_argument K>
constexpr auto uniform(K const& key) {
  return uniform<double, Dims...>(key);
}

/// Of mean 0 and variance 1: sqrt(2) erf_inv(u), u uniform in (-1, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto normal(K const& key) {
  return detail::draw_normal<T, shape_of_dims<Dims...>, key_reader::normal>(key);
}
template <auto... Dims, key_argument K>
constexpr auto normal(K const& key) {
  return normal<double, Dims...>(key);
}

namespace detail {
template <class T, class X, class Lo, class Hi>
constexpr auto truncated_normal_of(X const& unit, Lo const& lo, Hi const& hi) {
  constexpr T inf = std::numeric_limits<T>::infinity();
  auto const as = [](auto const& x) {
    if constexpr (traced_value<decltype(x)>) return x;
    else return static_cast<T>(x);
  };
  auto const at = [](auto const& x) { return erf(x / sqrt2<T>); };
  auto const a = as(lo);
  auto const b = as(hi);
  auto const low = at(a);
  auto const z = erf_inv(unit_between(unit, low, at(b))) * sqrt2<T>;
  return min(max(z, nextafter(stop_gradient(a), inf)), nextafter(stop_gradient(b), -inf));
}
template <class T, key_reader By, class S, class K, class Lo, class Hi>
constexpr auto truncated_normal_at(S const& places, K const& key, Lo const& lo, Hi const& hi) {
  return truncated_normal_of<T>(places.template unit<T, By>(key), places.template as_given<By>(lo), places.template as_given<By>(hi));
}
template <class T, class X>
constexpr auto laplace_of(X const& unit) {
  auto const u = unit_between(unit, above_minus_one<T>, T(1));
  return sign(u) * log1p(-abs(u));
}
template <class T, class X>
constexpr auto logistic_of(X const& unit) {
  auto const u = unit_between(unit, tiny<T>, T(1));
  return log(u) - log1p(-u);
}
template <class T, class X>
constexpr auto cauchy_of(X const& unit) {
  return tan((unit_between(unit, std::numeric_limits<T>::epsilon(), T(1)) - T(0.5)) * pi<T>);
}
} // namespace detail
/// As normal, between lo and hi: sqrt(2) erf_inv(u), u uniform between erf(lo / sqrt(2)) and erf(hi / sqrt(2)). lo and hi: numbers, or
/// arrays whose shapes broadcast to that of the result, which lies strictly between them; without lengths it has their shape.
template <element_type T, auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto truncated_normal(K const& key, Lo const& lo, Hi const& hi) {
  return detail::truncated_normal_at<T, key_reader::truncated_normal>(detail::places_of<Dims...>(lo, hi), key, lo, hi);
}
template <auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto truncated_normal(K const& key, Lo const& lo, Hi const& hi) {
  return truncated_normal<double, Dims...>(key, lo, hi);
}

/// Of rate 1: -log(1 - u), u uniform in [0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto exponential(K const& key) {
  return detail::draw_exponential<T, shape_of_dims<Dims...>, key_reader::exponential>(key);
}
template <auto... Dims, key_argument K>
constexpr auto exponential(K const& key) {
  return exponential<double, Dims...>(key);
}

namespace detail {
template <class T, class X>
constexpr auto gumbel_of(X const& unit) {
  return -log(-log(unit_between(unit, tiny<T>, T(1))));
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_gumbel(K const& key) {
  return gumbel_of<T>(draw_unit<T, S, By>(key));
}
} // namespace detail
/// The largest of many, of location 0 and scale 1: -log(-log(u)), u uniform in (0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto gumbel(K const& key) {
  return detail::draw_gumbel<T, shape_of_dims<Dims...>, key_reader::gumbel>(key);
}
template <auto... Dims, key_argument K>
constexpr auto gumbel(K const& key) {
  return gumbel<double, Dims...>(key);
}

/// Of density e^-|x| / 2: sign(u) log(1 - |u|), u uniform in (-1, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto laplace(K const& key) {
  return detail::laplace_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::laplace>(key));
}
template <auto... Dims, key_argument K>
constexpr auto laplace(K const& key) {
  return laplace<double, Dims...>(key);
}

/// Of location 0 and scale 1: log(u) - log(1 - u), u uniform in (0, 1). (cx::logistic is the function.)
template <element_type T, auto... Dims, key_argument K>
constexpr auto logistic(K const& key) {
  return detail::logistic_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::logistic>(key));
}
template <auto... Dims, key_argument K>
constexpr auto logistic(K const& key) {
  return logistic<double, Dims...>(key);
}

/// Of density 1 / (pi (1 + x^2)): tan(pi (u - 1/2)), u uniform in (0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto cauchy(K const& key) {
  return detail::cauchy_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::cauchy>(key));
}
template <auto... Dims, key_argument K>
constexpr auto cauchy(K const& key) {
  return cauchy<double, Dims...>(key);
}

} // namespace constax::inline CONSTAX_TAG::random
