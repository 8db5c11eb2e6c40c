// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: bounds given as plain integers cannot decide the length of the result, which is part of its type; write cx::slice(1_c, -1_c) with `using namespace constax::literals`, or cx::slice<1, -1>()
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x[cx::slice(1, 2)]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
