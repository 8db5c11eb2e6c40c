// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jit: the outermost callable is a pointer, and what it points to is not known while it is traced; name the function in a lambda, [](auto... x) { return f(x...); }
#include <constax/constax.hpp>

namespace cx = constax;

constexpr auto square(cx::tracer<double> x) { return x * x; }
double const slope = cx::grad(square)(3.0);
