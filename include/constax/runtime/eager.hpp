// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager: operators and functions of ndarrays outside of a traced function: x + y, cx::sin(x), cx::sum(x, 0). Each call is traced and
// evaluated at once. Numbers beside ndarrays are what they are in a traced function: operands of their dtype, axes, options. Beside traced
// values ndarrays are constants.
#include <constax/api/at_numbers.hpp>
#include <constax/runtime/call.hpp>
#include <constax/runtime/indexing.hpp>

namespace constax::inline CONSTAX_TAG {

template <> inline constexpr bool is_lazy<ndarray> = true;

namespace detail {

template <class X> dynamic_tracer as_constant_late(X const& x) {
  if (!is_constant_type(x.type())) {
    text t = no_constant(x.type());
    raise_error<shape_error>(t << "; outside of traced functions make the traced value an ndarray first, cx::ndarray y = cx::zeros({500})");
  }
  vec<literal> elements;
  visit_number(x.dtype(), [&]<class T>(T) {
    for (std::int64_t i = 0; i < x.size(); ++i) elements.push(literal_of(x.template data<T>()[i]));
    return true;
  });
  context_ref const c(context::make_pending());
  return dynamic_tracer(constant_of(*c, x.type(), elements));
}

/// Has X numbers that are handed to the traced function? (All else is a part of the program.)
template <class X>
inline constexpr bool is_operand = [] {
  using T = std::remove_cvref_t<X>;
  if constexpr (std::is_arithmetic_v<T> || std::is_empty_v<T>) return false;
  else return is_expression<T> || container<T> || is_prng_key<T> || holds_ndarrays<T>();
}();
template <class X> auto operand_as_tree(X const& x) {
  if constexpr (is_expression<X>) return std::tuple(x.eval());
  else if constexpr (is_operand<X>) return std::tuple<X const&>(x);
  else return std::tuple<>();
}
template <class Op, class... X> auto eagerly_late(Op const& op, X const&... x) {
  constexpr std::size_t n = sizeof...(X);
  constexpr bool operand[] = {is_operand<X>...};
  auto const all = std::tie(x...);
  auto const of_operands = [&](auto const&... traced) {
    auto const values = std::tie(traced...);
    auto const one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      if constexpr (!operand[K]) return std::get<K>(all);
      else {
        constexpr std::size_t place = [&] {
          std::size_t before = 0;
          for (std::size_t i = 0; i < K; ++i) before += operand[i];
          return before;
        }();
        return std::get<place>(values);
      }
    };
    return [&]<std::size_t... K>(std::index_sequence<K...>) { return op(one(std::integral_constant<std::size_t, K>{})...); }
    (std::make_index_sequence<n>{});
  };
  return unpack([&](auto const&... y) { return call_late(of_operands, y...); }, std::tuple_cat(operand_as_tree(x)...));
}

/// The elements of x, or its rows along the first axes, where c is true.
inline dynamic_tracer chosen_by(dynamic_tracer const& x, dynamic_tracer const& c) {
  aval const a = x.type(), b = c.type();
  shape rows{extent(b.shape.size())};
  bool fits = b.rank() > 0 && b.rank() <= a.rank();
  for (int d = 0; d < a.rank(); ++d)
    if (d >= b.rank()) rows.push(a.shape[d]);
    else fits &= a.shape[d] == b.shape[d];
  if (!fits) {
    text t;
    raise_error<index_error>(t << "[constax] index: bools of type " << b << " do not lie along the first axes of an array of type " << a);
  }
  i64 const count = length_asked(sum(c), "index");
  return take(reshape_dynamic(x, rows), flatnonzero(ravel(c), count), 0, in_bounds);
}

} // namespace detail

/// op(x...) of ndarrays: computed at once.
template <class Op, class... X>
requires(any_ndarray<X...> && !any_tracer<X...>)
auto lazily(Op const& op, X&&... x) { return detail::eagerly_late(op, x...); }

template <class X, class Y>
concept ndarray_operands = (detail::is_ndarray<X> && (detail::is_ndarray<Y> || number<Y> || is_lazy<Y>)) ||
                           (detail::is_ndarray<Y> && (number<X> || is_lazy<X>));
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator%(X const& x, Y const& y) { return rem(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator<(X const& x, Y const& y) { return lt(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator<=(X const& x, Y const& y) { return le(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator>(X const& x, Y const& y) { return gt(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator>=(X const& x, Y const& y) { return ge(x, y); }
// With a number element by element. x == y of two ndarrays says whether they are one value, as of containers; eq(x, y) compares elements.
template <class X, class Y>
requires(ndarray_operands<X, Y> && (number<X> || number<Y>)) ndarray operator==(X const& x, Y const& y) { return eq(x, y); }
template <class X, class Y>
requires(ndarray_operands<X, Y> && (number<X> || number<Y>)) ndarray operator!=(X const& x, Y const& y) { return ne(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator&(X const& x, Y const& y) { return and_(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator|(X const& x, Y const& y) { return or_(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator^(X const& x, Y const& y) { return xor_(x, y); }
template <class X, class Y>
requires(detail::is_ndarray<X>&& ndarray_operands<X, Y>) ndarray operator<<(X const& x, Y const& bits) { return left_shift(x, bits); }
template <class X, class Y>
requires(detail::is_ndarray<X>&& ndarray_operands<X, Y>) ndarray operator>>(X const& x, Y const& bits) { return right_shift(x, bits); }
template <class X>
requires(detail::is_ndarray<X>) ndarray operator~(X const& x) { return not_(x); }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator+=(ndarray& x, Y const& y) { return x = x + y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator-=(ndarray& x, Y const& y) { return x = x - y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator*=(ndarray& x, Y const& y) { return x = x * y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator/=(ndarray& x, Y const& y) { return x = x / y; }
// x[i] += v, where x[i] is an array of its own
template <class X, class Y>
requires(detail::is_ndarray<X>)
auto operator+=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "+=", "add(v)">();
}
template <class X, class Y>
requires(detail::is_ndarray<X>)
auto operator-=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "-=", "subtract(v)">();
}
template <class X, class Y>
requires(detail::is_ndarray<X>)
auto operator*=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "*=", "mul(v)">();
}
template <class X, class Y>
requires(detail::is_ndarray<X>)
auto operator/=(X&&, Y const&) {
  return detail::refuse_assignment<Y, "/=", "mul(1.0 / v)">();
}

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

template <class... I> requires(sizeof...(I) > 0) auto ndarray::operator()(I const&... index) const {
  if constexpr (constax::any_tracer<I...>) return constax::detail::as_constant_late(*this)(constax::detail::as_traced(index)...);
  else if constexpr (sizeof...(I) == 1 && (constax::detail::is_ndarray<I> && ...)) {
    auto const& only = std::get<0>(std::tie(index...));
    if (only.dtype() != constax::dtype::boolean)
      return constax::detail::eagerly_late([](auto const& x, auto const& i) { return x(i); }, *this, only);
    return constax::detail::eagerly_late([](auto const& x, auto const& c) { return constax::detail::chosen_by(x, c); }, *this, only);
  } else return constax::detail::eagerly_late([](auto const& x, auto const&... i) { return x(i...); }, *this, index...);
}
template <class I> auto ndarray::operator[](I const& index) const { return (*this)(index); }
inline constax::detail::row_iterator<ndarray> ndarray::begin() const { return constax::detail::first_row(*this); }
inline constax::detail::row_iterator<ndarray> ndarray::end() const { return constax::detail::behind_rows(*this); }
template <class... I> auto ndarray::at(I const&... index) const {
  return constax::detail::at_of(*this, index...);
}

} // namespace constax::inline v0
