// SPDX-License-Identifier: BSL-1.0
// expect: [constax] arange: the step cannot be 0
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x + cx::arange<double, 0, 3, 0>(); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
