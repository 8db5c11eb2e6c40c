// SPDX-License-Identifier: BSL-1.0
// expect: [constax] squeeze: does not apply to f64[3,1]; only an axis of length 1 can be squeezed
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::squeeze(x, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 1>{});
