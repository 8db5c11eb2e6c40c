// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cross: along one axis, the last, operands have 2 or 3 elements, these are f64[3] and f64[2]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto... x) { return cx::cross(x...); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 2>{});
