// SPDX-License-Identifier: BSL-1.0
// expect: [constax] jacrev: the function must return floating-point numbers, it returns a leaf of type bool[3]; convert it with cx::astype, or leave it out
#include <constax/constax.hpp>

namespace cx = constax;

inline constexpr auto f = cx::jacrev([](auto x) { return std::pair{x * x, x > 0.0}; });
auto const j = cx::make_jaxpr(f)(cx::spec<double, 3>{});
