// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager_random: samplers outside of a traced function that take ndarrays: of keys, normal(key, {n}), gamma<8>(key, 2.0), split(key); of
// what is sampled from, permutation(key, x), categorical(key, {n}, logits). Each call is a program of its own, which is evaluated at once.
// Of known keys and numbers alone, normal(cx::random::key(0), {n}), they make values that become ndarrays where one is wanted.
#include <constax/runtime/eager.hpp>
#include <constax/runtime/random.hpp>

namespace constax::inline CONSTAX_TAG::random {

/// x with its elements along an axis (the first) in a random order; those of each line in an order of their own.
template <class K, class... A> requires is_prng_key<K> ndarray permutation(K const& key, ndarray const& x, A... axis) {
  return detail::eagerly_late([=](auto const& k, auto const& y) { return permutation(k, y, axis...); }, key, x);
}
template <class K, class... A> requires is_prng_key<K> ndarray permutation_independent(K const& key, ndarray const& x, A... axis) {
  return detail::eagerly_late([=](auto const& k, auto const& y) { return permutation_independent(k, y, axis...); }, key, x);
}
/// Places, i32, with probabilities that logits or p say.
template <class K, class... A> requires is_prng_key<K> ndarray categorical(K const& key, ndarray const& logits, A... axis) {
  return detail::eagerly_late([=](auto const& k, auto const& l) { return categorical(k, l, axis...); }, key, logits);
}
template <class K, class... A>
requires is_prng_key<K> ndarray categorical(K const& key, std::initializer_list<i64> lengths, ndarray const& logits, A... axis) {
  return detail::eagerly_late([=](auto const& k, auto const& l) { return categorical(k, lengths, l, axis...); }, key, logits);
}
template <class K> requires is_prng_key<K> ndarray choice(K const& key, std::initializer_list<i64> lengths, ndarray const& p) {
  return detail::eagerly_late([=](auto const& k, auto const& q) { return choice(k, lengths, q); }, key, p);
}

/// Keys in an ndarray; not what becomes one, as traced values do.
template <class K>
concept held_keys = constax::detail::is_ndarray<K>;

namespace detail {
/// A key in an ndarray beside traced parameters: a part of their program.
inline dynamic_tracer key_among_traced(ndarray const& key) {
  if (!info(key.dtype()).key || key.rank() != 0) return as_constant_late(key); // says why not
  return in_layout_of<key_reader::none>(key.type(), [&]<class Impl>(std::type_identity<Impl>) {
    return dynamic_tracer(known_key(*reinterpret_cast<prng_key<Impl> const*>(key.bytes())));
  });
}
/// draw(key, parameters...), at once, or as a part of the program of traced parameters.
template <class Draw, class... P> auto draw_from(Draw const& draw, ndarray const& key, P const&... p) {
  if constexpr (any_tracer<P...>) return draw(key_among_traced(key), as_traced(p)...);
  else return eagerly_late(draw, key, p...);
}
} // namespace detail

#define CONSTAX_EAGER_SAMPLER(name)                                                                                               \
  template <auto... N, held_keys K, class... P> auto name(K const& key, P const&... p) {                                          \
    return detail::draw_from([](auto const& k, auto const&... q) { return random::name<N...>(k, q...); }, key, p...);             \
  }                                                                                                                               \
  template <element_type T, auto... N, held_keys K, class... P> auto name(K const& key, P const&... p) {                          \
    return detail::draw_from([](auto const& k, auto const&... q) { return random::name<T, N...>(k, q...); }, key, p...);          \
  }                                                                                                                               \
  template <held_keys K, class... P> auto name(K const& key, std::initializer_list<i64> lengths, P const&... p) {                 \
    return detail::draw_from([=](auto const& k, auto const&... q) { return random::name(k, lengths, q...); }, key, p...);         \
  }                                                                                                                               \
  template <element_type T, held_keys K, class... P> auto name(K const& key, std::initializer_list<i64> lengths, P const&... p) { \
    return detail::draw_from([=](auto const& k, auto const&... q) { return random::name<T>(k, lengths, q...); }, key, p...);      \
  }
CONSTAX_EAGER_SAMPLER(bits)
CONSTAX_EAGER_SAMPLER(split)
CONSTAX_EAGER_SAMPLER(fold_in)
CONSTAX_EAGER_SAMPLER(clone)
CONSTAX_EAGER_SAMPLER(key_data)
CONSTAX_EAGER_SAMPLER(uniform)
CONSTAX_EAGER_SAMPLER(normal)
CONSTAX_EAGER_SAMPLER(truncated_normal)
CONSTAX_EAGER_SAMPLER(exponential)
CONSTAX_EAGER_SAMPLER(gumbel)
CONSTAX_EAGER_SAMPLER(laplace)
CONSTAX_EAGER_SAMPLER(logistic)
CONSTAX_EAGER_SAMPLER(cauchy)
CONSTAX_EAGER_SAMPLER(rademacher)
CONSTAX_EAGER_SAMPLER(randint)
CONSTAX_EAGER_SAMPLER(bernoulli)
CONSTAX_EAGER_SAMPLER(categorical)
CONSTAX_EAGER_SAMPLER(choice)
CONSTAX_EAGER_SAMPLER(permutation)
CONSTAX_EAGER_SAMPLER(permutation_independent)
CONSTAX_EAGER_SAMPLER(gamma)
CONSTAX_EAGER_SAMPLER(loggamma)
CONSTAX_EAGER_SAMPLER(beta)
CONSTAX_EAGER_SAMPLER(chisquare)
CONSTAX_EAGER_SAMPLER(t)
CONSTAX_EAGER_SAMPLER(f)
CONSTAX_EAGER_SAMPLER(dirichlet)
CONSTAX_EAGER_SAMPLER(poisson)
CONSTAX_EAGER_SAMPLER(binomial)
CONSTAX_EAGER_SAMPLER(multinomial)
CONSTAX_EAGER_SAMPLER(geometric)
CONSTAX_EAGER_SAMPLER(ball)
CONSTAX_EAGER_SAMPLER(orthogonal)
CONSTAX_EAGER_SAMPLER(multivariate_normal)
CONSTAX_EAGER_SAMPLER(lognormal)
CONSTAX_EAGER_SAMPLER(rayleigh)
CONSTAX_EAGER_SAMPLER(maxwell)
CONSTAX_EAGER_SAMPLER(double_sided_maxwell)
CONSTAX_EAGER_SAMPLER(generalized_normal)
CONSTAX_EAGER_SAMPLER(pareto)
CONSTAX_EAGER_SAMPLER(triangular)
CONSTAX_EAGER_SAMPLER(wald)
CONSTAX_EAGER_SAMPLER(weibull_min)
#undef CONSTAX_EAGER_SAMPLER

/// How the keys hash.
inline std::string_view key_impl(ndarray const& keys) {
  return detail::in_layout_of<key_reader::none>(keys.type(),
                                                []<class Impl>(std::type_identity<Impl>) { return key_impl(prng_key<Impl>{}); });
}

} // namespace constax::inline CONSTAX_TAG::random
