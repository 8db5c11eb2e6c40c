// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jit: no form of it takes these arguments; it is called like this: cx::jit(f)(x...)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

constexpr cx::array<double, 3> x{};
auto const y = cx::jit(x)(x); // here
