// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: which element a traced value chooses is not known while the program is recorded; choose by comparison, cx::sum(cx::where(cx::iota<int>(x, 0_c) == i, x, 0.0)), or let cx::scan go over the elements
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto i) { return x[i]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int>{});
