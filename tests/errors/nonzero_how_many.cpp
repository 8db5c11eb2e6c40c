// SPDX-License-Identifier: BSL-1.0
// expect: [constax] nonzero: of an operand of type f64[3] numbers decide how many elements the result has, and lengths are part of types; say how many, cx::nonzero<4>(x), or call it on a cx::ndarray outside of a traced function
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::nonzero(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
