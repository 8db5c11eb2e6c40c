// SPDX-License-Identifier: BSL-1.0
#pragma once
// parameter : number, array or tracer -> T[s]      what a law depends on, at each element of what is drawn; and the shape s
#include <constax/api/numpy/make.hpp>
#include <constax/primitives/random_unwrap.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class P>
constexpr aval parameter_aval() {
  if constexpr (tracing<P> || container<P>) return P::aval;
  else return {};
}
/// The shape of what is drawn: the lengths that were given, or else that of the parameters.
template <auto... Dims>
struct drawn_shape {
  template <class... P>
  static constexpr shape of = sizeof...(Dims) > 0 ? shape_of_dims<Dims...> : broadcast_avals(parameter_aval<P>()...).result;
};

constexpr bool is_of_numbers(aval const& a) { return !info(a.type).key && a.type != dtype::boolean; }
constexpr bool broadcasts_to(aval const& a, shape const& to) {
  numpy_shape const s = broadcast_avals(a, aval{dtype::f64, to});
  return s.ok && s.result == to;
}
constexpr text no_parameter(key_reader by, aval const* is, shape const& to) {
  text t;
  t << "[constax] " << name_of(by) << ": ";
  if (!is) return t << "a parameter is a number, or an array of numbers, this one is neither";
  t << "a parameter is " << *is;
  if (!is_of_numbers(*is)) return t << ", it must be of numbers";
  return t << ", which does not broadcast to the shape of the result, " << to;
}
template <key_reader By, shape S, class P>
struct says_no_parameter {
  constexpr text operator()() const {
    if constexpr (tracing<P> || container<P>) return no_parameter(By, &P::aval, S);
    else return no_parameter(By, nullptr, S);
  }
};
template <shape S, class P>
constexpr bool is_parameter() {
  if constexpr (!tracing<P> && !container<P>) return number<P> || is_dynamic<P>;
  else return is_of_numbers(P::aval) && broadcasts_to(P::aval, S);
}
/// Of dynamic tracers, which are asked at run time, and are static ones of type T[S] from then on: runtime/random_laws.hpp.
template <class T, shape S, key_reader By> auto parameter_dynamic(dynamic_tracer const& p);
template <class F> auto in_floating_dynamic(dynamic_tracer const& p, F const& f);
template <class P>
inline constexpr aval aval_or_number = {};
template <tracing P>
inline constexpr aval aval_or_number<P> = P::aval;
/// A parameter as T[S].
template <class T, shape S, key_reader By, class P>
constexpr auto parameter(P const& p) {
  if constexpr (constant_numbers<P>) return parameter<T, S, By>(or_constant(p));
  else if constexpr (!is_parameter<S, P>()) {
    expect_silence<says_no_parameter<By, S, P>>();
    return after_error<tracer_t<aval{dtype_of<T>, S}>>();
  } else if constexpr (is_dynamic<P>) return parameter_dynamic<T, S, By>(p);
  else if constexpr (tracing<P>) return detail::broadcast_to<S>(astype<T>(p));
  else return filled_with<T, S>(plain(p));
}
void expect_parameter_dynamic(key_reader by, dynamic_tracer const& p, shape const& to); // runtime/random_laws.hpp
/// A parameter as it is, a number or traced, if its shape broadcasts to S: no element of what is drawn stands for several.
template <shape S, key_reader By, class P>
constexpr auto parameter_as_given(P const& p) {
  if constexpr (constant_numbers<P>) return parameter_as_given<S, By>(or_constant(p));
  else if constexpr (!is_parameter<S, P>()) {
    expect_silence<says_no_parameter<By, S, P>>();
    return after_error<tracer_t<aval{aval_or_number<P>.type, S}>>();
  } else {
    if constexpr (is_dynamic<P>) expect_parameter_dynamic(By, p, S);
    return p;
  }
}
/// f(std::type_identity<F>) of the element type in which a law with parameter p is computed, where it is not told: p's own if that is
/// floating, else double.
template <class P, class F>
constexpr auto in_floating_of([[maybe_unused]] P const& p, F const& f) {
  if constexpr (is_dynamic<P>) return in_floating_dynamic(p, f);
  else if constexpr (tracing<P> || container<P>) {
    using T = std::remove_const_t<typename P::value_type>;
    return f(std::type_identity<std::conditional_t<std::is_floating_point_v<T>, T, double>>{});
  } else return f(std::type_identity<std::conditional_t<std::is_same_v<P, float>, float, double>>{});
}

/// A shape without its last axis.
template <shape S>
inline constexpr shape shape_of_lines = [] {
  shape s;
  for (int d = 0; d + 1 < S.rank; ++d) s.push(S[d]);
  return s;
}();
template <shape S, extent Last>
inline constexpr shape lines_of_length = [] {
  shape s = S;
  s.push(Last);
  return s;
}();
/// The lines that are drawn where a parameter P is an array of lines, along its last axis: as many as lengths say, or else as P has.
template <class P, auto... Dims>
inline constexpr shape drawn_lines = sizeof...(Dims) > 0 ? shape_of_dims<Dims...> : shape_of_lines<P::aval.shape>;

} // namespace constax::inline CONSTAX_TAG::detail
