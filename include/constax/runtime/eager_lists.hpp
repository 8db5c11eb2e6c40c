// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager_lists: functions of ndarrays outside of a traced function that take lists, or texts, which are known at run time: reshape(x, {n,
// -1}), pad(x, {{1, 2}, {0, 0}}), stack({x, y}), einsum("ij,jk->ik", x, y)
#include <constax/runtime/calculus.hpp>
#include <constax/runtime/eager.hpp>
#include <constax/runtime/grids.hpp>
#include <constax/runtime/places.hpp>

namespace constax::inline CONSTAX_TAG {

// The function is in the program, the list is a part of it.
#define CONSTAX_EAGER_LIST(name) \
  template <class... X> \
  requires(!any_tracer<X...>) auto name(ndarray const& x, std::initializer_list<i64> list, X const&... more) { \
    return detail::eagerly_late([list](auto const& y, auto const&... z) { return name(y, list, z...); }, x, more...); \
  }
CONSTAX_EAGER_LIST(reshape)
CONSTAX_EAGER_LIST(broadcast_to)
CONSTAX_EAGER_LIST(tile)
CONSTAX_EAGER_LIST(unravel_index)
CONSTAX_EAGER_LIST(dynamic_slice)
CONSTAX_EAGER_LIST(transpose)
#undef CONSTAX_EAGER_LIST

template <element_type T, class I> requires(std::is_same_v<I, ndarray>)
ndarray one_hot(I const& i, i64 classes) {
  return detail::eagerly_late([classes](auto const& j) { return one_hot<T>(j, classes); }, i);
}
template <element_type T, auto N, class I> requires(std::is_same_v<I, ndarray>)
ndarray one_hot(I const& i) {
  return one_hot<T>(i, static_cast<i64>(N));
}
template <class... O> ndarray pad(ndarray const& x, std::initializer_list<std::pair<i64, i64>> widths, O const&... how) {
  return detail::eagerly_late([widths](auto const& y, auto const&... z) { return pad(y, widths, z...); }, x, how...);
}
template <class... X> requires(detail::eager_operands<X...>) auto einsum(std::string_view subscripts, X const&... x) {
  return detail::eagerly_late([subscripts](auto const&... y) { return einsum(subscripts, y...); }, ndarray(x)...);
}
template <class... X> requires(detail::arrays_among_traced<X...>)
auto einsum(std::string_view subscripts, X const&... x) {
  return einsum(subscripts, detail::as_traced(x)...);
}
// Grids whose ends are ndarrays.
#define CONSTAX_EAGER_GRID(name)                                                                                          \
  template <class T = void, class A, class B, class... O>                                                                 \
  requires(detail::eager_operands<A, B>)                                                                                  \
  ndarray name(A const& start, B const& stop, i64 n, O const&... options) {                                               \
    return detail::eagerly_late([=](auto const& a, auto const& b) { return name<T>(a, b, n, options...); }, start, stop); \
  }
CONSTAX_EAGER_GRID(linspace)
CONSTAX_EAGER_GRID(logspace)
CONSTAX_EAGER_GRID(geomspace)
#undef CONSTAX_EAGER_GRID
// Lists of ndarrays, in braces or in a vector. (As templates: braces around traced values are no list of ndarrays, though each could become
// one.)
#define CONSTAX_EAGER_JOIN(name) \
  template <class X, class... A> \
  requires(std::is_same_v<X, ndarray>) ndarray name(std::initializer_list<X> xs, A... axis) { return name(std::vector<X>(xs), axis...); } \
  template <class Xs, class... A> \
  requires(std::is_same_v<Xs, std::vector<ndarray>>) ndarray name(Xs const& xs, A... axis) { \
    return detail::call_late([=](auto const& ys) { return name(ys, axis...); }, xs); \
  }
CONSTAX_EAGER_JOIN(concatenate)
CONSTAX_EAGER_JOIN(stack)
CONSTAX_EAGER_JOIN(vstack)
CONSTAX_EAGER_JOIN(hstack)
CONSTAX_EAGER_JOIN(dstack)
CONSTAX_EAGER_JOIN(column_stack)
#undef CONSTAX_EAGER_JOIN
template <class... H> std::vector<ndarray> gradients(ndarray const& x, H const&... h) {
  return detail::eagerly_late([](auto const& y, auto const&... k) { return gradients(y, k...); }, x, h...);
}

} // namespace constax::inline CONSTAX_TAG
