// SPDX-License-Identifier: BSL-1.0
// exp, log, sin and tanh with their first three derivatives, in constant evaluation, without a compiler flag for limits. Compiling it is
// the test; with CONSTAX_WRONG_TWIN one expected value is wrong in its last digits, and it must not compile.
#include <constax/constax.hpp>

namespace cx = constax;

#if defined(CONSTAX_WRONG_TWIN)
#define CONSTAX_OFF 1e-14
#else
#define CONSTAX_OFF 0
#endif

constexpr bool near(double a, double b) { return (a < b ? b - a : a - b) <= 2e-15 * (b < 0 ? -b : b); }

/// f(x), and the first three derivatives there.
template <class F> constexpr bool four(F f, double x, double y, double d1, double d2, double d3) {
  return near(f(x), y) && near(cx::grad(f)(x), d1) && near(cx::grad(cx::grad(f))(x), d2) && near(cx::grad(cx::grad(cx::grad(f)))(x), d3);
}
inline constexpr auto e = [](auto x) { return cx::exp(x); };
inline constexpr auto l = [](auto x) { return cx::log(x); };
inline constexpr auto s = [](auto x) { return cx::sin(x); };
inline constexpr auto t = [](auto x) { return cx::tanh(x); };

static_assert(four(e, 0.7, 2.0137527074704764, 2.0137527074704764, 2.0137527074704764, 2.0137527074704764));
static_assert(four(l, 0.7, -0.35667494393873244, 1.4285714285714287, -2.0408163265306125, 5.8309037900874647));
static_assert(four(s, 0.7, 0.64421768723769102, 0.76484218728448845, -0.64421768723769102, -0.76484218728448845 + CONSTAX_OFF));
static_assert(four(t, 0.7, 0.60436777711716347, 0.63473958998245862, -0.76723231009191656, 0.12159227738323637));
