// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jvp: the tangent of a primal of type f64[3] has type f64[4]; they must be the same
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto dx) { return cx::jvp([](auto y) { return cx::sin(y); }, x, dx); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
