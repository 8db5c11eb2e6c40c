// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argument 1 is neither a number, an array, a view nor a tree of these (std::tuple, pair, array, or a struct that CONSTAX_STRUCT(type, members...) describes)
#include <constax/constax.hpp>

#include <iostream>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto) { return x * 2.0; };
void g(char const* s) { std::cout << cx::plan(f)(1.0, s); }
