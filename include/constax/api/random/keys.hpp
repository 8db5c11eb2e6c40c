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
template <class X> auto unsigned_seed_dynamic(X const& seed); // runtime/random_keys.hpp
template <class X> void expect_words_dynamic(dtype key, X const& words);
template <class S>
constexpr bool is_seed() {
  if constexpr (tracing<S>) return S::rank() == 0 && info(S::aval.type).integer;
  else return integer_number<S>;
}
/// The word of a seed's key: the seed; of philox and philox2 a hash of it.
template <class Impl, class S>
constexpr auto word_of_seed(S const& seed) {
  constexpr bool hashed = std::is_same_v<Impl, philox> || std::is_same_v<Impl, philox2>;
  if constexpr (!hashed) return seed;
  else if constexpr (!traced_value<S>)
    return std::is_same_v<Impl, philox> ? math::philox4x32(u64{0}, seed, u64{0}) : math::philox2x32(u64{0}, seed) >> 32;
  else if constexpr (std::is_same_v<Impl, philox>) return philox4x32(word(0), seed, word(0));
  else return shift_right_logical(philox2x32(word(0), seed), word(32));
}
/// A half of a key as its words.
template <class Impl, class W>
constexpr auto words_of_half(W const& half) {
  if constexpr (has_two_words(dtype_of<prng_key<Impl>>)) return std::array{half, half};
  else return half;
}
} // namespace detail

/// The key of a seed: an integer, known or traced. Of 64 bits both halves count, smaller ones are extended by zeros, as in JAX. A known
/// seed gives a known key, prng_key<threefry>, which may be an argument of a compiled call, or be used in a traced function.
/// key<threefry_original>(seed): the layout that JAX has with jax_threefry_partitionable=False. key<rbg>(seed), key<unsafe_rbg>(seed):
/// JAX's impl="rbg", "unsafe_rbg", with the bits that XLA gives on a CPU. key<philox>(seed), key<philox2>(seed): JAX's impl="philox4x32",
/// "philox2x32".
template <class Impl = threefry, class S>
constexpr auto key(S const& seed) {
  using K = prng_key<Impl>;
  static_assert(element_type<K>, "[constax] random::key: keys are of threefry, threefry_original, rbg, unsafe_rbg, philox or philox2");
  auto const key_of = [](auto const& n) {
    return detail::key_of_words<K>(detail::words_of_half<Impl>(detail::word_of_seed<Impl>(n)));
  };
  if constexpr (is_dynamic<S>) return key_of(detail::unsigned_seed_dynamic(seed));
  else if constexpr (!detail::is_seed<S>()) {
    expect_silence<detail::says_no_seed<S>>();
    return K{};
  } else if constexpr (tracing<S>)
    return key_of(astype<u64>(astype<std::make_unsigned_t<typename S::value_type>>(seed)));
  else {
    auto const n = detail::plain(seed);
    u64 const half = detail::word_of_seed<Impl>(static_cast<u64>(static_cast<std::make_unsigned_t<std::remove_const_t<decltype(n)>>>(n)));
    if constexpr (has_two_words(dtype_of<K>)) return K{half, half};
    else return K{half};
  }
}

/// An array of new keys: split<8>(key), split<n, 3>(key). It uses the key up.
template <auto... Dims, key_argument K>
requires(sizeof...(Dims) > 0)
constexpr auto split(K const& key) {
  return detail::draw_keys<shape_of_dims<Dims...>, key_reader::split>(key);
}
/// Two new keys: auto const [a, b] = split(key).
template <key_argument K>
constexpr auto split(K const& key) {
  auto const two = split<2>(key);
  return std::array{two[0], two[1]};
}

/// A new key of a key and a number of 32 bits, known or traced. The key is not used up: who folds in different numbers gets different keys.
/// Arrays of keys and of numbers are taken element by element.
template <key_argument K, class N>
constexpr auto fold_in(K const& key, N const& number) {
  constexpr auto by = key_reader::none;
  auto const n = [&] {
    if constexpr (traced_value<N>) return astype<u64>(astype<u32>(number));
    else return detail::word(static_cast<u32>(detail::plain(number)));
  }();
  return detail::in_layout<by>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return detail::key_of_words<prng_key<Impl>>(detail::key_folded<Impl>(detail::words_of_key<by, Impl>(key), n));
  });
}

/// The same key, as one that nobody has used: where numbers shall be the same.
template <key_argument K>
constexpr auto clone(K const& key) {
  constexpr auto by = key_reader::none;
  return detail::in_layout<by>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return detail::key_of_words<prng_key<Impl>>(detail::words_of_key<by, Impl>(key));
  });
}

namespace detail {
/// How many words of 32 bits JAX's keys have.
template <class Impl>
inline constexpr int words_of = std::is_same_v<Impl, rbg> || std::is_same_v<Impl, unsafe_rbg> ? 4 : std::is_same_v<Impl, philox2> ? 1 : 2;
/// And how many a trace takes: of rbg one half.
template <class Impl>
inline constexpr int traced_words_of = std::is_same_v<Impl, rbg> ? 2 : words_of<Impl>;

constexpr text no_words(dtype key, aval const* are, int wanted) {
  text t("[constax] random::wrap_key_data: ");
  if (key == dtype::key_rbg && wanted == 2)
    t << "a trace cannot ask whether both halves of a key of rbg are equal, and takes one half, words u32[..., 2]";
  else {
    t << "words of keys ";
    if (key == dtype::key_rbg) t << "of rbg ";
    if (key == dtype::key_unsafe_rbg) t << "of unsafe_rbg ";
    if (key == dtype::key_philox2) t << "of philox2 ";
    t << "are u32[..., " << wanted << "]";
  }
  if (are) t << ", these are " << *are;
  return t;
}
constexpr bool are_words(aval const& a, int wanted) {
  return a.type == dtype::u32 && a.rank() > 0 && a.shape[a.rank() - 1] == extent(wanted);
}
template <class Impl, class X>
struct says_no_words {
  constexpr text operator()() const {
    constexpr dtype key = dtype_of<prng_key<Impl>>;
    if constexpr (container<X>) return no_words(key, &X::aval, words_of<Impl>);
    else if constexpr (tracing<X>) return no_words(key, &X::aval, traced_words_of<Impl>);
    else return no_words(key, nullptr, traced_words_of<Impl>);
  }
};
template <class Impl, class X>
constexpr bool are_words_in() {
  if constexpr (container<X>) return are_words(X::aval, words_of<Impl>);
  else if constexpr (tracing<X>) return are_words(X::aval, traced_words_of<Impl>);
  else return is_dynamic<X>;
}
constexpr text unequal_halves(u32 const* words) {
  text t(
      "[constax] random::wrap_key_data: the halves of a key of rbg are equal, as those of a seed, of split and of fold_in are; these are ");
  for (int i = 0; i < 4; ++i) t << (i == 0 ? "" : i == 2 ? " and " : ", ") << i64{words[i]};
  return t;
}
/// The key of its words; refuse(sentence) where there is none.
template <class Impl, class Refuse>
constexpr prng_key<Impl> key_of_known(u32 const* words, Refuse const& refuse) {
  if constexpr (std::is_same_v<Impl, rbg>)
    if (words[0] != words[2] || words[1] != words[3]) refuse(unequal_halves(words));
  if constexpr (words_of<Impl> == 1) return {words[0]};
  else if constexpr (has_two_words(dtype_of<prng_key<Impl>>))
    return {u64{words[0]} << 32 | words[1], u64{words[2]} << 32 | words[3]};
  else return {u64{words[0]} << 32 | words[1]};
}
/// The type of keys whose words have type a.
constexpr aval keys_of_words(aval const& a, dtype key) {
  aval keys{key, {}};
  for (int d = 0; d + 1 < a.rank(); ++d) keys.shape.push(a.shape[d]);
  return keys;
}
template <class Keys, container X>
constexpr Keys room_for_keys(X const& words) {
  i64 lengths[max_rank] = {};
  constexpr int symbols = [] {
    int n = 0;
    for (int d = 0; d < Keys::rank(); ++d) n += !Keys::aval.shape[d].is_number();
    return n;
  }();
  for (int d = 0, k = 0; d < Keys::rank(); ++d)
    if (!Keys::aval.shape[d].is_number()) lengths[k++] = words.length(d);
  return [&]<int... I>(std::integer_sequence<int, I...>) { return Keys(lengths[I]...); }
  (std::make_integer_sequence<int, symbols>{});
}
} // namespace detail

/// The words of keys, as JAX has them: u32[..., 2]; of rbg u32[..., 4], the same two words twice; of unsafe_rbg u32[..., 4]; of philox2
/// u32[..., 1].
template <key_argument K>
constexpr auto key_data(K const& key) {
  constexpr auto by = key_reader::none;
  constexpr std::integral_constant<int, -1> last{};
  auto const above = [](auto const& w) { return astype<u32>(shift_right_logical(w, detail::word(32))); };
  return detail::in_layout<by>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const w = detail::words_of_key<by, Impl>(key);
    if constexpr (has_two_words(dtype_of<prng_key<Impl>>))
      return stack(above(w[0]), astype<u32>(w[0]), above(w[1]), astype<u32>(w[1]), last);
    else {
      auto const first = above(w), second = astype<u32>(w);
      if constexpr (detail::words_of<Impl> == 4) return stack(first, second, first, second, last);
      else if constexpr (detail::words_of<Impl> == 1) return expand_dims(second, last);
      else return stack(first, second, last);
    }
  });
}

/// Keys of words: what key_data gave, or JAX. They are new: nobody has used them. Traced words are u32[..., 2], of unsafe_rbg u32[..., 4],
/// of philox2 u32[..., 1]: a trace does not know them, and of rbg takes one half. Known ones, in an array or a view, are all that JAX has,
/// of rbg u32[..., 4]; they give known keys, one or an array of them, and halves of rbg that differ are an error.
template <class Impl = threefry, class X>
constexpr auto wrap_key_data(X const& words) {
  if constexpr (is_dynamic<X>) detail::expect_words_dynamic(dtype_of<prng_key<Impl>>, words);
  if constexpr (!detail::are_words_in<Impl, X>()) {
    expect_silence<detail::says_no_words<Impl, X>>();
    return after_error<basic_tracer<prng_key<Impl>>>();
  } else if constexpr (container<X>) {
    constexpr auto refuse = [](text const& sentence) { raise(sentence); };
    if constexpr (X::rank() == 1) return detail::key_of_known<Impl>(words.data(), refuse);
    else {
      auto keys = detail::room_for_keys<spelled<detail::keys_of_words(X::aval, dtype_of<prng_key<Impl>>), basic_array>>(words);
      for (i64 i = 0; i < keys.size(); ++i) keys[i] = detail::key_of_known<Impl>(words.data() + i * detail::words_of<Impl>, refuse);
      return keys;
    }
  } else {
    auto const w = astype<u64>(words);
    using K = prng_key<Impl>;
    auto const pair = [&](int above, int below) { return shift_left(w(ellipsis, above), detail::word(32)) | w(ellipsis, below); };
    if constexpr (detail::words_of<Impl> == 1) return detail::key_of_words<K>(w(ellipsis, 0));
    else if constexpr (has_two_words(dtype_of<K>)) return detail::key_of_words<K>(std::array{pair(0, 1), pair(2, 3)});
    else return detail::key_of_words<K>(pair(0, 1));
  }
}

/// How a key hashes, by the name that JAX has for it: "threefry2x32", "rbg", "unsafe_rbg", "philox4x32", "philox2x32"; and
/// "threefry2x32_original".
template <key_argument K>
constexpr std::string_view key_impl(K const& key) {
  static_assert(detail::any_key<K> || is_dynamic<K>, "[constax] random::key_impl: this is no key; cx::random::key(seed) makes one");
  return detail::in_layout<key_reader::none>(key, []<class Impl>(std::type_identity<Impl>) -> std::string_view {
    if constexpr (std::is_same_v<Impl, threefry>) return "threefry2x32";
    else if constexpr (std::is_same_v<Impl, threefry_original>) return "threefry2x32_original";
    else if constexpr (std::is_same_v<Impl, philox>) return "philox4x32";
    else if constexpr (std::is_same_v<Impl, philox2>) return "philox2x32";
    else if constexpr (std::is_same_v<Impl, rbg>) return "rbg";
    else return "unsafe_rbg";
  });
}

} // namespace constax::inline CONSTAX_TAG::random
