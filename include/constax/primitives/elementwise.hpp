// SPDX-License-Identifier: BSL-1.0
#pragma once
// elementwise: the family of y[i] = eval(x[i], ...). Members give a name, `eval` on lanes, a jvp; type, batching and broadcasting follow.
#include <constax/base/source_line.hpp>
#include <constax/math/math.hpp>
#include <constax/primitives/broadcast_in_dim.hpp>
#include <constax/primitives/operands.hpp>

namespace constax::inline CONSTAX_TAG {

/// x as a value of n rows: [n, shape of x].
constexpr value repeat_rows(is_value auto x, extent n) {
  aval const a = type_of(x);
  shape to{n};
  axes dims;
  for (int i = 0; i < a.rank(); ++i) to.push(a.shape[i]), dims.push(i + 1);
  return broadcast_in_dim(x, to, dims);
}
/// Operands of n rows each: what is not mapped repeats, literals too.
constexpr vec<value> all_rows(auto const& xs, range<bool> mapped, extent n) {
  vec<value> rows;
  for (u32 i = 0; i < xs.size(); ++i) rows.push(mapped[i] ? xs[i] : repeat_rows(xs[i], n));
  return rows;
}

namespace detail {
/// The C++ number in x: itself, or an integral constant's value.
template <class X>
constexpr auto plain(X const& x) {
  if constexpr (std::is_arithmetic_v<X>) return x;
  else if constexpr (is_half<X>) return static_cast<float>(x);
  else return static_cast<i64>(X::value);
}
template <class T, class Y>
constexpr auto as_element_like(Y const& y) {
  if constexpr (std::is_same_v<Y, bool>) return y;
  else return static_cast<T>(y);
}

struct numpy_shape {
  shape result;
  bool ok = true;
};
/// NumPy's rule: shapes are aligned at the right, lengths agree or are 1.
constexpr numpy_shape broadcast_shapes(range<aval const*> xs) {
  numpy_shape r;
  for (aval const* x : xs)
    if (x->rank() > r.result.rank) r.result = x->shape;
  int const rank = r.result.rank;
  for (aval const* x : xs)
    for (int i = 0; i < x->rank(); ++i) {
      extent& to = r.result[rank - x->rank() + i];
      extent const& from = x->shape[i];
      if (from == to || from == extent(1)) continue;
      if (to == extent(1)) to = from;
      else r.ok = false;
    }
  return r;
}
template <class... A>
constexpr numpy_shape broadcast_avals(A const&... a) {
  aval const* const types[] = {&a...};
  return broadcast_shapes({types, sizeof...(A)});
}

/// The last n axes of `rank`: where NumPy's broadcasting puts those of an operand.
constexpr axes last_axes(int n, int rank) {
  axes a;
  for (int i = 0; i < n; ++i) a.push(rank - n + i);
  return a;
}
/// x broadcast to the shape To, as NumPy does: recorded only where something changes.
template <shape To, class X>
constexpr auto broadcast_to(X const& x);
} // namespace detail

namespace detail {
template <class P, class... X>
constexpr auto call_traced(X const&... x);
template <class P, class W, class F, class Y>
constexpr auto select_traced(W const& which, F const& f, Y const& y);
/// The same where one of them is a dynamic tracer: runtime/elementwise.hpp.
template <class P, class... X> dynamic_tracer call_dynamic(source_line at, X const&... x);
/// select_n(which, cases...).
template <class W, class... Cases> dynamic_tracer select_dynamic(W const& which, Cases const&... cases);

template <class P, class Common>
using accepted_or_double = std::conditional_t<P::accepted::accepts(dtype_of<Common>), element_of<dtype_of<Common>>, double>;
/// The common type of C++ numbers; integers become double where the primitive wants that.
template <class P, class... X>
using plain_type = accepted_or_double<P, std::common_type_t<decltype(plain(std::declval<X>()))...>>;
/// On C++ numbers: computed at once, in their common type.
template <class P, class... X>
constexpr auto call_plain(X const&... x) {
  using T = plain_type<P, X...>;
  return as_element_like<T>(P::eval(static_cast<T>(plain(x))...));
}
} // namespace detail

/// Puts x beside values of n rows of the given shape: [n, shape]. A scalar repeats, mapped or not.
constexpr value batched_to(is_value auto x, bool is_mapped, extent n, shape const& s) {
  int const rank = type_of(x).rank() - (is_mapped ? 1 : 0);
  if (x.is_constant() || (is_mapped && rank == s.rank)) return x;
  shape to{n};
  axes dims;
  for (int i = 0; i < s.rank; ++i) to.push(s[i]);
  if (is_mapped) dims.push(0);
  for (int i = 0; i < rank; ++i) dims.push(i + 1);
  return broadcast_in_dim(x, to, dims);
}

/// A scalar repeated to a shape; anything else as it is.
constexpr value scalar_to(is_value auto x, shape const& s) {
  if (x.is_constant() || x.is_zero() || type_of(x).rank() != 0 || s.rank == 0) return x;
  return broadcast_in_dim(x, s, {});
}

/// A tangent as a value with numbers in it, as a result or an operand has to be: a symbolic zero becomes zeros.
constexpr value materialised(is_value auto t) {
  if (!t.is_zero()) return t;
  aval const a = type_of(t);
  auto const nought = t.ctx->constant(a.type, 0.0);
  return a.rank() ? broadcast_in_dim(nought, a.shape, {}) : nought;
}

/// A number in a rule, where a value is due: it takes the dtype of the value beside it.
constexpr value as_value(value x, value) { return x; }
constexpr value as_value(double x, value beside) { return like(beside, x); }
constexpr value first_value(value x, auto...) { return x; }
constexpr value first_value(double, auto... more) { return first_value(more...); }

/// One of them is a value, the others are values or numbers.
template <class... X>
concept with_value = (std::is_same_v<std::remove_cvref_t<X>, value> || ...);

/// Arrays, views and expressions of them: api/ says which types are.
template <class X>
inline constexpr bool is_lazy = false;

template <class Self, class Accepts = floating>
struct elementwise {
  static constexpr constax::kind kind = constax::kind::elementwise;
  using accepted = Accepts;

  static constexpr typed type(operand_types xs) { return common_type<Accepts>(xs); }

  static constexpr value batch(auto xs, range<bool> mapped, extent n, range<i64> params) {
    shape row; // of one example
    for (u32 i = 0; i < xs.size(); ++i) {
      aval const a = type_of(xs[i]);
      int const first = mapped[i] ? 1 : 0;
      if (a.rank() - first <= row.rank) continue;
      row = {};
      for (int d = first; d < a.rank(); ++d) row.push(a.shape[d]);
    }
    vec<value> rows;
    for (u32 i = 0; i < xs.size(); ++i) rows.push(batched_to(xs[i], mapped[i], n, row));
    return bind(*context_of(rows), descriptor<Self>, rows, params);
  }

  /// On values, what rules are written in. The result's type is stated, not deduced: rules that call each other are made in turn.
  template <class... X>
    requires with_value<X...>
  constexpr value operator()(X&&... x) const {
    return bind<Self>(no_params{}, as_value(x, first_value(x...))...);
  }
  /// On tracers (NumPy broadcasting; numbers take the tracers' dtype), plain numbers; on arrays an expression (api/expr.hpp).
  template <class... X>
  constexpr auto operator()(X&&... x) const {
    if constexpr ((is_lazy<std::remove_cvref_t<X>> || ...)) return lazily(static_cast<Self const&>(*this), static_cast<X&&>(x)...);
    else if constexpr ((number<std::remove_cvref_t<X>> && ...)) return detail::call_plain<Self>(x...);
    else if constexpr ((is_dynamic<std::remove_cvref_t<X>> || ...)) return detail::call_dynamic<Self>({}, x...);
    else return detail::call_traced<Self>(x...);
  }
  /// On dynamic tracers: a message says in which line they were called (runtime/provenance.hpp).
  template <class X>
  requires is_dynamic<std::remove_cvref_t<X>>
  auto operator()(X&& x, char const* file = __builtin_FILE(), u32 line = __builtin_LINE()) const {
    return detail::call_dynamic<Self>({file, line}, x);
  }
  template <class X, class Y>
  requires(is_dynamic<std::remove_cvref_t<X>> || is_dynamic<std::remove_cvref_t<Y>>) &&
          (!is_lazy<std::remove_cvref_t<X>> && !is_lazy<std::remove_cvref_t<Y>>)
  auto operator()(X&& x, Y&& y, char const* file = __builtin_FILE(), u32 line = __builtin_LINE()) const {
    return detail::call_dynamic<Self>({file, line}, x, y);
  }
};

namespace detail {

constexpr text wrong_scalar(dtype beside) {
  text t;
  return t << "[constax] a floating-point number meets a traced value of dtype " << beside
           << ": the number would be truncated; convert the traced value with cx::astype<double>(x)";
}
template <class T, class X>
struct says_wrong_scalar {
  constexpr text operator()() const { return wrong_scalar(dtype_of<T>); }
};

/// Does an element of type T hold this integer? (Of bool, all: they are the numbers of a predicate.)
template <class T, class N>
constexpr bool holds(N n) {
  if constexpr (!std::is_integral_v<T> || !std::is_integral_v<N> || std::is_same_v<T, bool>) return true;
  else if (n < N{}) return std::is_signed_v<T> && static_cast<i64>(n) >= static_cast<i64>(std::numeric_limits<T>::min());
  else return static_cast<u64>(n) <= static_cast<u64>(std::numeric_limits<T>::max());
}
template <class T, class N>
constexpr fault number_outside_of(N n) {
  return number_outside(dtype_of<T>, static_cast<i64>(n), !holds<i64>(n));
}
/// A number or tracer as a tracer, given the element type that the tracers around it have.
template <class T, class X>
constexpr auto as_tracer(X const& x, context* c) {
  if constexpr (number<X>) {
    auto const n = plain(x);
    if constexpr (std::is_floating_point_v<decltype(n + 0)> && !floating_element<T>) expect_silence<says_wrong_scalar<T, X>>();
    if (!holds<T>(n)) {
      fault const f = number_outside_of<T>(n);
      if (c) c->fail(f);
      else raise(sentence(f));
    }
    literal l{};
    if constexpr (std::is_floating_point_v<decltype(n + 0)>) l = literal::of(dtype_of<T>, static_cast<double>(n));
    else l = literal::of(dtype_of<T>, static_cast<i64>(n));
    return basic_tracer<T>(value{c, 0, 0, l, value::state::constant, nullptr});
  } else {
    return x;
  }
}
template <class... X>
struct first_tracer;
template <class X, class... More>
struct first_tracer<X, More...> {
  using type = typename std::conditional_t<is_tracer<X>, std::type_identity<X>, first_tracer<More...>>::type;
};
template <>
struct first_tracer<> {
  using type = void;
};
/// The element type for numbers: that of the first tracer.
template <class... X>
using scalar_type = typename first_tracer<X...>::type::value_type;

constexpr context* context_of_any(auto const&... x) {
  context* c = nullptr;
  ((is_tracer<std::remove_cvref_t<decltype(x)>> && !c ? void([&] {
     if constexpr (is_tracer<std::remove_cvref_t<decltype(x)>>) c = x.value.ctx;
   }())
                                                      : void()),
   ...);
  return c;
}

constexpr text no_broadcast(std::string_view name, range<aval const*> types) {
  text t;
  t << "[constax] " << name << ": shapes";
  int i = 0;
  for (aval const* a : types) t << (i++ ? " and " : " ") << *a;
  return t << " do not broadcast; reshape one of them, or name equal symbols";
}
template <class P, class... X>
struct says_no_broadcast {
  constexpr text operator()() const {
    constexpr aval avals[] = {X::aval...};
    aval const* types[sizeof...(X)] = {};
    for (u32 i = 0; i < sizeof...(X); ++i) types[i] = &avals[i];
    return no_broadcast(P::name, {types, sizeof...(X)});
  }
};

template <class P, class T, class... X>
constexpr auto call_converted(X const&... x) {
  constexpr numpy_shape s = broadcast_avals(X::aval...);
  if constexpr (!s.ok) {
    expect_silence<says_no_broadcast<P, X...>>();
    return after_error_of<P, std::tuple_element_t<0, std::tuple<X...>>>(each_result<P>);
  } else {
    return emit<P>(detail::broadcast_to<s.result>(x)...);
  }
}
template <class P, class... X>
constexpr auto call_traced(X const&... x) {
  context* const c = context_of_any(x...);
  using T = scalar_type<X...>;
  return call_converted<P, T>(as_tracer<T>(x, c)...);
}

/// select_n on tracers: the predicate is bool, numbers among the cases take the dtype of the other.
template <class P, class W, class F, class Y>
constexpr auto select_traced(W const& which, F const& f, Y const& y) {
  if constexpr (is_dynamic<W> || is_dynamic<F> || is_dynamic<Y>) return call_dynamic<P>({}, which, f, y);
  else {
    context* const c = context_of_any(which, f, y);
    auto const run = [&]<class T>(T) { return call_converted<P, T>(as_tracer<bool>(which, c), as_tracer<T>(f, c), as_tracer<T>(y, c)); };
    if constexpr (tracing<F> || tracing<Y>) return run(scalar_type<F, Y>{});
    else return run(element_of<dtype_of<std::common_type_t<decltype(plain(f)), decltype(plain(y))>>>{});
  }
}

template <shape To, class X>
constexpr auto broadcast_to(X const& x) {
  if constexpr (X::aval.shape == To) return x;
  else {
    constexpr auto dims = last_axes(X::rank(), To.rank);
    using wide = tracer_t<aval{X::aval.type, To}>;
    if (X::rank() == 0 && x.value.is_constant()) return wide(x.value, trusted{}); // a literal stands beside any shape
    return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{To, dims}>(x);
  }
}

} // namespace detail
} // namespace constax::inline CONSTAX_TAG
