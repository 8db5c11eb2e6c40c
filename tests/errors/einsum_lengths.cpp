// SPDX-License-Identifier: BSL-1.0
// expect: [constax] einsum: ij,jk->ik does not fit operands of types f64[2,3], f64[4,2]: a letter stands for axes of several lengths
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto... x) { return cx::einsum<"ij,jk->ik">(x...); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{}, cx::spec<double, 4, 2>{});
