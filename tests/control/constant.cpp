// SPDX-License-Identifier: BSL-1.0
// Loops and branches in constant evaluation, from the source that is compiled too: value and derivatives, forward and reverse.
// (Those of `square_and_add`, `newton` and `branch` are compiled in bits_of_rows.cpp and bits_of_derivatives.cpp.)
#include "programs.hpp"

namespace constax_tests {
namespace {

#define HOLDS_NOW(expression)  \
  static_assert(expression);   \
  TEST_CASE(#expression) { CHECK(expression); }

HOLDS_NOW(cx::jit(power)(5.0) == 125)
HOLDS_NOW(cx::grad(power)(5.0) == 75)
HOLDS_NOW(cx::jit(reverse(reverse(power)))(5.0) == 30)
HOLDS_NOW(near(cx::jit(square_and_add)(1.2), 49.35255296))
HOLDS_NOW(near(cx::jit(forward(square_and_add))(1.2), 162.8811264))
static_assert(near(cx::grad(square_and_add)(1.2), 162.8811264));
static_assert(near(cx::jit(reverse(reverse(square_and_add)))(1.2), 570.287104));
static_assert(near(cx::grad(square_and_add_pair)(1.2), 162.8811264));
static_assert(near(cx::grad(newton)(2.0), .353553390593));
HOLDS_NOW(near(cx::jit(forward(reverse(newton)))(2.0), -.0883883476))
HOLDS_NOW(cx::grad(recursion)(.5) == 9.5)
HOLDS_NOW(cx::grad(even_odd<5>)(2.0) == 29)
HOLDS_NOW(near(cx::grad(early_return)(1.5), 21018.90673828125))
HOLDS_NOW(near(cx::grad(logistic_in_r)(3.2), .22075318419581846))
HOLDS_NOW(near(cx::grad(logistic_in_x)(.3), 2.664235331718513))
static_assert(cx::grad(branch)(2.0) == 12);
static_assert(cx::grad(branch)(.25) == .0625);

} // namespace
} // namespace constax_tests
