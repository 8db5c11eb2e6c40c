// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager_random: samplers with ndarrays outside of a traced function: permutation(key, x), categorical(key, {n}, logits), choice(key, {n},
// p). Each call is a program of its own. With numbers alone, normal(key, {n}), they make values that become ndarrays where one is wanted.
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

} // namespace constax::inline CONSTAX_TAG::random
