// SPDX-License-Identifier: BSL-1.0
// expect: [constax] mul: operands have dtypes f64[3] and f32[3]; convert one of them with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return x * y; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<float, 3>{});
