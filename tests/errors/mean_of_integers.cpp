// SPDX-License-Identifier: BSL-1.0
// expect: [constax] mean, var, norm, softmax and their like need floating-point elements, these are i32[3]; convert them with cx::astype<double>(x)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::mean(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
