// SPDX-License-Identifier: BSL-1.0
// expect: [constax] fori_loop: options need bounds that are numbers
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto n, auto x) { return cx::fori_loop(0, n, [](auto, auto y) { return y * y; }, x, cx::unroll<2>); };
auto const j = cx::make_jaxpr(f)(cx::spec<int>{}, cx::spec<double>{});
