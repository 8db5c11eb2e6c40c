// SPDX-License-Identifier: BSL-1.0
#pragma once
// lanes: registers of the machine for code by hand, with constax' elementary functions, so that both sides compute them alike.
#include <constax/lane/lane.hpp>
#include <constax/math/math.hpp>

#include <utility>

namespace bench {
namespace cx = constax;

template <class T> inline constexpr int lanes = CONSTAX_VECTOR_BYTES / static_cast<int>(sizeof(T));
template <class T> using reg = cx::lane<T, lanes<T>>;

template <class T> CONSTAX_INLINE reg<T> at(T const* p) { return cx::load<T, lanes<T>>(p); }
/// The sum of all lanes.
template <class V> CONSTAX_INLINE auto total(V x) {
  return cx::fold(x, [](auto a, auto b) { return a + b; });
}
/// Lanes By, By + 1, ... of a and b side by side.
template <int By, class T, int W> CONSTAX_INLINE cx::pack<T, W> shifted(cx::pack<T, W> a, cx::pack<T, W> b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
    return cx::pack<T, W>(__builtin_shufflevector(a.v, b.v, (I + By)...));
  }
  (std::make_integer_sequence<int, W>{});
}
template <int By, class V> CONSTAX_INLINE V rotated(V a) { return shifted<By>(a, a); }
/// f(0), ..., f(N - 1), where g++ would keep an array that a loop goes through in memory.
template <std::size_t N, class F> CONSTAX_INLINE void unrolled(F const& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) { (f(std::integral_constant<std::size_t, I>{}), ...); }
  (std::make_index_sequence<N>{});
}

} // namespace bench
