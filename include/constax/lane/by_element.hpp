// SPDX-License-Identifier: BSL-1.0
#pragma once
// by_element: a scalar function of every element of a pack, or of the rare ones that need it, out of the hot path.
#include "lane.hpp"

namespace constax::inline CONSTAX_TAG::detail {

/// f of every element.
template <class F, scalar_lane T, class... P> CONSTAX_INLINE constexpr T each(F f, T x, P... more) noexcept { return f(x, more...); }
/// y where `good` holds, f of that element of the arguments elsewhere.
template <class F, scalar_lane T, class... P> CONSTAX_INLINE constexpr T repair(T y, F f, bool good, P... x) noexcept {
  return good ? y : f(x...);
}
/// The same without a test, where it is known that some are not good.
template <class F, scalar_lane T, class... P> CONSTAX_INLINE constexpr T repair_some(T y, F f, bool good, P... x) noexcept {
  return repair(y, f, good, x...);
}

#if CONSTAX_HAS_PACKS
// Out of line: calls inside a kernel would cost it its registers even where they are not taken.
template <class F, class T, int W, class... P> [[gnu::noinline]] void each_to(T* out, F f, T const* x, P const*... more) noexcept {
  for (int i = 0; i < W; ++i) out[i] = f(x[i], more[i]...);
}
template <class F, class T, int W> CONSTAX_INLINE pack<T, W> each(F f, pack<T, W> x) noexcept {
  T out[W], a[W];
  store(a, x);
  each_to<F, T, W>(out, f, a);
  return load<T, W>(out);
}
template <class F, class T, int W> CONSTAX_INLINE pack<T, W> each(F f, pack<T, W> x, pack<T, W> y) noexcept {
  T out[W], a[W], b[W];
  store(a, x), store(b, y);
  each_to<F, T, W>(out, f, a, b);
  return load<T, W>(out);
}

template <class F, class T, int W, class... P> [[gnu::noinline, gnu::cold]] void repair_in(T* y, F f, bool const* good,
                                                                                           P const*... x) noexcept {
  for (int i = 0; i < W; ++i) {
    if (!good[i]) y[i] = f(x[i]...);
  }
}
template <class F, class T, int W> CONSTAX_INLINE pack<T, W> repair(pack<T, W> y, F f, pack<bool, W> good, pack<T, W> x) noexcept {
  if (all(good)) [[likely]] return y;
  T yb[W], xb[W];
  bool gb[W];
  store(yb, y), store(xb, x), store(gb, good);
  repair_in<F, T, W>(yb, f, gb, xb);
  return load<T, W>(yb);
}
template <class F, class T, int W> CONSTAX_INLINE pack<T, W> repair_some(pack<T, W> y, F f, pack<bool, W> good, pack<T, W> x,
                                                                         pack<T, W> z) noexcept {
  T yb[W], xb[W], zb[W];
  bool gb[W];
  store(yb, y), store(xb, x), store(zb, z), store(gb, good);
  repair_in<F, T, W>(yb, f, gb, xb, zb);
  return load<T, W>(yb);
}
template <class F, class T, int W> CONSTAX_INLINE pack<T, W> repair(pack<T, W> y, F f, pack<bool, W> good, pack<T, W> x,
                                                                    pack<T, W> z) noexcept {
  if (all(good)) [[likely]] return y;
  return repair_some(y, f, good, x, z);
}
#endif

}  // namespace constax::inline CONSTAX_TAG::detail
