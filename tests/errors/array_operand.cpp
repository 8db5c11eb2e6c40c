// SPDX-License-Identifier: BSL-1.0
// An array used as an operand inside a traced function.
// expect: [constax] an array or a view meets a traced value inside a traced function: its numbers are not known while the program is recorded; pass it as an argument, or lift it with cx::closure
#include <constax/constax.hpp>

namespace cx = constax;

static cx::array<double, 3> const w{1, 2, 3};
inline constexpr auto f = [](auto x) { return x * w; };

cx::array<double, 3> g(cx::array<double, 3> const& x) { return cx::jit(f)(x); }
