// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <constax/primitives/abs.hpp>
#include <constax/primitives/cumulative.hpp>
#include <constax/primitives/div.hpp>
#include <constax/primitives/eq.hpp>
#include <constax/primitives/exp.hpp>
#include <constax/primitives/ge.hpp>
#include <constax/primitives/is_finite.hpp>
#include <constax/primitives/linear_recurrence.hpp>
#include <constax/primitives/select_n.hpp>
#include <constax/primitives/sub.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {
/// log(e^x + e^y) = max(x, y) + log(1 + e^-|x - y|)
struct add_exponentials {
  static constexpr std::string_view cpp = "math::add(math::max($x, $y), math::softplus($x == $y ? $T(0) : -math::abs(math::sub($x, $y))))";
  template <class T>
  static constexpr T identity = -std::numeric_limits<T>::infinity();
  static constexpr auto combine(auto const& x, auto const& y) {
    using X = std::remove_cvref_t<decltype(x)>;
    X const apart = select(x == y, X(element_t<X>(0)), -math::abs(math::sub(x, y))); // inf - inf is nan
    return math::add(math::max(x, y), math::softplus(apart));
  }
};
} // namespace detail

/// `y[i] = log(e^x[0] + ... + e^x[i])` along an axis, which does not overflow. cumlogsumexp[axis, reverse, exclusive] : T[s] -> T[s], T
/// floating. The derivative's weights lie between 0 and 1; they are 0 as long as all elements are -inf.
struct cumlogsumexp_t : cumulative_reduction<cumlogsumexp_t, detail::add_exponentials, floating> {
  static constexpr std::string_view name = "cumlogsumexp";
  static constexpr bool transcendental = true;
  // 1 / (1 + e^-d) and e^-d / (1 + e^-d) for the larger and the smaller of the two, d = |before - x|; of two that are inf each has half.
  static constexpr cumulative_slopes slopes(auto before, auto x, auto y) {
    auto const apart = before - x, d = select_n(is_finite(y), select_n(eq(before, x), apart, like(x, 0.0)), apart), e = exp(-abs(d)),
               first = ge(d, 0.0);
    auto const larger = select_n(eq(y, -std::numeric_limits<double>::infinity()), 1.0 / (e + 1.0), like(x, 0.0)), smaller = larger * e;
    return {select_n(first, smaller, larger), select_n(first, larger, smaller)};
  }
};

} // namespace constax::inline CONSTAX_TAG
