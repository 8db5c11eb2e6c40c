// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scatter_mul: there is no derivative in operand 1; wrap that operand in cx::stop_gradient
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i, auto v) { return cx::sum(x.at(i).mul(v)); };
auto const j = cx::make_jaxpr(cx::grad(f, cx::argnums<2>))(cx::spec<double, 4>{}, cx::spec<int, 3>{}, cx::spec<double, 3>{});
