// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/api/random/keys.hpp>
#include <constax/api/random/continuous.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
template <key_reader By, class S, class K, class P>
constexpr auto truth_at(S const& places, K const& key, P const& given) {
  auto const p = places.template as_given<By>(given);
  using chance = std::remove_const_t<decltype(p)>;
  if constexpr (is_dynamic<chance>)
    return in_floating_dynamic(p, [&]<class F>(std::type_identity<F>) { return dynamic_tracer(places.template unit<F, By>(key) < p); });
  else if constexpr (tracing<chance>) return places.template unit<typename chance::value_type, By>(key) < p;
  else if constexpr (std::is_same_v<chance, float>) return places.template unit<float, By>(key) < p;
  else return places.template unit<double, By>(key) < static_cast<double>(p);
}
} // namespace detail

/// Truth values, true with probability p: bernoulli<5>(key, 0.3). p: a number, or an array whose shape broadcasts to that of the result;
/// without lengths it has p's shape. u < p is asked in p's dtype.
template <auto... Dims, key_argument K, class P = double>
constexpr auto bernoulli(K const& key, P const& p = 0.5) {
  return detail::truth_at<key_reader::bernoulli>(detail::places_of<Dims...>(p), key, p);
}
/// -1 or 1: rademacher<5>(key), rademacher<double, 5>(key).
template <element_type T, auto... Dims, key_argument K>
constexpr auto rademacher(K const& key) {
  return detail::sign_at<T, key_reader::rademacher>(detail::drawn_places<shape_of_dims<Dims...>>{}, key);
}
template <auto... Dims, key_argument K>
constexpr auto rademacher(K const& key) {
  return rademacher<int, Dims...>(key);
}

namespace detail {
constexpr text wrong_bound(dtype of, aval const* is) {
  text t("[constax] random::randint: the bounds are integers, or traced integers of the result's dtype ");
  t << of;
  if (is) t << ", not " << *is << "; convert it with cx::astype";
  return t;
}
template <class T, class X>
struct says_wrong_bound {
  constexpr text operator()() const {
    if constexpr (tracing<X>) return wrong_bound(dtype_of<T>, &X::aval);
    else return wrong_bound(dtype_of<T>, nullptr);
  }
};
void expect_bound_dynamic(dtype of, dynamic_tracer const& x); // runtime/random_laws.hpp
template <class T, class X>
constexpr bool is_bound() {
  if constexpr (tracing<X>) return X::aval.type == dtype_of<T>;
  else return integer_number<X> || is_dynamic<X>;
}
/// A bound as a T: a number that T cannot hold is the nearest one that it can.
template <class T, class X>
constexpr auto bound_as(X const& x) {
  if constexpr (traced_value<X>) return x;
  else {
    auto const n = plain(x);
    using N = std::remove_const_t<decltype(n)>;
    constexpr bool below = std::is_signed_v<N> && !std::is_signed_v<T>;
    if (below && n < N(0)) return as_tracer<T>(T(0), nullptr);
    constexpr T most = std::numeric_limits<T>::max();
    if (n > N(0) && static_cast<u64>(n) > static_cast<u64>(most)) return as_tracer<T>(most, nullptr);
    if (std::is_signed_v<N> && std::is_signed_v<T> && static_cast<i64>(n) < static_cast<i64>(std::numeric_limits<T>::min()))
      return as_tracer<T>(std::numeric_limits<T>::min(), nullptr);
    return as_tracer<T>(static_cast<T>(n), nullptr);
  }
}
/// Is it a number one or more above all T?
template <class T, class X>
constexpr bool is_above(X const& x) {
  if constexpr (traced_value<X>) return false;
  else return plain(x) > decltype(plain(x)){} && static_cast<u64>(plain(x)) > static_cast<u64>(std::numeric_limits<T>::max());
}

/// lo + (a number of 2 * bits(T) bits) % (hi - lo), the number in two halves of T's bits: so that small spans have next to no bias.
template <class T, class B, class Lo, class Hi>
constexpr auto between_of(B const& upper, B const& lower, Lo const& low, Hi const& high) {
  using U = std::make_unsigned_t<T>;
  auto const lo = bound_as<T>(low);
  auto const hi = bound_as<T>(high);
  U const one = 1;
  auto const empty = hi <= lo;
  auto const width = where(empty, one, astype<U>(hi - lo)); // lo where there is nothing between
  auto span = width;
  if (is_above<T>(high)) span = where(empty, width, width + one); // 0: all T
  auto const half = as_tracer<U>(U(U(1) << (4 * sizeof(U))), nullptr) % span;
  auto const times = half * half % span; // 2^bits % span
  return lo + astype<T>((upper % span * times + lower % span) % span);
}
/// draw(type_identity<U>, i): numbers of the bits of a U, from the first and from the second of two keys.
template <class T, class D, class Lo, class Hi>
constexpr auto integers_of(D const& draw, Lo const& low, Hi const& high) {
  using U = std::type_identity<std::make_unsigned_t<T>>;
  auto const upper = draw(U{}, 0), lower = draw(U{}, 1);
  return between_of<T>(upper, lower, low, high);
}
/// The same, of 8 bits in 32.
template <class T, class D, class Lo, class Hi>
constexpr auto any_integers_of(D const& draw, Lo const& lo, Hi const& hi) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "[constax] random::randint: gives integers");
  if constexpr (is_dynamic<Lo>) expect_bound_dynamic(dtype_of<T>, lo);
  if constexpr (is_dynamic<Hi>) expect_bound_dynamic(dtype_of<T>, hi);
  if constexpr (sizeof(T) == 1) {
    auto const wide = [](auto const& x, i64 beyond) {
      i64 const least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max() + beyond;
      if constexpr (traced_value<decltype(x)>) return astype<int>(x);
      else {
        i64 const n = static_cast<i64>(plain(x));
        return static_cast<int>(n < least ? least : n > most ? most : n);
      }
    };
    return astype<T>(integers_of<int>(draw, wide(lo, 0), wide(hi, 1)));
  } else return integers_of<T>(draw, lo, hi);
}
template <class T, key_reader By, class S, class K, class Lo, class Hi>
constexpr auto integers_at(S const& places, K const& key, Lo const& lo, Hi const& hi) {
  auto const two = draw_keys<shape{extent(2)}, By>(key);
  auto const draw = [&]<class U>(std::type_identity<U>, int i) { return places.template bits<U, By>(two[i]); };
  return any_integers_of<T>(draw, places.template as_given<By>(lo), places.template as_given<By>(hi));
}
} // namespace detail

/// Integers from lo to hi - 1: randint<5>(key, 0, 10), randint<std::int64_t, n>(key, lo, hi). lo and hi: integers, or tracers of the
/// result's dtype whose shapes broadcast to that of the result; without lengths it has their shape. lo where
/// hi <= lo. Of 8 bits: drawn in 32, and cut.
template <element_type T, auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto randint(K const& key, Lo const& lo, Hi const& hi) {
  if constexpr (constax::detail::constant_numbers<Lo> || constax::detail::constant_numbers<Hi>)
    return randint<T, Dims...>(key, constax::detail::or_constant(lo), constax::detail::or_constant(hi));
  else if constexpr (!detail::is_bound<T, Lo>()) {
    expect_silence<detail::says_wrong_bound<T, Lo>>();
    return after_error<tracer<T, Dims...>>();
  } else if constexpr (!detail::is_bound<T, Hi>()) {
    expect_silence<detail::says_wrong_bound<T, Hi>>();
    return after_error<tracer<T, Dims...>>();
  } else return detail::integers_at<T, key_reader::randint>(detail::places_of<Dims...>(lo, hi), key, lo, hi);
}
template <auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto randint(K const& key, Lo const& lo, Hi const& hi) {
  return randint<int, Dims...>(key, lo, hi);
}

/// Of each line of logits along an axis (the last one) the place of an element, i32, with probabilities softmax(logits): the first of the
/// largest of logits + gumbel. categorical<5>(key, logits): five of each line, along new first axes.
template <auto... Dims, key_argument K, tracing L, axis_like A = std::integral_constant<int, -1>>
constexpr auto categorical(K const& key, L const& logits, A = {}) {
  constexpr int axis = static_cast<int>(constax::detail::axis_of<L>(A{}));
  constexpr shape s = [] {
    shape all = shape_of_dims<Dims...>;
    for (int d = 0; d < L::rank(); ++d) all.push(L::aval.shape[d]);
    return all;
  }();
  auto const noise = detail::draw_gumbel<typename L::value_type, s, key_reader::categorical>(key);
  return argmax(noise + logits, std::integral_constant<int, static_cast<int>(sizeof...(Dims)) + axis>{});
}

/// Numbers from 0 to n - 1, with replacement: choice<5>(key, n). n: an integer.
template <auto... Dims, key_argument K, integer_number N>
constexpr auto choice(K const& key, N const& n) {
  return detail::integers_at<int, key_reader::choice>(detail::drawn_places<shape_of_dims<Dims...>>{}, key, 0,
                                                      static_cast<int>(detail::plain(n)));
}
/// The same with these probabilities, of which there are n: choice<5>(key, p).
template <auto... Dims, key_argument K, tracing P>
constexpr auto choice(K const& key, P const& p) {
  using T = typename P::value_type;
  static_assert(P::rank() == 1 && std::is_floating_point_v<T>, "[constax] random::choice: probabilities are a vector of floating numbers");
  auto const cumulated = cumsum(p, std::integral_constant<int, 0>{});
  constexpr std::integral_constant<int, -1> last{};
  auto const u = detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::choice>(key);
  auto const r = cumulated[last] * (T(1) - u);
  return sum(astype<int>(cumulated < expand_dims(r, last)), last);
}

/// Arrays beside a traced key are constants of its program.
template <auto... Dims, tracing K, container L, axis_like... A>
constexpr auto categorical(K const& key, L const& logits, A... axis) {
  return categorical<Dims...>(key, constax::detail::as_constant(logits), axis...);
}
template <auto... Dims, tracing K, container P, class... Options>
constexpr auto choice(K const& key, P const& p, Options... options) {
  return choice<Dims...>(key, constax::detail::as_constant(p), options...);
}

} // namespace constax::inline CONSTAX_TAG::random
