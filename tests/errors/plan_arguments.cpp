// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function cannot be called with 1 argument, what it has captured by cx::closure counted; its parameters are other ones, unless the compiler names an error in its body: then that is the cause
#include <constax/constax.hpp>

#include <iostream>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return x * y; };
void g() { std::cout << cx::plan(f)(1.0); }
