// SPDX-License-Identifier: BSL-1.0
#pragma once
// hash: what a key is in an argument, and the words that are drawn from it: a hash of its word and of counters, which are made where they
// are used.
//
// Today's layout: place i hashes the counter i. The original one takes the first n numbers of 32 bits from one run of counters, of which
// the first half are first words and the second half second words of what is hashed: number j is a word of hash(j, j + h) or of hash(j - h,
// j), with 2 h = n, n + 1. Philox: place i is the first half of a counter of 128 bits for bits, the second one for keys.
// Philox2: place i is the block at i, of which a key is the first word.
// Rbg: keys are threefry's; place i reads the run of words that lax.rng_bit_generator gives, of 32 or 64 bits. Of unsafe_rbg keys are read
// from that run too, ten blocks apart.
// The word of a key is one tracer, of unsafe_rbg an array of two; samplers hand it on as it is.
#include <constax/api/numpy.hpp>
#include <constax/api/program.hpp>
#include <constax/primitives/random_unwrap.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// The element type of a key, alone or in arrays of keys.
template <class K>
struct key_of {
  using type = void;
};
template <class Impl>
struct key_of<prng_key<Impl>> {
  using type = prng_key<Impl>;
};
template <class Impl, auto... Dims>
struct key_of<basic_tracer<prng_key<Impl>, Dims...>> {
  using type = prng_key<Impl>;
};
/// A key, known or traced; and arrays of them.
template <class K>
concept any_key = !std::is_void_v<typename key_of<K>::type>;
template <class K>
constexpr bool is_single() {
  if constexpr (tracing<K>) return K::rank() == 0;
  else return true;
}
template <class K>
concept single_key = any_key<K> && is_single<K>();

/// What draws, and the type of what it has been given for a key; none: it has no type of that kind.
constexpr text no_random_key(key_reader by, aval const* is) {
  text t;
  t << "[constax] " << (name_of(by).empty() ? std::string_view("random") : name_of(by)) << ": ";
  if (!is) return t << "the first argument is a key, this one is none; cx::random::key(seed) makes one";
  if (info(is->type).key) return t << "draws from one key, this is an array of keys, " << *is << "; map over them with cx::vmap";
  t << "the first argument is a key, this one is " << *is;
  if (is->type == dtype::u32) return t << ", which are words and no key; make one of them with cx::random::wrap_key_data";
  return t << "; cx::random::key(seed) makes one";
}
template <key_reader By, class K>
struct says_no_random_key {
  constexpr text operator()() const {
    if constexpr (tracing<K> || container<K>) return no_random_key(By, &K::aval);
    else return no_random_key(By, nullptr);
  }
};
// Of keys that are dynamic tracers: runtime/random_keys.hpp.
template <key_reader By, class F> auto in_layout_dynamic(dynamic_tracer const& key, F const& f);
template <key_reader By, int Number> auto words_dynamic(dynamic_tracer const& key);

/// A key as a tracer, of which By takes one; what is none is refused, and another one is in its place.
template <key_reader By, class K>
constexpr auto as_key(K const& key) {
  if constexpr (is_dynamic<K>) return key; // asked where it is used
  else if constexpr (!any_key<K> || (By != key_reader::none && !single_key<K>)) {
    expect_silence<says_no_random_key<By, K>>();
    return after_error<basic_tracer<prng_key<threefry>>>();
  } else if constexpr (tracing<K>) return key;
  else return known_key(key);
}
template <key_reader By, int Number, class K>
constexpr auto unwrapped(K const& key) {
  if constexpr (is_dynamic<K>) return words_dynamic<By, Number>(key);
  else return emit<random_unwrap_t, random_unwrap_t::params{By, Number}>(key);
}
/// The words of a key, or of an array of keys, that hash as Impl says.
template <key_reader By, class Impl, class K>
constexpr auto words_of_key(K const& key) {
  auto const k = as_key<By>(key);
  if constexpr (!has_two_words(dtype_of<prng_key<Impl>>)) return unwrapped<By, 0>(k);
  else {
    auto const first = unwrapped<By, 0>(k);
    auto const second = unwrapped<key_reader::none, 1>(k); // the key is used once
    return std::array{first, std::remove_const_t<decltype(first)>(second.value)};
  }
}
/// What as_key gives for a K.
template <key_reader By, class K>
using key_type = typename key_of<decltype(as_key<By>(std::declval<K const&>()))>::type;
template <class Key, class X>
constexpr auto key_of_words(X const& words) {
  if constexpr (has_two_words(dtype_of<Key>)) return emit<random_wrap_t, random_wrap_t::params{dtype_of<Key>}>(words[0], words[1]);
  else return emit<random_wrap_t, random_wrap_t::params{dtype_of<Key>}>(words);
}
/// f(std::type_identity<Impl>) of how a key hashes: known by its type, or, of a dynamic tracer, when it is traced.
template <key_reader By, class K, class F>
constexpr auto in_layout(K const& key, F const& f) {
  if constexpr (is_dynamic<K>) return in_layout_dynamic<By>(key, f);
  else return [&]<class Impl>(std::type_identity<prng_key<Impl>>) { return f(std::type_identity<Impl>{}); }
  (std::type_identity<key_type<By, K>>{});
}

constexpr u64 low_word = 0xffffffff;

/// A number as u64, traced.
constexpr auto word(u64 x) { return as_tracer<u64>(x, nullptr); }
/// The length of an axis, or how many elements there are in a shape from axis First on.
template <shape S, int First>
constexpr auto size_from() {
  constexpr i64 number = [] {
    i64 n = 1;
    for (int d = First; d < S.rank; ++d) n *= S[d].is_number() ? S[d].number : 1;
    return n;
  }();
  auto const times = [](auto self, auto d, auto n) {
    if constexpr (d == S.rank) return n;
    else if constexpr (S[d].is_number()) return self(self, std::integral_constant<int, d + 1>{}, n);
    else {
      auto const length = emit_later<size_of_axis_t, size_of_axis_t::params{S[d]}>();
      return self(self, std::integral_constant<int, d + 1>{}, astype<u64>(length) * n);
    }
  };
  return times(times, std::integral_constant<int, First>{}, word(static_cast<u64>(number)));
}
/// For each place of a shape its number, row-major.
template <shape S>
constexpr auto places_in() {
  if constexpr (S.rank == 0) return word(0);
  else {
    auto const along = [](auto d) {
      auto const i = emit_later<iota_t, iota_t::params{d, dtype::u64, S}>();
      if constexpr (d == S.rank - 1) return i;
      else return i * size_from<S, d + 1>();
    };
    auto const sum = [&](auto self, auto d) {
      if constexpr (d == S.rank - 1) return along(d);
      else return along(d) + self(self, std::integral_constant<int, d + 1>{});
    };
    return sum(sum, std::integral_constant<int, 0>{});
  }
}

/// Number j of n, in the original layout: 32 bits in 64.
template <class W, class J, class N>
constexpr auto original_word(W const& key, J const& j, N const& n) {
  auto const half = shift_right_logical(n + word(1), word(1));
  auto const first = j < half;
  auto const a = where(first, j, j - half), b = a + half;
  // of an odd number the last pair lacks its second word
  auto const h = threefry2x32(key, shift_left(a, word(32)) | where(b == n, word(0), b));
  return where(first, shift_right_logical(h, word(32)), h & word(low_word));
}

/// How many elements a shape has, as a word: asked for where a layout needs it.
template <shape S>
struct elements_in {
  constexpr auto operator()() const { return size_from<S, 0>(); }
};
template <class Impl>
inline constexpr bool is_original = std::is_same_v<Impl, threefry_original>;

/// Number i of 64 bits of the key of word w, as lax.rng_bit_generator has it.
template <class Impl, class W, class I>
constexpr auto generated(W const& w, I const& i) {
  if constexpr (std::is_same_v<Impl, rbg>) return rng_bit_generator(w, w, i);
  else return rng_bit_generator(w[0], w[1], i);
}
/// factor i, i + more: of a known i numbers, no equations that a function would close over.
template <class I> constexpr I place_times(I const& i, u64 factor) {
  if (i.value.is_constant()) return I(word(i.value.lit.bits * factor).value);
  return I(i * word(factor));
}
template <class I> constexpr I place_behind(I const& i, u64 more) {
  if (i.value.is_constant()) return I(word(i.value.lit.bits + more).value);
  return I(i + word(more));
}
/// Numbers i and i + 1 of these as two words, the first 32 bits of each above.
template <class Impl, class W, class I>
constexpr auto generated_words(W const& w, I const& i) {
  auto const half = [&](auto const& x) { return shift_left(x, word(32)) | shift_right_logical(x, word(32)); };
  return std::array{half(generated<Impl>(w, i)), half(generated<Impl>(w, place_behind(i, 1)))};
}

/// Word of key number i of a key's word: that of fold_in(key, i) too, but of unsafe_rbg. (Of threefry number i of 64 bits is the same word;
/// philox has it elsewhere in its counter.)
template <class Impl, class W, class I>
constexpr auto key_numbered(W const& w, I const& i) {
  if constexpr (std::is_same_v<Impl, unsafe_rbg>) return generated_words<Impl>(w, place_times(i, 20)); // block 10 i
  else if constexpr (std::is_same_v<Impl, philox>) return philox4x32(w, word(0), i);
  else if constexpr (std::is_same_v<Impl, philox2>) return shift_right_logical(philox2x32(w, i), word(32));
  else return threefry2x32(w, i);
}

/// Word of the key of w into which the number i is folded: of unsafe_rbg w but for what the key of the seed i draws.
template <class Impl, class W, class I>
constexpr auto key_folded(W const& w, I const& i) {
  if constexpr (!std::is_same_v<Impl, unsafe_rbg>) return key_numbered<Impl>(w, i);
  else {
    auto const of_number = generated_words<Impl>(std::array{i, i}, word(18)); // block 9
    return std::array{w[0] ^ of_number[0], w[1] ^ of_number[1]};
  }
}
/// where(condition, x, y) of words.
template <class C, class X, class Y>
constexpr auto choose_word(C const& condition, X const& x, Y const& y) {
  if constexpr (requires { x.value; }) return where(condition, x, y);
  else return std::array{where(condition, x[0], y[0]), where(condition, x[1], y[1])};
}

/// Bits number i of so many that the key of word w draws: as a U. (w and i broadcast.)
template <class U, class Impl, class W, class I, class N>
constexpr auto bits_numbered(W const& w, I const& i, N const& count) {
  if constexpr (is_original<Impl>) {
    auto const n = count();
    if constexpr (sizeof(U) == 8) return threefry2x32(w, shift_left(i, word(32)) | (i + n));
    else if constexpr (sizeof(U) == 4) return astype<U>(original_word(w, i, n));
    else {
      constexpr u64 per_word = 4 / sizeof(U), shift = sizeof(U) == 1 ? 2 : 1; // the numbers of 32 bits are cut, their low ends first
      auto const of = original_word(w, shift_right_logical(i, word(shift)), shift_right_logical(n + word(per_word - 1), word(shift)));
      return astype<U>(shift_right_logical(of, (i & word(per_word - 1)) * word(8 * sizeof(U))));
    }
  } else if constexpr (std::is_same_v<Impl, rbg> || std::is_same_v<Impl, unsafe_rbg>) {
    if constexpr (sizeof(U) == 8) return generated<Impl>(w, i);
    else { // a word of 32 bits for each, of which smaller numbers are the low end
      auto const pair = generated<Impl>(w, shift_right_logical(i, word(1)));
      return astype<U>(shift_right_logical(pair, shift_left(i & word(1), word(5))));
    }
  } else { // less than 64 bits: the low end of the exclusive or of all words
    auto const h = [&] {
      if constexpr (std::is_same_v<Impl, philox2>) return philox2x32(w, i);
      else if constexpr (!std::is_same_v<Impl, philox>) return threefry2x32(w, i);
      else if constexpr (sizeof(U) == 8) return philox4x32(w, i, word(0));
      else return philox4x32_folded(w, i, word(0));
    }();
    if constexpr (sizeof(U) == 8) return h;
    else return astype<U>(h ^ shift_right_logical(h, word(32)));
  }
}
template <class U, shape S, class Impl, class W, class I>
constexpr auto bits_at(W const& w, I const& i) {
  return bits_numbered<U, Impl>(w, i, elements_in<S>{});
}
/// Word of key number i of so many into which the key of word w is split.
template <class Impl, class W, class I, class N>
constexpr auto key_of_split(W const& w, I const& i, N const& count) {
  if constexpr (!is_original<Impl>) return key_numbered<Impl>(w, i);
  else {
    auto const j = i * word(2);
    auto const n = count() * word(2);
    return shift_left(original_word(w, j, n), word(32)) | original_word(w, j + word(1), n);
  }
}
template <shape S, class Impl, class W, class I>
constexpr auto key_at(W const& w, I const& i) {
  return key_of_split<Impl>(w, i, elements_in<S>{});
}
/// Word of key number I of N.
template <u64 I, u64 N, class Impl, class W>
constexpr auto part_of_key(W const& w) {
  return key_at<shape{extent(static_cast<i64>(N))}, Impl>(w, word(I));
}

/// Random bits: elements of type U, of the shape S.
template <class U, shape S, key_reader By, class K>
constexpr auto draw_bits(K const& key) {
  static_assert(std::is_unsigned_v<U> && !std::is_same_v<U, bool> && element_type<U>,
                "[constax] random::bits: the elements are std::uint8_t, std::uint32_t or std::uint64_t");
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return bits_at<U, S, Impl>(words_of_key<By, Impl>(key), places_in<S>());
  });
}
/// New keys, of the shape S.
template <shape S, key_reader By, class K>
constexpr auto draw_keys(K const& key) {
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return key_of_words<prng_key<Impl>>(key_at<S, Impl>(words_of_key<By, Impl>(key), places_in<S>()));
  });
}

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG::random {

/// What samplers take for a key here; of keys in an ndarray they draw at once, runtime/eager_random.hpp.
template <class K>
concept key_argument = !constax::detail::is_ndarray<K>;

} // namespace constax::inline CONSTAX_TAG::random
