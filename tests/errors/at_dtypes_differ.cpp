// SPDX-License-Identifier: BSL-1.0
// expect: [constax] scatter_add: operands have dtypes f64[4] and f32[3]; convert one of them with cx::astype
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i, auto v) { return x.at(i).add(v); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 4>{}, cx::spec<int, 3>{}, cx::spec<float, 3>{});
