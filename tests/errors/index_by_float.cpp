// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: a traced index is an integer or an array of integers; convert it with cx::astype<int>(i)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i) { return x[i]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{}, cx::spec<double>{});
