// SPDX-License-Identifier: BSL-1.0
// Many short chains at once: x is cut into four blocks of registers, and every lane of a block is a chain of its own. Forwards, each number
// gets the product of those before it in its chain; backwards, that times those behind it, where the chain begins with the product of all
// other chains.
#include "problem.hpp"
#include "../../support/lanes.hpp"

namespace {
using namespace bench;
using V = reg<double>;
constexpr std::size_t w = lanes<double>, blocks = 4;

/// In each of four places, the product of the other three; and of all.
template <class T> struct others { T of[4], all; };
template <class T> CONSTAX_INLINE others<T> of_others(T const* t) {
  T const ab = t[0] * t[1], cd = t[2] * t[3];
  return {{t[1] * cd, t[0] * cd, ab * t[3], ab * t[2]}, ab * cd};
}

/// In each lane, the product of all other lanes.
CONSTAX_INLINE V of_other_lanes(V t) {
  if constexpr (w == 1) return V(1.0);
  else {
    V next = rotated<1>(t), product = next; // of the 1, 3, 7 lanes that follow
    if constexpr (w >= 4) {
      V const pair = next * rotated<1>(next);
      product = pair * rotated<2>(next);
      if constexpr (w >= 8) product = (product * rotated<3>(pair)) * rotated<5>(pair);
    }
    return product;
  }
}

template <std::size_t N> void many(speelpenning<N>& p) {
  constexpr std::size_t registers = N / w, length = registers / blocks; // the last block has what is left
  double const* const x = p.x.data();
  double* const g = p.gradient.data();
  V y[blocks];
  unrolled<blocks>([&](auto b) { y[b] = V(1.0); });
  auto const forwards = [&](std::size_t b, std::size_t i) __attribute__((always_inline)) {
    std::size_t const k = (b * length + i) * w;
    cx::store(g + k, y[b]);
    y[b] = y[b] * at(x + k);
  };
  for (std::size_t i = 0; i < length; ++i) {
    unrolled<blocks>([&](auto b) __attribute__((always_inline)) { forwards(b, i); });
  }
  for (std::size_t i = length; i < registers - (blocks - 1) * length; ++i) forwards(blocks - 1, i);
  double tail = 1;
  for (std::size_t k = registers * w; k < N; ++k) g[k] = tail, tail *= x[k];

  auto const by_block = of_others(y);
  V const of_lanes = of_other_lanes(by_block.all), rest = of_lanes * V(tail);
  double const all = cx::extract(of_lanes * by_block.all, 0);
  p.value = all * tail;

  unrolled<blocks>([&](auto b) { y[b] = by_block.of[b] * rest; });
  auto const backwards = [&](std::size_t b, std::size_t i) __attribute__((always_inline)) {
    std::size_t const k = (b * length + i) * w;
    cx::store(g + k, at(g + k) * y[b]);
    y[b] = y[b] * at(x + k);
  };
  for (std::size_t i = registers - (blocks - 1) * length; i-- > length;) backwards(blocks - 1, i);
  for (std::size_t i = length; i-- > 0;) {
    unrolled<blocks>([&](auto b) __attribute__((always_inline)) { backwards(b, i); });
  }
  double behind = all;
  for (std::size_t k = N; k-- > registers * w;) g[k] *= behind, behind *= x[k];
}

/// Ten: five registers of two numbers, whose products stand in both lanes.
void ten(speelpenning<10>& p) {
  using pair = cx::lane<double, 2>;
  double const* const x = p.x.data();
  double* const g = p.gradient.data();
  pair swapped[5], product[5];
  unrolled<5>([&](auto k) {
    pair const both = cx::load<double, 2>(x + 2 * k);
    swapped[k] = rotated<1>(both), product[k] = both * swapped[k];
  });
  auto const first = of_others(product); // four of the five
  unrolled<4>([&](auto k) { cx::store(g + 2 * k, first.of[k] * (product[4] * swapped[k])); });
  cx::store(g + 8, first.all * swapped[4]);
  p.value = cx::extract(first.all * product[4], 0);
}
add<speelpenning<10>> const f10("by_hand", ten);
add<speelpenning<1000>> const f1000("by_hand", many<1000>);
} // namespace
