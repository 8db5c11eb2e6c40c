// SPDX-License-Identifier: BSL-1.0
// expect: [constax] select_n: among 3 cases integers choose, the first operand is of type bool[3]; convert it with cx::astype<int>
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return cx::select_n(x > 0.0, x, 2.0 * x, 0); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
