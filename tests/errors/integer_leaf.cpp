// SPDX-License-Identifier: BSL-1.0
// expect: [constax] grad: derivatives are taken in floating-point arguments, argument 0 has a leaf of type i32[]; convert it with cx::astype, or hand it over in an argument of its own, left out of cx::argnums
#include <constax/constax.hpp>

namespace cx = constax;

struct power {
  double base;
  int exponent;
};
CONSTAX_STRUCT(power, base, exponent);

inline constexpr auto f = [](auto p) { return cx::pow(p.base, p.exponent); };
auto const slope = cx::grad(f)(power{2.0, 3});
