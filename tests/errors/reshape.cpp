// SPDX-License-Identifier: BSL-1.0
// expect: [constax] reshape: shapes f64[3,2] and f64[4,2] do not fit; the numbers of elements differ
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::reshape<4, 2>(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{});
