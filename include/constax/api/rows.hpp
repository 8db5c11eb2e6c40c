// SPDX-License-Identifier: BSL-1.0
#pragma once
// rows: for (auto row : x) -> x[0], x[1], ...        along the first axis of a traced value, or of an ndarray
//
// The loop runs while the program is recorded, which has so many copies of its body: cx::scan and cx::map keep one.
#include <constax/api/index.hpp>
#include <constax/api/tree.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
template <class X>
struct row_iterator {
  X const* of;
  i64 at;
  constexpr auto operator*() const { return (*of)[at]; }
  constexpr row_iterator& operator++() { return ++at, *this; }
  friend constexpr bool operator==(row_iterator const& a, row_iterator const& b) { return a.at == b.at; }
};
constexpr text no_rows(aval const& of) {
  text t;
  return t << "[constax] for (auto row : x): a value of type " << of
           << (of.rank() == 0 ? " has no first axis" : " has a symbol for its first length, which the call tells; use cx::scan or cx::map");
}
template <class X>
struct says_no_rows {
  constexpr text operator()() const { return no_rows(X::aval); }
};
template <class X>
i64 count_rows(X const& x); // of dynamic tracers and ndarrays: runtime/index.hpp

/// The rows of what has none, behind an error.
template <class X>
struct refused_rows {
  constexpr auto operator*() const { return after_error<basic_tracer<typename X::value_type>>(); }
  constexpr refused_rows& operator++() { return *this; }
  friend constexpr bool operator==(refused_rows, refused_rows) { return true; }
};
template <class X>
constexpr auto refuse_rows() {
  expect_silence<says_no_rows<X>>();
  return refused_rows<X>{};
}
template <class X>
inline constexpr bool has_rows = true;
template <tracing X>
inline constexpr bool has_rows<X> = X::rank() > 0 && X::aval.shape.dims[0].is_number();

template <class X>
constexpr auto first_row(X const& x) {
  if constexpr (has_rows<X>) return row_iterator<X>{&x, 0};
  else return refuse_rows<X>();
}
template <class X>
constexpr auto behind_rows(X const& x) {
  if constexpr (!has_rows<X>) return refuse_rows<X>();
  else if constexpr (tracing<X>) return row_iterator<X>{&x, X::aval.shape[0].number};
  else return row_iterator<X>{&x, count_rows(x)};
}
} // namespace detail

} // namespace constax::inline CONSTAX_TAG
