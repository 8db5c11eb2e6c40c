// SPDX-License-Identifier: BSL-1.0
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;

template <class T> void by_hand(chain<T>& p) {
  using V = reg<T>;
  constexpr std::size_t w = lanes<T>;
  T totals[most_parts] = {};
  share(p.x.size(), 4096, 40 * p.x.size(), [&](std::size_t first, std::size_t last, int part) {
    T const* const x = p.x.data();
    T* const g = p.gradient.data();
    V sum(T(0));
    auto const step = [&sum](V a) __attribute__((always_inline)) {
      auto const [s, c] = cx::math::sincos(a);
      V const e = cx::math::exp(-a * a), t = cx::math::tanh(a);
      sum = sum + cx::fma(s, e, t);
      return cx::fma(e, cx::fma(-(a + a), s, c), cx::fma(-t, t, V(T(1))));
    };
    std::size_t i = first;
    for (; i + w <= last; i += w) cx::store(g + i, step(at(x + i)));
    if (i < last) {
      auto const left = static_cast<std::ptrdiff_t>(last - i);
      cx::store_n(g + i, step(cx::load_n<T, lanes<T>>(x + i, left, 0)), left); // zeros add nothing
    }
    totals[part] = total(sum);
  });
  p.value = 0;
  for (T const t : totals) p.value += t;
}
add<chain<double>> const f64("by_hand", by_hand<double>);
add<chain<float>> const f32("by_hand", by_hand<float>);
} // namespace
