// SPDX-License-Identifier: BSL-1.0
// expect: [constax] switch_: branch 1 cannot be called with the 2 operands behind the branches; all branches take all operands
#include <constax/constax.hpp>

#include <tuple>

namespace cx = constax;

inline constexpr auto f = [](auto i, auto x) {
  return cx::switch_(i, std::tuple{[](auto a, auto b) { return a * b; }, [](auto a) { return a; }}, x, x); // here
};
auto const r = cx::jit(f)(1, 1.0);
