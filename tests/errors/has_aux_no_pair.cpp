// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: with cx::has_aux the function returns a pair, of what is differentiated and of what comes along; it returns something else
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x * x; };
auto const g = cx::grad(f, cx::has_aux)(3.0);
