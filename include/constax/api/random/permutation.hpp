// SPDX-License-Identifier: BSL-1.0
#pragma once
// permutation: numbers in a random order, and draws without replacement: what comes first of it.
//
// As JAX has it: sorted by random bits, so often that equal bits leave no trace. How often, the number of elements says, which is therefore
// a number of the program.
#include <constax/api/numpy/rearrange.hpp>
#include <constax/api/numpy/sorting.hpp>
#include <constax/api/random/continuous.hpp>
#include <constax/api/random/keys.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
using namespace constax::detail;

/// How often n elements are sorted: 3 log(n) / log(2^32 - 1), rounded up: as often as (2^32 - 1)^k has to be multiplied until it is n^3.
constexpr int rounds_of(i64 n) {
  double const cube = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
  int rounds = 0;
  for (double all = 1; all < cube; all *= 4294967295.0) ++rounds;
  return rounds;
}
template <class X>
struct says_no_count {
  constexpr text operator()() const {
    text t;
    return t << "[constax] random::permutation: how often the elements of " << X::aval
             << " are sorted depends on their number, which is no number of the program; give the array a static length";
  }
};
/// x in a random order along an axis.
template <int Axis, key_reader By, int Rounds, class K, class X>
constexpr auto shuffled(K const& key, X const& x) {
  if constexpr (Rounds == 0) return x;
  else {
    auto const two = draw_keys<shape{extent(2)}, By>(key);
    constexpr shape s = X::aval.shape;
    auto const order = argsort(draw_bits<u32, s, By>(two[1]), integer<Axis>{});
    return shuffled<Axis, By, Rounds - 1>(two[0], at_places<Axis>(x, order));
  }
}
template <int Axis, key_reader By, class K, class X>
constexpr auto shuffle(K const& key, X const& x) {
  constexpr i64 size = [] {
    i64 all = 1;
    for (int d = 0; d < X::rank(); ++d) {
      if (!X::aval.shape[d].is_number()) return i64{-1};
      all *= X::aval.shape[d].number;
    }
    return all;
  }();
  if constexpr (size < 0) {
    expect_silence<says_no_count<X>>();
    return x;
  } else return shuffled<Axis, By, rounds_of(size)>(key, x);
}
} // namespace detail

/// 0 ... N - 1 in a random order: permutation<5>(key) -> i32[5].
template <i64 N, key_argument K>
constexpr auto permutation(K const& key) {
  return detail::shuffle<0, key_reader::permutation>(key, arange<int, N>());
}
/// x with its elements along an axis (the first) in a random order: rows, columns stay together.
template <key_argument K, tracing X, axis_like A = integer<0>>
constexpr auto permutation(K const& key, X const& x, A = {}) {
  constexpr int axis = constax::detail::axis_of<X>(A{});
  constexpr extent n = X::aval.shape[axis];
  if constexpr (X::rank() == 1) return detail::shuffle<0, key_reader::permutation>(key, x);
  else if constexpr (!n.is_number()) return detail::shuffle<axis, key_reader::permutation>(key, x); // says why not
  else return detail::gathered_along<axis>(x, permutation<n.number>(key));
}
/// x with the elements of each line along an axis (the first) in an order of their own.
template <key_argument K, tracing X, axis_like A = integer<0>>
constexpr auto permutation_independent(K const& key, X const& x, A = {}) {
  return detail::shuffle<constax::detail::axis_of<X>(A{}), key_reader::permutation>(key, x);
}

/// Arrays beside a traced key are constants of its program.
template <tracing K, container X, axis_like... A>
constexpr auto permutation(K const& key, X const& x, A... axis) {
  return permutation(key, constax::detail::as_constant(x), axis...);
}
template <tracing K, container X, axis_like... A>
constexpr auto permutation_independent(K const& key, X const& x, A... axis) {
  return permutation_independent(key, constax::detail::as_constant(x), axis...);
}

/// An option of choice: nothing is drawn twice.
struct without_replacement_t {};
inline constexpr without_replacement_t without_replacement{};

/// Count different numbers from 0 to N - 1: choice<5>(key, 10_c, cx::random::without_replacement).
template <i64 Count, key_argument K, integral_number N>
constexpr auto choice(K const& key, N, without_replacement_t) {
  static_assert(Count >= 0 && Count <= static_cast<i64>(N::value),
                "[constax] random::choice: without replacement no more can be drawn than there are");
  auto const all = detail::shuffle<0, key_reader::choice>(key, arange<int, static_cast<i64>(N::value)>());
  return all[slice<0, Count>()];
}
/// The same with these probabilities, of which there are n: the first number is drawn with them, the next with those of what is left, ...
template <i64 Count, key_argument K, tracing P>
constexpr auto choice(K const& key, P const& p, without_replacement_t) {
  using T = typename P::value_type;
  static_assert(P::rank() == 1 && std::is_floating_point_v<T>, "[constax] random::choice: probabilities are a vector of floating numbers");
  constexpr shape s = P::aval.shape;
  return top_k<Count>(detail::draw_gumbel<T, s, key_reader::choice>(key) + log(p)).second;
}

} // namespace constax::inline CONSTAX_TAG::random
