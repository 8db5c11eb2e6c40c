// SPDX-License-Identifier: BSL-1.0
// Trees of arguments and results: tuples, pairs, arrays and described structs; gradients come back in the same structure.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/model.hpp"

#include <array>
#include <cmath>
#include <type_traits>

namespace cx = constax;
using namespace cx::literals;

struct node { // constax has a struct of that name too
  double value;
  int count;
};
CONSTAX_STRUCT(node, value, count);

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-13 * std::fmax(1.0, std::abs(b)); }

TEST_CASE("a tuple of a pair and a number") {
  constexpr auto f = [](auto t) {
    auto const [p, c] = t;
    return p.first * p.second * p.second + c;
  };
  auto const g = cx::grad(f)(std::tuple{std::pair{2.0, 3.0}, 1.0});
  static_assert(std::is_same_v<std::remove_const_t<decltype(g)>, std::tuple<std::pair<double, double>, double>>);
  CHECK(std::get<0>(g).first == 9.0);
  CHECK(std::get<0>(g).second == 12.0);
  CHECK(std::get<1>(g) == 1.0);
}
TEST_CASE("a std::array of numbers and of arrays") {
  constexpr auto f = [](auto a) { return a[0] * a[1] * a[2]; };
  auto const g = cx::grad(f)(std::array{2.0, 3.0, 5.0});
  static_assert(std::is_same_v<std::remove_const_t<decltype(g)>, std::array<double, 3>>);
  CHECK((g == std::array{15.0, 10.0, 6.0}));
  constexpr auto h = [](auto a) { return cx::sum(a[0] * a[1]); };
  auto const d = cx::grad(h)(std::array{cx::array<double, 2>{1.0, 2.0}, cx::array<double, 2>{3.0, 4.0}});
  CHECK(d[0][1] == 4.0);
  CHECK(d[1][0] == 1.0);
}
TEST_CASE("users' structs, one in the other") {
  constexpr auto loss = [](auto m, auto x) { return cx::square(cx::dot(m.first.w, x) + m.first.b) * m.scale[0] + m.scale[1]; };
  app::model const m{{{0.5, -1.0}, 0.25}, {2.0, 7.0}};
  cx::array<double, 2> const x{3.0, 1.0};
  double const e = 0.5 * 3 - 1 + 0.25;
  auto const [value, g] = cx::value_and_grad(loss)(m, x);
  static_assert(std::is_same_v<std::remove_const_t<decltype(g)>, app::model>);
  CHECK(close(value, e * e * 2 + 7));
  CHECK(close(g.first.w[0], 2 * e * 3 * 2));
  CHECK(close(g.first.w[1], 2 * e * 2));
  CHECK(close(g.first.b, 2 * e * 2));
  CHECK(close(g.scale[0], e * e));
  CHECK(g.scale[1] == 1.0);
  CHECK_FALSE(close(g.first.w[0], g.first.w[1]));
  // and out again
  auto const same = cx::jit([](auto p) { return p; })(m);
  static_assert(std::is_same_v<std::remove_const_t<decltype(same)>, app::model>);
  CHECK(same.first.w[1] == -1.0);
  CHECK(same.scale[1] == 7.0);
}
TEST_CASE("argnums: several, in the order that was asked for") {
  constexpr auto f = [](auto a, auto b, auto c) { return a * b * b * c; };
  auto const [dc, da] = cx::grad(f, cx::argnums<2, 0>)(2.0, 3.0, 5.0);
  CHECK(dc == 18.0);
  CHECK(da == 45.0);
  auto const db = cx::grad(f, cx::argnums<-2>)(2.0, 3.0, 5.0);
  CHECK(db == 60.0);
  auto const [v, all] = cx::value_and_grad(f, cx::argnums<0, 1, 2>)(2.0, 3.0, 5.0);
  CHECK(v == 90.0);
  CHECK(all == std::tuple{45.0, 60.0, 18.0});
}
TEST_CASE("vmap over trees, in and out") {
  constexpr auto f = [](auto p) { return std::pair{p.first + p.second, p.first * 2.0}; };
  cx::array<double, 2> const a{1.0, 2.0}, b{10.0, 20.0};
  auto const [s, t] = cx::vmap(f)(std::pair{a, b});
  CHECK(s[1] == 22.0);
  CHECK(t[0] == 2.0);
}
TEST_CASE("jvp keeps the structure") {
  constexpr auto f = [](auto m) { return m.w[0] * m.b; };
  app::layer const p{{2.0, 3.0}, 5.0}, dp{{1.0, 0.0}, 0.5};
  auto const [y, dy] = cx::jvp(f, std::tuple{p}, std::tuple{dp});
  CHECK(y == 10.0);
  CHECK(dy == 5.0 + 2.0 * 0.5);
}
TEST_CASE("vmap over a std::array of rows") {
  double const a[] = {1, 2, 3}, b[] = {4, 5, 6};
  std::array const xs{cx::view<double const, 3>(a), cx::view<double const, 3>(b)};
  auto const y = cx::vmap([](auto p) { return p[0] * p[1]; })(xs);
  CHECK(y(0) == 4);
  CHECK(y(2) == 18);
}
TEST_CASE("closures carry run-time values of any structure") {
  double const scale = 3.0;
  cx::array<double, 2> const w{0.5, 2.0};
  auto const f = cx::closure([](auto s, auto v, auto x) { return s * cx::sum(v * x * x); }, scale, w);
  cx::array<double, 2> const x{1.0, 4.0};
  CHECK(f(x) == 3 * (0.5 + 32));
  auto const g = cx::grad(f)(x);
  CHECK(g[0] == 3.0);
  CHECK(g[1] == 48.0);
  auto const h = cx::hessian(f)(x);
  CHECK(h(0, 0) == 3.0);
  CHECK(h(1, 1) == 12.0);
  CHECK(h(0, 1) == 0.0);
  auto const other = cx::grad(cx::closure([](auto s, auto v, auto y) { return s * cx::sum(v * y * y); }, 1.0, w))(x);
  CHECK(other[0] == 1.0); // the value is not baked in
}
TEST_CASE("stop_gradient goes into trees, as in JAX") {
  // b w[0] with one of the two held: the derivatives are those of a product with a constant
  constexpr auto held = [](auto m) {
    auto const still = cx::stop_gradient(m.first);
    return m.first.b * still.w[0_c] + still.b * m.first.w[1_c] * m.scale[0];
  };
  app::model const m{{{2.0, 3.0}, 5.0}, {7.0, 11.0}};
  app::model const g = cx::grad(held)(m);
  CHECK(g.first.b == 2.0);
  CHECK(g.first.w == cx::array<double, 2>{0.0, 35.0});
  CHECK(g.scale == std::array{15.0, 0.0});
  CHECK(cx::jit(held)(m) == 115.0);
  // Forward and reverse, of a tuple and of what vmap maps: d/dx x sg(x^2) = x^2, and once more is 0, not 2x
  constexpr auto squared = [](auto x) {
    auto const [y, z] = cx::stop_gradient(std::tuple{x * x, std::pair{x, 2.0}});
    return x * y * z.second / 2.0;
  };
  static_assert(cx::grad(squared)(3.0) == 9.0);
  static_assert(cx::grad(cx::grad(squared))(3.0) == 0.0);
  CHECK(cx::jvp(squared, std::tuple{3.0}, std::tuple{1.0}).second == 9.0);
  CHECK(cx::vmap(cx::grad(squared))(cx::array<double, 2>{1.0, 4.0}) == cx::array<double, 2>{1.0, 16.0});
  constexpr auto wrong_twin = [](auto x) { return x * (x * x); };
  static_assert(cx::grad(wrong_twin)(3.0) == 27.0);
}
TEST_CASE("a struct with a name that constax uses, and integers that stop_gradient hands on") {
  constexpr auto f = [](auto n, auto x) {
    auto const still = cx::stop_gradient(n);
    return still.value * x * cx::astype<double>(still.count);
  };
  CHECK(cx::grad(f, cx::argnums<1>)(node{3.0, 2}, 5.0) == 6.0);
  CHECK(cx::jit([](auto n) { return n; })(node{3.0, 2}).count == 2);
}

} // namespace
