// SPDX-License-Identifier: BSL-1.0
// expect: [constax] an array f64[1000] meets a traced value: at most 256 elements become literals of the program; pass it as an argument, or lift it with cx::closure
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = [](auto x) { return x * cx::array<double, 1000>{}; };
auto const j = cx::make_jaxpr(f)(cx::spec<double, 1000>{});
