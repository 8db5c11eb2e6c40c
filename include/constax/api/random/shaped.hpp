// SPDX-License-Identifier: BSL-1.0
#pragma once
// shaped: laws that are functions of uniform or normal numbers and of parameters. lognormal, pareto, rayleigh, weibull_min, maxwell,
// double_sided_maxwell, wald, triangular
//
// Parameters are numbers, or tracers whose shapes broadcast to that of the result, which without lengths is theirs. Samples are
// differentiated in them.
#include <constax/api/random/places.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
// The laws at places (places.hpp).
template <class T, key_reader By, class S, class K, class P>
constexpr auto lognormal_at(S const& places, K const& key, P const& sigma) {
  return exp(normal_at<T, By>(places, key) * places.template parameter<T, By>(sigma));
}
template <class T, key_reader By, class S, class K, class P>
constexpr auto pareto_at(S const& places, K const& key, P const& b) {
  return exp(exponential_at<T, By>(places, key) / places.template parameter<T, By>(b));
}
template <class T, key_reader By, class S, class K, class P>
constexpr auto rayleigh_at(S const& places, K const& key, P const& scale) {
  return places.template parameter<T, By>(scale) * sqrt(log(places.template unit<T, By>(key)) * T(-2));
}
template <class T, key_reader By, class S, class K, class P, class C>
constexpr auto weibull_min_at(S const& places, K const& key, P const& scale, C const& concentration) {
  auto const e = exponential_at<T, By>(places, key);
  return pow(e, T(1) / places.template parameter<T, By>(concentration)) * places.template parameter<T, By>(scale);
}
template <class T, key_reader By, class S, class K>
constexpr auto maxwell_at(S const& places, K const& key) {
  auto const z = normal_at<T, By>(places.template lines<3>(), key);
  return sqrt(sum(z * z, std::integral_constant<int, -1>{}));
}
template <class T, key_reader By, class S, class K, class L, class P>
constexpr auto double_sided_maxwell_at(S const& places, K const& key, L const& loc, P const& scale) {
  auto const [of_size, of_sign] = draw_two_keys<By>(key);
  auto const m = sign_at<T, By>(places, of_sign) * maxwell_at<T, By>(places, of_size);
  return m * places.template parameter<T, By>(scale) + places.template parameter<T, By>(loc);
}
template <class T, key_reader By, class S, class K, class P>
constexpr auto wald_at(S const& places, K const& key, P const& mean) {
  auto const [of_normal, of_root] = draw_two_keys<By>(key);
  auto const m = places.template parameter<T, By>(mean);
  auto const v = normal_at<T, By>(places, of_normal);
  auto const y = v * v, square = m * m;
  auto const x = m + square * y / T(2) - m / T(2) * sqrt(T(4) * m * y + square * (y * y));
  return where(places.template unit<T, By>(of_root) <= m / (m + x), x, square / x);
}
template <class T, key_reader By, class S, class K, class L, class M, class R>
constexpr auto triangular_at(S const& places, K const& key, L const& left, M const& mode, R const& right) {
  auto const l = places.template parameter<T, By>(left), m = places.template parameter<T, By>(mode);
  auto const r = places.template parameter<T, By>(right);
  auto const u = places.template unit<T, By>(key);
  auto const below = u < (m - l) / (r - l);
  // One root for both sides: the other side's would have no derivative where it is 0.
  auto const root = sqrt(where(below, u * (r - l) * (m - l), (T(1) - u) * (r - l) * (r - m)));
  return where(below, l + root, r - root);
}
} // namespace detail

/// e^(sigma x) of a normal x: lognormal<float, 5>(key, 0.5f).
template <element_type T, auto... Dims, key_argument K, class P = int>
constexpr auto lognormal(K const& key, P const& sigma = 1) {
  return detail::lognormal_at<T, key_reader::lognormal>(detail::places_of<Dims...>(sigma), key, sigma);
}
template <auto... Dims, key_argument K, class P = int>
constexpr auto lognormal(K const& key, P const& sigma = 1) {
  return lognormal<double, Dims...>(key, sigma);
}

/// Of density b / x^(b+1) from 1 on: e^(e / b) of an exponential e.
template <element_type T, auto... Dims, key_argument K, class P>
constexpr auto pareto(K const& key, P const& b) {
  return detail::pareto_at<T, key_reader::pareto>(detail::places_of<Dims...>(b), key, b);
}
template <auto... Dims, key_argument K, class P>
constexpr auto pareto(K const& key, P const& b) {
  return pareto<double, Dims...>(key, b);
}

/// The length of a vector of two normal numbers times scale: scale sqrt(-2 log(u)).
template <element_type T, auto... Dims, key_argument K, class P>
constexpr auto rayleigh(K const& key, P const& scale) {
  return detail::rayleigh_at<T, key_reader::rayleigh>(detail::places_of<Dims...>(scale), key, scale);
}
template <auto... Dims, key_argument K, class P>
constexpr auto rayleigh(K const& key, P const& scale) {
  return rayleigh<double, Dims...>(key, scale);
}

/// Of distribution function 1 - e^-(x / scale)^concentration: scale (-log(1 - u))^(1 / concentration).
template <element_type T, auto... Dims, key_argument K, class P, class C>
constexpr auto weibull_min(K const& key, P const& scale, C const& concentration) {
  return detail::weibull_min_at<T, key_reader::weibull_min>(detail::places_of<Dims...>(scale, concentration), key, scale, concentration);
}
template <auto... Dims, key_argument K, class P, class C>
constexpr auto weibull_min(K const& key, P const& scale, C const& concentration) {
  return weibull_min<double, Dims...>(key, scale, concentration);
}

/// The length of a vector of three normal numbers: maxwell<float, 5>(key).
template <element_type T, auto... Dims, key_argument K>
constexpr auto maxwell(K const& key) {
  return detail::maxwell_at<T, key_reader::maxwell>(detail::drawn_places<shape_of_dims<Dims...>>{}, key);
}
template <auto... Dims, key_argument K>
constexpr auto maxwell(K const& key) {
  return maxwell<double, Dims...>(key);
}
/// loc + scale m, and m that of maxwell with either sign. (JAX repeats the shape of arrays of parameters behind the lengths.)
template <element_type T, auto... Dims, key_argument K, class L, class P>
constexpr auto double_sided_maxwell(K const& key, L const& loc, P const& scale) {
  return detail::double_sided_maxwell_at<T, key_reader::double_sided_maxwell>(detail::places_of<Dims...>(loc, scale), key, loc, scale);
}
template <auto... Dims, key_argument K, class L, class P>
constexpr auto double_sided_maxwell(K const& key, L const& loc, P const& scale) {
  return double_sided_maxwell<double, Dims...>(key, loc, scale);
}

/// Of Wald's law, the inverse Gaussian one of that mean and of scale 1: when a Brownian motion with drift 1 / mean arrives at 1. Michael,
/// Schucany, Haas: Generating random variates using transformations with multiple roots (1976).
template <element_type T, auto... Dims, key_argument K, class P>
constexpr auto wald(K const& key, P const& mean) {
  return detail::wald_at<T, key_reader::wald>(detail::places_of<Dims...>(mean), key, mean);
}
template <auto... Dims, key_argument K, class P>
constexpr auto wald(K const& key, P const& mean) {
  return wald<double, Dims...>(key, mean);
}

/// Of the density that goes up from 0 at left to mode, and down to 0 at right.
template <element_type T, auto... Dims, key_argument K, class L, class M, class R>
constexpr auto triangular(K const& key, L const& left, M const& mode, R const& right) {
  return detail::triangular_at<T, key_reader::triangular>(detail::places_of<Dims...>(left, mode, right), key, left, mode, right);
}
template <auto... Dims, key_argument K, class L, class M, class R>
constexpr auto triangular(K const& key, L const& left, M const& mode, R const& right) {
  return triangular<double, Dims...>(key, left, mode, right);
}

} // namespace constax::inline CONSTAX_TAG::random
