// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: more indices than axes of a traced value of type f64[3]
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i) { return x.at(i, 1_c).set(0.0); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<int>{});
