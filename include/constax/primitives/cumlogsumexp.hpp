// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/math/math.hpp>
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/exp.hpp>
#include <constax/primitives/is_finite.hpp>
#include <constax/primitives/linear_recurrence.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// log(e^x + e^y) = max(x, y) + log(1 + e^-|x - y|)
struct add_exponentials {
  template <class T>
  static constexpr T identity = -std::numeric_limits<T>::infinity();
  static constexpr auto combine(auto const& x, auto const& y) {
    using X = std::remove_cvref_t<decltype(x)>;
    X const apart = select(x == y, X(element_t<X>(0)), -math::abs(math::sub(x, y))); // inf - inf is nan
    return math::add(math::max(x, y), math::softplus(apart));
  }
};
} // namespace detail

/// `y[i] = log(e^x[0] + ... + e^x[i])` along an axis, which does not overflow. cumlogsumexp[axis, reverse, exclusive] : T[s] -> T[s], T floating.
/// The derivative's weights lie between 0 and 1; they are 0 as long as all elements are -inf.
struct cumlogsumexp_t : cumulative_reduction<cumlogsumexp_t, detail::add_exponentials, floating> {
  static constexpr std::string_view name = "cumlogsumexp";
  static constexpr bool transcendental = true;
  static constexpr cumulative_slopes slopes(auto before, auto x, auto y) {
    auto const finite = select_n(is_finite(y), like(y, 0.0), y);
    return {exp(before - finite), exp(x - finite)};
  }
};

} // namespace constax::inline CONSTAX_TAG
