// SPDX-License-Identifier: BSL-1.0
#pragma once
// random_laws: what samplers are made of where lengths or parameters are known at run time. Places of such lengths (late_drawn_places), on
// which laws are the text of api/random/; parameters, which are asked whether they broadcast; and what lengths decide, which is written
// here: shuffles, categories, loops for each element.
#include <constax/runtime/random_keys.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

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

} // namespace detail

namespace random::detail {

template <class T, key_reader By, class K> dynamic_tracer late_unit(K const& key, shape const& s) {
  return unit_of<T>(late_bits<bits_for<T>, By>(key, s));
}
inline void expect_bound_dynamic(dtype of, dynamic_tracer const& x) {
  if (aval const a = x.type(); a.type != of) raise_error<type_error>(wrong_bound(of, &a));
}
inline void expect_floating_dynamic(key_reader by, dynamic_tracer const& x, bool vector) {
  aval const a = x.type();
  text t;
  t << "[constax] " << name_of(by) << ": ";
  if (!a.floating() || info(a.type).half()) raise_error<type_error>(t << "probabilities are floating numbers, these are " << a);
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
    dynamic_tracer const x(or_constant(p));
    expect_parameter_dynamic(By, x, s);
    return broadcast_to_dynamic(astype<T>(x), s);
  }
}
/// Places of lengths that are known at run time, as drawn_places has static ones.
struct late_drawn_places {
  shape lengths;
  template <class T> dynamic_tracer full(T x) const { return filled_later<T>(x, lengths); }
  template <class T, key_reader By, class P> dynamic_tracer parameter(P const& p) const { return late_parameter<T, By>(p, lengths); }
  template <key_reader By, class P> auto as_given(P const& given) const {
    auto const p = or_constant(given);
    if constexpr (traced_value<decltype(p)>) expect_parameter_dynamic(By, dynamic_tracer(p), lengths);
    return p;
  }
  template <class U, key_reader By, class K> dynamic_tracer bits(K const& key) const { return late_bits<U, By>(key, lengths); }
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
/// The shape that the parameters broadcast to; where they do not, that of some of them, which others are then refused beside.
template <class... P> auto places_of_dynamic(P const&... p) {
  shape all;
  auto const add = [&](auto const& x) {
    if constexpr (traced_value<decltype(x)>)
      if (numpy_shape const both = broadcast_avals(dynamic_tracer(x).type(), aval{dtype::f64, all}); both.ok) all = both.result;
  };
  (add(or_constant(p)), ...);
  return late_drawn_places{all};
}
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
    auto const late = [](auto const& w) { return dynamic_tracer(w); };
    auto const keys = tree_map(late, key_of_split<Impl>(words_of_key<By, Impl>(key), numbered(dtype::u64, line), count));
    auto const one = [](auto const& k, dynamic_tracer const& x) {
      auto const word_of = [](dynamic_tracer const& w) { return basic_tracer<u64>(w.value); };
      auto const draw = custom_jvp(gamma_of_keys<Log, Impl>{}, gamma_of_keys_jvp<Log, Impl>{});
      return dynamic_tracer(draw(tree_map(word_of, k), basic_tracer<T>(x.value)));
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

} // namespace random::detail

} // namespace constax::inline CONSTAX_TAG
