// SPDX-License-Identifier: BSL-1.0
// expect: [constax] argsort:
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x, auto y) { return std::get<0>(cx::sort(std::tuple(x, y), cx::num_keys<2>)); }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double, 4>{});
