// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/api/random/hash.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
using namespace constax::detail;

constexpr text no_seed(aval const* is) {
  text t("[constax] random::key: the seed is one integer");
  if (is) t << ", this one is " << *is;
  return t << "; of words of keys cx::random::wrap_key_data makes keys";
}
template <class S>
struct says_no_seed {
  constexpr text operator()() const {
    if constexpr (tracing<S> || container<S>) return no_seed(&S::aval);
    else return no_seed(nullptr);
  }
};
template <class X> auto unsigned_seed_dynamic(X const& seed); // runtime/random.hpp
template <class X> void expect_words_dynamic(X const& words);
template <class S>
constexpr bool is_seed() {
  if constexpr (tracing<S>) return S::rank() == 0 && info(S::aval.type).integer;
  else return integer_number<S>;
}
} // namespace detail

/// The key of a seed: an integer, known or traced. Of 64 bits both halves count, smaller ones are extended by zeros, as in JAX. A known
/// seed gives a known key, prng_key<threefry>, which may be an argument of a compiled call, or be used in a traced function.
/// key<threefry_original>(seed): the layout that JAX has with jax_threefry_partitionable=False. key<philox>(seed): Philox-4x32-10, which
/// JAX does not have.
template <class Impl = threefry, class S>
constexpr auto key(S const& seed) {
  using K = prng_key<Impl>;
  static_assert(element_type<K>, "[constax] random::key: keys are of threefry, threefry_original or philox");
  if constexpr (is_dynamic<S>) return detail::key_of_words<K>(detail::unsigned_seed_dynamic(seed));
  else if constexpr (!detail::is_seed<S>()) {
    expect_silence<detail::says_no_seed<S>>();
    return K{};
  } else if constexpr (tracing<S>)
    return detail::key_of_words<K>(astype<u64>(astype<std::make_unsigned_t<typename S::value_type>>(seed)));
  else {
    auto const n = detail::plain(seed);
    return K{static_cast<u64>(static_cast<std::make_unsigned_t<std::remove_const_t<decltype(n)>>>(n))};
  }
}

/// An array of new keys: split<8>(key), split<n, 3>(key). It uses the key up.
template <auto... Dims, class K>
  requires(sizeof...(Dims) > 0)
constexpr auto split(K const& key) {
  return detail::draw_keys<shape_of_dims<Dims...>, key_reader::split>(key);
}
/// Two new keys: auto const [a, b] = split(key).
template <class K>
constexpr auto split(K const& key) {
  auto const two = split<2>(key);
  return std::array{two[0], two[1]};
}

/// A new key of a key and a number of 32 bits, known or traced. The key is not used up: who folds in different numbers gets different keys.
/// Arrays of keys and of numbers are taken element by element.
template <class K, class N>
constexpr auto fold_in(K const& key, N const& number) {
  constexpr auto by = key_reader::none;
  auto const w = detail::words_of_key<by>(key);
  auto const n = [&] {
    if constexpr (traced_value<N>) return astype<u64>(astype<u32>(number));
    else return detail::word(static_cast<u32>(detail::plain(number)));
  }();
  return detail::in_layout<by>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return detail::key_like<by>(key, detail::hashed<Impl, detail::hashed_for::fold_in>(w, n));
  });
}

/// The same key, as one that nobody has used: where numbers shall be the same.
template <class K>
constexpr auto clone(K const& key) {
  return detail::key_like<key_reader::none>(key, detail::words_of_key<key_reader::none>(key));
}

/// The words of keys: u32[..., 2], as JAX has them.
template <class K>
constexpr auto key_data(K const& key) {
  auto const w = detail::words_of_key<key_reader::none>(key);
  return stack(astype<u32>(shift_right_logical(w, detail::word(32))), astype<u32>(w), std::integral_constant<int, -1>{});
}

namespace detail {
constexpr text no_words(aval const* are) {
  text t("[constax] random::wrap_key_data: words of keys are u32[..., 2]");
  if (are) t << ", these are " << *are;
  return t;
}
constexpr bool are_words(aval const& a) { return a.type == dtype::u32 && a.rank() > 0 && a.shape[a.rank() - 1] == extent(2); }
template <class X>
struct says_no_words {
  constexpr text operator()() const {
    if constexpr (tracing<X>) return no_words(&X::aval);
    else return no_words(nullptr);
  }
};
template <class X>
constexpr bool are_words_in() {
  if constexpr (tracing<X>) return are_words(X::aval);
  else return is_dynamic<X>;
}
} // namespace detail

/// Keys of words, u32[..., 2], traced: what key_data gave, or JAX. They are new: nobody has used them.
template <class Impl = threefry, class X>
constexpr auto wrap_key_data(X const& words) {
  if constexpr (is_dynamic<X>) detail::expect_words_dynamic(words);
  if constexpr (!detail::are_words_in<X>()) {
    expect_silence<detail::says_no_words<X>>();
    return after_error<basic_tracer<prng_key<Impl>>>();
  } else {
    auto const w = astype<u64>(words);
    return detail::key_of_words<prng_key<Impl>>(shift_left(w(ellipsis, 0), detail::word(32)) | w(ellipsis, 1));
  }
}

/// How a key hashes, as JAX names it: "fry"; "fry_original", "philox".
template <class K>
constexpr std::string_view key_impl(K const& key) {
  static_assert(detail::any_key<K> || is_dynamic<K>, "[constax] random::key_impl: this is no key; cx::random::key(seed) makes one");
  return detail::in_layout<key_reader::none>(key, []<class Impl>(std::type_identity<Impl>) {
    std::string_view const of_dtype = info(dtype_of<prng_key<Impl>>).name; // key<fry>
    return of_dtype.substr(4, of_dtype.size() - 5);
  });
}

} // namespace constax::inline CONSTAX_TAG::random
