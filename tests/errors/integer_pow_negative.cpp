// SPDX-License-Identifier: BSL-1.0
// expect: [constax] integer_pow: does not apply to i32[3]; a negative exponent needs a floating-point base; convert it with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::pow(x, -2_c); };
auto const j = cx::make_jaxpr(f)(cx::spec<int, 3>{});
