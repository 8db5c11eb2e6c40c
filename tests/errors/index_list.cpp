// SPDX-License-Identifier: BSL-1.0
// expect: [constax] index: only integers, cx::slice, cx::newaxis, cx::ellipsis and arrays of integers, cx::asarray({0, 2}), index a traced value
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x) { return x[nullptr]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{});
