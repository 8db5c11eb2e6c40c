// SPDX-License-Identifier: BSL-1.0
// expect: [constax] cumsum: an operand of type f64[] has no axis to go along
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::cumsum(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
