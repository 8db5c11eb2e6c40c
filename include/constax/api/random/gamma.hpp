// SPDX-License-Identifier: BSL-1.0
#pragma once
// gamma, loggamma : key, a -> T[...]      the gamma law of shape a and scale 1, and its logarithm
//
// Marsaglia, Tsang: A simple method for generating gamma variables (2000), with JAX's order of keys: d (1 + c x)^3 of a normal x, with
// d = a - 1/3 and c = 1 / (3 sqrt(d)), is taken or drawn again. For a < 1 that of a + 1 times u^(1/a).
//
// A sample moves with a so that its quantile stays: F(x, a) = u, dx/da = -(dF/da) / (dF/dx). (Not what the loop's own derivative would be:
// who is taken is a step function of a.)
#include <constax/api/custom.hpp>
#include <constax/api/random/loop.hpp>
#include <constax/api/random/places.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {

/// How a sample x of the gamma law of shape a moves with a; Log: how log(x) moves, from log(x).
template <bool Log, class A, class Y>
constexpr auto gamma_moves(A const& a, Y const& y) {
  using T = typename A::value_type;
  constexpr T least = std::numeric_limits<T>::epsilon() / 4;
  auto const x = [&] {
    if constexpr (Log) return exp(y);
    else return y;
  }();
  auto const log_x = [&] {
    if constexpr (Log) return y;
    else return log(y);
  }();
  // Near 0, F is x^a / gamma(a + 1), also where x itself underflows.
  auto const near_zero = x < least;
  auto const z = where(near_zero, T(1), x);
  auto const of_log = where(near_zero, (digamma(a + T(1)) - log_x) / a, -igamma_grad_a(a, z) / (constax::gamma_density(a, z) * z));
  if constexpr (Log) return of_log;
  else return where(x == T(0), T(0), x * of_log);
}

/// The gamma law for keys' words and shapes a, element by element.
template <bool Log, class Impl>
struct gamma_of_keys {
  template <class W, class A>
  constexpr auto operator()(W const& key, A const& a) const {
    using T = typename A::value_type;
    constexpr T third = static_cast<T>(1. / 3);
    auto const unit = [](auto const& k) { return unit_of<T>(bits_at<bits_for<T>, shape{}, Impl>(k, word(0))); };
    auto const at_least_one = a >= T(1);
    auto const d = where(at_least_one, a, a + T(1)) - third;
    auto const c = third / sqrt(d);
    // Each attempt splits a key in three: the next one, that of x, that of u. An x where 1 + c x is not positive is drawn again, from a
    // chain of keys that begins with x's.
    auto const first = part_of_key<0, 2, Impl>(key);
    auto const start = std::tuple{first, part_of_key<1, 3, Impl>(first), d, filled_with<bool, A::aval.shape>(true)};
    auto const attempt = [&](auto const& s) {
      auto const& [k, x_key, before, go] = s;
      auto const x = normal_of<T>(unit(part_of_key<1, 2, Impl>(x_key)));
      auto const v = x * c + T(1);
      auto const cube = v * v * v, square = x * x, u = unit(part_of_key<2, 3, Impl>(k));
      auto const far = u >= T(1) - T(0.0331) * (square * square);
      auto const refused = far & (log(u) >= square * T(0.5) + d * (T(1) - cube + log(cube)));
      auto const again = v <= T(0);
      auto const next = part_of_key<0, 3, Impl>(k);
      auto const next_x = choose_word(again, part_of_key<0, 2, Impl>(x_key), part_of_key<1, 3, Impl>(next));
      return std::tuple{choose_word(again, k, next), next_x, cube, again | refused};
    };
    auto const v = std::get<2>(loop_while_each([](auto const& s) { return std::get<3>(s); }, attempt, start));
    auto const u = unit(part_of_key<1, 2, Impl>(key));
    if constexpr (Log) {
      auto const e = log1p(-u);
      return log(d) + log(v) + where(at_least_one | (e == T(0)), T(0), e * (T(1) / a));
    } else return d * v * where(at_least_one, T(1), pow(T(1) - u, T(1) / a));
  }
};
template <bool Log, class Impl>
struct gamma_of_keys_jvp {
  template <class X, class D>
  constexpr auto operator()(X const& x, D const& dx) const {
    auto const y = gamma_of_keys<Log, Impl>{}(std::get<0>(x), std::get<1>(x));
    return std::pair{y, std::get<1>(dx) * gamma_moves<Log>(std::get<1>(x), y)};
  }
};
/// T[S] of the gamma law of shape a, which is T[S]; Log: its logarithm.
template <bool Log, key_reader By, class K, class A>
constexpr auto draw_gamma(K const& key, A const& a) {
  constexpr shape s = A::aval.shape;
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const each = key_at<s, Impl>(words_of_key<By, Impl>(key), places_in<s>());
    return custom_jvp(gamma_of_keys<Log, Impl>{}, gamma_of_keys_jvp<Log, Impl>{})(each, a);
  });
}
/// The same at places (places.hpp), of parameters of any kind.
template <bool Log, class T, key_reader By, shape S, class K, class A>
constexpr auto gamma_at(drawn_places<S> const& places, K const& key, A const& a) {
  return draw_gamma<Log, By>(key, places.template parameter<T, By>(a));
}
} // namespace detail

/// Of the gamma law of shape a > 0 and scale 1, density x^(a-1) e^-x / gamma(a): gamma<float, 5>(key, 0.5f), gamma(key, a) for each a. a: a
/// number, or a tracer whose shape broadcasts to that of the result. Marsaglia, Tsang (2000). It is differentiated in a: its quantile
/// stays.
template <element_type T, auto... Dims, key_argument K, class A>
constexpr auto gamma(K const& key, A const& a) {
  return gamma_at<false, T, key_reader::gamma>(detail::places_of<Dims...>(a), key, a);
}
template <auto... Dims, key_argument K, class A>
constexpr auto gamma(K const& key, A const& a) {
  return gamma<double, Dims...>(key, a);
}

/// log(gamma(key, a)), which does not underflow for small a. As gamma otherwise.
template <element_type T, auto... Dims, key_argument K, class A>
constexpr auto loggamma(K const& key, A const& a) {
  return gamma_at<true, T, key_reader::loggamma>(detail::places_of<Dims...>(a), key, a);
}
template <auto... Dims, key_argument K, class A>
constexpr auto loggamma(K const& key, A const& a) {
  return loggamma<double, Dims...>(key, a);
}

} // namespace constax::inline CONSTAX_TAG::random
