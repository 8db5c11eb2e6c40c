// SPDX-License-Identifier: BSL-1.0
#pragma once
// random_keys: keys that are dynamic tracers; bits and keys drawn from them, of lengths that are known at run time: bits(key, {n, 3}).
//
// A key that is a dynamic tracer is asked for its layout, and from there on what is drawn is text of api/random/. What is wrong is thrown,
// with the compiler's sentences.
#include <constax/api/random.hpp>
#include <constax/runtime/functions.hpp>
#include <constax/runtime/ndarray.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// Is this the type of a key? By takes one.
inline aval expect_key(key_reader by, aval const& a) {
  if (!info(a.type).key || (by != key_reader::none && a.rank() != 0)) raise_error<type_error>(no_random_key(by, &a));
  return a;
}
template <key_reader By, class F> auto in_layout_of(aval const& key, F const& f) {
  dtype const t = expect_key(By, key).type;
  auto const in = [&]<class Now, class... Later>(auto self, std::type_identity<Now> now, Later... later) {
    using drawn = decltype(f(now));
    constexpr bool one_type = (std::is_same_v<drawn, decltype(f(later))> && ...);
    using result = std::conditional_t<one_type, drawn, dynamic_tracer>;
    if constexpr (sizeof...(Later) == 0) return f(now);
    else return t == dtype_of<prng_key<Now>> ? result(f(now)) : result(self(self, later...));
  };
  return in(in, std::type_identity<threefry>{}, std::type_identity<threefry_original>{}, std::type_identity<philox>{},
            std::type_identity<philox2>{}, std::type_identity<rbg>{}, std::type_identity<unsafe_rbg>{});
}
template <key_reader By, class F> auto in_layout_dynamic(dynamic_tracer const& key, F const& f) { return in_layout_of<By>(key.type(), f); }
template <key_reader By, int Number> auto words_dynamic(dynamic_tracer const& key) {
  expect_key(By, key.type());
  dynamic_tracer const w = emit_dynamic<random_unwrap_t>({By, Number}, key);
  if constexpr (By == key_reader::none) return w;
  else return basic_tracer<u64>(w.value);
}

// ---- lengths that are known at run time -------------------------------------------------------------------------------------------------

inline shape lengths_of(key_reader by, std::initializer_list<i64> given) {
  shape const s = shape_of_list(given);
  text t;
  t << "[constax] " << name_of(by) << ": ";
  if (s.overflowed()) raise_error<shape_error>(t << "an array has at most 8 axes, these are " << static_cast<i64>(given.size()));
  for (i64 n : given)
    if (n < 0) raise_error<shape_error>(t << "a length is a whole number, 0 or more, this one is " << n);
  return s;
}
/// 0, 1, 2, ... in row-major order.
inline dynamic_tracer numbered(dtype t, shape const& s) {
  if (s.rank == 0) return dynamic_tracer(literal_in(operand_of(0), t));
  iota_t::params const p{0, t, shape{extent(s.size())}};
  return reshape_dynamic(record_dynamic(late_descriptor<iota_t>(), {}, encode(p)), s);
}
template <class U, key_reader By, class K> dynamic_tracer late_bits(K const& key, shape const& s) {
  auto const count = [&] { return word(static_cast<u64>(s.size())); };
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    return dynamic_tracer(bits_numbered<U, Impl>(words_of_key<By, Impl>(key), numbered(dtype::u64, s), count));
  });
}
template <key_reader By, class K> dynamic_tracer late_keys(K const& key, shape const& s) {
  auto const count = [&] { return word(static_cast<u64>(s.size())); };
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const words = key_of_split<Impl>(words_of_key<By, Impl>(key), numbered(dtype::u64, s), count);
    return dynamic_tracer(key_of_words<prng_key<Impl>>(words));
  });
}

} // namespace detail

namespace random {

namespace detail {
template <class X> auto unsigned_seed_dynamic(X const& seed) {
  aval const a = seed.type();
  if (a.rank() != 0 || !info(a.type).integer) raise_error<type_error>(no_seed(&a));
  dtype const as = a.type == dtype::i8 ? dtype::u8 : a.type == dtype::i32 ? dtype::u32 : a.type == dtype::i64 ? dtype::u64 : a.type;
  return astype<u64>(as == a.type ? seed : emit_dynamic<convert_element_type_t>({as}, seed));
}
template <class X> void expect_words_dynamic(dtype key, X const& words) {
  int const wanted = has_two_words(key) ? traced_words_of<unsafe_rbg>
                     : key == dtype::key_philox2 ? traced_words_of<philox2> : traced_words_of<threefry>;
  if (aval const a = words.type(); !are_words(a, wanted)) raise_error<type_error>(no_words(key, &a, wanted));
}
} // namespace detail

/// Keys of words that are known: all that JAX has, of rbg u32[..., 4]. Halves that differ are an error.
template <class Impl = threefry> ndarray wrap_key_data(ndarray const& words) {
  constexpr int each = detail::words_of<Impl>;
  aval const a = words.type();
  if (!detail::are_words(a, each)) detail::raise_error<type_error>(detail::no_words(dtype_of<prng_key<Impl>>, &a, each));
  std::vector<std::int64_t> lengths = words.shape();
  lengths.pop_back();
  std::vector<prng_key<Impl>> keys;
  auto const refuse = [](text const& sentence) { detail::raise_error<error>(sentence); };
  for (std::int64_t i = 0; i < words.size(); i += each) keys.push_back(detail::key_of_known<Impl>(words.data<u32>() + i, refuse));
  return ndarray(keys, lengths);
}

/// bits<std::uint64_t>(key, {n, 3}), bits(key, {n}): random bits of lengths that are known at run time. A length below 0 is a shape_error.
template <element_type U = std::uint32_t, key_argument K> dynamic_tracer bits(K const& key, std::initializer_list<i64> lengths) {
  static_assert(std::is_unsigned_v<U> && !std::is_same_v<U, bool>,
                "[constax] random::bits: the elements are std::uint8_t, std::uint32_t or std::uint64_t");
  return detail::late_bits<U, key_reader::bits>(key, detail::lengths_of(key_reader::bits, lengths));
}
/// split(key, n), split(key, {n, 3}): as many new keys.
template <key_argument K> dynamic_tracer split(K const& key, std::initializer_list<i64> lengths) {
  return detail::late_keys<key_reader::split>(key, detail::lengths_of(key_reader::split, lengths));
}
template <key_argument K, integer_number N> dynamic_tracer split(K const& key, N n) { return random::split(key, {static_cast<i64>(n)}); }

} // namespace random

} // namespace constax::inline CONSTAX_TAG
