// SPDX-License-Identifier: BSL-1.0
#pragma once
// activations: jax.nn's functions of elements. relu6, leaky_relu, elu, selu, celu, gelu, silu, mish, log_sigmoid, hard_tanh, glu, ...
//
// Derivatives at kinks are JAX's. relu, softplus, sigmoid, tanh and softmax are in elementwise.hpp, or primitives.
#include <constax/api/numpy/special.hpp>
#include <constax/api/numpy/split.hpp>

namespace constax::inline CONSTAX_TAG {

/// An option of gelu: the normal distribution itself, not its approximation by tanh.
struct exact_t {};
inline constexpr exact_t exact{};

/// max(x, 0), at most 6; derivative 0 at both ends.
template <traced_value X> constexpr auto relu6(X const& x) { return select_n(le(x, 0), select_n(ge(x, 6), x, 6), 0); }
/// x, below 0 slope x.
template <traced_value X, class S = double> constexpr auto leaky_relu(X const& x, S const& slope = 0.01) {
  return select_n(ge(x, 0), x * slope, x);
}
/// x, below 0 alpha (e^x - 1).
template <traced_value X, class A = double> constexpr auto elu(X const& x, A const& alpha = 1.0) {
  auto const above = gt(x, 0);
  return select_n(above, alpha * expm1(select_n(above, x, 0)), x);
}
/// elu, scaled so that layers keep mean 0 and variance 1 (Klambauer et al., Self-normalizing neural networks, 2017).
template <traced_value X> constexpr auto selu(X const& x) {
  return 1.0507009873554804934193349852946 * elu(x, 1.6732632423543772848170429916717);
}
/// max(x, 0) + alpha (e^(min(x, 0) / alpha) - 1): an elu with a derivative that has no jump.
template <traced_value X, class A = double> constexpr auto celu(X const& x, A const& alpha = 1.0) {
  return max(x, 0) + alpha * expm1(min(x, 0) / alpha);
}
/// x times the logistic function of x; swish is another name.
template <traced_value X> constexpr auto silu(X const& x) { return x * logistic(x); }
template <traced_value X> constexpr auto swish(X const& x) { return silu(x); }
/// x times the probability that a normal number is below x, which tanh approximates as in JAX to 5e-4; gelu(x, exact) does not approximate.
template <traced_value X> constexpr auto gelu(X const& x) { return x * logistic(1.5957691216057308 * (x + 0.044715 * (x * x * x))); }
template <traced_value X> constexpr auto gelu(X const& x, exact_t) { return x * ndtr(x); }
/// x tanh(log(1 + e^x)).
template <traced_value X> constexpr auto mish(X const& x) { return x * tanh(softplus(x)); }
/// log of the logistic function.
template <traced_value X> constexpr auto log_sigmoid(X const& x) { return -softplus(-x); }
/// x / (1 + |x|).
template <traced_value X> constexpr auto soft_sign(X const& given) {
  auto const x = detail::floats(given);
  return x / (abs(x) + 1);
}
/// (x + sqrt(x^2 + b)) / 2.
template <traced_value X, class B = double> constexpr auto squareplus(X const& x, B const& b = 4.0) { return (x + sqrt(x * x + b)) * 0.5; }
/// 0 up to -1, (x + 1)^2 / 4 up to 1, then x; and its derivative.
template <traced_value X> constexpr auto sparse_plus(X const& x) {
  return select_n(le(x, -1), select_n(ge(x, 1), square(x + 1) * 0.25, x), 0);
}
template <traced_value X> constexpr auto sparse_sigmoid(X const& x) { return clip((x + 1) * 0.5, 0, 1); }
/// x, cut off at -1 and 1: derivative 1 there and between.
template <traced_value X> constexpr auto hard_tanh(X const& x) { return select_n(gt(x, 1), select_n(lt(x, -1), x, -1), 1); }
/// relu6(x + 3) / 6; x times that, with hard_swish for another name.
template <traced_value X> constexpr auto hard_sigmoid(X const& x) { return relu6(detail::floats(x) + 3) / 6; }
template <traced_value X> constexpr auto hard_silu(X const& given) {
  auto const x = detail::floats(given);
  return x * hard_sigmoid(x);
}
template <traced_value X> constexpr auto hard_swish(X const& x) { return hard_silu(x); }
/// The first half of an axis (the last) times the logistic function of the second half. T[..., 2 n, ...] -> T[..., n, ...].
template <traced_value X, axis_like A = integer<-1>> constexpr auto glu(X const& x, A axis = {}) {
  auto const halves = split(x, integer<2>{}, axis);
  return halves[0] * logistic(halves[1]);
}
/// x less its mean along an axis (the last), divided by its standard deviation: the root of its variance and epsilon.
template <traced_value X, axis_like A = integer<-1>, class E = double>
constexpr auto standardize(X const& given, A axis = {}, E const& epsilon = 1e-5) {
  auto const x = detail::floats(given);
  auto const over = detail::axes_meant(x, axis);
  auto const d = x - detail::repeated_along(x, over, mean(x, axis));
  return d * detail::repeated_along(x, over, rsqrt(mean(square(d), axis) + epsilon));
}

} // namespace constax::inline CONSTAX_TAG
