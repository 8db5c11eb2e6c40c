// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/elementwise_tuple.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise: x[i] = m[i] * 2^n[i] with 1/2 <= |m[i]| < 1; (x[i], 0) for zeros, infinities and nan. The mantissa's derivative is 2^-n.
/// frexp : T[s] -> T[s], i32[s], T floating.
struct frexp_t : elementwise_tuple<frexp_t> {
  static constexpr std::string_view name = "frexp";
  static constexpr bool exact = true;
  template <class T> using results = std::tuple<T, std::int32_t>;
  static constexpr auto eval(auto const& x) { return math::frexp(x); }
  static constexpr std::array<value, 2> jvp(auto x, auto dx, auto y);
};
inline constexpr frexp_t frexp{};

} // namespace constax::inline CONSTAX_TAG

#include <constax/primitives/convert_element_type.hpp>
#include <constax/primitives/ldexp.hpp>
#include <constax/primitives/neg.hpp>

namespace constax::inline CONSTAX_TAG {
constexpr std::array<value, 2> frexp_t::jvp(auto x, auto dx, auto y) {
  return {bind<ldexp_t>({}, dx, -bind<convert_element_type_t>({type_of(x).type}, y[1])), value{}};
}
} // namespace constax::inline CONSTAX_TAG
