// SPDX-License-Identifier: BSL-1.0
// An array whose numbers the compiler does not know, inside a traced function.
// expect: [constax] trace: the compiler could not evaluate this program; it names the cause above: a function or an array that is not constexpr, or one of its limits for constant evaluation
// expect: w
#include <constax/constax.hpp>

namespace cx = constax;

static cx::array<double, 3> w{1, 2, 3};
inline constexpr auto f = [](auto x) { return x * w; };
auto const y = cx::make_jaxpr(f)(cx::spec<double, 3>{});
