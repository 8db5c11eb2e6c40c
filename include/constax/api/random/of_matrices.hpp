// SPDX-License-Identifier: BSL-1.0
#pragma once
// of_matrices: laws that need a matrix to be factored. multivariate_normal, orthogonal
//
// Both factor column by column in a scan, whose trips are elementwise but for the sums of the projections: they batch, and are
// differentiated as any loop is.
#include <constax/api/control/scan.hpp>
#include <constax/api/random/continuous.hpp>
#include <constax/api/random/parameters.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {

/// L^T of a symmetric, positive definite a = L L^T of T, whose rows are numbered: one column of L a trip, and what it leaves of a. nan from
/// where a is not positive definite on.
template <class T, class A, class I> constexpr auto cholesky_rows(A const& a, I const& places) {
  constexpr std::integral_constant<int, -1> last{};
  auto const trip = [&](auto const& rest, auto const& j) {
    auto const row = sum(where(expand_dims(places == j, last), rest, T(0)), std::integral_constant<int, 0>{});
    auto const pivot = sum(where(places == j, row, T(0)));
    auto const column = where(places >= j, row / sqrt(pivot), T(0));
    return std::pair{rest - outer(column, column), column};
  };
  return scan(trip, a, places).second;
}
/// The rows of z made orthonormal, each from those before it: Gram and Schmidt's method, twice over, which is enough (Giraud, Langou,
/// Rozloznik, van den Eshof: Rounding error analysis of the classical Gram-Schmidt orthogonalization process, 2005).
template <class Z> constexpr auto orthonormal_rows(Z const& z) {
  using T = typename Z::value_type;
  constexpr shape s = Z::aval.shape;
  constexpr std::integral_constant<int, -1> last{};
  auto const places = emit_later<iota_t, iota_t::params{0, dtype::i32, shape{s[0]}}>();
  auto const trip = [&](auto const& q, auto const& x) {
    auto const& [row, j] = x;
    auto const rest = [&q = q](auto const& v) { return v - dot(dot(q, v), q); };
    auto const v = rest(rest(row));
    auto const unit = v / sqrt(sum(v * v));
    return std::pair{where(expand_dims(places == j, last), unit, q), std::tuple{}};
  };
  return scan(trip, filled_with<T, s>(0), std::tuple{z, places}).first;
}

constexpr text no_covariance(aval const* mean, aval const* cov) {
  text t;
  t << "[constax] random::multivariate_normal: the mean is a vector and the covariance a square matrix of its length, ";
  if (!mean || !cov) return t << "both traced arrays";
  return t << "these are " << *mean << " and " << *cov << "; map over arrays of them with cx::vmap";
}
template <class M, class C> struct says_no_covariance {
  constexpr text operator()() const {
    if constexpr (!tracing<M> || !tracing<C>) return no_covariance(nullptr, nullptr);
    else return no_covariance(&M::aval, &C::aval);
  }
};
constexpr bool is_covariance(aval const& mean, aval const& cov) {
  if (mean.rank() != 1 || cov.rank() != 2 || !is_of_numbers(mean) || !is_of_numbers(cov)) return false;
  return cov.shape == shape{mean.shape[0], mean.shape[0]};
}
/// Where one of them is a dynamic tracer: runtime/random_laws.hpp.
template <class T, class K, class M, class C> dynamic_tracer multivariate_normal_dynamic(K const& key, shape s, M const& mean,
                                                                                         C const& cov);
template <class M, class C> constexpr bool is_covariance() {
  if constexpr (!tracing<M> || !tracing<C>) return false;
  else return is_covariance(M::aval, C::aval);
}
/// mean + L z of normal lines z, with cov = L L^T.
template <class T, class Z, class M, class C, class I> constexpr auto moved_by(Z const& z, M const& mean, C const& cov, I const& places) {
  auto const a = astype<T>(cov);
  return astype<T>(mean) + dot(z, cholesky_rows<T>((a + transpose(a)) * T(0.5), places));
}
} // namespace detail

/// Normal vectors of a mean[n] and a covariance[n,n]: multivariate_normal<5>(key, mean, cov) is T[5,n], without lengths T[n]. mean + L z of
/// normal z, with cov = L L^T by Cholesky (JAX's method of that name); nan where cov is not positive definite. It is differentiated in
/// both.
template <element_type T, auto... Dims, key_argument K, class M, class C>
constexpr auto multivariate_normal(K const& key, M const& mean, C const& cov) {
  constexpr auto by = key_reader::multivariate_normal;
  if constexpr (container<M> || container<C>)
    return multivariate_normal<T, Dims...>(key, constax::detail::or_constant(mean), constax::detail::or_constant(cov));
  else if constexpr (traced_value<M> && traced_value<C> && (is_dynamic<M> || is_dynamic<C>))
    return detail::multivariate_normal_dynamic<T>(key, shape_of_dims<Dims...>, mean, cov);
  else if constexpr (!detail::is_covariance<M, C>()) {
    expect_silence<detail::says_no_covariance<M, C>>();
    return after_error<tracer<T, Dims...>>();
  } else {
    constexpr shape s = detail::lines_of_length<shape_of_dims<Dims...>, M::aval.shape[0]>;
    auto const places = emit_later<iota_t, iota_t::params{0, dtype::i32, M::aval.shape}>();
    return detail::moved_by<T>(detail::draw_normal<T, s, by>(key), mean, cov, places);
  }
}
template <auto... Dims, key_argument K, class M, class C> constexpr auto multivariate_normal(K const& key, M const& mean, C const& cov) {
  return multivariate_normal<double, Dims...>(key, mean, cov);
}

/// A matrix of the uniform law on the orthogonal group, T[N,N]: orthogonal<float, 3>(key); orthogonal<5, 3>(key) has three orthonormal
/// columns, orthogonal<3, 5>(key) three orthonormal rows. Of a matrix of normal numbers what Gram and Schmidt make of it, which is its QR
/// decomposition with R's diagonal positive: Mezzadri, How to generate random matrices from the classical compact groups (2007).
template <element_type T, auto N, auto M, key_argument K> constexpr auto orthogonal(K const& key) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::orthogonal: gives float or double");
  constexpr extent n(N), m(M);
  static_assert(n.is_number() && m.is_number(), "[constax] random::orthogonal: the lengths are numbers of the program");
  constexpr bool wide = n.number < m.number;
  auto const z = detail::draw_normal < T, wide ? shape{m, n} : shape{n, m}, key_reader::orthogonal > (key);
  auto const q = detail::orthonormal_rows(transpose(z));
  if constexpr (wide) return q;
  else return transpose(q);
}
template <element_type T, auto N, key_argument K> constexpr auto orthogonal(K const& key) { return orthogonal<T, N, N>(key); }
template <auto N, auto M, key_argument K> constexpr auto orthogonal(K const& key) { return orthogonal<double, N, M>(key); }
template <auto N, key_argument K> constexpr auto orthogonal(K const& key) { return orthogonal<double, N, N>(key); }

} // namespace constax::inline CONSTAX_TAG::random
