// SPDX-License-Identifier: BSL-1.0
#pragma once
// counts: laws of numbers of events. poisson, binomial, multinomial, geometric
//
// poisson, binomial: where few events are expected, they are counted one by one; else a number is drawn and taken or drawn again by
// transformed rejection (Hoermann 1993), whose cost does not depend on the parameters. All elements draw from one key in each trip, by
// their places. Counts have no derivative.
#include <constax/api/control/scan.hpp>
#include <constax/api/control/while_loop.hpp>
#include <constax/api/random/places.hpp>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {

/// Which of two ways to draw are recorded: of numbers that are known one is enough.
struct ways_to_draw {
  bool few = true, many = true;
  template <class W, class X, class Y>
  constexpr auto operator()(W const& is_few, X const& of_few, Y const& of_many) const {
    return !many ? of_few() : !few ? of_many() : where(is_few, of_few(), of_many());
  }
};
/// Hoermann's transformed rejection: attempt(u, v) of uniform u in [-1/2, 1/2) and v in [0, 1) gives numbers and which of them are taken.
/// All elements take part in each trip until all have been taken once, and each keeps what was taken last: JAX's numbers are these. Not
/// begun where none is needed.
template <class F, class Impl, class S, class W, class G, class A>
constexpr auto taken_by_rejection(S const& places, W const& key, G const& needed, A const& attempt) {
  auto const some_needed = any(needed);
  auto const trip = [&](auto const& c) {
    auto const& [k, x, taken] = c;
    auto const u = places.template units<F, Impl>(part_of_key<1, 3, Impl>(k)) - F(0.5);
    auto const [y, takes] = attempt(u, places.template units<F, Impl>(part_of_key<2, 3, Impl>(k)));
    return std::tuple{part_of_key<0, 3, Impl>(k), where(takes, y, x), taken | takes};
  };
  auto const start = std::tuple{key, places.full(F(-1)), places.full(false)};
  return std::get<1>(while_loop([&](auto const& c) { return some_needed & any(!std::get<2>(c)); }, trip, start));
}

/// Events until their waiting times, exponential ones, add up to lam: Knuth, The Art of Computer Programming 2, 3.4.1. -1 for lam <= 0.
template <class F, class Impl, class S, class W, class L>
constexpr auto poisson_by_events(S const& places, W const& key, L const& lam) {
  auto const trip = [&](auto const& c) {
    auto const& [k, n, sum] = c;
    auto const u = places.template units<F, Impl>(part_of_key<1, 2, Impl>(k));
    return std::tuple{part_of_key<0, 2, Impl>(k), where(sum > -lam, n + 1, n), sum + log(u)};
  };
  auto const start = std::tuple{key, places.full(-1), places.full(F(0))};
  return std::get<1>(while_loop([&](auto const& c) { return any(std::get<2>(c) > -lam); }, trip, start));
}
/// Hoermann: The transformed rejection method for generating Poisson random variables (1993), PTRS.
template <class F, class Impl, class S, class W, class L, class G>
constexpr auto poisson_by_rejection(S const& places, W const& key, L const& lam, G const& needed) {
  auto const log_lam = log(lam);
  auto const b = F(0.931) + F(2.53) * sqrt(lam);
  auto const a = F(-0.059) + F(0.02483) * b;
  auto const inv_alpha = F(1.1239) + F(1.1328) / (b - F(3.4));
  auto const v_r = F(0.9277) - F(3.6224) / (b - F(2));
  return taken_by_rejection<F, Impl>(places, key, needed, [&](auto const& u, auto const& v) {
    auto const us = F(0.5) - abs(u);
    auto const k = floor((F(2) * a / us + b) * u + lam + F(0.43));
    auto const left = log(v * inv_alpha / (a / (us * us) + b));
    auto const right = k * log_lam - lam - lgamma(k + F(1));
    auto const inside = (us >= F(0.07)) & (v <= v_r);
    auto const outside = (k < F(0)) | ((us < F(0.013)) & (v > us));
    return std::pair{k, inside | ((left <= right) & !outside)};
  });
}
/// Poisson's numbers of mean lam at places.
template <class T, key_reader By, class S, class K, class L>
constexpr auto draw_poisson(S const& places, K const& key, L const& lam) {
  auto const mean = stop_gradient(places.template parameter<float, By>(lam));
  auto const few = (mean < 10.0f) | isnan(mean);
  ways_to_draw ways{};
  if constexpr (number<L>) {
    bool const many = static_cast<float>(plain(lam)) >= 10.0f;
    ways = {!many, many};
  }
  auto const drawn = in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const word = words_of_key<By, Impl>(key);
    auto const n = [&] { return astype<T>(poisson_by_events<float, Impl>(places, word, where(few, mean, 0.0f))); };
    auto const m = [&] { // all elements count for the number of trips: those that need none are JAX's
      return astype<T>(poisson_by_rejection<float, Impl>(places, word, where(few, 1e5f, mean), !few));
    };
    return ways(few, n, m);
  });
  return where(mean == 0.0f, T(0), where(is_finite(mean), drawn, T(-1)));
}
} // namespace detail

/// Of Poisson's law of mean lam >= 0: poisson<5>(key, 3.5), poisson<std::int64_t, n>(key, lam). lam: a number, or a tracer whose shape
/// broadcasts to that of the result; taken as float, as in JAX. -1 where lam is negative, infinite or nan. Knuth's count of events for lam
/// below 10, Hoermann's transformed rejection (1993) from there on. JAX's numbers, unless a rounding error decides whether one is taken:
/// in float that happens now and then from about 10^5 on.
template <element_type T, auto... Dims, key_argument K, class L>
constexpr auto poisson(K const& key, L const& lam) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "[constax] random::poisson: gives integers");
  return detail::draw_poisson<T, key_reader::poisson>(detail::places_of<Dims...>(lam), key, lam);
}
template <auto... Dims, key_argument K, class L>
constexpr auto poisson(K const& key, L const& lam) {
  return poisson<int, Dims...>(key, lam);
}

namespace detail {
/// log(k!) less Stirling's approximation of it, (k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2, for whole k >= 0. (JAX 0.10.2 takes that of
/// 9 for all above 9, so that its binomial law is a little off, and a few numbers of a million differ.)
template <class T, class X>
constexpr auto stirling_tail(X const& k) {
  constexpr double first[] = {0.0810614667953272,  0.0413406959554092,  0.0276779256849983,  0.02079067210376509, 0.0166446911898211,
                              0.0138761288230707,  0.0118967099458917,  0.0104112652619720,  0.00925546218271273, 0.00833056343336287};
  auto const square = (k + T(1)) * (k + T(1));
  auto const series = (T(1.0 / 12) - (T(1.0 / 360) - T(1.0 / 1260) / square) / square) / (k + T(1));
  auto const from = [&](auto self, auto i) {
    if constexpr (i == 10) return series;
    else return where(k == T(i), T(first[i]), self(self, std::integral_constant<int, i + 1>{}));
  };
  return from(from, std::integral_constant<int, 0>{});
}
/// Successes among n trials of probability q, by the trials from one success to the next, which are geometric: Kachitvichyanukul,
/// Schmeiser: Binomial random variate generation (1988). -1 for n < 0.
template <class F, class Impl, class S, class W, class N, class Q>
constexpr auto binomial_by_gaps(S const& places, W const& key, N const& n, Q const& q) {
  auto const log_failure = log1p(-q);
  auto const trip = [&](auto const& c) {
    auto const& [k, successes, trials] = c;
    auto const u = places.template units<F, Impl>(part_of_key<0, 2, Impl>(k));
    auto const next = where(trials <= n, successes + F(1), successes);
    return std::tuple{part_of_key<1, 2, Impl>(k), next, trials + ceil(log(u) / log_failure)};
  };
  auto const start = std::tuple{key, places.full(F(-1)), places.full(F(0))};
  return std::get<1>(while_loop([&](auto const& c) { return any(std::get<2>(c) <= n); }, trip, start));
}
/// Hoermann: The generation of binomial random variates (1993), BTRS, for q <= 1/2.
template <class F, class Impl, class S, class W, class N, class Q, class G>
constexpr auto binomial_by_rejection(S const& places, W const& key, N const& n, Q const& q, G const& needed) {
  auto const deviation = sqrt(n * q * (F(1) - q));
  auto const b = F(1.15) + F(2.53) * deviation;
  auto const a = F(-0.0873) + F(0.0248) * b + F(0.01) * q;
  auto const centre = n * q + F(0.5);
  auto const v_r = F(0.92) - F(4.2) / b;
  auto const r = q / (F(1) - q);
  auto const alpha = (F(2.83) + F(5.1) / b) * deviation;
  auto const m = floor((n + F(1)) * q);
  auto const at_mode = (m + F(0.5)) * log((m + F(1)) / (r * (n - m + F(1)))) + stirling_tail<F>(m) + stirling_tail<F>(n - m);
  return taken_by_rejection<F, Impl>(places, key, needed, [&](auto const& u, auto const& v) {
    auto const us = F(0.5) - abs(u);
    auto const k = floor((F(2) * a / us + b) * u + centre);
    auto const left = log(v * alpha / (a / (us * us) + b));
    auto const right = at_mode + (n + F(1)) * log((n - m + F(1)) / (n - k + F(1))) +
                       (k + F(0.5)) * log(r * (n - k + F(1)) / (k + F(1))) - stirling_tail<F>(k) - stirling_tail<F>(n - k);
    auto const inside = (us >= F(0.07)) & (v <= v_r);
    return std::pair{k, inside | ((left <= right) & (k >= F(0)) & (k <= n))};
  });
}
/// Binomial numbers for n and p, which are F at each place, as F.
template <class F, key_reader By, class S, class K, class N, class P>
constexpr auto draw_binomial(S const& places, K const& key, N const& n_given, P const& p_given, ways_to_draw ways = {}) {
  constexpr F nan = std::numeric_limits<F>::quiet_NaN(), inf = std::numeric_limits<F>::infinity();
  auto const p = stop_gradient(p_given), given = stop_gradient(n_given), n = floor(given);
  auto const rare = p < F(0.5);
  auto const rarer = where(rare, p, F(1) - p);
  auto const q = where(rarer >= F(0), rarer, F(0.01));
  auto const counts = given >= F(0), valid = counts & (rarer >= F(0)), endless = given == inf; // nan is not valid
  auto const many = counts & (given * q > F(10));
  auto const k = in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const word = words_of_key<By, Impl>(key);
    auto const by_gaps = [&] { return binomial_by_gaps<F, Impl>(places, word, where(many | !counts, F(-1), n), q); };
    auto const by_rejection = [&] { // all elements count for the number of trips: those that need none are JAX's
      return binomial_by_rejection<F, Impl>(places, word, where(many, n, F(1e4)), where(many, q, F(0.5)), many);
    };
    return ways(!many, by_gaps, by_rejection);
  });
  return where(valid, where(endless, inf, where(rare, k, n - k)), nan);
}
/// The same for n and p that are numbers or traced, as T.
template <class T, key_reader By, class S, class K, class N, class P>
constexpr auto draw_binomial_of(S const& places, K const& key, N const& n, P const& p) {
  return in_floating_of(p, [&]<class F>(std::type_identity<F>) {
    ways_to_draw ways{};
    if constexpr (number<N> && number<P>) {
      F const q = static_cast<F>(plain(p)), rarer = q < F(0.5) ? q : F(1) - q;
      bool const many = static_cast<F>(plain(n)) * rarer > F(10);
      ways = {!many, many};
    }
    auto const trials = places.template parameter<F, By>(n), chance = places.template parameter<F, By>(p);
    return astype<T>(draw_binomial<F, By>(places, key, trials, chance, ways));
  });
}
} // namespace detail

/// Successes among n trials of probability p, as floating numbers: binomial<5>(key, 10, 0.3), binomial<float, m>(key, n, p). n and p:
/// numbers, or tracers whose shapes broadcast to that of the result; computed in p's dtype. nan where n < 0 or p is outside of [0, 1]. Gaps
/// between successes are counted where at most 10 are expected (of them or of failures), else Hoermann's transformed rejection (1993).
template <element_type T, auto... Dims, key_argument K, class N, class P>
constexpr auto binomial(K const& key, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::binomial: gives float or double, as in JAX");
  return detail::draw_binomial_of<T, key_reader::binomial>(detail::places_of<Dims...>(n, p), key, n, p);
}
template <auto... Dims, key_argument K, class N, class P>
constexpr auto binomial(K const& key, N const& n, P const& p) {
  return binomial<double, Dims...>(key, n, p);
}

namespace detail {
/// Of a dynamic tracer of probabilities, with lengths or those of its lines: runtime/random_laws.hpp.
template <class T, class K, class N, class P>
dynamic_tracer multinomial_dynamic(K const& key, bool given, shape rows, N const& n, P const& probabilities);
/// For each line of q, probabilities, how many of so many trials end in each way: one way after the other takes a binomial number of those
/// that are left, by a key of its own.
template <class F, key_reader By, class S, class K, class N, class Q>
constexpr auto taken_in_turn(S const& places, K const& keys, N const& trials, Q const& q) {
  constexpr std::integral_constant<int, 0> first{};
  constexpr std::integral_constant<int, -1> last{};
  auto const left = cumsum(q, last, reverse);
  auto const share = moveaxis(clip(q / where(left == F(0), F(1), left), F(0), F(1)), last, first);
  auto const take = [&](auto const& rest, auto const& x) {
    auto const taken = draw_binomial<F, By>(places, std::get<1>(x), rest, std::get<0>(x));
    return std::pair{rest - taken, taken};
  };
  return moveaxis(scan(take, trials, std::tuple{share, keys}).second, first, last);
}
} // namespace detail

/// How many of n trials end in each of k ways, of probabilities p[..., k], T[..., k]: multinomial<5>(key, n, p) is T[5, k]. p's first axes
/// broadcast to the lengths, n to the result's first axes. One way after the other takes a binomial number of the trials that are left.
template <element_type T, auto... Dims, key_argument K, class N, class P>
requires(traced_value<P> || container<P>)
constexpr auto multinomial(K const& key, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::multinomial: gives float or double, as in JAX");
  if constexpr (container<P>) return multinomial<T, Dims...>(key, n, constax::detail::as_constant(p));
  else if constexpr (is_dynamic<P>) return detail::multinomial_dynamic<T>(key, sizeof...(Dims) > 0, shape_of_dims<Dims...>, n, p);
  else {
    static_assert(P::rank() > 0, "[constax] random::multinomial: p is a vector, or an array of vectors along its last axis");
    using F = std::conditional_t<std::is_floating_point_v<typename P::value_type>, typename P::value_type, double>;
    constexpr auto by = key_reader::multinomial;
    constexpr extent outcomes = P::aval.shape[P::rank() - 1];
    constexpr shape rows = detail::drawn_lines<P, Dims...>;
    auto const q = stop_gradient(detail::parameter<F, detail::lines_of_length<rows, outcomes>, by>(p));
    auto const trials = stop_gradient(detail::parameter<F, rows, by>(n));
    auto const keys = detail::draw_keys<shape{outcomes}, by>(key);
    return astype<T>(detail::taken_in_turn<F, by>(detail::drawn_places<rows>{}, keys, trials, q));
  }
}
template <auto... Dims, key_argument K, class N, class P>
requires(traced_value<P> || container<P>)
constexpr auto multinomial(K const& key, N const& n, P const& p) {
  return multinomial<double, Dims...>(key, n, p);
}

namespace detail {
template <class T, key_reader By, class S, class K, class P>
constexpr auto geometric_at(S const& places, K const& key, P const& p) {
  return in_floating_of(p, [&]<class F>(std::type_identity<F>) {
    auto const u = places.template unit<F, By>(key);
    auto const failures = floor(log(where(u == F(0), F(1), u)) / log1p(-stop_gradient(places.template parameter<F, By>(p))));
    return astype<T>(failures + F(1));
  });
}
} // namespace detail

/// Trials until the first success, of probability p: 1 + floor(log(u) / log(1 - p)). p: a number, or a tracer whose shape broadcasts to
/// that of the result; computed in p's dtype.
template <element_type T, auto... Dims, key_argument K, class P>
constexpr auto geometric(K const& key, P const& p) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "[constax] random::geometric: gives integers");
  return detail::geometric_at<T, key_reader::geometric>(detail::places_of<Dims...>(p), key, p);
}
template <auto... Dims, key_argument K, class P>
constexpr auto geometric(K const& key, P const& p) {
  return geometric<int, Dims...>(key, p);
}

} // namespace constax::inline CONSTAX_TAG::random
