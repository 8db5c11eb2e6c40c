// SPDX-License-Identifier: BSL-1.0
// expect: [constax] slice: bounds that the program computes cannot decide the length of the result, which is known before; say the length, 3 elements from i on along axis 0: cx::dynamic_slice_in_dim<3>(x, i, 0_c)
#include <constax/constax.hpp>

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto f = [](auto x, auto i) { return x[cx::slice(i, i + 2)]; }; // here
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3, 4>{}, cx::spec<int>{});
