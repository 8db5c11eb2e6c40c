// SPDX-License-Identifier: BSL-1.0
#pragma once
// eager: operators and functions of ndarrays outside of a traced function: x + y, cx::sin(x), cx::sum(x, 0). Each call is traced and
// evaluated at once. Numbers beside ndarrays are what they are in a traced function: operands of their dtype, axes, options. Beside traced
// values ndarrays are constants.
#include <constax/api/eager.hpp>
#include <constax/runtime/call.hpp>

namespace constax::inline CONSTAX_TAG {

template <> inline constexpr bool is_lazy<ndarray> = true;

namespace detail {

template <class X> dynamic_tracer as_constant_late(X const& x) {
  if (!is_constant_type(x.type())) raise_error<shape_error>(no_constant(x.type()));
  vec<literal> elements;
  visit_dtype(x.dtype(), [&]<class T>(T) {
    if constexpr (!is_prng_key<T>)
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
  return unpack([&](auto const&... y) { return jit_late(of_operands, y...); }, std::tuple_cat(operand_as_tree(x)...));
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
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator&(X const& x, Y const& y) { return and_(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator|(X const& x, Y const& y) { return or_(x, y); }
template <class X, class Y>
requires ndarray_operands<X, Y> ndarray operator^(X const& x, Y const& y) { return xor_(x, y); }
inline ndarray operator~(ndarray const& x) { return not_(x); }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator+=(ndarray& x, Y const& y) { return x = x + y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator-=(ndarray& x, Y const& y) { return x = x - y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator*=(ndarray& x, Y const& y) { return x = x * y; }
template <class Y>
requires ndarray_operands<ndarray, Y> ndarray& operator/=(ndarray& x, Y const& y) { return x = x / y; }

} // namespace constax::inline CONSTAX_TAG

namespace constax::inline v0 {

template <class... I> requires(sizeof...(I) > 0) auto ndarray::operator()(I const&... index) const {
  if constexpr (constax::any_tracer<I...>) return constax::detail::as_constant_late(*this)(constax::detail::as_traced(index)...);
  else return constax::detail::eagerly_late([](auto const& x, auto const&... i) { return x(i...); }, *this, index...);
}
template <class I> auto ndarray::operator[](I const& index) const { return (*this)(index); }

} // namespace constax::inline v0
