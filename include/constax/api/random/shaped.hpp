// SPDX-License-Identifier: BSL-1.0
#pragma once
// shaped: laws that are functions of uniform or normal numbers and of parameters. lognormal, pareto, rayleigh, weibull_min, maxwell,
// double_sided_maxwell, wald, triangular
//
// Parameters are numbers, or tracers whose shapes broadcast to that of the result, which without lengths is theirs. Samples are
// differentiated in them.
#include <constax/api/random/discrete.hpp>
#include <constax/api/random/parameters.hpp>

namespace constax::inline CONSTAX_TAG::random {

/// e^(sigma x) of a normal x: lognormal<float, 5>(key, 0.5f).
template <element_type T, auto... Dims, class K, class P = int>
constexpr auto lognormal(K const& key, P const& sigma = 1) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<P>;
  constexpr auto by = key_reader::lognormal;
  return exp(detail::draw_normal<T, s, by>(key) * detail::parameter<T, s, by>(sigma));
}
template <auto... Dims, class K, class P = int>
constexpr auto lognormal(K const& key, P const& sigma = 1) {
  return lognormal<double, Dims...>(key, sigma);
}

/// Of density b / x^(b+1) from 1 on: e^(e / b) of an exponential e.
template <element_type T, auto... Dims, class K, class P>
constexpr auto pareto(K const& key, P const& b) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<P>;
  constexpr auto by = key_reader::pareto;
  return exp(detail::draw_exponential<T, s, by>(key) / detail::parameter<T, s, by>(b));
}
template <auto... Dims, class K, class P>
constexpr auto pareto(K const& key, P const& b) {
  return pareto<double, Dims...>(key, b);
}

/// The length of a vector of two normal numbers times scale: scale sqrt(-2 log(u)).
template <element_type T, auto... Dims, class K, class P>
constexpr auto rayleigh(K const& key, P const& scale) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<P>;
  constexpr auto by = key_reader::rayleigh;
  return detail::parameter<T, s, by>(scale) * sqrt(log(detail::draw_unit<T, s, by>(key)) * T(-2));
}
template <auto... Dims, class K, class P>
constexpr auto rayleigh(K const& key, P const& scale) {
  return rayleigh<double, Dims...>(key, scale);
}

/// Of distribution function 1 - e^-(x / scale)^concentration: scale (-log(1 - u))^(1 / concentration).
template <element_type T, auto... Dims, class K, class P, class C>
constexpr auto weibull_min(K const& key, P const& scale, C const& concentration) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<P, C>;
  constexpr auto by = key_reader::weibull_min;
  auto const e = detail::draw_exponential<T, s, by>(key);
  return pow(e, T(1) / detail::parameter<T, s, by>(concentration)) * detail::parameter<T, s, by>(scale);
}
template <auto... Dims, class K, class P, class C>
constexpr auto weibull_min(K const& key, P const& scale, C const& concentration) {
  return weibull_min<double, Dims...>(key, scale, concentration);
}

namespace detail {
template <class T, shape S, key_reader By, class K>
constexpr auto draw_maxwell(K const& key) {
  constexpr shape triples = [] {
    shape s = S;
    s.push(extent(3));
    return s;
  }();
  auto const z = draw_normal<T, triples, By>(key);
  return sqrt(sum(z * z, std::integral_constant<int, -1>{}));
}
} // namespace detail
/// The length of a vector of three normal numbers: maxwell<float, 5>(key).
template <element_type T, auto... Dims, class K>
constexpr auto maxwell(K const& key) {
  return detail::draw_maxwell<T, shape_of_dims<Dims...>, key_reader::maxwell>(key);
}
template <auto... Dims, class K>
constexpr auto maxwell(K const& key) {
  return maxwell<double, Dims...>(key);
}
/// loc + scale m, and m that of maxwell with either sign. (JAX repeats the shape of arrays of parameters behind the lengths.)
template <element_type T, auto... Dims, class K, class L, class P>
constexpr auto double_sided_maxwell(K const& key, L const& loc, P const& scale) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<L, P>;
  constexpr auto by = key_reader::double_sided_maxwell;
  auto const two = detail::draw_keys<shape{extent(2)}, by>(key);
  auto const m = detail::draw_sign<T, s, by>(two[1]) * detail::draw_maxwell<T, s, by>(two[0]);
  return m * detail::parameter<T, s, by>(scale) + detail::parameter<T, s, by>(loc);
}
template <auto... Dims, class K, class L, class P>
constexpr auto double_sided_maxwell(K const& key, L const& loc, P const& scale) {
  return double_sided_maxwell<double, Dims...>(key, loc, scale);
}

/// Of Wald's law, the inverse Gaussian one of that mean and of scale 1: when a Brownian motion with drift 1 / mean arrives at 1. Michael,
/// Schucany, Haas: Generating random variates using transformations with multiple roots (1976).
template <element_type T, auto... Dims, class K, class P>
constexpr auto wald(K const& key, P const& mean) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<P>;
  constexpr auto by = key_reader::wald;
  auto const two = detail::draw_keys<shape{extent(2)}, by>(key);
  auto const m = detail::parameter<T, s, by>(mean);
  auto const v = detail::draw_normal<T, s, by>(two[0]);
  auto const y = v * v, square = m * m;
  auto const x = m + square * y / T(2) - m / T(2) * sqrt(T(4) * m * y + square * (y * y));
  return where(detail::draw_unit<T, s, by>(two[1]) <= m / (m + x), x, square / x);
}
template <auto... Dims, class K, class P>
constexpr auto wald(K const& key, P const& mean) {
  return wald<double, Dims...>(key, mean);
}

/// Of the density that goes up from 0 at left to mode, and down to 0 at right.
template <element_type T, auto... Dims, class K, class L, class M, class R>
constexpr auto triangular(K const& key, L const& left, M const& mode, R const& right) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<L, M, R>;
  constexpr auto by = key_reader::triangular;
  auto const l = detail::parameter<T, s, by>(left), m = detail::parameter<T, s, by>(mode), r = detail::parameter<T, s, by>(right);
  auto const u = detail::draw_unit<T, s, by>(key);
  auto const below = u < (m - l) / (r - l);
  // One root for both sides: the other side's would have no derivative where it is 0.
  auto const root = sqrt(where(below, u * (r - l) * (m - l), (T(1) - u) * (r - l) * (r - m)));
  return where(below, l + root, r - root);
}
template <auto... Dims, class K, class L, class M, class R>
constexpr auto triangular(K const& key, L const& left, M const& mode, R const& right) {
  return triangular<double, Dims...>(key, left, mode, right);
}

} // namespace constax::inline CONSTAX_TAG::random
