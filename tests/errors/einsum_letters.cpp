// SPDX-License-Identifier: BSL-1.0
// expect: [constax] einsum: ij,jk->iz does not fit operands of types f64[2,3], f64[3,4]: its result has a letter that no operand has
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto... x) { return cx::einsum<"ij,jk->iz">(x...); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{}, cx::spec<double, 3, 4>{});
