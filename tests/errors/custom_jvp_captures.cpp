// SPDX-License-Identifier: BSL-1.0
// expect: [constax] custom_jvp: the rule must not capture; hand what it needs to f as arguments
#include <constax/constax.hpp>

namespace cx = constax;

auto const j = cx::make_jaxpr(cx::custom_jvp([](auto x) { return x * x; }, cx::closure([](auto k, auto x, auto dx) { return std::pair{x * x, k * x * dx}; }, 2.0)))(cx::spec<double>{});
