// SPDX-License-Identifier: BSL-1.0
#pragma once
// continuous: samplers of floating-point numbers. name<T, Dims...>(key) gives T[Dims...], name<Dims...>(key) numbers of double, name(key)
// one. They are differentiated in their parameters, as far as they have any: the sample moves with them.
#include <constax/api/random/bits.hpp>
#include <constax/api/random/parameters.hpp>

#include <limits>

namespace constax::inline CONSTAX_TAG::random {

namespace detail {
using namespace constax::detail;

/// What holds random bits for a T.
template <class T>
using bits_for = std::conditional_t<sizeof(T) == 4, u32, u64>;
/// Numbers in [0, 1): the highest bits of a word are the fraction of a number in [1, 2), less 1.
template <class T, class B>
constexpr auto unit_of(B const& bits) {
  static_assert(std::is_floating_point_v<T>, "[constax] random: samplers of continuous laws give float or double");
  using U = bits_for<T>;
  constexpr int dropped = 8 * sizeof(T) - (std::numeric_limits<T>::digits - 1);
  auto const fraction = shift_right_logical(bits, U(dropped));
  return emit<bitcast_convert_type_t, bitcast_convert_type_t::params{dtype_of<T>}>(fraction | std::bit_cast<U>(T(1))) - T(1);
}
template <class X, class Lo, class Hi>
constexpr auto unit_between(X const& unit, Lo const& lo, Hi const& hi) {
  return max(unit * (hi - lo) + lo, lo);
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_unit(K const& key) {
  return unit_of<T>(draw_bits<bits_for<T>, S, By>(key));
}
template <class T, shape S, key_reader By, class K, class Lo, class Hi>
constexpr auto draw_uniform(K const& key, Lo const& lo, Hi const& hi) {
  return unit_between(draw_unit<T, S, By>(key), lo, hi);
}
/// The smallest number above -1.
template <class T>
inline constexpr T above_minus_one = T(-1) + std::numeric_limits<T>::epsilon() / 2;
template <class T>
inline constexpr T tiny = std::numeric_limits<T>::min();
template <class T>
inline constexpr T sqrt2 = static_cast<T>(1.4142135623730950488);
template <class T>
inline constexpr T pi = static_cast<T>(3.14159265358979323846);
/// Of mean 0 and variance 1, from numbers in [0, 1).
template <class T, class X>
constexpr auto normal_of(X const& unit) {
  return erf_inv(unit_between(unit, above_minus_one<T>, T(1))) * sqrt2<T>;
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_normal(K const& key) {
  return normal_of<T>(draw_unit<T, S, By>(key));
}
template <class X>
constexpr auto exponential_of(X const& unit) {
  return -log1p(-unit);
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_exponential(K const& key) {
  return exponential_of(draw_unit<T, S, By>(key));
}
} // namespace detail

/// Uniform in [lo, hi): uniform<float, 5>(key), uniform<double, n>(key, lo, hi). lo and hi: numbers, or arrays whose shapes broadcast to
/// that of the result; without lengths it has their shape.
template <element_type T, auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto uniform(K const& key, Lo const& lo, Hi const& hi) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<Lo, Hi>;
  constexpr auto by = key_reader::uniform;
  auto const a = detail::parameter_as_given<s, by>(lo);
  using number = std::conditional_t<traced_value<decltype(a)>, std::remove_const_t<decltype(a)>, T>;
  return detail::draw_uniform<T, s, by>(key, static_cast<number>(a), detail::parameter_as_given<s, by>(hi));
}
template <auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto uniform(K const& key, Lo const& lo, Hi const& hi) {
  return uniform<double, Dims...>(key, lo, hi);
}
/// Uniform in [0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto uniform(K const& key) {
  return detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::uniform>(key);
}
template <auto... Dims, key_argument K>
constexpr auto uniform(K const& key) {
  return uniform<double, Dims...>(key);
}

/// Of mean 0 and variance 1: sqrt(2) erf_inv(u), u uniform in (-1, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto normal(K const& key) {
  return detail::draw_normal<T, shape_of_dims<Dims...>, key_reader::normal>(key);
}
template <auto... Dims, key_argument K>
constexpr auto normal(K const& key) {
  return normal<double, Dims...>(key);
}

namespace detail {
template <class T, class X, class Lo, class Hi>
constexpr auto truncated_normal_of(X const& unit, Lo const& lo, Hi const& hi) {
  constexpr T inf = std::numeric_limits<T>::infinity();
  auto const as = [](auto const& x) {
    if constexpr (traced_value<decltype(x)>) return x;
    else return static_cast<T>(x);
  };
  auto const at = [](auto const& x) { return erf(x / sqrt2<T>); };
  auto const a = as(lo);
  auto const b = as(hi);
  auto const low = at(a);
  auto const z = erf_inv(unit_between(unit, low, at(b))) * sqrt2<T>;
  return min(max(z, nextafter(stop_gradient(a), inf)), nextafter(stop_gradient(b), -inf));
}
template <class T, class X>
constexpr auto laplace_of(X const& unit) {
  auto const u = unit_between(unit, above_minus_one<T>, T(1));
  return sign(u) * log1p(-abs(u));
}
template <class T, class X>
constexpr auto logistic_of(X const& unit) {
  auto const u = unit_between(unit, tiny<T>, T(1));
  return log(u) - log1p(-u);
}
template <class T, class X>
constexpr auto cauchy_of(X const& unit) {
  return tan((unit_between(unit, std::numeric_limits<T>::epsilon(), T(1)) - T(0.5)) * pi<T>);
}
} // namespace detail
/// As normal, between lo and hi: sqrt(2) erf_inv(u), u uniform between erf(lo / sqrt(2)) and erf(hi / sqrt(2)). lo and hi: numbers, or
/// arrays whose shapes broadcast to that of the result, which lies strictly between them; without lengths it has their shape.
template <element_type T, auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto truncated_normal(K const& key, Lo const& lo, Hi const& hi) {
  constexpr shape s = detail::drawn_shape<Dims...>::template of<Lo, Hi>;
  constexpr auto by = key_reader::truncated_normal;
  return detail::truncated_normal_of<T>(detail::draw_unit<T, s, by>(key), detail::parameter_as_given<s, by>(lo),
                                        detail::parameter_as_given<s, by>(hi));
}
template <auto... Dims, key_argument K, class Lo, class Hi>
constexpr auto truncated_normal(K const& key, Lo const& lo, Hi const& hi) {
  return truncated_normal<double, Dims...>(key, lo, hi);
}

/// Of rate 1: -log(1 - u), u uniform in [0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto exponential(K const& key) {
  return detail::draw_exponential<T, shape_of_dims<Dims...>, key_reader::exponential>(key);
}
template <auto... Dims, key_argument K>
constexpr auto exponential(K const& key) {
  return exponential<double, Dims...>(key);
}

namespace detail {
template <class T, class X>
constexpr auto gumbel_of(X const& unit) {
  return -log(-log(unit_between(unit, tiny<T>, T(1))));
}
template <class T, shape S, key_reader By, class K>
constexpr auto draw_gumbel(K const& key) {
  return gumbel_of<T>(draw_unit<T, S, By>(key));
}
} // namespace detail
/// The largest of many, of location 0 and scale 1: -log(-log(u)), u uniform in (0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto gumbel(K const& key) {
  return detail::draw_gumbel<T, shape_of_dims<Dims...>, key_reader::gumbel>(key);
}
template <auto... Dims, key_argument K>
constexpr auto gumbel(K const& key) {
  return gumbel<double, Dims...>(key);
}

/// Of density e^-|x| / 2: sign(u) log(1 - |u|), u uniform in (-1, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto laplace(K const& key) {
  return detail::laplace_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::laplace>(key));
}
template <auto... Dims, key_argument K>
constexpr auto laplace(K const& key) {
  return laplace<double, Dims...>(key);
}

/// Of location 0 and scale 1: log(u) - log(1 - u), u uniform in (0, 1). (cx::logistic is the function.)
template <element_type T, auto... Dims, key_argument K>
constexpr auto logistic(K const& key) {
  return detail::logistic_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::logistic>(key));
}
template <auto... Dims, key_argument K>
constexpr auto logistic(K const& key) {
  return logistic<double, Dims...>(key);
}

/// Of density 1 / (pi (1 + x^2)): tan(pi (u - 1/2)), u uniform in (0, 1).
template <element_type T, auto... Dims, key_argument K>
constexpr auto cauchy(K const& key) {
  return detail::cauchy_of<T>(detail::draw_unit<T, shape_of_dims<Dims...>, key_reader::cauchy>(key));
}
template <auto... Dims, key_argument K>
constexpr auto cauchy(K const& key) {
  return cauchy<double, Dims...>(key);
}

} // namespace constax::inline CONSTAX_TAG::random
