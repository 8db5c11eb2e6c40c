// SPDX-License-Identifier: BSL-1.0
// Formulas as text: their numbers, and where what is wrong with them stands.
#include "../../examples/support/formula.hpp"

#include "../support/catch.hpp"

#include <string>

namespace {

struct traced {
  double x;
  friend traced operator-(traced a) { return {-a.x}; }
#define OPERATOR(op)                                                        \
  friend traced operator op(traced a, traced b) { return {a.x op b.x}; }   \
  friend traced operator op(double a, traced b) { return {a op b.x}; }     \
  friend traced operator op(traced a, double b) { return {a.x op b}; }
  OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/)
#undef OPERATOR
};
struct functions {
  static traced apply(std::size_t f, traced x) { return {formula::of_numbers::apply(f, x.x)}; }
  static traced pow(traced x, traced y) { return {std::pow(x.x, y.x)}; }
  static traced pow(double x, traced y) { return {std::pow(x, y.x)}; }
  static traced pow(traced x, double y) { return {std::pow(x.x, y)}; }
};
/// With b = (2, 3) and x = 5.
double number_of(char const* text, std::size_t predictors = 1) {
  double const b[] = {2, 3};
  auto const v = formula::evaluate<traced, functions>(
      formula::parse(text, 2, predictors), [&](std::size_t k) { return traced{b[k]}; },
      [](std::size_t k) { return traced{5.0 + static_cast<double>(k)}; });
  return v.index() == 0 ? std::get<0>(v) : std::get<1>(v).x;
}
std::string error_of(char const* text) {
  try {
    formula::parse(text, 2, 1);
    return "nothing";
  } catch (formula::syntax_error const& e) {
    return e.what();
  }
}

TEST_CASE("numbers of formulas") {
  CHECK(number_of("1 + 2*3") == 7);
  CHECK(number_of("2*3**2") == 18);
  CHECK(number_of("-x**2") == -25);
  CHECK(number_of("x^-1") == 0.2);
  CHECK(number_of("2**b2**b1") == 512);
  CHECK(number_of("b1 - b2 - x") == -6);
  CHECK(number_of("x/b1/b2") == 5.0 / 2 / 3);
  CHECK(number_of("y = b1*[x-(b2)]  +  e") == 4);
  CHECK(number_of("log[y] = b1 - b2*x1 * exp[-b1*x2]  +  e", 2) == 2 - 3 * 5 * std::exp(-2.0 * 6));
  CHECK(number_of("y = (b1 + x) /\n (1 + b2)  +  e") == 7.0 / 4);
  CHECK(number_of("arctan(x) + sqrt(4) + 1.5e1") == std::atan(5.0) + 2 + 15);
  CHECK(number_of("2*pi*x/12") == 2 * 3.14159265358979323846 * 5 / 12);
  CHECK(number_of("exp(b1) + e") == std::exp(2.0));
}
TEST_CASE("what is no formula") {
  CHECK(error_of("") == "column 1 of the formula: expected a number, b1 to b2, x, a function or a bracket, found the end");
  CHECK(error_of("b1*b3") == "column 4 of the formula: expected a number, b1 to b2, x, a function or a bracket, found \"b3\"");
  CHECK(error_of("b1*(x") == "column 6 of the formula: expected \")\", found the end");
  CHECK(error_of("[x)") == "column 3 of the formula: expected \"]\", found \")\"");
  CHECK(error_of("exp x") == "column 5 of the formula: expected the argument of exp in brackets, found \"x\"");
  CHECK(error_of("x x") == "column 3 of the formula: expected an operator or the end, found \"x\"");
}

} // namespace
