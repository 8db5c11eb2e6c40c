// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: derivatives are taken in floating-point arguments
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto key) { return cx::random::normal(key); };
auto const d = cx::grad(f)(cx::random::key(0));
