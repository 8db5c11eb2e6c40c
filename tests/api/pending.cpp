// SPDX-License-Identifier: BSL-1.0
// Values of constants alone inside a trace: they are staged, and join the trace that they meet first. Transformations called on numbers,
// while their callable captures traced values.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

/// The value and the derivative of f at 2, in constant evaluation and on the processor.
template <class F>
bool gives(F f, double value, double derivative) {
  static_assert(cx::jit(F{})(2.0) == cx::jit(F{})(2.0)); // constant evaluation ends with nothing left on the heap
  constexpr auto both = cx::value_and_grad(F{})(2.0);
  auto const now = cx::value_and_grad(f)(2.0);
  return both.first == value && both.second == derivative && now == both && cx::jvp(f, 2.0, 1.0) == both;
}

// ---- transformations on numbers, of callables that capture -----------------------------------------------------------------------

/// x * d/dy p(x, y) at y = 3.
template <class P>
struct outer_of {
  static constexpr P p{};
  constexpr auto operator()(auto x) const {
    return x * cx::grad([&](auto y) { return p(x, y); })(3.0);
  }
};
constexpr auto xyy = [](auto x, auto y) { return x * y * y; };
constexpr auto yxy = [](auto x, auto y) { return y * x * y; };
constexpr auto yyx = [](auto x, auto y) { return y * y * x; };
constexpr auto x_yy = [](auto x, auto y) { return x * (y * y); };
constexpr auto y_xy = [](auto x, auto y) { return y * (x * y); };
constexpr auto y_yx = [](auto x, auto y) { return y * (y * x); };
constexpr auto none_x = [](auto, auto y) { return y * y * y; };
constexpr auto none_y = [](auto x, auto) { return x * x; };

// d/dy x y^2 = 2 x y = 6 x at 3; x * 6 x = 24 at 2, its derivative 12 x = 24.
TEST_CASE("a gradient at a number of what captures, in every order of operands") {
  CHECK(gives(outer_of<decltype(xyy)>{}, 24, 24));
  CHECK(gives(outer_of<decltype(yxy)>{}, 24, 24));
  CHECK(gives(outer_of<decltype(yyx)>{}, 24, 24));
  CHECK(gives(outer_of<decltype(x_yy)>{}, 24, 24));
  CHECK(gives(outer_of<decltype(y_xy)>{}, 24, 24));
  CHECK(gives(outer_of<decltype(y_yx)>{}, 24, 24));
  CHECK_FALSE(gives(outer_of<decltype(xyy)>{}, 24, 25));
}
TEST_CASE("of what captures and does not use it, or does not use its variable") {
  CHECK(gives(outer_of<decltype(none_x)>{}, 54, 27));
  CHECK(gives(outer_of<decltype(none_y)>{}, 0, 0));
}

// Two levels: h = x y^2 z^3, d/dz at 1 is 3 x y^2, times z' of ... : d/dy (3 x y^2) at 3 is 18 x; x * 18 x = 72 at 2, derivative 36 x = 72.
constexpr auto two_deep = [](auto x) {
  return x * cx::grad([&](auto y) { return cx::grad([&](auto z) { return z * z * y * x * y * z; })(1.0); })(3.0);
};
// The inner one does not see x, the middle one does.
constexpr auto middle_meets = [](auto x) {
  return x * cx::grad([&](auto y) { return x * y * cx::grad([&](auto z) { return z * z * y; })(1.0); })(3.0);
};
// d/dw d/dz d/dy of x y^2 z^2 w^2 at 1, 1, 1 is 8 x, times x: 32 at 2, derivative 16 x = 32
constexpr auto three_deep = [](auto x) {
  return x * cx::grad([&](auto y) {
           return cx::grad([&](auto z) { return cx::grad([&](auto w) { return w * z * y * x * y * z * w; })(1.0); })(1.0);
         })(1.0);
};
TEST_CASE("to any depth") {
  CHECK(gives(two_deep, 72, 72));
  // d/dz z^2 y at 1 is 2 y; d/dy 2 x y^2 at 3 is 12 x
  CHECK(gives(middle_meets, 48, 48));
  CHECK(gives(three_deep, 32, 32));
}

// Derivatives at numbers around and inside derivatives at traced values. v y meets last what was opened first.
constexpr auto number_outside = [](auto x) { // d/dy d/dv (v^2 y^2) at v = x, y = 3: 2 x * 6 = 12 x
  return cx::grad([&](auto y) { return cx::grad([&](auto v) { return v * v * y * y; })(x); })(3.0);
};
constexpr auto number_inside = [](auto x) { // the other way round: the same
  return cx::grad([&](auto v) { return cx::grad([&](auto y) { return y * v * v * y; })(3.0); })(x);
};
constexpr auto alternating = [](auto x) { // d/dy d/dw d/dv of w v^2 y at v = x, w = y, y = 3: d/dy (2 x y) = 2 x, whatever w's place is
  return cx::grad([&](auto y) { return cx::grad([&](auto w) { return cx::grad([&](auto v) { return w * v * v * y; })(x); })(y); })(3.0);
};
constexpr auto both_open = [](auto x) { // d/dy d/dv d/dw of w v y x at 3, x, y: w meets v when all three are open; 1 * x
  return cx::grad([&](auto y) { return cx::grad([&](auto v) { return cx::grad([&](auto w) { return w * v * y * x; })(y); })(x); })(3.0);
};
TEST_CASE("among derivatives at traced values") {
  CHECK(gives(number_outside, 24, 12));
  CHECK(gives(number_inside, 24, 12));
  CHECK(gives(alternating, 4, 2));
  CHECK(gives(both_open, 2, 1));
}

constexpr auto by_value_and_grad = [](auto x) { // (9 x, 6 x) at y = 3
  auto const [v, d] = cx::value_and_grad([&](auto y) { return x * y * y; })(3.0);
  return v + d;
};
constexpr auto by_jvp = [](auto x) { // 9 x + 6 x * 2
  auto const [v, d] = cx::jvp([&](auto y) { return y * x * y; }, 3.0, 2.0);
  return v + d;
};
constexpr auto by_jvp_along_x = [](auto x) { // 6 x * x at 3
  return cx::jvp([&](auto y) { return y * x * y; }, 3.0, x).second;
};
constexpr auto by_vjp = [](auto x) { // 9 x + 6 x * 2 + 6 x * x
  auto const [v, back] = cx::vjp([&](auto y) { return y * x * y; }, 3.0);
  return v + std::get<0>(back(2.0)) + std::get<0>(back(x));
};
constexpr auto by_linearize = [](auto x) {
  auto const [v, forth] = cx::linearize([&](auto y) { return y * x * y; }, 3.0);
  return v + forth(2.0) + forth(x);
};
constexpr auto late = [](auto x) { // the pullback of constants meets x only when it is called: 6 x
  double const three = 3;
  auto const [v, back] = cx::vjp([&](auto y) { return y * y * (three / 3); }, three);
  return std::get<0>(back(x));
};
constexpr auto by_hessian = [](auto x) { // d2/dy2 x y^3 = 6 x y = 18 x
  return cx::hessian([&](auto y) { return x * y * y * y; })(3.0);
};
constexpr auto by_jacobians = [](auto x) {
  return cx::jacfwd([&](auto y) { return x * y * y; })(3.0) + cx::jacrev([&](auto y) { return y * y * x; })(3.0);
};
constexpr auto by_jit = [](auto x) { return cx::jit([&](auto y) { return x * y * y; })(3.0); };
constexpr auto by_vmap = [](auto x) { // x (0 + 1 + 4)
  return cx::sum(cx::vmap([&](auto y) { return y * x * y; })(cx::iota<double, 3>()));
};
constexpr auto rows_of_gradients = [](auto x) { // 2 x (0 + 1 + 2)
  return cx::sum(cx::vmap([&](auto y) { return cx::grad([&](auto z) { return z * x * z; })(y); })(cx::iota<double, 3>()));
};
constexpr auto of_two = [](auto x) { // d/da, d/db of x a b^2 at 2, 3: 9 x, 12 x
  auto const [a, b] = cx::grad([&](auto p, auto q) { return x * p * q * q; }, cx::argnums<0, 1>)(2.0, 3.0);
  return a + b;
};
constexpr auto of_a_tree = [](auto x) {
  auto const g = cx::grad([&](auto t) { return std::get<0>(t) * x * std::get<1>(t); })(std::pair{2.0, 3.0});
  return g.first + g.second; // 3 x + 2 x
};
constexpr auto of_closure = [](auto x) { return cx::grad(cx::closure([&](auto k, auto y) { return k * x * y * y; }, 2.0))(3.0); }; // 12 x
constexpr auto square_rule = [](auto y, auto dy) { return std::pair{y * y, 2.0 * y * dy}; };
constexpr auto of_custom = [](auto x) { // d/dy x y^2 = 6 x
  return cx::grad([&](auto y) { return x * cx::custom_jvp([](auto z) { return z * z; }, square_rule)(y); })(3.0);
};
constexpr auto custom_at_a_number = [](auto x) { return cx::custom_jvp([&](auto z) { return z * z * x; }, square_rule)(3.0); }; // 9 x
TEST_CASE("each transformation") {
  CHECK(gives(by_value_and_grad, 30, 15));
  CHECK(gives(by_jvp, 42, 21));
  CHECK(gives(by_jvp_along_x, 24, 24));
  CHECK(gives(by_vjp, 18 + 24 + 24, 9 + 12 + 24));
  CHECK(gives(by_linearize, 18 + 24 + 24, 9 + 12 + 24));
  CHECK(gives(late, 12, 6));
  CHECK(gives(by_hessian, 36, 18));
  CHECK(gives(by_jacobians, 24, 12));
  CHECK(gives(by_jit, 18, 9));
  CHECK(gives(by_vmap, 10, 5));
  CHECK(gives(rows_of_gradients, 12, 6));
  CHECK(gives(of_two, 42, 21));
  CHECK(gives(of_a_tree, 10, 5));
  CHECK(gives(of_closure, 24, 12));
  CHECK(gives(of_custom, 12, 6));
  CHECK(cx::jit(custom_at_a_number)(2.0) == 18);
}

constexpr auto counted = [](auto x) { // an inner function is called once
  int calls = 0;
  auto const g = cx::grad([&](auto y) { return ++calls, x * y * y; })(3.0);
  return g * static_cast<double>(calls);
};
constexpr auto in_a_loop = [](auto x) {
  auto s = cx::full(0.0);
  for (int i = 1; i <= 3; ++i) s = s + cx::grad([&](auto y) { return x * y * y; })(static_cast<double>(i)); // 2 x (1 + 2 + 3)
  return s;
};
constexpr auto never_meets = [](auto x) {
  double const k = 2;
  auto const unused = cx::grad([&](auto y) { return k * y * y; })(5.0);
  auto const twice = cx::grad([&](auto y) { return k * y * y; })(3.0); // 12
  return twice * x + 0.0 * (unused + x);
};
TEST_CASE("once, in loops, and without traced captures") {
  CHECK(gives(counted, 12, 6));
  CHECK(gives(in_a_loop, 24, 12));
  CHECK(gives(never_meets, 24, 12));
  CHECK(cx::jit([](auto x) { (void)x; double const k = 2; return cx::grad([&](auto y) { return k * y * y; })(5.0); })(1.0) == 20);
}
TEST_CASE("batched") {
  cx::array<double, 3> const xs{1, 2, 3};
  CHECK(cx::vmap(two_deep)(xs) == cx::array<double, 3>{18, 72, 162});
  CHECK(cx::vmap(cx::grad(two_deep))(xs) == cx::array<double, 3>{36, 72, 108});
  CHECK(cx::vmap(alternating)(xs) == cx::array<double, 3>{2, 4, 6});
}
TEST_CASE("an array is captured") {
  constexpr auto f = [](auto v) { return v * cx::grad([&](auto y) { return cx::sum(v * y * y); })(0.5); };
  CHECK(cx::jit(f)(cx::array<double, 2>{1, 2}) == cx::array<double, 2>{3, 6});
}

// ---- operations on constants ------------------------------------------------------------------------------------------------------------

constexpr auto staged = [](auto x) {
  auto s = cx::full(1.0);
  s = s + 2.0;
  return s * x;
};
static_assert(cx::make_jaxpr(staged)(cx::spec<double>{}) == R"({ lambda ; a:f64[]. let
    b:f64[] = add 1.0:f64[] 2.0:f64[]
    c:f64[] = mul b a
  in (c,) })");
constexpr auto of_literals = [](auto) { return cx::full(1.0) + cx::full(2.0) * 4.0; };
static_assert(cx::make_jaxpr(of_literals)(cx::spec<double>{}).eqns().size() == 2);
static_assert(cx::jit(of_literals)(0.0) == 9.0);

constexpr auto accumulated = [](auto x) {
  auto s = cx::zeros<3>();
  s += cx::ones<3>();
  for (int i = 0; i < 2; ++i) s = s + x * cx::iota<double, 3>();
  return cx::sum(s); // 3 + 2 x * 3
};
constexpr auto merged = [](auto x) { // two programs of constants meet before they meet x
  auto a = cx::iota<double, 3>() * 2.0, b = cx::square(cx::zeros<3>()) + 1.0;
  auto c = a + b; // 1 3 5
  return cx::sum(c * x) + cx::sum(a) * x; // 9 x + 6 x
};
constexpr auto used_inside_and_after = [](auto x) {
  auto const k = cx::iota<double, 3>() + 1.0; // 1 2 3
  auto const g = cx::grad([&](auto y) { return cx::sum(k * y * y); })(x); // 12 x
  return g + cx::sum(k) * x;                                               // + 6 x
};
constexpr auto made_inside_and_after = [](auto x) {
  auto const k = cx::iota<double, 3>();
  auto const g = cx::grad([&](auto y) { return cx::sum(k * y * y); })(x); // 6 x
  return g + cx::sum(k) * x;                                               // + 3 x
};
constexpr auto dropped = [](auto x) {
  auto s = cx::square(cx::ones<3>());
  auto const t = s;
  s = cx::zeros<3>() + x;
  return cx::sum(s);
};
constexpr auto chosen = [](auto x) {
  auto const k = x.rank() == 0 ? cx::ones<3>() : cx::iota<double, 3>();
  return cx::sum(x.rank() == 0 ? k * x : k);
};
constexpr auto held = [](auto x) {
  std::array<cx::tracer<double>, 2> const a{cx::full(1.0) + 1.0, x};
  std::tuple const t{a[0] * 2.0, a[1]};
  auto const by_copy = [k = a[0] + 1.0](auto y) { return k * y; }; // 3
  return std::get<0>(t) * std::get<1>(t) + by_copy(x);             // 4 x + 3 x
};
constexpr auto sliced = [](auto x) { // (3 + 1 + 6^2) x
  return x * cx::iota<double, 5>()[3] + x * cx::arange<double, 1, 4>()[0_c] + x * cx::pow(cx::arange<double, 10, 0, -4>(), 2)[1];
};
constexpr auto averaged = [](auto x) { // 2 x + 2 x + 1
  return x * cx::mean(cx::iota<double, 5>()) + cx::sum(cx::full<2>(x)) + cx::max(cx::ones<4>());
};
constexpr auto like_constants = [](auto x) { // 4 x + 6 x
  return cx::sum(cx::ones_like(cx::iota<double, 4>()) * x) + cx::sum(cx::iota<double>(cx::zeros<4>(), 0_c)) * x;
};
constexpr auto differentiated = [](auto x) { return cx::grad([](auto y) { return y * y; })(cx::full(3.0)) * x; }; // 6 x
constexpr auto rows = [](auto x) { return cx::sum(cx::jacfwd([&](auto v) { return v * v * x; })(cx::ones<2>())); }; // 4 x
TEST_CASE("programs of constants") {
  CHECK(gives(staged, 6, 3));
  CHECK(gives(accumulated, 15, 6));
  CHECK(gives(merged, 30, 15));
  CHECK(gives(used_inside_and_after, 36, 18));
  CHECK(gives(made_inside_and_after, 18, 9));
  CHECK(gives(dropped, 6, 3));
  CHECK(gives(chosen, 6, 3));
  CHECK(gives(held, 14, 7));
  CHECK(gives(sliced, 6 + 2 + 72, 3 + 1 + 36));
  CHECK(gives(averaged, 9, 4));
  CHECK(gives(like_constants, 20, 10));
  CHECK(gives(differentiated, 12, 6));
  CHECK(gives(rows, 8, 4));
}

inline constexpr cx::dim<"n"> n;
TEST_CASE("constants of symbolic length, and without any traced value") {
  std::vector<double> xs{1, 2, 3, 4};
  constexpr auto weighted = [](auto v) { return cx::sum(v * cx::iota<double, n>() + cx::ones<n>() * 2.0); };
  CHECK(cx::jit(weighted)(cx::view<double const, n>(xs)) == 28);
  constexpr auto average = [](auto v) { return cx::mean(cx::iota<double, n>()) * cx::sum(v); };
  CHECK(cx::jit(average)(cx::view<double const, n>(xs)) == 15);
  CHECK(cx::jit([](auto) { return cx::arange<double, 3>() * 2.0; })(1.0) == cx::array<double, 3>{0, 2, 4});
  CHECK(cx::jit([](auto) { return cx::ones<2, 2>(); })(1.0) == cx::array<double, 2, 2>{1, 1, 1, 1});
  CHECK(cx::jit([](auto) { return cx::iota<int, 2, 2>(1_c); })(1.0) == cx::array<int, 2, 2>{0, 1, 0, 1});
}

static_assert(std::is_same_v<decltype(cx::zeros<3>()), cx::tracer<double, 3>>);
static_assert(std::is_same_v<decltype(cx::ones<float, 3, n>()), cx::tracer<float, 3, n>>);
static_assert(std::is_same_v<decltype(cx::full<2>(1.0f)), cx::tracer<float, 2>>);
static_assert(std::is_same_v<decltype(cx::full(1)), cx::tracer<int>>);
static_assert(std::is_same_v<decltype(cx::arange<5>()), cx::tracer<int, 5>>);
static_assert(std::is_same_v<decltype(cx::arange<1, 6, 2>()), cx::tracer<int, 3>>);
static_assert(std::is_same_v<decltype(cx::arange<double, 5, 0, -2>()), cx::tracer<double, 3>>);
static_assert(std::is_same_v<decltype(cx::arange<5, 1>()), cx::tracer<int, 0>>);

} // namespace
