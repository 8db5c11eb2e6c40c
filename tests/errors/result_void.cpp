// SPDX-License-Identifier: BSL-1.0
// expect: [constax] the traced function returns nothing; return a traced value, a number or a tree of these
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { (void)x; };
auto const j = cx::make_jaxpr(f)(cx::spec<double>{});
