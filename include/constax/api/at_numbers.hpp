// SPDX-License-Identifier: BSL-1.0
#pragma once
// at_numbers: x.at(i...) of an array, a view or an ndarray outside of a traced function: JAX's updates (at.hpp), each a new array.
//
//   x = x.at(2).set(7.0)   a.at(i, cx::slice()).add(row)   x.at(places).get(cx::mode::fill)
//
// Indices mean what they mean in x(i...) (index_numbers.hpp). Beside traced values the array is a constant of the traced function.
#include <constax/api/index_numbers.hpp>

namespace constax::inline CONSTAX_TAG {
namespace detail {

/// x.at(i...).method(v..., how...) as an operation on x, the `indices` i, v and how; the dtypes of indices are their own.
template <class Method, std::size_t Indices>
struct at_op {
  static constexpr bool mixes_dtypes = true;
  template <class X, class... Rest>
  constexpr auto operator()(X const& x, Rest const&... rest) const {
    auto const all = std::tie(rest...);
    return [&]<std::size_t... K, std::size_t... L>(std::index_sequence<K...>, std::index_sequence<L...>) {
      return Method{}(x.at(std::get<K>(all)...), std::get<Indices + L>(all)...);
    }(std::make_index_sequence<Indices>{}, std::make_index_sequence<sizeof...(Rest) - Indices>{});
  }
};
/// A number that goes into x: of the element type of x, as a number beside it.
template <class X, class V>
constexpr auto const& as_update(X const&, V const& v) {
  return v;
}
template <container X, class V>
  requires std::is_arithmetic_v<V>
constexpr auto as_update(X const&, V const& v) {
  expect_silence<says_wrong_number<typename X::value_type, V>>();
  if (!holds<typename X::value_type>(v)) raise(sentence(number_outside_of<typename X::value_type>(v)));
  return static_cast<typename X::value_type>(v);
}

/// Elements of x at indices. Of, x by pointer or by value: pointed, valued.
template <class Of, class... I>
class at_numbers {
  Of x_;
  std::tuple<I...> indices_;

  template <class Method, class... V>
  CONSTAX_INLINE constexpr auto call(V const&... v) const {
    auto const& x = x_.get();
    using X = std::remove_cvref_t<decltype(x)>;
    constexpr bool at_once = !any_tracer<I..., V...> && !any_ndarray<X, I..., V...>;
    if constexpr (at_once)
      if constexpr (!expect_indices<X, I...>()) return respelled<X, basic_array>(x);
      else
        return unpack(
            [&](auto const&... i) {
              check_integers(x, i...);
              return eagerly(at_op<Method, sizeof...(I)>{}, x, i..., as_update(x, v)...);
            },
            indices_);
    else
      return unpack(
          [&](auto const&... i) {
            if constexpr (any_tracer<I..., V...>) return Method{}(as_traced(x).at(as_traced(i)...), as_traced(v)...);
            else return eagerly(at_op<Method, sizeof...(I)>{}, x, i..., v...);
          },
          indices_);
  }

public:
  constexpr explicit at_numbers(Of of, I const&... i) : x_(std::move(of)), indices_(i...) {}

#define CONSTAX_AT(name)                                                  \
private:                                                                  \
  struct name##_method {                                                  \
    template <class At, class... V>                                       \
    constexpr auto operator()(At const& at, V const&... v) const {        \
      return at.name(v...);                                               \
    }                                                                     \
  };                                                                      \
                                                                          \
public:                                                                   \
  template <class... V>                                                   \
  [[nodiscard]] CONSTAX_INLINE constexpr auto name(V const&... v) const { \
    return call<name##_method>(v...);                                     \
  }
  CONSTAX_AT(get)
  CONSTAX_AT(set)
  CONSTAX_AT(add)
  CONSTAX_AT(subtract)
  CONSTAX_AT(mul)
  CONSTAX_AT(min)
  CONSTAX_AT(max)
#undef CONSTAX_AT
};

template <class X, class... I>
CONSTAX_INLINE constexpr auto at_of(X&& x, I const&... i) {
  using T = std::remove_cvref_t<X>;
  if constexpr (std::is_lvalue_reference_v<X> && is_array<T>) return at_numbers<pointed<T>, I...>(pointed<T>{&x}, i...);
  else return at_numbers<valued<T>, I...>(valued<T>{static_cast<X&&>(x)}, i...);
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
