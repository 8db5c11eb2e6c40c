// SPDX-License-Identifier: BSL-1.0
#pragma once
// of_gamma: laws that are functions of gamma variables. beta, dirichlet, chisquare, t, f, generalized_normal, ball
//
// All are differentiated in their parameters, as far as the gamma law is.
#include <constax/api/random/gamma.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
// The laws at places (places.hpp).
template <class T, key_reader By, class S, class K, class A, class B>
constexpr auto beta_at(S const& places, K const& key, A const& a, B const& b) {
  auto const [of_a, of_b] = draw_two_keys<By>(key);
  auto const x = gamma_at<true, T, By>(places, of_a, a), y = gamma_at<true, T, By>(places, of_b, b);
  auto const top = max(x, y);
  auto const u = exp(x - top), v = exp(y - top);
  return u / (u + v);
}
template <class T, key_reader By, class S, class K, class D>
constexpr auto chisquare_at(S const& places, K const& key, D const& df) {
  return exp(gamma_at<true, T, By>(places, key, places.template parameter<T, By>(df) / T(2))) * T(2);
}
template <class T, key_reader By, class S, class K, class D>
constexpr auto t_at(S const& places, K const& key, D const& df) {
  auto const [of_normal, of_gamma] = draw_two_keys<By>(key);
  auto const half = places.template parameter<T, By>(df) / T(2);
  return normal_at<T, By>(places, of_normal) * sqrt(half / gamma_at<false, T, By>(places, of_gamma, half));
}
template <class T, key_reader By, class S, class K, class M, class N>
constexpr auto f_at(S const& places, K const& key, M const& m, N const& n) {
  auto const [below, above] = draw_two_keys<By>(key);
  auto const mean_of = [&](auto const& k, auto const& df) { return chisquare_at<T, By>(places, k, df) / df; };
  return mean_of(above, places.template parameter<T, By>(m)) / mean_of(below, places.template parameter<T, By>(n));
}
template <class T, key_reader By, class S, class K, class P>
constexpr auto generalized_normal_at(S const& places, K const& key, P const& power) {
  auto const [of_size, of_sign] = draw_two_keys<By>(key);
  auto const inverse = T(1) / places.template parameter<T, By>(power);
  return sign_at<T, By>(places, of_sign) * pow(gamma_at<false, T, By>(places, of_size, inverse), inverse);
}
/// Points of the unit ball: lines of coordinates.
template <class T, key_reader By, class S, class L, class K, class P>
constexpr auto ball_at(S const& points, L const& coordinates, K const& key, P const& p) {
  constexpr std::integral_constant<int, -1> last{};
  auto const [of_direction, of_radius] = draw_two_keys<By>(key);
  auto const power = parameter<T, shape{}, By>(p);
  auto const g = generalized_normal_at<T, By>(coordinates, of_direction, p);
  auto const e = exponential_at<T, By>(points, of_radius);
  return g / expand_dims(pow(sum(pow(abs(g), power), last) + e, T(1) / power), last);
}
/// Of a dynamic tracer alpha, with lengths or those of its lines: runtime/random_laws.hpp.
template <class T, class K, class A>
dynamic_tracer dirichlet_dynamic(K const& key, bool lengths, shape s, A const& alpha);
} // namespace detail

/// Of the beta law, density x^(a-1) (1-x)^(b-1) / B(a, b) in (0, 1): beta<float, 5>(key, a, b). a, b > 0: numbers, or tracers whose shapes
/// broadcast to that of the result. x / (x + y) of gamma variables x and y, of which the logarithms are drawn.
template <element_type T, auto... Dims, key_argument K, class A, class B>
constexpr auto beta(K const& key, A const& a, B const& b) {
  return detail::beta_at<T, key_reader::beta>(detail::places_of<Dims...>(a, b), key, a, b);
}
template <auto... Dims, key_argument K, class A, class B>
constexpr auto beta(K const& key, A const& a, B const& b) {
  return beta<double, Dims...>(key, a, b);
}

/// Of the Dirichlet law: of each line of alpha[..., k] positive numbers of sum 1. dirichlet<float, 5>(key, alpha): T[5, k], where
/// alpha's first axes broadcast to the lengths. softmax of the logarithms of gamma variables of shapes alpha.
template <element_type T, auto... Dims, key_argument K, class A>
requires(traced_value<A> || container<A>)
constexpr auto dirichlet(K const& key, A const& alpha) {
  if constexpr (container<A>) return dirichlet<T, Dims...>(key, constax::detail::as_constant(alpha));
  else if constexpr (is_dynamic<A>) return detail::dirichlet_dynamic<T>(key, sizeof...(Dims) > 0, shape_of_dims<Dims...>, alpha);
  else {
    static_assert(A::rank() > 0, "[constax] random::dirichlet: alpha is a vector, or an array of vectors along its last axis");
    constexpr shape s = detail::lines_of_length<detail::drawn_lines<A, Dims...>, A::aval.shape[A::rank() - 1]>;
    constexpr auto by = key_reader::dirichlet;
    return softmax(detail::draw_gamma<true, by>(key, detail::parameter<T, s, by>(alpha)));
  }
}
template <auto... Dims, key_argument K, class A>
requires(traced_value<A> || container<A>)
constexpr auto dirichlet(K const& key, A const& alpha) {
  return dirichlet<double, Dims...>(key, alpha);
}

/// Of the chi-square law of df > 0 degrees of freedom: twice a gamma variable of shape df / 2. df: a number, or a tracer whose shape
/// broadcasts to that of the result.
template <element_type T, auto... Dims, key_argument K, class D>
constexpr auto chisquare(K const& key, D const& df) {
  return detail::chisquare_at<T, key_reader::chisquare>(detail::places_of<Dims...>(df), key, df);
}
template <auto... Dims, key_argument K, class D>
constexpr auto chisquare(K const& key, D const& df) {
  return chisquare<double, Dims...>(key, df);
}

/// Of Student's law of df > 0 degrees of freedom: n sqrt((df / 2) / g) of a normal n and a gamma variable g of shape df / 2. df: a number,
/// or a tracer whose shape broadcasts to that of the result.
template <element_type T, auto... Dims, key_argument K, class D>
constexpr auto t(K const& key, D const& df) {
  return detail::t_at<T, key_reader::t>(detail::places_of<Dims...>(df), key, df);
}
template <auto... Dims, key_argument K, class D>
constexpr auto t(K const& key, D const& df) {
  return t<double, Dims...>(key, df);
}

/// Of Fisher's F law: of a chi-square variable of m degrees of freedom over m, and one of n over n, the quotient. m, n > 0: numbers, or
/// tracers whose shapes broadcast to that of the result.
template <element_type T, auto... Dims, key_argument K, class M, class N>
constexpr auto f(K const& key, M const& m, N const& n) {
  return detail::f_at<T, key_reader::f>(detail::places_of<Dims...>(m, n), key, m, n);
}
template <auto... Dims, key_argument K, class M, class N>
constexpr auto f(K const& key, M const& m, N const& n) {
  return f<double, Dims...>(key, m, n);
}

/// Of the generalised normal law, density proportional to e^-|x|^p: a sign times g^(1/p) of a gamma variable g of shape 1 / p. p > 0: a
/// number, or a tracer whose shape broadcasts to that of the result.
template <element_type T, auto... Dims, key_argument K, class P>
constexpr auto generalized_normal(K const& key, P const& p) {
  return detail::generalized_normal_at<T, key_reader::generalized_normal>(detail::places_of<Dims...>(p), key, p);
}
template <auto... Dims, key_argument K, class P>
constexpr auto generalized_normal(K const& key, P const& p) {
  return generalized_normal<double, Dims...>(key, p);
}

/// Uniform in the unit ball of the norm (|x_1|^p + ... + |x_d|^p)^(1/p): ball<3>(key) is a point of three coordinates, ball<float, 100,
/// 3>(key, 1) are 100 of them. p: a number, or a traced scalar. g / (|g_1|^p + ... + e)^(1/p) of generalised normal variables g and an
/// exponential e: Barthe, Guedon, Mendelson, Naor: A probabilistic approach to the geometry of the l_p^n-ball (2005).
template <element_type T, auto... Dims, key_argument K, class P = int>
requires(sizeof...(Dims) > 0)
constexpr auto ball(K const& key, P const& p = 2) {
  constexpr shape s = shape_of_dims<Dims...>, points = detail::shape_of_lines<s>;
  return detail::ball_at<T, key_reader::ball>(detail::drawn_places<points>{}, detail::drawn_places<s>{}, key, p);
}
template <auto... Dims, key_argument K, class P = int>
requires(sizeof...(Dims) > 0)
constexpr auto ball(K const& key, P const& p = 2) {
  return ball<double, Dims...>(key, p);
}

} // namespace constax::inline CONSTAX_TAG::random
