// SPDX-License-Identifier: BSL-1.0
#pragma once
// parameter : number or tracer -> T[s]      what a law depends on, at each element of what is drawn; and the shape s
#include <constax/api/numpy/make.hpp>
#include <constax/primitives/random_unwrap.hpp>

namespace constax::inline CONSTAX_TAG::detail {

template <class P>
constexpr aval parameter_aval() {
  if constexpr (tracing<P>) return P::aval;
  else return {};
}
/// The shape of what is drawn: the lengths that were given, or else that of the parameters.
template <auto... Dims>
struct drawn_shape {
  template <class... P>
  static constexpr shape of = sizeof...(Dims) > 0 ? shape_of_dims<Dims...> : broadcast_avals(parameter_aval<P>()...).result;
};

template <key_reader By, shape S, class P>
struct says_no_parameter {
  constexpr text operator()() const {
    text t;
    t << "[constax] " << name_of(By) << ": ";
    if constexpr (!tracing<P>) return t << "a parameter is a number, or a traced array of numbers, this one is neither";
    else {
      t << "a parameter is " << P::aval;
      if constexpr (info(P::aval.type).key || P::aval.type == dtype::boolean) return t << ", it must be of numbers";
      else return t << ", which does not broadcast to the shape of the result, " << S;
    }
  }
};
template <shape S, class P>
constexpr bool is_parameter() {
  if constexpr (!tracing<P>) return number<P>;
  else if constexpr (info(P::aval.type).key || P::aval.type == dtype::boolean) return false;
  else {
    constexpr numpy_shape s = broadcast_avals(P::aval, aval{dtype::f64, S});
    return s.ok && s.result == S;
  }
}
/// A parameter as T[S].
template <class T, shape S, key_reader By, class P>
constexpr auto parameter(P const& p) {
  if constexpr (!is_parameter<S, P>()) {
    expect_silence<says_no_parameter<By, S, P>>();
    return after_error<tracer_t<aval{dtype_of<T>, S}>>();
  } else if constexpr (tracing<P>) return detail::broadcast_to<S>(astype<T>(p));
  else return filled_with<T, S>(plain(p));
}
/// The element type in which a law with parameter P is computed, where it is not told: P's own if that is floating, else double.
template <class P>
constexpr auto floating_of() {
  if constexpr (tracing<P>) {
    if constexpr (std::is_floating_point_v<typename P::value_type>) return typename P::value_type{};
    else return double{};
  } else if constexpr (std::is_same_v<P, float>) return float{};
  else return double{};
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
