// SPDX-License-Identifier: BSL-1.0
// expect: [constax] einsum: ij,jk does not fit operands of types f64[2,3]: it has another number of operands
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::einsum<"ij,jk">(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{});
