// SPDX-License-Identifier: BSL-1.0
#pragma once
// expr: `zs = xs + ys * 2.0` on arrays and views outside a traced function. An expression is a small program that has not run yet: when it
// is assigned it is traced, planned and evaluated like any other, as one fused loop. An array that it makes is new; an array or a view that
// there is already is written where it lies (assign.hpp); `zs += xs` is `zs = zs + xs`.
//
// Arrays that are lvalues are held by pointer, those that are rvalues and views by value; each operand is evaluated once. A number becomes
// an element of the array beside it, as it does beside a traced value; an integer that its type carries, 2_c, is part of the program. So an
// expression that has a name, `auto e = cx::exp(x)`, must not outlive x; `e[i]` computes this one element anew.
#include <constax/api/assign.hpp>
#include <constax/api/numpy.hpp>
#include <constax/api/streams.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

/// An operand of an expression: a container by pointer.
template <class X>
struct pointed {
  X const* at;
  constexpr X const& get() const { return *at; }
};
/// An operand that its type tells: 2_c, axes_c<0, 1>, an option such as cx::descending.
template <class X>
concept part_of_program = std::is_empty_v<std::remove_cvref_t<X>> && !is_array<std::remove_cvref_t<X>>;
/// By value: a container that was a temporary, a view, a number.
template <class X>
struct valued {
  X held;
  constexpr X const& get() const { return held; }
};

} // namespace detail

/// op applied to operands, each a pointed or valued container or number, or another expression.
template <class Op, class... Operands>
struct expression {
  std::tuple<Operands...> operands;

  /// The numbers: an array, or a number where all operands are.
  CONSTAX_INLINE constexpr auto eval() const;
  template <class T, auto... Dims>
  CONSTAX_INLINE operator basic_array<T, Dims...>() const;
  /// Into an array or what a view views: what `=` does.
  template <class Out>
  CONSTAX_INLINE void assign_to(Out& out) const;

  // One element, which alone is computed, or an array of what NumPy's indices choose; lengths and elements in order, as arrays have them.
  // (expression_elements.hpp)
  template <class... I>
  requires(sizeof...(I) > 0)
  CONSTAX_INLINE constexpr auto operator()(I const&... i) const;
  template <class I>
  CONSTAX_INLINE constexpr auto operator[](I const& i) const;
  template <class... I>
  CONSTAX_INLINE constexpr auto at(I const&... i) const {
    return detail::at_of(eval(), i...);
  }
  static constexpr int rank();
  CONSTAX_INLINE constexpr i64 length(int d) const;
  CONSTAX_INLINE constexpr i64 size() const;
  CONSTAX_INLINE constexpr auto begin() const;
  CONSTAX_INLINE constexpr auto end() const;
};

namespace detail {

/// What an operand is once the expression is traced, as a type.
template <class E>
struct traced_as;
template <class X>
struct traced_as<pointed<X>> {
  using type = respelled<X, basic_tracer>;
};
template <container X>
struct traced_as<valued<X>> {
  using type = respelled<X, basic_tracer>;
};
template <number X>
  requires(!part_of_program<X>)
struct traced_as<valued<X>> {
  using type = basic_tracer<X>;
};
template <part_of_program X>
struct traced_as<valued<X>> {
  using type = X;
};
template <class Op, class... Operands>
struct traced_as<expression<Op, Operands...>> {
  using type = decltype(Op{}(std::declval<typename traced_as<Operands>::type const&>()...));
};

/// The element type of an array, a view or an expression; void of any other operand.
template <class X>
struct element_in {
  using type = void;
};
template <container X>
struct element_in<X> {
  using type = typename X::value_type;
};
template <class Op, class... Operands>
struct element_in<expression<Op, Operands...>> {
  using type = typename traced_as<expression<Op, Operands...>>::type::value_type;
};
/// The element type that numbers take: that of the first array, view or expression beside them, but of bools only where there is no other
/// (where(mask, x, 0.0)). Worked out only where a number asks for it.
template <class... X>
struct element_beside {
  using type = void;
};
template <class X, class... More>
struct element_beside<X, More...> {
  using here = typename element_in<X>::type;
  static constexpr auto first() {
    if constexpr (std::is_void_v<here> || std::is_same_v<here, bool>) {
      using after = typename element_beside<More...>::type;
      return std::type_identity<std::conditional_t<std::is_void_v<after>, here, after>>{};
    } else return std::type_identity<here>{};
  }
  using type = typename decltype(first())::type;
};

template <class T, class X>
struct says_wrong_number {
  constexpr text operator()() const {
    text t;
    if constexpr (std::is_floating_point_v<X> && !floating_element<T>)
      t << "[constax] a floating-point number meets an array of dtype " << dtype_of<T>
        << ": the number would be truncated; convert the array, cx::astype<double>(x)";
    return t;
  }
};

/// An operand of Op. Beside: where a number finds its element type.
template <class Op, class Beside, class X>
constexpr auto hold(X&& x) {
  using T = std::remove_cvref_t<X>;
  if constexpr (is_expression<T>) return T(static_cast<X&&>(x));
  else if constexpr (std::is_lvalue_reference_v<X> && is_array<T>) return pointed<T>{&x};
  else if constexpr (std::is_arithmetic_v<T> && !requires { Op::mixes_dtypes; }) {
    using element = typename Beside::type;
    if constexpr (std::is_same_v<element, bool>) return valued<T>{x}; // where(mask, 1.0, 0.0); what mixes dtypes is refused as ever
    else {
      expect_silence<says_wrong_number<element, T>>();
      if (!holds<element>(x)) raise(sentence(number_outside_of<element>(x)));
      return valued<element>{static_cast<element>(x)};
    }
  } else return valued<T>{static_cast<X&&>(x)};
}

/// The containers and numbers of an expression, in order, as references.
template <class E>
constexpr auto operands_of(E const& e) {
  if constexpr (is_expression<E>) return detail::unpack([](auto const&... o) { return std::tuple_cat(operands_of(o)...); }, e.operands);
  else if constexpr (part_of_program<std::remove_cvref_t<decltype(e.get())>>) return std::tuple<>();
  else return std::tuple<decltype(e.get())>(e.get());
}

/// The expression as a callable of its operands: what is traced.
template <class E>
struct leaves_in {
  static constexpr std::size_t value = 1;
};
template <part_of_program X>
struct leaves_in<valued<X>> {
  static constexpr std::size_t value = 0;
};
template <class Op, class... O>
struct leaves_in<expression<Op, O...>> {
  static constexpr std::size_t value = (0 + ... + leaves_in<O>::value);
};
template <class E>
struct node_of {
  template <std::size_t First, class Args>
  static constexpr auto apply(Args const& args) {
    return std::get<First>(args);
  }
};
template <part_of_program X>
struct node_of<valued<X>> {
  template <std::size_t First, class Args>
  static constexpr X apply(Args const&) {
    return {};
  }
};
template <class Op, class... O>
struct node_of<expression<Op, O...>> {
  template <std::size_t First, class Args>
  static constexpr auto apply(Args const& args) {
    return apply_each<First>(args, std::index_sequence_for<O...>{});
  }

private:
  /// First operand of the K-th sub-expression.
  template <std::size_t First>
  static constexpr std::size_t begin_of(std::size_t k) {
    std::size_t const sizes[] = {leaves_in<O>::value...};
    std::size_t at = First;
    for (std::size_t i = 0; i < k; ++i) at += sizes[i];
    return at;
  }
  template <std::size_t First, class Args, std::size_t... K>
  static constexpr auto apply_each(Args const& args, std::index_sequence<K...>) {
    return Op{}(node_of<O>::template apply<begin_of<First>(K)>(args)...);
  }
};
template <class E>
struct expression_program {
  template <class... X>
  constexpr auto operator()(X const&... x) const {
    return node_of<E>::template apply<0>(std::tuple<X...>{x...});
  }
};

template <class X>
concept lazy = is_lazy<std::remove_cvref_t<X>>;
template <class X>
concept lazy_operand = lazy<X> || number<X>;
template <class X, class Y>
concept lazy_operands = (lazy<X> && lazy_operand<Y>) || (lazy<Y> && lazy_operand<X>);

} // namespace detail

template <class Op, class... Operands>
inline constexpr bool is_lazy<expression<Op, Operands...>> = true;

/// op(x...) as an expression: what elementwise functions of arrays return.
template <class Op, class... X>
  requires(!any_ndarray<X...> && !any_tracer<X...>)
constexpr auto lazily(Op const&, X&&... x) {
  using beside = detail::element_beside<std::remove_cvref_t<X>...>;
  return expression<Op, decltype(detail::hold<Op, beside>(static_cast<X&&>(x)))...>{{detail::hold<Op, beside>(static_cast<X&&>(x))...}};
}

template <class Op, class... Operands>
CONSTAX_INLINE constexpr auto expression<Op, Operands...>::eval() const {
  return detail::unpack([](auto const&... x) { return constax::evaluate(detail::expression_program<expression>{}, x...); },
                        detail::operands_of(*this));
}

template <class Op, class... Operands>
template <class T, auto... Dims>
CONSTAX_INLINE expression<Op, Operands...>::operator basic_array<T, Dims...>() const {
  using to = basic_array<T, Dims...>;
  using from = decltype(eval());
  if constexpr (std::is_same_v<from, to>) return eval();
  else if constexpr (std::is_same_v<from, T> && sizeof...(Dims) == 0) return to{eval()};
  else {
    if constexpr (leaf<from>) expect_silence<detail::says_no_assignment<detail::specs_of<from>, to>>(); // else it was said
    __builtin_unreachable(); // an error was said
  }
}

template <class Op, class... Operands>
template <class Out>
CONSTAX_INLINE void expression<Op, Operands...>::assign_to(Out& out) const {
  detail::unpack([&](auto const&... x) { detail::assign(out, detail::expression_program<expression>{}, x...); },
                 detail::operands_of(*this));
}

/// cx::eval(xs + ys): the numbers of an expression.
template <class E>
  requires detail::is_expression<E>
CONSTAX_INLINE auto eval(E const& e) {
  return e.eval();
}
/// cx::evaluate_into(zs, xs + ys * 2.0): into the user's memory, by one fused loop and without a temporary.
template <class Out, class Op, class... Operands>
CONSTAX_INLINE void evaluate_into(Out&& out, expression<Op, Operands...> const& e) {
  detail::unpack([&](auto const&... x) { constax::evaluate_into(out, detail::expression_program<expression<Op, Operands...>>{}, x...); },
                 detail::operands_of(e));
}

template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator+(X&& x, Y&& y) {
  return lazily(add, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator-(X&& x, Y&& y) {
  return lazily(sub, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator*(X&& x, Y&& y) {
  return lazily(mul, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator/(X&& x, Y&& y) {
  return lazily(div, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator%(X&& x, Y&& y) {
  return lazily(rem, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator<(X&& x, Y&& y) {
  return lazily(lt, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator<=(X&& x, Y&& y) {
  return lazily(le, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator>(X&& x, Y&& y) {
  return lazily(gt, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator>=(X&& x, Y&& y) {
  return lazily(ge, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator&(X&& x, Y&& y) {
  return lazily(and_, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator|(X&& x, Y&& y) {
  return lazily(or_, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator^(X&& x, Y&& y) {
  return lazily(xor_, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator<<(X&& x, Y&& bits) {
  return lazily([](auto const& a, auto const& n) { return left_shift(a, n); }, static_cast<X&&>(x), static_cast<Y&&>(bits));
}
template <class X, class Y> requires detail::lazy_operands<X, Y>
constexpr auto operator>>(X&& x, Y&& bits) {
  return lazily([](auto const& a, auto const& n) { return right_shift(a, n); }, static_cast<X&&>(x), static_cast<Y&&>(bits));
}
// With a number element by element. x == y of two arrays says whether they are equal, as of containers; eq(x, y) compares elements.
template <class X, class Y> requires (detail::lazy_operands<X, Y> && (number<X> || number<Y>))
constexpr auto operator==(X&& x, Y&& y) {
  return lazily(eq, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <class X, class Y> requires (detail::lazy_operands<X, Y> && (number<X> || number<Y>))
constexpr auto operator!=(X&& x, Y&& y) {
  return lazily(ne, static_cast<X&&>(x), static_cast<Y&&>(y));
}
template <detail::lazy X> constexpr auto operator-(X&& x) { return lazily(neg, static_cast<X&&>(x)); }
template <detail::lazy X> constexpr auto operator~(X&& x) { return lazily(not_, static_cast<X&&>(x)); }
/// Whether elements are 0, or false.
template <detail::lazy X> constexpr auto operator!(X&& x) {
  return lazily([](auto const& a) { return logical_not(a); }, static_cast<X&&>(x));
}

/// Its numbers, as an array's.
template <character_stream Stream, class E>
  requires detail::is_expression<E>
Stream& operator<<(Stream& out, E const& e) {
  return out << e.eval();
}

namespace detail {
/// What x op= y may write: an array that has a name, a view. y is whatever may stand beside x in x op y.
template <class X, class Y>
concept lazy_update = container<X> && lazy_operand<Y> &&
                      (!is_array<std::remove_cvref_t<X>> || std::is_same_v<X, std::remove_cvref_t<X>&>);
/// x = e; a view is written through.
template <class X, class E>
CONSTAX_INLINE X&& update(X&& x, E const& e) {
  e.assign_to(x);
  return static_cast<X&&>(x);
}
} // namespace detail

// x += y is x = x + y: the same loop, in place, and the same errors.
template <class X, class Y> requires detail::lazy_update<X, Y>
CONSTAX_INLINE X&& operator+=(X&& x, Y&& y) {
  return detail::update(static_cast<X&&>(x), x + static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_update<X, Y>
CONSTAX_INLINE X&& operator-=(X&& x, Y&& y) {
  return detail::update(static_cast<X&&>(x), x - static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_update<X, Y>
CONSTAX_INLINE X&& operator*=(X&& x, Y&& y) {
  return detail::update(static_cast<X&&>(x), x * static_cast<Y&&>(y));
}
template <class X, class Y> requires detail::lazy_update<X, Y>
CONSTAX_INLINE X&& operator/=(X&& x, Y&& y) {
  return detail::update(static_cast<X&&>(x), x / static_cast<Y&&>(y));
}

} // namespace constax::inline CONSTAX_TAG
