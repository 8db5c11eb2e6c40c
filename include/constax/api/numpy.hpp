// SPDX-License-Identifier: BSL-1.0
#pragma once
// numpy: NumPy's and jax.nn's spelling on tracers. Axes are part of types: sum(x, 0_c), sum(x, -1_c), sum(x, axes_c<0, 1>).
//
// + - * / < ... are in primitives/operators.hpp, x[i] in api/index.hpp; sin, exp, max ... are the primitives themselves.
#include <constax/api/index.hpp>
#include <constax/base/unpack.hpp>

#include <array>
#include <tuple>

namespace constax::inline CONSTAX_TAG {

/// What may be written for an axis: 0_c, axes_c<0, 1>; and plain integers, which have a sentence of their own.
template <class A>
concept axis_like = detail::is_axes<A> || std::is_integral_v<A>;

namespace detail {

template <class X, class... A>
constexpr axes axes_of(A const&...) {
  if constexpr (sizeof...(A) == 0) return every_axis(X::rank());
  else return axes_in(X::rank(), A{}...);
}
template <class X, class A>
constexpr int axis_of(A) {
  return static_cast<int>(axes_in(X::rank(), A{})[0]);
}

/// y, a reduction of an X along axes, repeated to X's shape.
template <class X, axes Over, class Y>
constexpr auto along(Y const& y) {
  if constexpr (Over.size() == 0) return y;
  else return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{X::aval.shape, kept_axes(X::rank(), Over)}>(y);
}

/// A scalar tracer that holds a number.
template <class T, class N>
constexpr auto scalar(context* c, N const& n) {
  return as_tracer<T>(n, c);
}

/// How many elements of an X a reduction along axes takes together, as a T.
template <class T, aval A, axes Over>
constexpr basic_tracer<T> count(context_ref const& at_hand) {
  context& c = *at_hand;
  i64 known = 1;
  for (i64 d : Over) known *= A.shape[static_cast<int>(d)].is_number() ? A.shape[static_cast<int>(d)].number : 1;
  value n = c.constant(dtype_of<T>, static_cast<double>(known));
  bool literal = known == 1;
  bool symbols = false;
  for (i64 d : Over) {
    extent const& e = A.shape[static_cast<int>(d)];
    if (e.is_number()) continue;
    value const s = convert_element_type(size_of_axis(c, e), dtype_of<T>);
    if (literal && !symbols) n = s;
    else n = n * s;
    symbols = true;
  }
  return basic_tracer<T>(n);
}

template <class X>
struct says_not_floating {
  constexpr text operator()() const {
    text t;
    t << "[constax] mean, var, norm, softmax and their like need floating-point elements, these are " << X::aval << "; convert them with cx::astype<double>(x)";
    return t;
  }
};
template <class X>
constexpr void expect_floating() {
  if constexpr (!std::is_floating_point_v<typename X::value_type>) expect_silence<says_not_floating<X>>();
}

} // namespace detail

// ---- dtypes --------------------------------------------------------------------------------------------------------------------

/// x with elements of type T.
template <element_type T, tracing X>
constexpr auto astype(X const& x) {
  if constexpr (std::is_same_v<T, typename X::value_type>) return x;
  else return emit<convert_element_type_t, convert_element_type_t::params{dtype_of<T>}>(x);
}
/// A number or a tracer as T: how a double enters code of floats.
template <element_type T, class X>
constexpr auto cast(X const& x) {
  if constexpr (tracing<X>) return astype<T>(x);
  else return convert<element_of<dtype_of<T>>>(static_cast<element_of<dtype_of<X>>>(x));
}

// ---- of x's type ---------------------------------------------------------------------------------------------------------------

/// An array like x, every element v.
template <tracing X, class V>
constexpr auto full_like(X const& x, V const& v) {
  auto const s = detail::as_tracer<typename X::value_type>(v, x.value.ctx);
  if constexpr (X::rank() == 0) return s;
  else return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{X::aval.shape, axes{}}>(s);
}
template <tracing X>
constexpr auto zeros_like(X const& x) {
  return full_like(x, 0);
}
template <tracing X>
constexpr auto ones_like(X const& x) {
  return full_like(x, 1);
}
/// 0, 1, 2, ... along one axis of an array like x: iota<int>(x, 0_c).
template <element_type T, tracing X, axis_like A>
constexpr auto iota(X const&, A axis) {
  return emit_later<iota_t, iota_t::params{detail::axis_of<X>(axis), dtype_of<T>, X::aval.shape}>();
}

// ---- of constants --------------------------------------------------------------------------------------------------------------
// They need no traced argument: the equation is recorded in the trace in which they are used first.

namespace detail {
template <element_type T, shape S, class V>
constexpr auto filled_with(V const& v) {
  constexpr broadcast_in_dim_t::params p{S, axes{}};
  if constexpr (tracing<V>) return emit<broadcast_in_dim_t, p>(astype<T>(v));
  else {
    auto const x = as_tracer<T>(v, nullptr);
    if constexpr (S.rank == 0) return x;
    else return emit_later<broadcast_in_dim_t, p, basic_tracer<T>>(x.value.lit);
  }
}
/// first, first + step, ... below stop.
template <element_type T, i64 First, i64 Stop, i64 Step>
constexpr auto counted_from() {
  static_assert(Step != 0, "[constax] arange: the step cannot be 0");
  constexpr i64 step = Step ? Step : 1; // after that error another would be said
  constexpr i64 span = Stop - First, n = (span + step - (step > 0 ? 1 : -1)) / step;
  auto const count = emit_later<iota_t, iota_t::params{0, dtype_of<T>, shape{extent(n > 0 ? n : 0)}}>();
  if constexpr (First == 0 && step == 1) return count;
  else if constexpr (step == 1) return count + static_cast<T>(First);
  else if constexpr (First == 0) return count * static_cast<T>(step);
  else return count * static_cast<T>(step) + static_cast<T>(First);
}
template <class V>
struct element_of_number {
  using type = decltype(plain(std::declval<V const&>()));
};
template <tracing V>
struct element_of_number<V> {
  using type = typename V::value_type;
};
} // namespace detail

/// An array with every element v: full<3, n>(1.0), full<float, 3>(v); full(1.0) is a traced scalar.
template <element_type T, auto... Dims, class V>
  requires(number<V> || tracing<V>)
constexpr auto full(V const& v) {
  return detail::filled_with<T, shape_of_dims<Dims...>>(v);
}
template <auto... Dims, class V>
  requires(number<V> || tracing<V>)
constexpr auto full(V const& v) {
  return full<typename detail::element_of_number<V>::type, Dims...>(v);
}
/// zeros<3, n>() of double, zeros<float, 3>().
template <element_type T, auto... Dims>
constexpr auto zeros() {
  return full<T, Dims...>(0);
}
template <auto... Dims>
constexpr auto zeros() {
  return zeros<double, Dims...>();
}
template <element_type T, auto... Dims>
constexpr auto ones() {
  return full<T, Dims...>(1);
}
template <auto... Dims>
constexpr auto ones() {
  return ones<double, Dims...>();
}
/// 0, 1, 2, ... along an axis (the first): iota<double, 5>(), iota<int, 3, 4>(1_c).
template <element_type T, auto... Dims, axis_like A = integer<0>>
  requires(sizeof...(Dims) != 0)
constexpr auto iota(A axis = {}) {
  constexpr shape s = shape_of_dims<Dims...>;
  return emit_later<iota_t, iota_t::params{static_cast<i32>(detail::axes_in(s.rank, axis)[0]), dtype_of<T>, s}>();
}
/// first, first + step, ... below stop: arange<5>(), arange<2, 10>(), arange<double, 10, 0, -2>().
template <element_type T, i64 First, i64... Rest>
  requires(sizeof...(Rest) <= 2)
constexpr auto arange() {
  constexpr i64 at[] = {First, Rest..., 1};
  if constexpr (sizeof...(Rest) == 0) return detail::counted_from<T, 0, First, 1>();
  else return detail::counted_from<T, First, at[1], at[2]>();
}
template <i64 First, i64... Rest>
constexpr auto arange() {
  return arange<int, First, Rest...>();
}

// ---- shapes ---------------------------------------------------------------------------------------------------------------------

namespace detail {
/// dims with -1 replaced by what is left of s' elements.
constexpr shape fill_in(shape const& s, shape dims) {
  int hole = -1;
  bool used[max_rank] = {};
  i64 have = 1, given = 1;
  for (int d = 0; d < s.rank; ++d)
    if (s[d].is_number()) have *= s[d].number;
  for (int i = 0; i < dims.rank; ++i) {
    if (dims[i] == extent(-1)) hole = i;
    else if (dims[i].is_number()) given *= dims[i].number;
    else
      for (int d = 0; d < s.rank; ++d)
        if (!used[d] && s[d] == dims[i]) {
          used[d] = true;
          break;
        }
  }
  if (hole < 0) return dims;
  extent left = 1;
  for (int d = 0; d < s.rank; ++d)
    if (!s[d].is_number() && !used[d]) left = left == extent(1) ? s[d] : extent(extent::overflow);
  dims[hole] = given == 0 || have % given ? extent(-1) : left * (have / given);
  return dims;
}
} // namespace detail

/// The same elements in row-major order: reshape<3, 2>(x); one length may be -1: what is left.
template <auto... Dims, tracing X>
  requires(sizeof...(Dims) != 0)
constexpr auto reshape(X const& x) {
  constexpr shape to = detail::fill_in(X::aval.shape, shape_of_dims<Dims...>);
  if constexpr (to == X::aval.shape) return x;
  else return emit<reshape_t, reshape_t::params{to}>(x);
}
template <tracing X, integral_number... D>
  requires(sizeof...(D) != 0)
constexpr auto reshape(X const& x, D...) {
  return reshape<static_cast<i64>(D::value)...>(x);
}
/// All elements in one axis.
template <tracing X>
constexpr auto ravel(X const& x) {
  return reshape<-1>(x);
}
/// x with a new axis of length 1 at that place of the result.
template <tracing X, integral_number A>
constexpr auto expand_dims(X const& x, A) {
  constexpr auto p = [] {
    broadcast_in_dim_t::params q;
    i64 const at = static_cast<i64>(A::value) < 0 ? static_cast<i64>(A::value) + X::rank() + 1 : static_cast<i64>(A::value);
    for (int d = 0, k = 0; d <= X::rank(); ++d) {
      if (d == at) q.to.push(1);
      else if (k < X::rank()) q.to.push(X::aval.shape[k++]), q.dims.push(d);
    }
    if (at < 0 || at > X::rank()) q.dims.push(static_cast<i64>(A::value)); // no such place: refused by the type rule
    return q;
  }();
  return emit<broadcast_in_dim_t, p>(x);
}
/// x without the given axes, or without all axes, of length 1.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto squeeze(X const& x, A... axis) {
  constexpr axes gone = [] {
    if constexpr (sizeof...(A) != 0) return detail::axes_of<X>(A{}...);
    else {
      axes a;
      for (int d = 0; d < X::rank(); ++d)
        if (X::aval.shape[d] == extent(1)) a.push(d);
      return a;
    }
  }();
  ((void)axis, ...);
  if constexpr (gone.size() == 0) return x;
  else return emit<squeeze_t, squeeze_t::params{gone}>(x);
}
/// Axes in reverse order.
template <tracing X>
constexpr auto transpose(X const& x) {
  constexpr auto p = [] {
    axes a;
    for (int d = X::rank(); d-- > 0;) a.push(d);
    return a;
  }();
  if constexpr (X::rank() < 2) return x;
  else return emit<transpose_t, transpose_t::params{p}>(x);
}
/// Axis d of the result is axis Axes[d] of x: transpose(x, axes_c<2, 0, 1>).
template <tracing X, i64... Axes>
constexpr auto transpose(X const& x, detail::axes_constant<Axes...>) {
  return emit<transpose_t, transpose_t::params{axes{(Axes < 0 && Axes >= -X::rank() ? Axes + X::rank() : Axes)...}}>(x);
}
/// x with two axes exchanged.
template <tracing X, axis_like A, axis_like B>
constexpr auto swapaxes(X const& x, A, B) {
  constexpr auto p = [] {
    axes a = detail::every_axis(X::rank());
    int const i = detail::axis_of<X>(A{}), j = detail::axis_of<X>(B{});
    if (i < 0 || i >= X::rank() || j < 0 || j >= X::rank()) a.at[0] = i < 0 || i >= X::rank() ? i : j; // refused by the type rule
    else std::swap(a.at[i], a.at[j]);
    return a;
  }();
  return emit<transpose_t, transpose_t::params{p}>(x);
}
/// x backwards along axes, or along all.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto flip(X const& x, A... axis) {
  constexpr axes over = detail::axes_of<X>(A{}...);
  ((void)axis, ...);
  if constexpr (over.size() == 0) return x;
  else return emit<rev_t, rev_t::params{over}>(x);
}
/// x broadcast to a shape: broadcast_to<4, 3>(x).
template <auto... Dims, tracing X>
constexpr auto broadcast_to(X const& x) {
  constexpr shape to = shape_of_dims<Dims...>;
  if constexpr (to == X::aval.shape) return x;
  else {
    constexpr auto dims = [] {
      axes a;
      for (int i = 0; i < X::rank(); ++i) a.push(to.rank - X::rank() + i);
      return a;
    }();
    return emit<broadcast_in_dim_t, broadcast_in_dim_t::params{to, dims}>(x);
  }
}

namespace detail {

template <class X>
concept tuple_of_tracers = !tracing<X> && requires { std::tuple_size<X>::value; };

template <int Axis, class... X>
constexpr auto concatenate_along(X const&... x) {
  if constexpr (sizeof...(X) == 1) return (x, ...);
  else return emit<concatenate_t, concatenate_t::params{Axis}>(x...);
}
template <class F, class Args, std::size_t... I>
constexpr auto without_last(F f, Args const& args, std::index_sequence<I...>) {
  return f(std::get<sizeof...(I)>(args), std::get<I>(args)...);
}
template <class Axis, class X, class... More>
constexpr auto concatenate(Axis, X const& x, More const&... more) {
  return concatenate_along<axis_of<X>(Axis{})>(x, more...);
}
template <class Axis, class X, class... More>
constexpr auto stack(Axis, X const& x, More const&... more) {
  constexpr i64 at = static_cast<i64>(Axis::value);
  using Place = integer<(at < 0 ? at + X::rank() + 1 : at)>;
  return concatenate_along<static_cast<int>(Place::value)>(expand_dims(x, Place{}), expand_dims(more, Place{})...);
}
inline constexpr auto run_concatenate = [](auto axis, auto const&... x) { return concatenate(axis, x...); };
inline constexpr auto run_stack = [](auto axis, auto const&... x) { return stack(axis, x...); };

/// (x, y, ..., axis), (tuple, axis), or either without axis: 0.
template <class F, class... A>
constexpr auto joined(F f, A const&... a) {
  using last = std::remove_cvref_t<decltype((a, ...))>;
  if constexpr (integral_number<last>) {
    if constexpr (sizeof...(A) == 2) {
      auto const pair = std::tie(a...);
      if constexpr (tuple_of_tracers<std::remove_cvref_t<decltype(std::get<0>(pair))>>)
        return detail::unpack([&](auto const&... x) { return f(last{}, x...); }, std::get<0>(pair));
      else return f(last{}, std::get<0>(pair));
    } else return without_last(f, std::tie(a...), std::make_index_sequence<sizeof...(A) - 1>{});
  } else if constexpr (sizeof...(A) == 1 && tuple_of_tracers<last>) return detail::unpack([&](auto const&... x) { return f(integer<0>{}, x...); }, a...);
  else return f(integer<0>{}, a...);
}

} // namespace detail

/// One after the other along an axis: concatenate(x, y, 0_c), concatenate(std::tuple(x, y), 0_c), also of a std::array.
template <class X, class... More>
  requires(tracing<X> || detail::tuple_of_tracers<X>)
constexpr auto concatenate(X const& x, More const&... more) {
  return detail::joined(detail::run_concatenate, x, more...);
}
/// Side by side along a new axis: stack(x, y, 0_c), stack(std::array{x, y}, -1_c).
template <class X, class... More>
  requires(tracing<X> || detail::tuple_of_tracers<X>)
constexpr auto stack(X const& x, More const&... more) {
  return detail::joined(detail::run_stack, x, more...);
}

/// x repeated: tile<2, 3>(x) twice along the last axis but one, three times along the last.
template <i64... Reps, tracing X>
constexpr auto tile(X const& x) {
  struct plan {
    broadcast_in_dim_t::params spread;
    shape merged;
  };
  constexpr plan p = [] {
    constexpr i64 reps[] = {Reps...};
    constexpr int n = sizeof...(Reps), rank = n > X::rank() ? n : X::rank();
    plan q;
    for (int d = 0; d < rank; ++d) {
      i64 const times = d - (rank - n) >= 0 ? reps[d - (rank - n)] : 1;
      int const from = d - (rank - X::rank());
      extent length = 1;
      if (from >= 0) length = X::aval.shape[from];
      if (times != 1) q.spread.to.push(extent(times));
      if (from >= 0) q.spread.dims.push(q.spread.to.rank), q.spread.to.push(length);
      else if (times == 1) q.spread.to.push(1);
      q.merged.push(length * times);
    }
    return q;
  }();
  auto const spread = emit<broadcast_in_dim_t, p.spread>(x);
  if constexpr (p.merged == p.spread.to) return spread;
  else return emit<reshape_t, reshape_t::params{p.merged}>(spread);
}

// ---- reductions -------------------------------------------------------------------------------------------------------------------

namespace detail {
/// bool as i32, to be counted; anything else as it is.
template <class X>
constexpr auto countable(X const& x) {
  if constexpr (X::aval.type == dtype::boolean) return astype<int>(x);
  else return x;
}
} // namespace detail
/// Sum of all elements, or along axes; of bool their number, as i32.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto sum(X const& x, A... axis) {
  return detail::reduce_along<reduce_sum_t>(detail::countable(x), axis...);
}
/// Product of all elements, or along axes.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto prod(X const& x, A... axis) {
  return detail::reduce_along<reduce_prod_t>(detail::countable(x), axis...);
}
/// Mean of all elements, or along axes.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto mean(X const& x, A... axis) {
  detail::expect_floating<X>();
  constexpr axes over = detail::axes_of<X>(A{}...);
  auto const s = sum(x, axis...); // a wrong axis is refused here
  if constexpr (over.size() == 0) return s;
  else return s / detail::count<typename X::value_type, X::aval, over>(some_context({&x.value, 1}));
}
/// Whether any, all elements are true, or are not 0.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto any(X const& x, A... axis) {
  return detail::reduce_along<reduce_or_t>(astype<bool>(x), axis...);
}
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto all(X const& x, A... axis) {
  return detail::reduce_along<reduce_and_t>(astype<bool>(x), axis...);
}
namespace detail {
template <class P, class X, class... A>
constexpr auto locate_along(X const& x, A... axis) {
  if constexpr (sizeof...(A) == 0) return locate_along<P>(ravel(x), integer<0>{});
  else return emit<P, locate_params{axes_of<X>(axis...), dtype::i32}>(x);
}
} // namespace detail
/// The place of the largest, smallest element: along an axis, or in row-major order of all.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto argmax(X const& x, A... axis) {
  return detail::locate_along<argmax_t>(x, axis...);
}
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto argmin(X const& x, A... axis) {
  return detail::locate_along<argmin_t>(x, axis...);
}
/// An option of cumulative functions: from the end of the axis to its beginning.
struct reverse_t {};
inline constexpr reverse_t reverse{};

namespace detail {
template <class P, class X>
struct says_which_axis {
  constexpr text operator()() const {
    text t;
    t << "[constax] " << P::name << ": an operand of type " << X::aval;
    if (X::rank() == 0) return t << " has no axis to go along";
    return t << " has several axes, say along which: cx::" << P::name << '(' << (P::operands == 1 ? "x" : "a, b") << ", 0_c)";
  }
};
template <class A>
inline constexpr bool is_one_axis = integral_number<A> || std::is_integral_v<A>;
template <class P, class X, class... More, class... Options>
constexpr auto accumulate_along(std::tuple<Options...>, X const& x, More const&... more) {
  constexpr bool has_axis = (is_one_axis<Options> || ...), from_end = (std::is_same_v<Options, reverse_t> || ...);
  static_assert(sizeof...(Options) == has_axis + from_end, "[constax] cumulative functions take an axis and cx::reverse");
  if constexpr (!has_axis && X::rank() != 1) {
    expect_silence<says_which_axis<P, X>>();
    return after_error<X>();
  } else {
    constexpr params_of<P> p = [] {
      params_of<P> q{0, from_end};
      ([&] { if constexpr (is_one_axis<Options>) q.axis = axis_of<X>(Options{}); }(), ...);
      return q;
    }();
    return emit<P, p>(x, more...);
  }
}
} // namespace detail
/// x[0] + ... + x[i] for each i, along an axis: cumsum(x, 0_c), cumsum(x, 0_c, cx::reverse); a vector needs no axis.
template <tracing X, class... Options>
constexpr auto cumsum(X const& x, Options... options) {
  return detail::accumulate_along<cumsum_t>(std::tuple(options...), detail::countable(x));
}
/// x[0] * ... * x[i].
template <tracing X, class... Options>
constexpr auto cumprod(X const& x, Options... options) {
  return detail::accumulate_along<cumprod_t>(std::tuple(options...), detail::countable(x));
}
/// The largest, smallest of x[0], ..., x[i].
template <tracing X, class... Options>
constexpr auto cummax(X const& x, Options... options) {
  return detail::accumulate_along<cummax_t>(std::tuple(options...), x);
}
template <tracing X, class... Options>
constexpr auto cummin(X const& x, Options... options) {
  return detail::accumulate_along<cummin_t>(std::tuple(options...), x);
}
/// log(exp(x[0]) + ... + exp(x[i])), which does not overflow.
template <tracing X, class... Options>
constexpr auto cumlogsumexp(X const& x, Options... options) {
  return detail::accumulate_along<cumlogsumexp_t>(std::tuple(options...), x);
}
/// y[i] = a[i] * y[i-1] + b[i] along an axis, y[0] = b[0]: with constant a a decaying sum, an AR(1) filter.
template <tracing A, tracing B, class... Options>
constexpr auto linear_recurrence(A const& a, B const& b, Options... options) {
  return detail::accumulate_along<linear_recurrence_t>(std::tuple(options...), a, b);
}
/// Mean of squared distances from the mean.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto var(X const& x, A... axis) {
  constexpr axes over = detail::axes_of<X>(A{}...);
  return mean(square(x - detail::along<X, over>(mean(x, axis...))), axis...);
}
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto std_(X const& x, A... axis) {
  return sqrt(var(x, axis...));
}
/// Euclidean length of all elements, or along axes.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto norm(X const& x, A... axis) {
  detail::expect_floating<X>();
  return sqrt(sum(square(x), axis...));
}
/// log(sum(exp(x))), which does not overflow.
template <tracing X, axis_like... A>
  requires(sizeof...(A) <= 1)
constexpr auto logsumexp(X const& x, A... axis) {
  detail::expect_floating<X>();
  constexpr axes over = detail::axes_of<X>(A{}...);
  auto const top = detail::reduce_along<reduce_max_t>(x, axis...);
  auto const shift = stop_gradient(select_n(is_finite(top), zeros_like(top), top)); // of nothing but -inf: -inf, not nan
  return log(sum(exp(x - detail::along<X, over>(shift)), axis...)) + shift;
}

// ---- elementwise -----------------------------------------------------------------------------------------------------------------------

inline constexpr max_t maximum{};
inline constexpr min_t minimum{};
inline constexpr pow_t power{};
inline constexpr logistic_t sigmoid{};
// jax.scipy.special's
inline constexpr erf_inv_t erfinv{};
inline constexpr lgamma_t gammaln{};
inline constexpr igamma_t gammainc{};
inline constexpr igammac_t gammaincc{};
inline constexpr bessel_i0e_t i0e{};
inline constexpr bessel_i1e_t i1e{};

/// x where c, else y; integers are true unless they are 0.
template <class C, class X, class Y>
  requires(tracing<C> || tracing<X> || tracing<Y>)
constexpr auto where(C const& c, X const& x, Y const& y) {
  if constexpr (detail::is_selector<C>) return select_n(ne(c, 0), y, x);
  else return select_n(c, y, x);
}
/// x kept between lo and hi, as min(max(x, lo), hi).
template <tracing X, class Lo, class Hi>
constexpr auto clip(X const& x, Lo const& lo, Hi const& hi) {
  return min(max(x, lo), hi);
}
/// max(x, 0), with derivative 0 at 0 as jax.nn has it.
template <tracing X>
constexpr auto relu(X const& x) {
  return select_n(le(x, 0), x, 0);
}
/// exp(x), divided by its sum along an axis (the last).
template <tracing X, axis_like A = integer<-1>>
constexpr auto softmax(X const& x, A axis = {}) {
  detail::expect_floating<X>();
  constexpr axes over = detail::axes_of<X>(A{});
  auto const e = exp(x - detail::along<X, over>(stop_gradient(detail::reduce_along<reduce_max_t>(x, axis))));
  return e / detail::along<X, over>(sum(e, axis));
}
/// log(softmax(x)).
template <tracing X, axis_like A = integer<-1>>
constexpr auto log_softmax(X const& x, A axis = {}) {
  detail::expect_floating<X>();
  constexpr axes over = detail::axes_of<X>(A{});
  auto const shifted = x - detail::along<X, over>(stop_gradient(detail::reduce_along<reduce_max_t>(x, axis)));
  return shifted - detail::along<X, over>(log(sum(exp(shifted), axis)));
}

// ---- products -----------------------------------------------------------------------------------------------------------------------------

namespace detail {
template <class X, class Y>
struct says_matmul {
  constexpr text operator()() const {
    text t;
    t << "[constax] matmul: operands " << X::aval << " and " << Y::aval
      << " need at least one axis each, and leading axes that broadcast; for a product with a scalar write x * y";
    return t;
  }
};
} // namespace detail

/// NumPy's dot: the last axis of x with the last axis but one of y (its only one, if it has one); with a scalar, the product.
template <tracing X, tracing Y>
constexpr auto dot(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) return mul(x, y);
  else return emit<dot_general_t, dot_general_t::params{{X::rank() - 1}, {Y::rank() == 1 ? 0 : Y::rank() - 2}, {}, {}}>(x, y);
}
/// NumPy's @: matrices in the last two axes, the leading ones broadcast; an operand of one axis is a row on the left, a column on the right.
template <tracing X, tracing Y>
constexpr auto matmul(X const& x, Y const& y) {
  if constexpr (X::rank() == 0 || Y::rank() == 0) {
    expect_silence<detail::says_matmul<X, Y>>();
    return after_error<X>();
  } else if constexpr (X::rank() == 1 || Y::rank() <= 2) {
    if constexpr (X::rank() == 1 && Y::rank() > 2) return emit<dot_general_t, dot_general_t::params{{0}, {Y::rank() - 2}, {}, {}}>(x, y);
    else return dot(x, y);
  } else if constexpr (Y::rank() == 1) return dot(x, y);
  else {
    struct plan {
      bool ok;
      shape x, y;
      axes batch;
      int rank;
    };
    constexpr plan p = [] {
      auto const lead = [](shape const& s) {
        aval a{dtype::f64, {}};
        for (int d = 0; d + 2 < s.rank; ++d) a.shape.push(s[d]);
        return a;
      };
      aval const a = lead(X::aval.shape), b = lead(Y::aval.shape);
      auto const both = detail::broadcast_avals(a, b);
      plan q{both.ok, both.result, both.result, detail::every_axis(both.result.rank), both.result.rank};
      for (int d = 2; d > 0; --d) q.x.push(X::aval.shape[X::rank() - d]), q.y.push(Y::aval.shape[Y::rank() - d]);
      return q;
    }();
    if constexpr (!p.ok) {
      expect_silence<detail::says_matmul<X, Y>>();
      return after_error<X>();
    } else
      return emit<dot_general_t, dot_general_t::params{{p.rank + 1}, {p.rank}, p.batch, p.batch}>(detail::broadcast_to<p.x>(x), detail::broadcast_to<p.y>(y));
  }
}
/// Products of all pairs: outer(x, y)[i][j] = x[i] * y[j], of raveled operands.
template <tracing X, tracing Y>
constexpr auto outer(X const& x, Y const& y) {
  return mul(expand_dims(ravel(x), integer<1>{}), expand_dims(ravel(y), integer<0>{}));
}

} // namespace constax::inline CONSTAX_TAG
