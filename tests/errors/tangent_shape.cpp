// SPDX-License-Identifier: BSL-1.0
// expect: ?
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto dx) { return cx::jvp([](auto y) { return cx::sin(y); }, x, dx); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
