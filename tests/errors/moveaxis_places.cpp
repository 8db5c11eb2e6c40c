// SPDX-License-Identifier: BSL-1.0
// expect: [constax] moveaxis: as many places are needed as axes of an operand of type f64[2,3] are moved, and each once
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::moveaxis(x, cx::axes_c<0, 1>, 0_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{});
