// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a transformation is called without arguments
#include <constax/constax.hpp>

namespace cx = constax;

auto g() { return cx::grad([](auto y) { return y; })(); }
