// SPDX-License-Identifier: BSL-1.0
// expect: [constax] matmul: operands f64[3,2] and f64[] need at least one axis each, and leading axes that broadcast; for a product with a scalar write x * y
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return cx::matmul(x, y); };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 2>{}, cx::spec<double>{});
