// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/logistic.hpp>

namespace constax::inline CONSTAX_TAG {

/// Elementwise `y[i] = log(1 + e^x[i])`, which never overflows. softplus : T[s] -> T[s], T floating.
/// A primitive, since its derivative, the logistic function, does not follow from the kinks of max and abs at 0.
struct softplus_t : elementwise<softplus_t> {
  static constexpr std::string_view name = "softplus";
  static constexpr std::string_view cpp = "math::add(math::max($x, $T(0)), math::log1p(math::exp(-math::abs($x))))";
  static constexpr bool transcendental = true;
  static constexpr auto eval(auto const& x) { 
    using X = std::remove_cvref_t<decltype(x)>;
    return math::add(math::max(x, X(element_t<X>(0))), math::log1p(math::exp(-math::abs(x))));
  }
  static constexpr value jvp(auto x, auto dx, auto) { return dx * logistic(x); }
};
inline constexpr softplus_t softplus{};

} // namespace constax::inline CONSTAX_TAG
