// SPDX-License-Identifier: BSL-1.0
// expect: [constax] sort: an operand of type f64[] has no axis to sort along
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::sort(x); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
