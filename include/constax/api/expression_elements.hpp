// SPDX-License-Identifier: BSL-1.0
#pragma once
// expression_elements: (a + b)[i], (a + b)(i, j) of an expression: one element, and no other is computed; lengths; iterators. An integer is
// compared with the length of its axis, and counts from the end where it is negative. NumPy's other indices choose from the whole.
#include <constax/api/index_numbers.hpp>

namespace constax::inline CONSTAX_TAG::detail {

/// What of x meets the element at `places` of an expression: the axes of its operands are aligned at the right, lengths of 1 repeat.
template <std::size_t Rank, class X>
CONSTAX_INLINE constexpr auto element_meeting(X const& x, std::array<i64, Rank> const& places) {
  if constexpr (number<X>) return x;
  else
    return [&]<std::size_t... D>(std::index_sequence<D...>) -> typename X::value_type {
      constexpr std::size_t rank = sizeof...(D);
      return x((X::aval.shape.dims[D] == extent(1) ? i64{0} : places[Rank - rank + D])...);
    }(std::make_index_sequence<static_cast<std::size_t>(X::rank())>{});
}
/// Operands of one expression that call two lengths by the same symbol.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void raise_unequal(aval const& of, int axis, i64 first, i64 second) {
  text t;
  t << "[constax] an element of an expression: axis " << axis << " of an operand " << of << " has length " << second
    << ", that of an operand before it has length " << first;
  raise(t);
}
/// The length of axis d of an expression of that rank, to which an operand x adds what it says; -1 as long as none has said a length.
template <class X>
constexpr void say_length([[maybe_unused]] X const& x, [[maybe_unused]] int d, [[maybe_unused]] int rank, [[maybe_unused]] i64& said) {
  if constexpr (!number<X>) {
    int const own = d - rank + X::rank();
    if (own < 0 || X::aval.shape[own] == extent(1)) return;
    i64 const n = x.length(own);
    if (said >= 0 && said != n) [[unlikely]] raise_unequal(X::aval, own, said, n);
    said = n;
  }
}
/// The place that i means on axis d of an expression, from the end where it is negative.
template <class E, class I>
CONSTAX_INLINE constexpr i64 place_inside(E const& e, I const& i, int d) {
  i64 const k = static_cast<i64>(plain(i)), n = e.length(d);
  if (k < -n || k >= n) [[unlikely]]
    raise_outside(traced_as<E>::type::aval, k, d, n);
  return k < 0 ? k + n : k;
}
/// Goes through the elements of an expression.
template <class E>
struct element_iterator {
  using value_type = std::remove_cvref_t<decltype(std::declval<E const&>()[i64{}])>;
  using difference_type = std::ptrdiff_t;
  using reference = value_type;
  using pointer = void;
  using iterator_category = std::input_iterator_tag;
  E const* of = nullptr;
  i64 at = 0;
  constexpr value_type operator*() const { return (*of)[at]; }
  constexpr element_iterator& operator++() { return ++at, *this; }
  constexpr element_iterator operator++(int) { return {of, at++}; }
  constexpr bool operator==(element_iterator const& o) const { return at == o.at; }
};

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline CONSTAX_TAG {

template <class Op, class... Operands>
constexpr int expression<Op, Operands...>::rank() {
  return detail::traced_as<expression>::type::rank();
}
template <class Op, class... Operands>
CONSTAX_INLINE constexpr i64 expression<Op, Operands...>::length(int d) const {
  return detail::unpack(
      [&](auto const&... x) {
        i64 n = -1;
        (detail::say_length(x, d, rank(), n), ...);
        return n < 0 ? 1 : n;
      },
      detail::operands_of(*this));
}
template <class Op, class... Operands>
CONSTAX_INLINE constexpr i64 expression<Op, Operands...>::size() const {
  i64 n = 1;
  for (int d = 0; d < rank(); ++d) n *= length(d);
  return n;
}
template <class Op, class... Operands>
template <class... I>
requires(sizeof...(I) > 0)
CONSTAX_INLINE constexpr auto expression<Op, Operands...>::operator()(I const&... i) const {
  if constexpr (detail::one_element<rank(), I...>) {
    int d = 0;
    std::array<i64, sizeof...(I)> const places{detail::place_inside(*this, i, d++)...};
    // the same program, of numbers: it has the bits of the whole
    return detail::unpack(
        [&](auto const&... x) {
          return constax::evaluate(detail::expression_program<expression>{}, detail::element_meeting(x, places)...);
        },
        detail::operands_of(*this));
  } else return detail::index_numbers(eval(), i...);
}
template <class Op, class... Operands>
template <class I>
CONSTAX_INLINE constexpr auto expression<Op, Operands...>::operator[](I const& i) const {
  if constexpr (detail::no_offset<I> || rank() == 0) return (*this)(i);
  else
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
      i64 places[sizeof...(D)] = {}, rest = static_cast<i64>(i);
      for (int d = rank(); --d > 0; rest /= length(d)) places[d] = rest % length(d);
      places[0] = rest;
      return (*this)(places[D]...);
    }(std::make_index_sequence<static_cast<std::size_t>(rank())>{});
}
template <class Op, class... Operands>
CONSTAX_INLINE constexpr auto expression<Op, Operands...>::begin() const {
  return detail::element_iterator<expression>{this, 0};
}
template <class Op, class... Operands>
CONSTAX_INLINE constexpr auto expression<Op, Operands...>::end() const {
  return detail::element_iterator<expression>{this, size()};
}

} // namespace constax::inline CONSTAX_TAG
