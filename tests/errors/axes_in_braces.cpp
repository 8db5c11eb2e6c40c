// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an axis given as a plain integer, or in braces, cannot decide the shape of the result, which is part of its type; write 0_c for 0, as in cx::sum(x, 0_c), with `using namespace constax::literals`, or cx::axes_c<0, 1> for several
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::var(x, {0, 1}); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{});
