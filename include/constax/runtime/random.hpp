// SPDX-License-Identifier: BSL-1.0
#pragma once
// random: keys and samplers of dynamic tracers, as api/random/ has them; and lengths that are known at run time: normal<float>(key, {n,
// 3}).
//
// Samplers are written once. A key that is a dynamic tracer is asked for its layout, and is from there on a static one: so are numbers of
// static lengths. A parameter is asked whether it broadcasts. What is wrong is thrown, with the compiler's sentences.
#include <constax/api/random.hpp>
#include <constax/runtime/functions.hpp>
#include <constax/runtime/ndarray.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// The type of a key; By takes one.
inline aval expect_key(key_reader by, dynamic_tracer const& key) {
  aval const a = key.type();
  if (!info(a.type).key || (by != key_reader::none && a.rank() != 0)) raise_error<type_error>(no_random_key(by, &a));
  return a;
}
template <key_reader By, class F> auto in_layout_dynamic(dynamic_tracer const& key, F const& f) {
  dtype const t = expect_key(By, key).type;
  auto const in = [&]<class Now, class... Later>(auto self, std::type_identity<Now> now, Later... later) {
    using drawn = decltype(f(now));
    constexpr bool one_type = (std::is_same_v<drawn, decltype(f(later))> && ...);
    using result = std::conditional_t<one_type, drawn, dynamic_tracer>;
    if constexpr (sizeof...(Later) == 0) return f(now);
    else return t == dtype_of<prng_key<Now>> ? result(f(now)) : result(self(self, later...));
  };
  return in(in, std::type_identity<threefry>{}, std::type_identity<threefry_original>{}, std::type_identity<philox>{},
            std::type_identity<philox2>{}, std::type_identity<rbg>{});
}
template <key_reader By> auto words_dynamic(dynamic_tracer const& key) {
  expect_key(By, key);
  dynamic_tracer const w = emit_dynamic<random_unwrap_t>({By}, key);
  if constexpr (By == key_reader::none) return w;
  else return basic_tracer<u64>(w.value);
}
template <class K, class X> dynamic_tracer key_like_dynamic(K const& key, X const& words) {
  return emit_dynamic<random_wrap_t>({expect_key(key_reader::none, key).type}, dynamic_tracer(words));
}
inline void expect_parameter_dynamic(key_reader by, dynamic_tracer const& p, shape const& to) {
  aval const a = p.type();
  if (!is_of_numbers(a)) raise_error<type_error>(no_parameter(by, &a, to));
  if (!broadcasts_to(a, to)) raise_error<shape_error>(no_parameter(by, &a, to));
}
template <class T, shape S, key_reader By> auto parameter_dynamic(dynamic_tracer const& p) {
  expect_parameter_dynamic(By, p, S);
  return tracer_t<aval{dtype_of<T>, S}>(broadcast_to_dynamic(astype<T>(p), S).value);
}
template <class F> auto in_floating_dynamic(dynamic_tracer const& p, F const& f) {
  return p.type().type == dtype::f32 ? f(std::type_identity<float>{}) : f(std::type_identity<double>{});
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
    return dynamic_tracer(bits_numbered<U, Impl>(words_of_key<By>(key), numbered(dtype::u64, s), count));
  });
}
template <key_reader By, class K> dynamic_tracer late_keys(K const& key, shape const& s) {
  auto const count = [&] { return word(static_cast<u64>(s.size())); };
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    auto const words = key_of_split<Impl>(words_of_key<By>(key), numbered(dtype::u64, s), count);
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
  int const wanted = key == dtype::key_philox2 ? traced_words_of<philox2> : traced_words_of<threefry>;
  if (aval const a = words.type(); !are_words(a, wanted)) raise_error<type_error>(no_words(key, &a, wanted));
}

template <class T, key_reader By, class K> dynamic_tracer late_unit(K const& key, shape const& s) {
  return unit_of<T>(late_bits<bits_for<T>, By>(key, s));
}
/// Those of them that are traced broadcast to a shape.
template <key_reader By, class... P> void expect_late_parameters(shape const& s, P const&... p) {
  (
      [&] {
        if constexpr (traced_value<P>) expect_parameter_dynamic(By, dynamic_tracer(p), s);
      }(),
      ...);
}
template <class T, key_reader By, class K, class Lo, class Hi>
dynamic_tracer late_integers(K const& key, shape const& s, Lo const& lo, Hi const& hi) {
  expect_late_parameters<By>(s, lo, hi);
  auto const two = draw_keys<shape{extent(2)}, By>(key);
  auto const draw = [&]<class U>(std::type_identity<U>, int i) { return late_bits<U, By>(two[i], s); };
  return any_integers_of<T>(draw, lo, hi);
}
inline void expect_bound_dynamic(dtype of, dynamic_tracer const& x) {
  if (aval const a = x.type(); a.type != of) raise_error<type_error>(wrong_bound(of, &a));
}
inline void expect_floating_dynamic(key_reader by, dynamic_tracer const& x, bool vector) {
  aval const a = x.type();
  text t;
  t << "[constax] " << name_of(by) << ": ";
  if (!a.floating()) raise_error<type_error>(t << "probabilities are floating numbers, these are " << a);
  if (vector && a.rank() != 1) raise_error<shape_error>(t << "probabilities are a vector of floating numbers, these are " << a);
}
template <key_reader By, class K> dynamic_tracer late_gumbel(K const& key, shape const& s, dynamic_tracer const& like) {
  return in_floating_dynamic(like, [&]<class F>(std::type_identity<F>) { return dynamic_tracer(gumbel_of<F>(late_unit<F, By>(key, s))); });
}

/// x at places along an axis: one for each element, or for each row.
inline dynamic_tracer late_places(dynamic_tracer const& x, dynamic_tracer const& places, int axis) {
  int const rank = x.rank();
  indexed_params q{{axis}, shape{extent(1)}, every_axis(rank), every_axis(rank), index_mode::promise_in_bounds};
  if (places.rank() == 1) q.at = axes{axis};
  q.along.at[axis] = -1;
  return emit_dynamic<gather_t>(q, x, places);
}
template <key_reader By, class K> dynamic_tracer late_shuffle(K const& key, dynamic_tracer x, int axis) {
  aval const a = x.type();
  if (axis < 0 || axis >= a.rank()) raise_fault({fault_code::bad_axis, name_of(By), {}, a, {}, axis});
  dynamic_tracer k(as_key<key_reader::none>(key));
  for (int rounds = rounds_of(a.shape.size()); rounds > 0; --rounds) {
    dynamic_tracer const two = draw_keys<shape{extent(2)}, By>(k);
    argsort_t::params const all{axis, a.shape[axis], false, dtype::i32};
    x = late_places(x, emit_dynamic<argsort_t>(all, late_bits<u32, By>(two[1], a.shape)), axis);
    k = two[0];
  }
  return x;
}
template <class K, class L> dynamic_tracer late_categorical(K const& key, shape s, L const& logits, i64 axis) {
  constexpr auto by = key_reader::categorical;
  expect_floating_dynamic(by, logits, false);
  aval const a = logits.type();
  int const new_axes = s.rank, at = static_cast<int>(axis < 0 ? axis + a.rank() : axis);
  if (at < 0 || at >= a.rank()) raise_fault({fault_code::bad_axis, name_of(by), {}, a, {}, static_cast<int>(axis)});
  for (int d = 0; d < a.rank(); ++d) s.push(a.shape[d]);
  return emit_dynamic<argmax_t>({axes{new_axes + at}, dtype::i32}, late_gumbel<by>(key, s, logits) + logits);
}
template <class K, class P> dynamic_tracer late_choice(K const& key, shape const& s, P const& p) {
  constexpr auto by = key_reader::choice;
  constexpr std::integral_constant<int, -1> last{};
  expect_floating_dynamic(by, p, true);
  dynamic_tracer const cumulated = cumsum(p, std::integral_constant<int, 0>{});
  return in_floating_dynamic(p, [&]<class F>(std::type_identity<F>) {
    dynamic_tracer const r = cumulated[last] * (F(1) - late_unit<F, by>(key, s));
    return sum(astype<int>(cumulated < expand_dims(r, last)), last);
  });
}
/// A parameter at each element of what is drawn.
template <class T, key_reader By, class P> dynamic_tracer late_parameter(P const& p, shape const& s) {
  if constexpr (number<P>) return broadcast_to_dynamic(dynamic_in(p, dtype_of<T>), s);
  else {
    dynamic_tracer const x(p);
    expect_parameter_dynamic(By, x, s);
    return broadcast_to_dynamic(astype<T>(x), s);
  }
}
/// Places of lengths that are known at run time, as drawn_places has static ones.
struct late_drawn_places {
  shape lengths;
  template <class T> dynamic_tracer full(T x) const { return filled_later<T>(x, lengths); }
  template <class T, key_reader By, class P> dynamic_tracer parameter(P const& p) const { return late_parameter<T, By>(p, lengths); }
  template <class T, key_reader By, class K> dynamic_tracer unit(K const& key) const { return late_unit<T, By>(key, lengths); }
  template <i64 Length> late_drawn_places lines() const {
    late_drawn_places all = *this;
    all.lengths.push(extent(Length));
    return all;
  }
  template <class F, class Impl, class W> dynamic_tracer units(W const& w) const {
    auto const count = [&] { return word(static_cast<u64>(lengths.size())); };
    return unit_of<F>(dynamic_tracer(bits_numbered<bits_for<F>, Impl>(w, numbered(dtype::u64, lengths), count)));
  }
};
template <class T, class K, class N, class P>
dynamic_tracer multinomial_dynamic(K const& key, bool given, shape rows, N const& n, P const& probabilities) {
  constexpr auto by = key_reader::multinomial;
  dynamic_tracer const p(probabilities);
  aval const a = p.type();
  if (a.rank() == 0) raise_error<shape_error>("[constax] random::multinomial: p is a vector, or an array of vectors along its last axis");
  if (!given)
    for (int d = 0; d + 1 < a.rank(); ++d) rows.push(a.shape[d]);
  shape lines = rows;
  lines.push(a.shape[a.rank() - 1]);
  dynamic_tracer const keys = late_keys<by>(key, shape{a.shape[a.rank() - 1]});
  return in_floating_dynamic(p, [&]<class F>(std::type_identity<F>) {
    dynamic_tracer const q = stop_gradient(late_parameter<F, by>(p, lines)), trials = stop_gradient(late_parameter<F, by>(n, rows));
    return dynamic_tracer(astype<T>(taken_in_turn<F, by>(late_drawn_places{rows}, keys, trials, q)));
  });
}
/// The gamma law for each element, whose body is a static program of one.
template <bool Log, class T, key_reader By, class K, class P> dynamic_tracer late_gamma(K const& key, shape const& s, P const& a) {
  shape const line{extent(s.size())};
  auto const count = [&] { return word(static_cast<u64>(s.size())); };
  dynamic_tracer const shapes = reshape_dynamic(late_parameter<T, By>(a, s), line);
  return in_layout<By>(key, [&]<class Impl>(std::type_identity<Impl>) {
    dynamic_tracer const keys(key_of_split<Impl>(words_of_key<By>(key), numbered(dtype::u64, line), count));
    auto const one = [](dynamic_tracer const& k, dynamic_tracer const& x) {
      auto const draw = custom_jvp(gamma_of_keys<Log, Impl>{}, gamma_of_keys_jvp<Log, Impl>{});
      return dynamic_tracer(draw(basic_tracer<u64>(k.value), basic_tracer<T>(x.value)));
    };
    return reshape_dynamic(vmap(one)(keys, shapes), s);
  });
}
template <bool Log, class T, key_reader By, class K, class A>
dynamic_tracer gamma_at(late_drawn_places const& places, K const& key, A const& a) {
  return late_gamma<Log, T, By>(key, places.lengths, a);
}
template <class T, class K, class A> dynamic_tracer dirichlet_dynamic(K const& key, bool lengths, shape s, A const& alpha) {
  constexpr auto by = key_reader::dirichlet;
  aval const a = dynamic_tracer(alpha).type();
  if (a.rank() == 0)
    raise_error<shape_error>("[constax] random::dirichlet: alpha is a vector, or an array of vectors along its last axis");
  if (!lengths) s = a.shape;
  else s.push(a.shape[a.rank() - 1]);
  return softmax(late_gamma<true, T, by>(key, s, alpha));
}
template <class T, class K, class M, class C>
dynamic_tracer multivariate_normal_dynamic(K const& key, shape s, M const& mean, C const& cov) {
  constexpr auto by = key_reader::multivariate_normal;
  aval const m = dynamic_tracer(mean).type(), c = dynamic_tracer(cov).type();
  if (!is_covariance(m, c)) raise_error<shape_error>(no_covariance(&m, &c));
  s.push(m.shape[0]);
  return moved_by<T>(normal_of<T>(late_unit<T, by>(key, s)), mean, cov, numbered(dtype::i32, m.shape));
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
template <element_type U = std::uint32_t, class K> dynamic_tracer bits(K const& key, std::initializer_list<i64> lengths) {
  static_assert(std::is_unsigned_v<U> && !std::is_same_v<U, bool>,
                "[constax] random::bits: the elements are std::uint8_t, std::uint32_t or std::uint64_t");
  return detail::late_bits<U, key_reader::bits>(key, detail::lengths_of(key_reader::bits, lengths));
}
/// split(key, n), split(key, {n, 3}): as many new keys.
template <class K> dynamic_tracer split(K const& key, std::initializer_list<i64> lengths) {
  return detail::late_keys<key_reader::split>(key, detail::lengths_of(key_reader::split, lengths));
}
template <class K, integer_number N> dynamic_tracer split(K const& key, N n) { return split(key, {static_cast<i64>(n)}); }

/// uniform<float>(key, {n, 3}), uniform(key, {n}, lo, hi).
template <element_type T = double, class K> dynamic_tracer uniform(K const& key, std::initializer_list<i64> lengths) {
  return detail::late_unit<T, key_reader::uniform>(key, detail::lengths_of(key_reader::uniform, lengths));
}
template <element_type T = double, class K, class Lo, class Hi>
dynamic_tracer uniform(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  using number = std::conditional_t<traced_value<Lo>, Lo, T>;
  detail::expect_late_parameters<key_reader::uniform>(detail::lengths_of(key_reader::uniform, lengths), lo, hi);
  return detail::unit_between(uniform<T>(key, lengths), static_cast<number>(lo), hi);
}
template <element_type T = double, class K> dynamic_tracer normal(K const& key, std::initializer_list<i64> lengths) {
  return detail::normal_of<T>(detail::late_unit<T, key_reader::normal>(key, detail::lengths_of(key_reader::normal, lengths)));
}
template <element_type T = double, class K> dynamic_tracer exponential(K const& key, std::initializer_list<i64> lengths) {
  return detail::exponential_of(detail::late_unit<T, key_reader::exponential>(key, detail::lengths_of(key_reader::exponential, lengths)));
}
template <element_type T = double, class K> dynamic_tracer gumbel(K const& key, std::initializer_list<i64> lengths) {
  return detail::gumbel_of<T>(detail::late_unit<T, key_reader::gumbel>(key, detail::lengths_of(key_reader::gumbel, lengths)));
}
template <element_type T = double, class K, class Lo, class Hi>
dynamic_tracer truncated_normal(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  constexpr auto by = key_reader::truncated_normal;
  shape const s = detail::lengths_of(by, lengths);
  detail::expect_late_parameters<by>(s, lo, hi);
  return detail::truncated_normal_of<T>(detail::late_unit<T, by>(key, s), lo, hi);
}
template <element_type T = double, class K> dynamic_tracer laplace(K const& key, std::initializer_list<i64> lengths) {
  return detail::laplace_of<T>(detail::late_unit<T, key_reader::laplace>(key, detail::lengths_of(key_reader::laplace, lengths)));
}
template <element_type T = double, class K> dynamic_tracer logistic(K const& key, std::initializer_list<i64> lengths) {
  return detail::logistic_of<T>(detail::late_unit<T, key_reader::logistic>(key, detail::lengths_of(key_reader::logistic, lengths)));
}
template <element_type T = double, class K> dynamic_tracer cauchy(K const& key, std::initializer_list<i64> lengths) {
  return detail::cauchy_of<T>(detail::late_unit<T, key_reader::cauchy>(key, detail::lengths_of(key_reader::cauchy, lengths)));
}
template <element_type T = int, class K> dynamic_tracer rademacher(K const& key, std::initializer_list<i64> lengths) {
  constexpr auto by = key_reader::rademacher;
  return detail::sign_of<T>(detail::late_unit<double, by>(key, detail::lengths_of(by, lengths)) < 0.5);
}
/// randint<std::int64_t>(key, {n}, lo, hi).
template <element_type T = int, class K, class Lo, class Hi>
dynamic_tracer randint(K const& key, std::initializer_list<i64> lengths, Lo const& lo, Hi const& hi) {
  return detail::late_integers<T, key_reader::randint>(key, detail::lengths_of(key_reader::randint, lengths), lo, hi);
}
/// bernoulli(key, {n}, p). p: a number, or traced.
template <class K, class P = double> dynamic_tracer bernoulli(K const& key, std::initializer_list<i64> lengths, P const& p = 0.5) {
  shape const s = detail::lengths_of(key_reader::bernoulli, lengths);
  detail::expect_late_parameters<key_reader::bernoulli>(s, p);
  return detail::in_floating_of(p, [&]<class F>(std::type_identity<F>) {
    dynamic_tracer const u = detail::late_unit<F, key_reader::bernoulli>(key, s);
    if constexpr (traced_value<P>) return u < p;
    else return u < static_cast<F>(p);
  });
}

/// categorical(key, logits), categorical<5>(key, logits), categorical(key, {n}, logits): i32.
template <auto... Dims, class K, dynamic_tracing L, axis_like A = std::integral_constant<int, -1>>
dynamic_tracer categorical(K const& key, L const& logits, A axis = {}) {
  return detail::late_categorical(key, shape_of_dims<Dims...>, logits, detail::axis_number(axis));
}
template <class K, traced_value L, axis_like A = std::integral_constant<int, -1>>
dynamic_tracer categorical(K const& key, std::initializer_list<i64> lengths, L const& logits, A axis = {}) {
  shape const s = detail::lengths_of(key_reader::categorical, lengths);
  return detail::late_categorical(key, s, dynamic_tracer(logits), detail::axis_number(axis));
}
/// choice<5>(key, p), choice(key, {n}, p), choice(key, {n}, m).
template <auto... Dims, class K, dynamic_tracing P> dynamic_tracer choice(K const& key, P const& p) {
  return detail::late_choice(key, shape_of_dims<Dims...>, p);
}
template <class K, traced_value P> dynamic_tracer choice(K const& key, std::initializer_list<i64> lengths, P const& p) {
  return detail::late_choice(key, detail::lengths_of(key_reader::choice, lengths), dynamic_tracer(p));
}
template <class K, integer_number N> dynamic_tracer choice(K const& key, std::initializer_list<i64> lengths, N n) {
  shape const s = detail::lengths_of(key_reader::choice, lengths);
  return detail::late_integers<int, key_reader::choice>(key, s, 0, static_cast<int>(n));
}
/// choice<5>(key, p, without_replacement): more than there are is an index_error.
template <i64 Count, class K, dynamic_tracing P> dynamic_tracer choice(K const& key, P const& p, without_replacement_t) {
  detail::expect_floating_dynamic(key_reader::choice, p, true);
  dynamic_tracer const order = detail::late_gumbel<key_reader::choice>(key, p.type().shape, p) + log(p);
  return emit_dynamic<argsort_t>({0, extent(Count), true, dtype::i32}, order);
}

/// gamma<float>(key, {n}, a). a: a number, or traced, of a shape that broadcasts to the lengths.
template <element_type T = double, class K, class A> dynamic_tracer gamma(K const& key, std::initializer_list<i64> lengths, A const& a) {
  return detail::late_gamma<false, T, key_reader::gamma>(key, detail::lengths_of(key_reader::gamma, lengths), a);
}
template <element_type T = double, class K, class A> dynamic_tracer loggamma(K const& key, std::initializer_list<i64> lengths, A const& a) {
  return detail::late_gamma<true, T, key_reader::loggamma>(key, detail::lengths_of(key_reader::loggamma, lengths), a);
}
/// Laws with parameters, which are numbers, or traced, of shapes that broadcast to the lengths: beta(key, {n}, a, b).
template <element_type T = double, class K, class P = int>
dynamic_tracer lognormal(K const& key, std::initializer_list<i64> lengths, P const& sigma = 1) {
  constexpr auto by = key_reader::lognormal;
  return detail::lognormal_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, sigma);
}
template <element_type T = double, class K, class P>
dynamic_tracer pareto(K const& key, std::initializer_list<i64> lengths, P const& b) {
  constexpr auto by = key_reader::pareto;
  return detail::pareto_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, b);
}
template <element_type T = double, class K, class P>
dynamic_tracer rayleigh(K const& key, std::initializer_list<i64> lengths, P const& scale) {
  constexpr auto by = key_reader::rayleigh;
  return detail::rayleigh_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, scale);
}
template <element_type T = double, class K, class P, class C>
dynamic_tracer weibull_min(K const& key, std::initializer_list<i64> lengths, P const& scale, C const& concentration) {
  constexpr auto by = key_reader::weibull_min;
  return detail::weibull_min_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, scale, concentration);
}
template <element_type T = double, class K>
dynamic_tracer maxwell(K const& key, std::initializer_list<i64> lengths) {
  constexpr auto by = key_reader::maxwell;
  return detail::maxwell_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key);
}
template <element_type T = double, class K, class L, class P>
dynamic_tracer double_sided_maxwell(K const& key, std::initializer_list<i64> lengths, L const& loc, P const& scale) {
  constexpr auto by = key_reader::double_sided_maxwell;
  return detail::double_sided_maxwell_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, loc, scale);
}
template <element_type T = double, class K, class P>
dynamic_tracer wald(K const& key, std::initializer_list<i64> lengths, P const& mean) {
  constexpr auto by = key_reader::wald;
  return detail::wald_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, mean);
}
template <element_type T = double, class K, class L, class M, class R>
dynamic_tracer triangular(K const& key, std::initializer_list<i64> lengths, L const& left, M const& mode, R const& right) {
  constexpr auto by = key_reader::triangular;
  return detail::triangular_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, left, mode, right);
}
template <element_type T = double, class K, class A, class B>
dynamic_tracer beta(K const& key, std::initializer_list<i64> lengths, A const& a, B const& b) {
  constexpr auto by = key_reader::beta;
  return detail::beta_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, a, b);
}
template <element_type T = double, class K, class D>
dynamic_tracer chisquare(K const& key, std::initializer_list<i64> lengths, D const& df) {
  constexpr auto by = key_reader::chisquare;
  return detail::chisquare_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, df);
}
template <element_type T = double, class K, class D>
dynamic_tracer t(K const& key, std::initializer_list<i64> lengths, D const& df) {
  constexpr auto by = key_reader::t;
  return detail::t_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, df);
}
template <element_type T = double, class K, class M, class N>
dynamic_tracer f(K const& key, std::initializer_list<i64> lengths, M const& m, N const& n) {
  constexpr auto by = key_reader::f;
  return detail::f_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, m, n);
}
template <element_type T = double, class K, class P>
dynamic_tracer generalized_normal(K const& key, std::initializer_list<i64> lengths, P const& p) {
  constexpr auto by = key_reader::generalized_normal;
  return detail::generalized_normal_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, p);
}
template <element_type T = int, class K, class P>
dynamic_tracer geometric(K const& key, std::initializer_list<i64> lengths, P const& p) {
  constexpr auto by = key_reader::geometric;
  return detail::geometric_at<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, p);
}
/// ball(key, {n, 3}): n points of three coordinates.
template <element_type T = double, class K, class P = int>
dynamic_tracer ball(K const& key, std::initializer_list<i64> lengths, P const& p = 2) {
  constexpr auto by = key_reader::ball;
  shape const s = detail::lengths_of(by, lengths);
  if (s.rank == 0) detail::raise_error<shape_error>("[constax] random::ball: the last length is that of the coordinates");
  shape points;
  for (int d = 0; d + 1 < s.rank; ++d) points.push(s[d]);
  return detail::ball_at<T, by>(detail::late_drawn_places{points}, detail::late_drawn_places{s}, key, p);
}
/// poisson(key, {n}, lam), binomial(key, {n}, trials, p): parameters as those of gamma.
template <element_type T = int, class K, class L> dynamic_tracer poisson(K const& key, std::initializer_list<i64> lengths, L const& lam) {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>, "[constax] random::poisson: gives integers");
  constexpr auto by = key_reader::poisson;
  return detail::draw_poisson<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, lam);
}
template <element_type T = double, class K, class N, class P>
dynamic_tracer binomial(K const& key, std::initializer_list<i64> lengths, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::binomial: gives float or double, as in JAX");
  constexpr auto by = key_reader::binomial;
  return detail::draw_binomial_of<T, by>(detail::late_drawn_places{detail::lengths_of(by, lengths)}, key, n, p);
}
/// multinomial<float>(key, {n}, trials, p): T[n, k] of p[..., k].
template <element_type T = double, class K, class N, traced_value P>
dynamic_tracer multinomial(K const& key, std::initializer_list<i64> lengths, N const& n, P const& p) {
  static_assert(std::is_floating_point_v<T>, "[constax] random::multinomial: gives float or double, as in JAX");
  return detail::multinomial_dynamic<T>(key, true, detail::lengths_of(key_reader::multinomial, lengths), n, p);
}
/// dirichlet<float>(key, {n}, alpha): T[n, k] of alpha[..., k].
template <element_type T = double, class K, traced_value A>
dynamic_tracer dirichlet(K const& key, std::initializer_list<i64> lengths, A const& alpha) {
  return detail::dirichlet_dynamic<T>(key, true, detail::lengths_of(key_reader::dirichlet, lengths), alpha);
}
/// multivariate_normal<float>(key, {n}, mean, cov): T[n, k] of mean[k] and cov[k, k].
template <element_type T = double, class K, traced_value M, traced_value C>
dynamic_tracer multivariate_normal(K const& key, std::initializer_list<i64> lengths, M const& mean, C const& cov) {
  shape const s = detail::lengths_of(key_reader::multivariate_normal, lengths);
  return detail::multivariate_normal_dynamic<T>(key, s, dynamic_tracer(mean), dynamic_tracer(cov));
}

/// permutation(key, n): 0 ... n - 1 in a random order, i32.
template <class K, integer_number N> dynamic_tracer permutation(K const& key, N n) {
  shape const s = detail::lengths_of(key_reader::permutation, {static_cast<i64>(n)});
  return detail::late_shuffle<key_reader::permutation>(key, detail::numbered(dtype::i32, s), 0);
}
/// x with its elements along an axis (the first) in a random order: rows, columns stay together.
template <class K, dynamic_tracing X, axis_like A = std::integral_constant<int, 0>>
dynamic_tracer permutation(K const& key, X const& x, A axis = {}) {
  int const at = detail::dynamic_axis(x.rank(), axis);
  if (x.rank() < 2) return detail::late_shuffle<key_reader::permutation>(key, x, at);
  return detail::late_places(x, permutation(key, x.shape(at)), at);
}
/// x with the elements of each line along an axis (the first) in an order of their own.
template <class K, dynamic_tracing X, axis_like A = std::integral_constant<int, 0>>
dynamic_tracer permutation_independent(K const& key, X const& x, A axis = {}) {
  return detail::late_shuffle<key_reader::permutation>(key, x, detail::dynamic_axis(x.rank(), axis));
}

} // namespace random

} // namespace constax::inline CONSTAX_TAG
