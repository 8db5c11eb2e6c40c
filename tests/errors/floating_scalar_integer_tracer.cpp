// SPDX-License-Identifier: BSL-1.0
// expect: [constax] a floating-point number meets a traced value of dtype i32: the number would be truncated; convert the traced value with cx::astype<double>(x)
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return 0.5 * x; };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
