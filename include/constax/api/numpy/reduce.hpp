// SPDX-License-Identifier: BSL-1.0
#pragma once
// reduce: sum, prod, mean, any, all, argmax, argmin, logsumexp of all elements, or along axes; max and min are the primitives themselves.
// var, std_, norm: api/norms.hpp
#include <constax/api/numpy/make.hpp>
#include <constax/api/numpy/shapes.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// y, a reduction of an X along axes, repeated to X's shape.
template <class X, axes Over, class Y>
constexpr auto along(Y const& y) {
  if constexpr (Over.size() == 0) return y;
  else return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{X::aval.shape, kept_axes(X::rank(), Over)}>(y);
}
template <class X, axes Over, class Y> constexpr auto repeated_along(X const&, known_axes<Over>, Y const& y) { return along<X, Over>(y); }
template <class X, class Y> dynamic_tracer repeated_along(X const& x, axes const& over, Y const& y); // runtime/functions.hpp

/// How many elements of an X a reduction along axes takes together, as a T.
template <class T, aval A, axes Over>
constexpr basic_tracer<T> count(context_ref const& at_hand) {
  context& c = *at_hand;
  constexpr shape lengths = A.shape; // (at run time clang 19 reads zeros of a template's argument)
  constexpr axes over = Over;
  i64 known = 1;
  for (i64 d : over) known *= lengths[static_cast<int>(d)].is_number() ? lengths[static_cast<int>(d)].number : 1;
  value n = c.constant(dtype_of<T>, static_cast<double>(known));
  bool literal = known == 1;
  bool symbols = false;
  for (i64 d : over) {
    extent const& e = lengths[static_cast<int>(d)];
    if (e.is_number()) continue;
    value const s = convert_element_type(size_of_axis(c, e), dtype_of<T>);
    if (literal && !symbols) n = s;
    else n = n * s;
    symbols = true;
  }
  return basic_tracer<T>(n);
}
/// The same in x's own dtype.
template <class X, axes Over> constexpr auto count_along(X const& x, known_axes<Over>) {
  return count<typename X::value_type, X::aval, Over>(some_context({&x.value, 1}));
}
template <class X> dynamic_tracer count_along(X const& x, axes const& over, dtype as); // runtime/functions.hpp

constexpr text not_floating(aval const& of) {
  text t;
  return t << "[constax] mean, var, norm, softmax and their like need floating-point elements, these are " << of
           << "; convert them with cx::astype<double>(x)";
}
template <class X>
struct says_not_floating {
  constexpr text operator()() const { return not_floating(X::aval); }
};
template <class X> void expect_floating_dynamic(X const& x); // runtime/functions.hpp
/// x, whose elements are floating-point; of others the compiler says that they are not, and goes on with doubles.
template <class X> constexpr auto floats(X const& x) {
  if constexpr (is_dynamic<X>) {
    expect_floating_dynamic(x);
    return x;
  } else if constexpr (floating_element<typename X::value_type>) return x;
  else {
    expect_silence<says_not_floating<X>>();
    return after_error<tracer_t<aval{dtype::f64, X::aval.shape}>>();
  }
}
/// f(x) of floats; of halves in f32, and rounded once, as JAX takes means and variances.
template <class X, class F> constexpr auto through_floats(X const& x, F const& f) {
  if constexpr (is_dynamic<X>) {
    expect_floating_dynamic(x);
    dtype const t = x.type().type;
    if (!info(t).half()) return f(x);
    return emit_dynamic<convert_element_type_t>({t}, f(astype<float>(x)));
  } else if constexpr (is_half<typename X::value_type>) return astype<typename X::value_type>(f(astype<float>(x)));
  else return f(floats(x));
}
/// bool as i32, to be counted; anything else as it is.
template <class X>
constexpr auto countable(X const& x) {
  if constexpr (is_dynamic<X>) return x.type().type == dtype::boolean ? astype<int>(x) : x;
  else if constexpr (X::aval.type == dtype::boolean) return astype<int>(x);
  else return x;
}
/// The largest element, or along axes. (A plain integer is an axis here, to be refused; max(x, 1) is the larger of 1 and each element.)
template <class X, class... A>
constexpr auto top(X const& x, A... axis) {
  return reduce_along<reduce_max_t>(x, axis...);
}

} // namespace detail

/// Sum of all elements, or along axes; of bool their number, as i32.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto sum(X const& x, A... axis) {
  return detail::reduce_along<reduce_sum_t>(detail::countable(x), axis...);
}
/// Product of all elements, or along axes.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto prod(X const& x, A... axis) {
  return detail::reduce_along<reduce_prod_t>(detail::countable(x), axis...);
}
/// The largest, smallest element of all, or along axes: max, min, of which a plain integer is an axis (of dynamic tracers).
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto amax(X const& x, A... axis) { return detail::extremum_along<reduce_max_t, max_t>(x, axis...); }
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto amin(X const& x, A... axis) { return detail::extremum_along<reduce_min_t, min_t>(x, axis...); }
/// Mean of all elements, or along axes.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto mean(X const& x, A... axis) {
  return detail::through_floats(x, [=]<class Y>(Y const& y) {
    auto const over = detail::axes_meant(y, axis...);
    auto const s = sum(y, axis...); // a wrong axis is refused here
    if constexpr (is_dynamic<Y>) return over.size() == 0 ? s : s / detail::count_along(y, over, y.type().type);
    else if constexpr (over.size() == 0) return s;
    else return s / detail::count_along(y, over);
  });
}
/// Whether any, all elements are true, or are not 0.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto any(X const& x, A... axis) {
  return detail::reduce_along<reduce_or_t>(astype<bool>(x), axis...);
}
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto all(X const& x, A... axis) {
  return detail::reduce_along<reduce_and_t>(astype<bool>(x), axis...);
}
namespace detail {
template <class X> void expect_place_dynamic(std::string_view name, X const& x, axes const& over); // runtime/functions.hpp
template <class P, class X, class... A>
constexpr auto locate_along(X const& x, A... axis) {
  if constexpr (sizeof...(A) == 0) return locate_along<P>(ravel(x), integer<0>{});
  else if constexpr (is_dynamic<X>) {
    axes const over = dynamic_axes(x, axis...);
    expect_place_dynamic(P::name, x, over);
    return emit_dynamic<P>({over, dtype::i32}, countable(x));
  }
  else return emit<P, locate_params{axes_of<X>(axis...), dtype::i32}>(countable(x));
}
} // namespace detail
/// The place of the largest, smallest element: along an axis, or in row-major order of all.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto argmax(X const& x, A... axis) { return detail::locate_along<argmax_t>(x, axis...); }
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1) constexpr auto argmin(X const& x, A... axis) { return detail::locate_along<argmin_t>(x, axis...); }
namespace detail {
/// softmax(x) from its terms and their sums, for derivatives: by a division a line.
template <class Over, class E, class S, class X> constexpr auto weights(Over const& over, E const& e, S const& sums, X const& x) {
  return emit_along<softmax_of_t>(over, e * repeated_along(x, over, 1.0 / sums), x);
}
} // namespace detail
/// log(sum(exp(x))), which does not overflow. The derivative's weights lie between 0 and 1; elements that are inf share it.
template <traced_value X, axis_like... A>
requires(sizeof...(A) <= 1)
constexpr auto logsumexp(X const& given, A... axis) {
  auto const x = detail::floats(given);
  auto const over = detail::axes_meant(x, axis...);
  auto const plain = stop_gradient(x);
  auto const top = detail::top(plain, axis...);
  auto const tops = detail::repeated_along(x, over, top);
  auto const e = exp(select_n(eq(plain, tops), plain - tops, 0)); // inf - inf is nan
  auto const s = sum(e, axis...);
  return detail::emit_along<with_gradient_t>(over, log(s) + top, detail::weights(over, e, s, x), x);
}

} // namespace constax::inline CONSTAX_TAG
