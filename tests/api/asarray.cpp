// SPDX-License-Identifier: BSL-1.0
// asarray: numbers outside of a traced function, of lists, expressions, views and traced constants.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <type_traits>

namespace cx = constax;
using namespace cx::literals;

TEST_CASE("traced values that depend on no argument have numbers") {
  auto const identity = cx::asarray(cx::eye<double, 2>());
  static_assert(std::is_same_v<decltype(identity), cx::array<double, 2, 2> const>);
  CHECK(identity == cx::array<double, 2, 2>{1, 0, 0, 1});
  CHECK(cx::asarray(cx::arange<int, 4>()) == cx::array<int, 4>{0, 1, 2, 3});
  auto const x = cx::linspace<5>(0.0, 1.0);
  CHECK(cx::asarray(x) == cx::array<double, 5>{0, 0.25, 0.5, 0.75, 1});
  // asked for again, and built upon
  CHECK(cx::asarray(x * 2.0 + 1.0) == cx::array<double, 5>{1, 1.5, 2, 2.5, 3});
  CHECK(cx::asarray(x) == cx::evaluate([] { return cx::linspace<5>(0.0, 1.0); }));
  CHECK(cx::asarray(cx::sum(x))[0] == 2.5);
  CHECK(cx::asarray(cx::softmax(cx::zeros<float, 4>())) == cx::array<float, 4>{0.25f, 0.25f, 0.25f, 0.25f});
  // in constant evaluation
  static_assert(cx::asarray(cx::tri<double, 2>())[2] == 1 && cx::asarray(cx::tri<double, 2>())[1] == 0);
  // beside an array they are constants
  cx::array<double, 2> const y{3, 4};
  CHECK(cx::asarray(cx::eye<double, 2>() * y) == cx::array<double, 2, 2>{3, 0, 0, 4});
}

TEST_CASE("of views and expressions") {
  double memory[] = {1, 2, 3};
  cx::view<double, 3> const v(memory);
  auto const copy = cx::asarray(v);
  memory[0] = 9;
  CHECK(copy == cx::array<double, 3>{1, 2, 3});
  CHECK(cx::asarray(v + 1.0) == cx::array<double, 3>{10, 3, 4});
  CHECK(cx::asarray(copy) == copy);
  CHECK(cx::asarray({{1, 2}, {3, 4}})(1, 0) == 3);
}

TEST_CASE("what depends on an argument has none") {
  cx::context c("test");
  c.fail({});
  cx::tracer<double, 3> const x(c.input(cx::tracer<double, 3>::aval));
  CHECK(refusal([&] { cx::asarray(x + 1.0); }) ==
        "[constax] asarray: the numbers of a traced value of type f64[3] are not known while the program is recorded, for it depends on an "
        "argument; functions take traced values");
}
