// SPDX-License-Identifier: BSL-1.0
#pragma once
// arithmetic: NumPy's names and functions of elements. floor_divide, remainder, divmod, sinc, logaddexp, heaviside, nan_to_num, copysign,
// <<, >>, ...
#include <constax/api/numpy/elementwise.hpp>

#include <limits>
#include <tuple>

namespace constax::inline CONSTAX_TAG {

// ---- other names
// -----------------------------------------------------------------------------------------------------------------------------
inline constexpr sub_t subtract{};
inline constexpr mul_t multiply{};
inline constexpr neg_t negative{};
inline constexpr abs_t absolute{}, fabs{};
inline constexpr rem_t fmod{};
inline constexpr trunc_t fix{};
inline constexpr eq_t equal{};
inline constexpr ne_t not_equal{};
inline constexpr lt_t less{};
inline constexpr le_t less_equal{};
inline constexpr gt_t greater{};
inline constexpr ge_t greater_equal{};
inline constexpr and_t bitwise_and{};
inline constexpr or_t bitwise_or{};
inline constexpr xor_t bitwise_xor{};
inline constexpr not_t bitwise_not{}, bitwise_invert{}, invert{};
inline constexpr shift_left_t bitwise_left_shift{};
inline constexpr asin_t arcsin{};
inline constexpr acos_t arccos{};
inline constexpr atan_t arctan{};
inline constexpr atan2_t arctan2{};
inline constexpr asinh_t arcsinh{};
inline constexpr acosh_t arccosh{};
inline constexpr atanh_t arctanh{};
inline constexpr is_finite_t isfinite{};

namespace detail {
template <class X, class Y = X>
concept some_traced = (tracing<X> || tracing<Y>) && !(is_lazy<X> || is_lazy<Y>);
template <class X, class Y>
concept some_late_or_traced = (traced_value<X> || traced_value<Y>) && !(is_lazy<X> || is_lazy<Y>);
template <class X, class Y> constexpr bool of_floats = floating_element<scalar_type<X, Y>>;
template <class X, class Y, class F> constexpr auto broadcast_both_static(X const& x, Y const& y, F f) {
  context* const c = context_of_any(x, y);
  using T = scalar_type<X, Y>;
  auto const a = as_tracer<T>(x, c);
  auto const b = as_tracer<T>(y, c);
  constexpr numpy_shape s = broadcast_avals(decltype(a)::aval, decltype(b)::aval);
  if constexpr (!s.ok) return add(a, b); // says so
  else return f(filled_to<T, s.result>(a, c), filled_to<T, s.result>(b, c));
}
template <class X, class Y, class F> dynamic_tracer broadcast_both_dynamic(X const& x, Y const& y, F f); // runtime/elements.hpp
/// f of both as tracers of one dtype and shape.
template <class X, class Y, class F> constexpr auto broadcast_both(X const& x, Y const& y, F f) {
  if constexpr (dynamic_tracing<X> || dynamic_tracing<Y>) return broadcast_both_dynamic(x, y, f);
  else return broadcast_both_static(x, y, f);
}
template <class X> constexpr auto truth(X const& x) {
  if constexpr (traced_value<X>) return astype<bool>(x);
  else return plain(x) != 0;
}
} // namespace detail

/// As astype<bool> of both.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y> constexpr auto logical_and(X const& x, Y const& y) {
  return and_(detail::truth(x), detail::truth(y));
}
template <class X, class Y>
requires detail::some_late_or_traced<X, Y> constexpr auto logical_or(X const& x, Y const& y) {
  return or_(detail::truth(x), detail::truth(y));
}
template <class X, class Y>
requires detail::some_late_or_traced<X, Y> constexpr auto logical_xor(X const& x, Y const& y) {
  return xor_(detail::truth(x), detail::truth(y));
}
template <traced_value X> constexpr auto logical_not(X const& x) { return not_(astype<bool>(x)); }

// ---- quotients
// -------------------------------------------------------------------------------------------------------------------------------

namespace detail {
/// Is x / y, cut off, above the quotient that is rounded down? r: what the cut one leaves of x.
template <class R, class Y> constexpr auto rounds_up(R const& r, Y const& y) { return and_(ne(r, 0), ne(lt(r, 0), lt(y, 0))); }
} // namespace detail
/// x - y floor(x / y), with the sign of y, as Python's %; x % y of tracers is C's, rem.
template <class X, class Y>
requires detail::some_traced<X, Y>
constexpr auto remainder(X const& x, Y const& y) {
  auto const r = rem(x, y);
  if constexpr (std::is_unsigned_v<detail::scalar_type<X, Y>>) return r;
  else return select_n(detail::rounds_up(r, y), r, r + y);
}
template <class X, class Y>
requires detail::some_traced<X, Y>
constexpr auto mod(X const& x, Y const& y) { return remainder(x, y); }
/// floor(x / y), also where x / y would be rounded up to the next integer: floor_divide(x, y) y + remainder(x, y) = x.
template <class X, class Y>
requires detail::some_traced<X, Y>
constexpr auto floor_divide(X const& x, Y const& y) {
  using T = detail::scalar_type<X, Y>;
  if constexpr (std::is_unsigned_v<T>) return div(x, y);
  else {
    auto const r = rem(x, y);
    auto const below = detail::rounds_up(r, y);
    if constexpr (floating_element<T>) {
      auto const q = select_n(eq(y, 0), x - r, x) / y;
      return round(select_n(below, q, q - 1));
    } else {
      auto const q = div(x, y);
      return select_n(below, q, q - 1);
    }
  }
}
/// floor_divide and remainder, a tuple.
template <class X, class Y>
requires detail::some_traced<X, Y>
constexpr auto divmod(X const& x, Y const& y) { return std::tuple{floor_divide(x, y), remainder(x, y)}; }
/// What is behind the point and before it, both with the sign of x, a tuple.
template <traced_value X> constexpr auto modf(X const& x) {
  auto const whole = trunc(x);
  return std::tuple{select_n(eq(abs(x), std::numeric_limits<double>::infinity()), x - whole, 0), whole};
}
/// The nearest integer, of two the even one; round takes the one that is larger in absolute value.
template <traced_value X> constexpr auto rint(X const& x) { return select_n(eq(abs(x - trunc(x)), 0.5), round(x), round(x * 0.5) * 2); }
/// 1 / x.
template <traced_value X> constexpr auto reciprocal(X const& x) { return 1 / detail::floats(x); }
namespace detail {
/// Traced integers as double; a number as it is: it takes the dtype of what it stands beside.
template <class X> constexpr auto floating_dynamic(X const& x) {
  if constexpr (!dynamic_tracing<X>) return x;
  else return x.type().floating() ? x : astype<double>(x);
}
} // namespace detail
namespace detail {
/// f of both as floating-point numbers.
template <class X, class Y, class F> constexpr auto of_floating(X const& x, Y const& y, F f) {
  if constexpr (dynamic_tracing<X> || dynamic_tracing<Y>) return broadcast_both_dynamic(floating_dynamic(x), floating_dynamic(y), f);
  else {
    using T = std::conditional_t<of_floats<X, Y>, scalar_type<X, Y>, double>;
    return f(cast<T>(x), cast<T>(y));
  }
}
} // namespace detail
/// x^y; integers as double.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto float_power(X const& x, Y const& y) {
  return detail::of_floating(x, y, pow);
}
/// x / y; integers as double. (`x / y` of integers is C's, rounded towards 0; NumPy's // is floor_divide.)
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto true_divide(X const& x, Y const& y) {
  return detail::of_floating(x, y, div);
}
/// true_divide.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto divide(X const& x, Y const& y) {
  return true_divide(x, y);
}

// ---- integers
// --------------------------------------------------------------------------------------------------------------------------------

/// x 2^n, and x / 2^n rounded down, of integers; 0, or the sign, where n is T's number of bits or more.
template <class X, class N>
requires detail::some_late_or_traced<X, N>
constexpr auto left_shift(X const& x, N const& n) { return shift_left(x, n); }
template <class X, class N>
requires detail::some_late_or_traced<X, N>
constexpr auto right_shift(X const& x, N const& n) {
  if constexpr (dynamic_tracing<X> || dynamic_tracing<N>)
    return detail::broadcast_both_dynamic(x, n, [](auto const& a, auto const& b) {
      return info(a.type().type).is_signed ? shift_right_arithmetic(a, b) : shift_right_logical(a, b);
    });
  else if constexpr (std::is_unsigned_v<detail::scalar_type<X, N>>) return shift_right_logical(x, n);
  else return shift_right_arithmetic(x, n);
}
template <class X, class N>
requires detail::some_late_or_traced<X, N>
constexpr auto bitwise_right_shift(X const& x, N const& n) { return right_shift(x, n); }
template <class X, class N>
requires traced_operands<X, N>
constexpr auto operator<<(X const& x, N const& n) { return left_shift(x, n); }
template <class X, class N>
requires traced_operands<X, N>
constexpr auto operator>>(X const& x, N const& n) { return right_shift(x, n); }

// ---- signs
// -----------------------------------------------------------------------------------------------------------------------------------

/// Whether the sign bit is set: of -0 too, and of a nan.
template <traced_value X> constexpr auto signbit(X const& x) {
  constexpr auto same_bits = [](dtype t) { return bitcast_convert_type_t::params{t == dtype::f32 ? dtype::i32 : dtype::i64}; };
  if constexpr (is_dynamic<X>) {
    X const y = info(x.type().type).half() ? X(astype<float>(x)) : x;
    aval const a = y.type();
    return lt(a.floating() ? emit_dynamic<bitcast_convert_type_t>(same_bits(a.type), y) : y, 0);
  } else if constexpr (is_half<typename X::value_type>) return signbit(astype<float>(x));
  else if constexpr (X::aval.floating()) return lt(emit<bitcast_convert_type_t, same_bits(X::aval.type)>(x), 0);
  else return lt(x, 0);
}
/// |x| with the sign of y. The derivative in x is 1 or -1.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto copysign(X const& x, Y const& y) {
  return detail::broadcast_both(x, y, [](auto const& a, auto const& b) { return select_n(ne(signbit(a), signbit(b)), a, -a); });
}
/// 0 where x < 0, h where x = 0, 1 where x > 0.
template <class X, class H>
requires detail::some_late_or_traced<X, H>
constexpr auto heaviside(X const& x, H const& h) {
  return detail::broadcast_both(x, h, [](auto const& a, auto const& b) {
    auto const other = select_n(ne(a, a), ones_like(a), std::numeric_limits<double>::quiet_NaN());
    return select_n(lt(a, 0), select_n(eq(a, 0), other, b), 0);
  });
}
/// x with numbers in the place of nan, inf and -inf: 0, and the largest and smallest of the type.
template <traced_value X, class N = int, class... Inf>
requires(sizeof...(Inf) <= 2) constexpr auto nan_to_num(X const& x, N const& nan = 0, Inf const&... inf) {
  auto const of_largest = [&]<class T>(T const& top) {
    constexpr T infinite = std::numeric_limits<T>::infinity();
    auto const all = std::tuple<Inf const&..., T const&, T const&>(inf..., top, top);
    auto const low = [&] {
      if constexpr (sizeof...(Inf) == 2) return std::get<1>(all);
      else return -top;
    }();
    return select_n(eq(x, -infinite), select_n(eq(x, infinite), select_n(ne(x, x), x, nan), std::get<0>(all)), low);
  };
  if constexpr (is_dynamic<X>) {
    dtype const t = x.type().type;
    if (!info(t).floating) return x;
    if (t == dtype::bf16) return of_largest(std::numeric_limits<bfloat16>::max());
    if (t == dtype::f16) return of_largest(std::numeric_limits<float16>::max());
    return t == dtype::f32 ? of_largest(std::numeric_limits<float>::max()) : of_largest(std::numeric_limits<double>::max());
  } else if constexpr (X::aval.floating()) return of_largest(std::numeric_limits<typename X::value_type>::max());
  else return x;
}

/// max, min, which take the other number where one is nan.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto fmax(X const& x, Y const& y) {
  return detail::broadcast_both(x, y, [](auto const& a, auto const& b) { return select_n(ne(a, a), select_n(ne(b, b), max(a, b), a), b); });
}
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto fmin(X const& x, Y const& y) {
  return detail::broadcast_both(x, y, [](auto const& a, auto const& b) { return select_n(ne(a, a), select_n(ne(b, b), min(a, b), a), b); });
}
/// x itself.
template <traced_value X> constexpr auto positive(X const& x) { return x; }

// ---- functions
// -------------------------------------------------------------------------------------------------------------------------------

/// sin(pi x) / (pi x), 1 at 0; all derivatives are numbers there too.
template <traced_value X> constexpr auto sinc(X const& x) {
  auto const t = x * 3.141592653589793;
  auto const z = square(t);
  auto const near = lt(z, 0.01);
  auto const far = select_n(near, t, 1);
  auto const series = 1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800)))));
  return select_n(near, sin(far) / far, series);
}
namespace detail {
/// y, whose derivative in x is said.
template <class Y, class S, class X> constexpr auto with_slope_in(Y const& y, S const& slope, X const& x) {
  if constexpr (is_dynamic<X>) return emit_dynamic<with_gradient_t>(with_gradient_t::params{axes{}}, y, slope, x);
  else return emit<with_gradient_t, with_gradient_t::params{axes{}}>(y, slope, x);
}
/// max(x, y) + correction(-|x - y|) with derivatives logistic(scale (x - y)) and the rest, where one is infinite too, or both.
template <class X, class Y, class F> constexpr auto log_of_sum(X const& x, Y const& y, double scale, F correction) {
  return broadcast_both(x, y, [&](auto const& a, auto const& b) {
    auto const p = stop_gradient(a), q = stop_gradient(b);
    auto const alike = and_(eq(p, q), not_(is_finite(p))); // inf - inf is nan
    auto const d = select_n(alike, a - b, 0) * scale;
    auto const value = max(p, q) + correction(-abs(stop_gradient(select_n(alike, p - q, 0))));
    return with_slope_in(value, logistic(d), a) + with_slope_in(zeros_like(b), logistic(-d), b);
  });
}
} // namespace detail
/// log(exp(x) + exp(y)), log2(2^x + 2^y), which do not overflow; the derivatives lie between 0 and 1.
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto logaddexp(X const& x, Y const& y) {
  return detail::log_of_sum(x, y, 1.0, [](auto const& d) { return log1p(exp(d)); });
}
template <class X, class Y>
requires detail::some_late_or_traced<X, Y>
constexpr auto logaddexp2(X const& x, Y const& y) {
  return detail::log_of_sum(x, y, 0.6931471805599453, [](auto const& d) { return log1p(exp2(d)) * 1.4426950408889634; });
}
/// Degrees as radians, and back.
template <traced_value X> constexpr auto deg2rad(X const& x) { return x * 0.017453292519943295; }
template <traced_value X> constexpr auto rad2deg(X const& x) { return x * 57.29577951308232; }
template <traced_value X> constexpr auto radians(X const& x) { return deg2rad(x); }
template <traced_value X> constexpr auto degrees(X const& x) { return rad2deg(x); }

} // namespace constax::inline CONSTAX_TAG
