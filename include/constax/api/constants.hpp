// SPDX-License-Identifier: BSL-1.0
#pragma once
// constants : array -> traced value        numbers of an array or a view that stands in a traced function, as literals of its program
//
//   [](auto x) { return x * cx::asarray({1.0, 2.0, 2.0}); }
//   { lambda ; a:f64[3]. let
//       b:f64[1] = broadcast_in_dim[broadcast_dimensions=() shape=(1,)] 1.0:f64[]
//       c:f64[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] 2.0:f64[]
//       d:f64[3] = concatenate[dimension=0] b c
//       e:f64[3] = mul a d
//     in (e,) }
#include <constax/api/tree.hpp>
#include <constax/primitives/primitives.hpp>

namespace constax::inline CONSTAX_TAG {

/// What becomes literals; more elements are an argument's.
inline constexpr i64 most_constants = 256;

namespace detail {

/// Recorded in c: equal neighbours are one equation.
constexpr value constant_of(context& c, aval const& type, range<literal> elements) {
  shape const all{extent(static_cast<i64>(elements.size()))};
  vec<value> runs;
  for (u32 first = 0, end = 0; first < elements.size(); first = end) {
    while (end < elements.size() && elements[end] == elements[first]) ++end;
    if (end - first == elements.size())
      return type.rank() ? broadcast_in_dim(c.constant(elements[0]), type.shape, {}) : c.constant(elements[0]);
    runs.push(broadcast_in_dim(c.constant(elements[first]), {extent(static_cast<i64>(end - first))}, {}));
  }
  if (runs.empty()) return broadcast_in_dim(c.constant(literal::of(type.type, i64{0})), type.shape, {});
  value const flat = bind_all<concatenate_t>({0}, runs);
  return type.shape == all ? flat : bind<reshape_t>({type.shape}, flat);
}

constexpr text no_constant(aval const& type) {
  text t("[constax] an array ");
  t << type << " meets a traced value: ";
  if (info(type.type).key) return t << "keys are not known while the program is recorded; pass it as an argument";
  if (!type.shape.is_static()) return t << "its lengths are not known while the program is recorded; pass it as an argument";
  return t << "at most " << most_constants
           << " elements become literals of the program; pass it as an argument, or lift it with cx::closure";
}
constexpr bool is_constant_type(aval const& type) {
  return !info(type.type).key && type.shape.is_static() && type.shape.size() <= most_constants;
}
template <class X> struct says_no_constant {
  constexpr text operator()() const { return no_constant(X::aval); }
};
template <container X> constexpr vec<literal> literals_of(X const& x) {
  vec<literal> all;
  for (i64 i = 0; i < x.size(); ++i) all.push(literal_of(x[i]));
  return all;
}
/// In a context of its own, until its program takes it over.
template <container X> constexpr auto as_constant(X const& x) {
  using tracer = respelled<X, basic_tracer>;
  if constexpr (!is_constant_type(X::aval)) {
    expect_silence<says_no_constant<X>>();
    return after_error<tracer>();
  } else {
    context_ref const c(context::make_pending());
    return tracer(constant_of(*c, X::aval, literals_of(x)), trusted{});
  }
}

/// Of an ndarray: runtime/eager.hpp.
template <class X> dynamic_tracer as_constant_late(X const& x);
template <class X>
concept constant_numbers = container<X> || is_ndarray<X>;
/// A traced value in the place of an array; anything else as it is.
template <class X> constexpr auto or_constant(X const& x) {
  if constexpr (is_ndarray<X>) return as_constant_late(x);
  else if constexpr (container<X>) return as_constant(x);
  else return x;
}

/// For trees.
struct to_constant {
  template <class X> constexpr auto operator()(X const& x) const { return or_constant(x); }
};

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
