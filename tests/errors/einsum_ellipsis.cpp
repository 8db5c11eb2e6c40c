// SPDX-License-Identifier: BSL-1.0
// expect: [constax] einsum: ...i->i does not fit operands of types f64[2,3]: an ellipsis is not taken; name the axes
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return cx::einsum<"...i->i">(x); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 2, 3>{});
