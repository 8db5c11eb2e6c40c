// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: only integers, cx::slice, cx::newaxis and cx::ellipsis index a traced value; to choose elements by other traced values use cx::where
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto i) { return x[i]; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int>{});
