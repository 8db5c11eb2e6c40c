// SPDX-License-Identifier: BSL-1.0
// expect: [constax] trace: the compiler could not evaluate this program; it names the cause above: a function or an array that is not constexpr, or one of its limits for constant evaluation
// expect: helper
#include <constax/constax.hpp>

namespace cx = constax;

template <class X>
X helper(X x) {
  return x * x;
}
inline constexpr auto f = [](auto x) { return cx::sum(helper(x)); };
auto const slope = cx::grad(f)(cx::array<double, 3>{1, 2, 3});
