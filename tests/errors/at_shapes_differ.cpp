// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scatter: shapes f64[2] and f64[3,4] do not broadcast; reshape one of them, or name equal symbols
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i, auto v) { return x.at(i).set(v); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4, 4>{}, cx::spec<int, 3>{}, cx::spec<double, 2>{});
