// SPDX-License-Identifier: BSL-1.0
// expect: [constax] concatenate: shapes f64[3,2] and f64[3,4] do not fit; only the concatenated axis may differ
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto y) { return cx::concatenate(x, y, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double, 3, 4>{});
