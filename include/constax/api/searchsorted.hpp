// SPDX-License-Identifier: BSL-1.0
#pragma once
// searchsorted : T[n] sorted, T[s] -> i32[s]        where numbers go, by bisection
#include <constax/api/control/fori_loop.hpp>
#include <constax/api/control/while_loop.hpp>

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
/// Steps of a bisection of n places.
constexpr int halvings(i64 n) {
  int k = 0;
  for (; n > 0; n /= 2) ++k;
  return k;
}
template <class X, class I> dynamic_tracer element_at_dynamic(X const& x, I const& i); // runtime/elements.hpp
template <class X, class I> constexpr auto element_at(X const& x, I const& i) {
  if constexpr (is_dynamic<X> || is_dynamic<I>) return element_at_dynamic(x, i);
  else return read_at(drop_negative{}, x, i);
}
/// One step of a bisection of a: what is left of the range of each v.
template <class Side, class A, class V, class R> constexpr auto half_of_range(A const& a, V const& v, R const& range) {
  auto const less = [](auto const& x, auto const& y) { return or_(lt(x, y), and_(eq(x, x), ne(y, y))); };
  auto const& [low, high] = range;
  auto const middle = low + (high - low) / 2;
  auto const there = element_at(a, middle);
  auto const goes_on = and_(lt(low, high), Side::behind_equal ? not_(less(v, there)) : less(there, v));
  return std::pair{select_n(goes_on, low, middle + 1), select_n(and_(lt(low, high), not_(goes_on)), high, middle)};
}
/// By bisection of a, of length n, a number that is known.
template <class Side, class A, class V> constexpr auto bisected(A const& a, V const& v, i64 n) {
  auto const first = zeros_like(astype<int>(ne(v, v)));
  auto const step = [=](auto const&, auto const& range) { return half_of_range<Side>(a, v, range); };
  return fori_loop(0, halvings(n), step, std::pair{first, first + static_cast<int>(n)}).first;
}
/// The same of a traced length, in as many steps as that needs.
template <class Side, class A, class V, class N>
requires traced_value<N> constexpr auto bisected(A const& a, V const& v, N const& n) {
  auto const first = zeros_like(astype<int>(ne(v, v)));
  auto const go_on = [](auto const& s) { return gt(s.second, 0); };
  auto const step = [=](auto const& s) { return std::pair{half_of_range<Side>(a, v, s.first), s.second / 2}; };
  return while_loop(go_on, step, std::pair{std::pair{first, first + n}, n}).first.first;
}
/// Of a length that is known at run time.
template <class Side> dynamic_tracer searchsorted_dynamic(dynamic_tracer const& a, dynamic_tracer const& v); // runtime/elements.hpp
template <class V> dynamic_tracer number_beside_dynamic(dynamic_tracer const& a, V const& v);
} // namespace detail

/// Where each v goes in a sorted vector a, so that it stays sorted: T[n], T[s] -> i32[s]. nan is larger than all numbers. By bisection.
template <traced_value A, traced_value V, class S = side::left_t>
constexpr auto searchsorted(A const& a, V const& v, S = {}) {
  if constexpr (is_dynamic<A> || is_dynamic<V>) return detail::searchsorted_dynamic<S>(a, v);
  else {
    constexpr bool one_axis = A::rank() == 1, one_dtype = std::is_same_v<typename A::value_type, typename V::value_type>;
    static_assert(one_axis, "[constax] searchsorted: the sorted array has one axis");
    static_assert(one_dtype, "[constax] searchsorted: both arrays have one dtype; convert one with cx::astype");
    constexpr extent n = A::aval.shape[0];
    if constexpr (!one_axis || !one_dtype) return after_error<basic_tracer<int>>();
    else if constexpr (n == extent(0)) return zeros_like(astype<int>(ne(v, v)));
    else if constexpr (n.is_number()) return detail::bisected<S>(a, v, n.number);
    else return detail::bisected<S>(a, v, detail::traced_extent<int>(some_context({&v.value, 1}), n));
  }
}
/// Where a number goes, in the array's dtype.
template <traced_value A, class V, class S = side::left_t>
requires(number<V> && !traced_value<V>)
constexpr auto searchsorted(A const& a, V const& v, S side = {}) {
  if constexpr (is_dynamic<A>) return searchsorted(a, detail::number_beside_dynamic(a, v), side);
  else return searchsorted(a, detail::as_tracer<typename A::value_type>(v, a.value.ctx), side);
}

} // namespace constax::inline CONSTAX_TAG
