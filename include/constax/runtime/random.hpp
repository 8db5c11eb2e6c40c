// SPDX-License-Identifier: BSL-1.0
#pragma once
// random: samplers of lengths that are known at run time: normal<float>(key, {n, 3}); and those of static lengths on dynamic tracers.
//
// Samplers are written once, in api/random/: a key that is a dynamic tracer is from there on a static one (random_keys.hpp), and so are
// numbers of static lengths. What is wrong is thrown, with the compiler's sentences.
#include <constax/runtime/random_laws.hpp>

namespace constax::inline CONSTAX_TAG::random {

/// uniform<float>(key, {n, 3}), uniform(key, {n}, lo, hi).
template <element_type T = double, key_argument K> dynamic_tracer uniform(K const& key, std::initializer_list<i64> lengths) {
  return detail::late_unit<T, key_reader::uniform>(key, detail::lengths_of(key_reader::uniform, lengths));
}
template <element_type T = double, key_argument K, class Lo, class Hi>
dynamic_tracer uniform(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  constexpr auto by = key_reader::uniform;
  return detail::uniform_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, lo, hi);
}
template <element_type T = double, key_argument K> dynamic_tracer normal(K const& key, std::initializer_list<i64> lengths) {
  return detail::normal_of<T>(detail::late_unit<T, key_reader::normal>(key, detail::lengths_of(key_reader::normal, lengths)));
}
template <element_type T = double, key_argument K> dynamic_tracer exponential(K const& key, std::initializer_list<i64> lengths) {
  return detail::exponential_of(detail::late_unit<T, key_reader::exponential>(key, detail::lengths_of(key_reader::exponential, lengths)));
}
template <element_type T = double, key_argument K> dynamic_tracer gumbel(K const& key, std::initializer_list<i64> lengths) {
  return detail::gumbel_of<T>(detail::late_unit<T, key_reader::gumbel>(key, detail::lengths_of(key_reader::gumbel, lengths)));
}
template <element_type T = double, key_argument K, class Lo, class Hi>
dynamic_tracer truncated_normal(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  constexpr auto by = key_reader::truncated_normal;
  return detail::truncated_normal_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, lo, hi);
}
template <element_type T = double, key_argument K> dynamic_tracer laplace(K const& key, std::initializer_list<i64> lengths) {
  return detail::laplace_of<T>(detail::late_unit<T, key_reader::laplace>(key, detail::lengths_of(key_reader::laplace, lengths)));
}
template <element_type T = double, key_argument K> dynamic_tracer logistic(K const& key, std::initializer_list<i64> lengths) {
  return detail::logistic_of<T>(detail::late_unit<T, key_reader::logistic>(key, detail::lengths_of(key_reader::logistic, lengths)));
}
template <element_type T = double, key_argument K> dynamic_tracer cauchy(K const& key, std::initializer_list<i64> lengths) {
  return detail::cauchy_of<T>(detail::late_unit<T, key_reader::cauchy>(key, detail::lengths_of(key_reader::cauchy, lengths)));
}
template <element_type T = int, key_argument K> dynamic_tracer rademacher(K const& key, std::initializer_list<i64> lengths) {
  constexpr auto by = key_reader::rademacher;
  return detail::sign_of<T>(detail::late_unit<double, by>(key, detail::lengths_of(by, lengths)) < 0.5);
}
/// randint<std::int64_t>(key, {n}, lo, hi).
template <element_type T = int, key_argument K, class Lo, class Hi>
dynamic_tracer randint(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  constexpr auto by = key_reader::randint;
  return detail::integers_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, lo, hi);
}
/// bernoulli(key, {n}, p). p: a number, or traced.
template <key_argument K, class P = double> dynamic_tracer bernoulli(K const& key, std::initializer_list<i64> lengths, P const& p = 0.5) {
  constexpr auto by = key_reader::bernoulli;
  return detail::truth_at<by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, p);
}

/// categorical(key, logits), categorical<5>(key, logits), categorical(key, {n}, logits): i32.
template <auto... Dims, key_argument K, dynamic_tracing L, axis_like A = std::integral_constant<int, -1>>
dynamic_tracer categorical(K const& key, L const& logits, A axis = {}) {
  return detail::late_categorical(key, shape_of_dims<Dims...>, logits, detail::axis_number(axis));
}
template <key_argument K, traced_value L, axis_like A = std::integral_constant<int, -1>>
dynamic_tracer categorical(K const& key, std::initializer_list<i64> lengths, L const& logits, A axis = {}) {
  shape const s = detail::lengths_of(key_reader::categorical, lengths);
  return detail::late_categorical(key, s, dynamic_tracer(logits), detail::axis_number(axis));
}
/// choice<5>(key, p), choice(key, {n}, p), choice(key, {n}, m).
template <auto... Dims, key_argument K, dynamic_tracing P> dynamic_tracer choice(K const& key, P const& p) {
  return detail::late_choice(key, shape_of_dims<Dims...>, p);
}
template <key_argument K, traced_value P> dynamic_tracer choice(K const& key, std::initializer_list<i64> lengths, P const& p) {
  return detail::late_choice(key, detail::lengths_of(key_reader::choice, lengths), dynamic_tracer(p));
}
template <key_argument K, integer_number N> dynamic_tracer choice(K const& key, std::initializer_list<i64> lengths, N n) {
  constexpr auto by = key_reader::choice;
  return detail::integers_at<int, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, 0, static_cast<int>(n));
}
/// choice<5>(key, p, without_replacement): more than there are is an index_error.
template <i64 Count, key_argument K, dynamic_tracing P> dynamic_tracer choice(K const& key, P const& p, without_replacement_t) {
  detail::expect_floating_dynamic(key_reader::choice, p, true);
  dynamic_tracer const order = detail::late_gumbel<key_reader::choice>(key, p.type().shape, p) + log(p);
  return emit_dynamic<argsort_t>({0, extent(Count), true, dtype::i32}, order);
}

/// gamma<float>(key, {n}, a). a: a number, or traced, of a shape that broadcasts to the lengths.
template <element_type T = double, key_argument K, class A> dynamic_tracer gamma(K const& key, std::initializer_list<i64> lengths,
                                                                                 A const& a) {
  return detail::late_gamma<false, T, key_reader::gamma>(key, detail::lengths_of(key_reader::gamma, lengths), a);
}
template <element_type T = double, key_argument K, class A> dynamic_tracer loggamma(K const& key, std::initializer_list<i64> lengths,
                                                                                    A const& a) {
  return detail::late_gamma<true, T, key_reader::loggamma>(key, detail::lengths_of(key_reader::loggamma, lengths), a);
}
/// Laws with parameters, which are numbers, or traced, of shapes that broadcast to the lengths: beta(key, {n}, a, b).
template <element_type T = double, key_argument K, class P = int>
dynamic_tracer lognormal(K const& key, std::initializer_list<i64> lengths, P const& sigma = 1) {
  constexpr auto by = key_reader::lognormal;
  return detail::lognormal_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, sigma);
}
template <element_type T = double, key_argument K, class P>
dynamic_tracer pareto(K const& key, std::initializer_list<i64> lengths, P const& b) {
  constexpr auto by = key_reader::pareto;
  return detail::pareto_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, b);
}
template <element_type T = double, key_argument K, class P>
dynamic_tracer rayleigh(K const& key, std::initializer_list<i64> lengths, P const& scale) {
  constexpr auto by = key_reader::rayleigh;
  return detail::rayleigh_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, scale);
}
template <element_type T = double, key_argument K, class P, class C>
dynamic_tracer weibull_min(K const& key, std::initializer_list<i64> lengths, P const& scale, C const& concentration) {
  constexpr auto by = key_reader::weibull_min;
  return detail::weibull_min_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, scale, concentration);
}
template <element_type T = double, key_argument K>
dynamic_tracer maxwell(K const& key, std::initializer_list<i64> lengths) {
  constexpr auto by = key_reader::maxwell;
  return detail::maxwell_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key);
}
template <element_type T = double, key_argument K, class L, class P>
dynamic_tracer double_sided_maxwell(K const& key, std::initializer_list<i64> lengths, L const& loc, P const& scale) {
  constexpr auto by = key_reader::double_sided_maxwell;
  return detail::double_sided_maxwell_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, loc, scale);
}
template <element_type T = double, key_argument K, class P>
dynamic_tracer wald(K const& key, std::initializer_list<i64> lengths, P const& mean) {
  constexpr auto by = key_reader::wald;
  return detail::wald_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, mean);
}
template <element_type T = double, key_argument K, class L, class M, class R>
dynamic_tracer triangular(K const& key, std::initializer_list<i64> lengths, L const& left, M const& mode, R const& right) {
  constexpr auto by = key_reader::triangular;
  return detail::triangular_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, left, mode, right);
}
template <element_type T = double, key_argument K, class A, class B>
dynamic_tracer beta(K const& key, std::initializer_list<i64> lengths, A const& a, B const& b) {
  constexpr auto by = key_reader::beta;
  return detail::beta_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, a, b);
}
template <element_type T = double, key_argument K, class D>
dynamic_tracer chisquare(K const& key, std::initializer_list<i64> lengths, D const& df) {
  constexpr auto by = key_reader::chisquare;
  return detail::chisquare_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, df);
}
template <element_type T = double, key_argument K, class D>
dynamic_tracer t(K const& key, std::initializer_list<i64> lengths, D const& df) {
  constexpr auto by = key_reader::t;
  return detail::t_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, df);
}
template <element_type T = double, key_argument K, class M, class N>
dynamic_tracer f(K const& key, std::initializer_list<i64> lengths, M const& m, N const& n) {
  constexpr auto by = key_reader::f;
  return detail::f_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, m, n);
}
template <element_type T = double, key_argument K, class P>
dynamic_tracer generalized_normal(K const& key, std::initializer_list<i64> lengths, P const& p) {
  constexpr auto by = key_reader::generalized_normal;
  return detail::generalized_normal_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, p);
}
template <element_type T = int, key_argument K, class P>
dynamic_tracer geometric(K const& key, std::initializer_list<i64> lengths, P const& p) {
  constexpr auto by = key_reader::geometric;
  return detail::geometric_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, p);
}
/// ball(key, {n, 3}): n points of three coordinates.
template <element_type T = double, key_argument K, class P = int>
dynamic_tracer ball(K const& key, std::initializer_list<i64> lengths, P const& p = 2) {
  constexpr auto by = key_reader::ball;
  shape const s = detail::lengths_of(by, lengths);
  if (s.rank == 0) detail::raise_error<shape_error>("[constax] random::ball: the last length is that of the coordinates");
  shape points;
  for (int d = 0; d + 1 < s.rank; ++d) points.push(s[d]);
  return detail::ball_at<T, by>(detail::late_drawn_places{points}, detail::late_drawn_places{s}, key, p);
}
/// poisson(key, {n}, lam), binomial(key, {n}, trials, p): parameters as those of gamma.
template <element_type T = int, key_argument K, class L> dynamic_tracer poisson(K const& key, std::initializer_list<i64> lengths,
                                                                                L const& lam) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "[constax] random::poisson: gives integers");
  constexpr auto by = key_reader::poisson;
  return detail::draw_poisson<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, lam);
}
template <element_type T = double, key_argument K, class N, class P>
dynamic_tracer binomial(K const& key, std::initializer_list<i64> lengths, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::binomial: gives float or double, as in JAX");
  constexpr auto by = key_reader::binomial;
  return detail::draw_binomial_of<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, n, p);
}
/// multinomial<float>(key, {n}, trials, p): T[n, k] of p[..., k].
template <element_type T = double, key_argument K, class N, traced_value P>
dynamic_tracer multinomial(K const& key, std::initializer_list<i64> lengths, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::multinomial: gives float or double, as in JAX");
  return detail::multinomial_dynamic<T>(key, true, detail::lengths_of(key_reader::multinomial, lengths), n, p);
}
/// dirichlet<float>(key, {n}, alpha): T[n, k] of alpha[..., k].
template <element_type T = double, key_argument K, traced_value A>
dynamic_tracer dirichlet(K const& key, std::initializer_list<i64> lengths, A const& alpha) {
  return detail::dirichlet_dynamic<T>(key, true, detail::lengths_of(key_reader::dirichlet, lengths), alpha);
}
/// multivariate_normal<float>(key, {n}, mean, cov): T[n, k] of mean[k] and cov[k, k].
template <element_type T = double, key_argument K, traced_value M, traced_value C>
dynamic_tracer multivariate_normal(K const& key, std::initializer_list<i64> lengths, M const& mean, C const& cov) {
  shape const s = detail::lengths_of(key_reader::multivariate_normal, lengths);
  return detail::multivariate_normal_dynamic<T>(key, s, dynamic_tracer(mean), dynamic_tracer(cov));
}

/// permutation(key, n): 0 ... n - 1 in a random order, i32.
template <key_argument K, integer_number N> dynamic_tracer permutation(K const& key, N n) {
  shape const s = detail::lengths_of(key_reader::permutation, {static_cast<i64>(n)});
  return detail::late_shuffle<key_reader::permutation>(key, detail::numbered(dtype::i32, s), 0);
}
/// x with its elements along an axis (the first) in a random order: rows, columns stay together.
template <key_argument K, dynamic_tracing X, axis_like A = std::integral_constant<int, 0>>
dynamic_tracer permutation(K const& key, X const& x, A axis = {}) {
  int const at = detail::dynamic_axis(x.rank(), axis);
  if (x.rank() < 2) return detail::late_shuffle<key_reader::permutation>(key, x, at);
  return detail::late_places(x, permutation(key, x.shape(at)), at);
}
/// x with the elements of each line along an axis (the first) in an order of their own.
template <key_argument K, dynamic_tracing X, axis_like A = std::integral_constant<int, 0>>
dynamic_tracer permutation_independent(K const& key, X const& x, A axis = {}) {
  return detail::late_shuffle<key_reader::permutation>(key, x, detail::dynamic_axis(x.rank(), axis));
}

} // namespace constax::inline CONSTAX_TAG::random
