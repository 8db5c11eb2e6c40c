// SPDX-License-Identifier: BSL-1.0
#include <constax/constax.hpp>

namespace cx = constax;

constexpr auto square(cx::tracer<double> x) { return x * x; }
double const slope = cx::grad([](auto... x) { return square(x...); })(3.0);
inline constexpr auto inside = [](auto x) { return cx::grad(square)(x); }; // called, not traced anew
double const curvature = cx::grad(inside)(3.0);
