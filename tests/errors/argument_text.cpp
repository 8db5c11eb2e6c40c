// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 1 is neither a number, an array, a view nor a tree of these (std::tuple, pair, array, or a struct that CONSTAX_STRUCT(type, members...) describes)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto) { return x * x; };
auto outside(double x) { return cx::grad(f)(x, "abc"); }
auto inside(double x) { return cx::jit([](auto y) { return y * cx::grad(f)(y, "abc"); })(x); }
