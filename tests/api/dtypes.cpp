// SPDX-License-Identifier: BSL-1.0
// f32, f64, integers and bool, alone and mixed.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;
using namespace cx::literals;

namespace {

TEST_CASE("a scalar takes the dtype of the traced value it meets") {
  constexpr auto f = [](auto x) { return 2.0 * x + 1; };
  static_assert(std::is_same_v<decltype(cx::jit(f)(1.5f)), float>);
  static_assert(std::is_same_v<decltype(cx::jit(f)(1.5)), double>);
  CHECK(cx::jit(f)(1.5f) == 4.0f);
  CHECK(cx::jit([](auto x) { return 0.1 * x; })(1.0f) == 0.1f);
  CHECK_FALSE(static_cast<double>(cx::jit([](auto x) { return 0.1 * x; })(1.0f)) == 0.1);
  CHECK(cx::jit([](auto i) { return 2 * i + 1; })(20) == 41);
}
TEST_CASE("derivatives in f32") {
  static_assert(std::is_same_v<decltype(cx::grad([](auto x) { return cx::sin(x) * x; })(1.0f)), float>);
  float const g = cx::grad([](auto x) { return cx::sin(x) * x; })(0.7f);
  CHECK(std::abs(g - (std::sin(0.7f) + 0.7f * std::cos(0.7f))) < 1e-6f);
  auto const h = cx::hessian([](auto x) { return cx::sum(x * x * x); })(cx::array<float, 3>{1.0f, 2.0f, 3.0f});
  CHECK(h(1, 1) == 12.0f);
  CHECK(h(0, 1) == 0.0f);
}
TEST_CASE("a program of f32 and f64: gradients keep each argument's dtype") {
  constexpr auto f = [](auto a, auto b) { return cx::sum(cx::astype<double>(a) * b); };
  cx::array<float, 3> const a{1.0f, 2.0f, 3.0f};
  cx::array<double, 3> const b{0.1, 0.2, 0.3};
  auto const [da, db] = cx::grad(f, cx::argnums<0, 1>)(a, b);
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(da)>::value_type, float>);
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(db)>::value_type, double>);
  CHECK(da[0] == 0.1f);
  CHECK(db[2] == 3.0);
  CHECK(cx::jit(f)(a, b) == Approx(1.4));
}
TEST_CASE("integers: wrap, divide towards zero, shift nothing; bool by comparison") {
  auto const [q, r] = cx::jit([](auto x, auto y) { return std::pair{x / y, cx::rem(x, y)}; })(-7, 2);
  CHECK(q == -3);
  CHECK(r == -1);
  CHECK(cx::jit([](auto x) { return x + 1u; })(4294967295u) == 0u);
  CHECK(cx::jit([](auto x) { return x * x; })(std::int64_t{3000000000}) == 9000000000000000000);
  auto const c = cx::jit([](auto x) { return (x > 1) & (x < 4); })(cx::array<int, 4>{1, 2, 3, 4});
  CHECK_FALSE(c[0]);
  CHECK(c[1]);
  CHECK(c[2]);
  CHECK_FALSE(c[3]);
  CHECK(cx::jit([](auto x) { return cx::sum(x); })(cx::array<int, 4>{1, 2, 3, 4}) == 10);
  CHECK(cx::jit([](auto x) { return cx::any(x > 3); })(cx::array<int, 4>{1, 2, 3, 4}));
}
TEST_CASE("grad with an integer argument beside: it is not differentiated") {
  constexpr auto f = [](auto x, auto i) { return x * x * cx::astype<double>(i); };
  CHECK(cx::grad(f)(3.0, 2) == 12.0);
  auto const [y, dy] = cx::jvp([](auto x) { return std::pair{x * x, x > 0}; }, 3.0, 1.0);
  CHECK(y.first == 9.0);
  CHECK(y.second);
  CHECK(dy.first == 6.0);
}
TEST_CASE("argmax, and an index that selects") {
  cx::array<double, 5> const x{1.0, 5.0, -2.0, 5.0, 0.0};
  CHECK(cx::jit([](auto a) { return cx::argmax(a); })(x) == 1);
  CHECK(cx::jit([](auto a) { return cx::argmin(a); })(x) == 2);
}

} // namespace
