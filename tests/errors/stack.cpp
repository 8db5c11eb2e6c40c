// SPDX-License-Identifier: BSL-1.0
// expect: [constax] concatenate: shapes f64[1,3] and f64[1,4] do not fit; only the concatenated axis may differ
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return cx::stack(x, y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
