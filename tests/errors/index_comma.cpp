// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: x[i, j] is x[j] before C++23; write x(i, j)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x[(0_c, cx::slice())]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
