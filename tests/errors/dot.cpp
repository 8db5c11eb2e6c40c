// SPDX-License-Identifier: BSL-1.0
// expect: [constax] dot_general: shapes f64[3,2] and f64[3,2] do not fit; paired axes have equal lengths
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return cx::dot(x, y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double, 3, 2>{});
