// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argmax: does not apply to f64[0]; an axis of length 0 has no first element
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::argmax(x, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 0>{});
