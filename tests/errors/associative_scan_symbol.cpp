// SPDX-License-Identifier: BSL-1.0
// expect: [constax] associative_scan: the first axis has a length that is known at compile time; for symbols use cx::scan or cx::cumsum
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto x) { return cx::associative_scan([](auto a, auto b) { return a + b; }, x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, n>{});
