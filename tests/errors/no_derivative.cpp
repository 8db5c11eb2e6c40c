// SPDX-License-Identifier: BSL-1.0
// expect: [constax] polygamma: there is no derivative in operand 0; wrap that operand in cx::stop_gradient
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::grad([](auto n) { return cx::polygamma(n, 1.5); });
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
