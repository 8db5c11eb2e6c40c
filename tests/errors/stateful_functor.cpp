// SPDX-License-Identifier: BSL-1.0
// A functor with data members would be made anew while it is traced, and their values lost.
// expect: [constax] jit: the callable has data members, whose values are not known while it is traced
// expect: cx::closure(f, values...)
#include <constax/constax.hpp>
namespace cx = constax;

struct scale {
  double by = 1.0;
  constexpr auto operator()(auto x) const { return by * x; }
};
double f(double x) { return cx::jit(scale{3.0})(x); }
