// SPDX-License-Identifier: BSL-1.0
// expect: [constax] max_pool: an operand of type f64[6,7] has too few axes: behind those of the windows there is one of features, as in [batch, rows, columns, features]
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::max_pool(x, cx::window<2, 2>); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 6, 7>{});
