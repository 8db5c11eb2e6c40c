// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: derivatives are taken in floating-point arguments, no primal has any; convert one with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;

auto g() { return cx::jvp([](auto y) { return y * y; }, 3, 1).second; }
