// SPDX-License-Identifier: BSL-1.0
// expect: [constax] einsum: ...ij->ij does not fit operands of types f64[4,2,3]: an ellipsis stands for axes that its result does not have; put one there too
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::einsum<"...ij->ij">(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4, 2, 3>{});
