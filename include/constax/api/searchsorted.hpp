// SPDX-License-Identifier: BSL-1.0
#pragma once
// searchsorted : T[n] sorted, T[s] -> i32[s]        where numbers go, by bisection
#include <constax/api/control/fori_loop.hpp>

namespace constax::inline CONSTAX_TAG {

/// On which side of equal elements a number goes: searchsorted(a, v, cx::side::right).
namespace side {
struct left_t {
  static constexpr bool behind_equal = false;
};
struct right_t {
  static constexpr bool behind_equal = true;
};
inline constexpr left_t left{};
inline constexpr right_t right{};
} // namespace side

namespace detail {
/// Steps of a bisection of n places; of an unknown number, of all that an int can tell.
constexpr int halvings(extent const& n) {
  int k = 0;
  for (i64 left = n.is_number() ? n.number : std::numeric_limits<i32>::max(); left > 0; left /= 2) ++k;
  return k;
}
} // namespace detail

/// Where each v goes in a sorted vector a, so that it stays sorted: T[n], T[s] -> i32[s]. nan is larger than all numbers. By bisection.
template <tracing A, tracing V, class S = side::left_t>
constexpr auto searchsorted(A const& a, V const& v, S = {}) {
  static_assert(A::rank() == 1, "[constax] searchsorted: the sorted array has one axis");
  static_assert(std::is_same_v<typename A::value_type, typename V::value_type>,
                "[constax] searchsorted: both arrays have one dtype; convert one with cx::astype");
  constexpr extent n = A::aval.shape[0];
  constexpr int steps = detail::halvings(n);
  auto const less = [](auto const& x, auto const& y) { return or_(lt(x, y), and_(eq(x, x), ne(y, y))); };
  auto const first = zeros_like(astype<int>(ne(v, v)));
  auto const step = [=](auto const&, auto const& range) {
    auto const& [low, high] = range;
    auto const middle = low + (high - low) / 2;
    auto const there = detail::read_at(detail::drop_negative{}, a, middle);
    auto const goes_on = and_(lt(low, high), S::behind_equal ? not_(less(v, there)) : less(there, v));
    return std::pair{select_n(goes_on, low, middle + 1), select_n(and_(lt(low, high), not_(goes_on)), high, middle)};
  };
  auto const last = first + detail::traced_extent<int>(some_context({&v.value, 1}), n);
  if constexpr (steps == 0) return first;
  else return fori_loop(0, steps, step, std::pair{first, last}).first;
}

} // namespace constax::inline CONSTAX_TAG
