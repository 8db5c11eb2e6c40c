// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: how many elements bools choose is not known while the program is recorded; keep all of them, cx::where(c, x, 0.0), or say how many there are, x[cx::flatnonzero<4>(c)]; to set them, cx::where(c, v, x)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x[x > 0.0]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
