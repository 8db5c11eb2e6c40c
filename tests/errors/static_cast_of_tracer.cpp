// SPDX-License-Identifier: BSL-1.0
// expect: and cx::astype<float>(x), not static_cast<float>(x)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) {
  return static_cast<float>(x) * 2.0f; // here
};
auto const r = cx::jit(f)(0.5);
