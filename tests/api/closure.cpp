// SPDX-License-Identifier: BSL-1.0
// cx::closure: run-time values that a traced function may not capture. Arrays are held by value; views stay the user's memory, which is
// read when the closure is called.
#include <constax/constax.hpp>

#include "../support/allocations.hpp"
#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
using row = cx::view<double const, n>;
inline constexpr auto weighted = [](auto w, auto x) { return cx::sum(w * x * x); };

TEST_CASE("views are held as views: what is read is what stands there when the closure is called") {
  std::vector<double> w{1, 2, 3, 4}, x{1, 2, 3, 5};
  auto const f = cx::closure(weighted, row(w));
  CHECK(f(row(x)) == 1 + 8 + 27 + 100);
  CHECK(cx::grad(f)(row(x))[3] == 40);
  CHECK(cx::hessian(f)(cx::view<double const, n>(x))(2, 2) == 6);
  std::vector<double> const rows{1, 2, 3, 5, 0, 0, 1, 0};
  CHECK(cx::vmap(f)(cx::view<double const, 2, n>(rows.data(), 4))[1] == 3);
  w[3] = 0;
  CHECK(f(row(x)) == 1 + 8 + 27);
  CHECK(cx::grad(f)(row(x))[3] == 0);
}
TEST_CASE("views of static shape, strided and column-major views") {
  std::vector<double> const w{1, 10, 2, 20, 3, 30}, x{1, 2, 3};
  CHECK(cx::closure(weighted, cx::view<double const, 3>(w.data()))(cx::view<double const, 3>(x.data())) == 1 + 40 + 18);
  CHECK(cx::closure(weighted, cx::view<double const, n, cx::strided>(w.data(), {3}, {2}))(row(x)) == 1 + 8 + 27);
  auto const f = cx::closure([](auto a, auto v) { return cx::dot(a, v); }, cx::view<double const, 2, n, cx::col_major>(w.data(), 3));
  CHECK(f(row(x))[1] == 10 + 40 + 90);
}
TEST_CASE("scalars beside views, and calls on numbers") {
  std::vector<double> const w{1, 2, 3};
  auto const f = cx::closure([](auto v, auto k, auto x) { return k * x * x * cx::sum(v); }, row(w), 2.0);
  CHECK(f(3.0) == 2 * 9 * 6);
  CHECK(cx::grad(f)(3.0) == 2 * 6 * 6);
  CHECK(cx::vmap(f)(cx::array<double, 2>{1, 2})[1] == 48);
}
TEST_CASE("trees, and closures of closures: values bound first come first") {
  std::vector<double> const w{1, 2, 3};
  double const b[] = {10, 20, 30};
  auto const f =
      cx::closure([](auto p, auto x) { return cx::sum(p.first * x) + cx::sum(p.second); }, std::pair{row(w), cx::view<double const, 3>(b)});
  CHECK(f(2.0) == 12 + 60);
  auto const inner = cx::closure([](auto p, auto q, auto x) { return 100 * p + 10 * q + x; }, 1.0);
  CHECK(cx::closure(inner, 2.0)(3.0) == 123);
  CHECK(cx::closure(cx::grad(cx::closure([](auto k, auto y, auto x) { return k * y * y * x; }, 3.0)), 5.0)(7.0) == 3 * 2 * 5 * 7);
  CHECK(cx::closure(cx::jit(inner), 2.0)(3.0) == 123);
}
TEST_CASE("lengths that do not agree, and null views: the leaf is named as captured") {
  std::vector<double> const w{1, 2, 3, 4}, x{1, 2, 3, 4, 5};
  auto const sentence = refusal([&] { cx::closure(weighted, row(w))(row(x)); });
  INFO(sentence);
  CHECK(says(sentence, {"symbol n", "argument leaf 0 says 5", "captured leaf 0 said 4"}));
  CHECK(says(refusal([&] { cx::closure(weighted, row(nullptr, 5))(row(x)); }), {"captured leaf 0", "null"}));
  CHECK(refusal([&] { cx::closure(weighted, row(x))(row(x)); }) == "accepted");
}
TEST_CASE("evaluate_into: held numbers and arrays live as long as the call; nothing is copied or allocated") {
  std::vector<double> const x{1, 2, 3};
  std::vector<double> out(3);
  cx::array<double, n> w(3);
  for (int i = 0; i < 3; ++i) w[i] = 10.0 * (i + 1);
  auto const f = cx::closure([](auto v, auto k, auto y) { return k * v * y; }, w, 0.5);
  long const before = allocations;
  cx::evaluate_into(cx::view<double, n>(out), f, row(x));
  CHECK(allocations == before);
  CHECK(out == std::vector<double>{5, 20, 45});
  auto const g = cx::closure(cx::closure([](auto k, auto l, auto y) { return k * l * y; }, 2.0), 4.0);
  cx::evaluate_into(cx::view<double, n>(out), g, row(x));
  CHECK(out == std::vector<double>{8, 16, 24});
}
TEST_CASE("an output over a view that the closure holds: in place where all is read before it is overwritten, else a sentence") {
  std::vector<double> w{1, 2, 3}, x{4, 5, 6};
  cx::evaluate_into(cx::view<double, n>(w), cx::closure([](auto v, auto y) { return v * y; }, row(w)), row(x));
  CHECK(w == std::vector<double>{4, 10, 18});
  auto const sentence = refusal(
      [&] { cx::evaluate_into(cx::view<double, n>(w), cx::closure([](auto v, auto y) { return cx::flip(v) * y; }, row(w)), row(x)); });
  INFO(sentence);
  CHECK(says(sentence, {"output leaf 0", "overlaps captured leaf 0"}));
  CHECK(w[0] == 4);
  cx::evaluate_into(cx::view<double, n>(w), cx::closure([](auto v, auto y) { return cx::sum(v) * y; }, row(w)),
                    row(x)); // the sum is a kernel before
  CHECK(w == std::vector<double>{128, 160, 192});
}
TEST_CASE("inside a trace a closure may hold tracers") {
  constexpr auto f = [](auto x) { return cx::grad(cx::closure([](auto k, auto y) { return k * y * y; }, x))(3.0) * x; };
  CHECK(cx::jit(f)(2.0) == 2 * 3 * 2 * 2);
  CHECK(cx::grad(f)(2.0) == 24);
}

} // namespace
