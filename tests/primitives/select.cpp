// SPDX-License-Identifier: BSL-1.0
// select_n clamp convert_element_type stop_gradient
#include "../support/catch.hpp"
#include "../support/laws.hpp"

namespace constax_tests {

TEST_CASE("select_n keeps the laws", "[elementwise]") {
  CHECK(laws([](dtype t) { return program_of<select_n_t>({{dtype::boolean, {2, 3}}, {t, {2, 3}}, {t, {2, 3}}}); }, standard, {},
             {dtype::i32, dtype::u8, dtype::boolean}));
  CHECK(laws([](dtype t) { return program_of<select_n_t>({{dtype::boolean, {}}, {t, {2, 3}}, {t, {2, 3}}}); }, standard, {}, {dtype::i64}));
}
TEST_CASE("clamp keeps the laws", "[elementwise]") {
  domains const inside{between(-20, -10), standard, between(10, 20)}, above{between(-4, -3), between(4, 9), between(1, 2)},
      below{between(-4, -3), between(-9, -5), between(1, 2)};
  for (domains const& d : {inside, above, below}) CHECK(laws<clamp_t>(d));
}
TEST_CASE("convert_element_type keeps the laws", "[elementwise]") {
  CHECK(laws(
      [](dtype t) {
        return program_of<convert_element_type_t>({{t, {2, 3}}}, {dtype::f64});
      },
      standard, {}, {dtype::i32, dtype::u64, dtype::boolean}));
  law_options rounds; // to f32: differences see the rounding
  rounds.tolerance = 1e-3, rounds.adjoint = 1e-6, rounds.orders = 1;
  CHECK(laws(
      [](dtype t) {
        return program_of<convert_element_type_t>({{t, {2, 3}}}, {dtype::f32});
      },
      standard, rounds, {dtype::i32, dtype::i8, dtype::boolean}));
  CHECK(laws(
      [](dtype t) {
        return program_of<convert_element_type_t>({{t, {2, 3}}}, {dtype::i32});
      },
      between(0.1, 0.4), {}, {dtype::u32, dtype::i64}));
  CHECK(laws(
      [](dtype t) {
        return program_of<convert_element_type_t>({{t, {2, 3}}}, {dtype::boolean});
      },
      not_small, {}, {dtype::u32, dtype::i64}));
}
TEST_CASE("stop_gradient is the identity, with derivative 0", "[elementwise]") {
  report r;
  generator random{3};
  jaxpr const j = elementwise_program<stop_gradient_t>(dtype::f64, {4});
  vec<tensor> const args = draw_all(random, j, standard), dx = directions(random, j);
  vec<tensor> const ys = run(r, "type", jvp(j), joined(args, dx));
  REQUIRE(ys.size() == 2);
  CHECK(ys[0] == args[0]);
  CHECK(equals(ys[1], {0.0, 0.0, 0.0, 0.0}));
  law_vmap(r, j, random, standard);
  law_commute(r, j, random, standard);
  law_simplify(r, j, args);
  CHECK(r);
}

/// x as another type.
template <class U, class T>
constexpr tensor converted(T x) {
  tensor const args[] = {tensor_of(x)};
  vec<tensor> const ys = reference::evaluate(program_of<convert_element_type_t>({{dtype_of<T>, {}}}, {dtype_of<U>}), {args, 1});
  return ys[0];
}
constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

// Truncated, saturated, nan is 0; integers wrap; bool is != 0.
static_assert(equals(converted<i32>(2.9), 2) && equals(converted<i32>(-2.9), -2));
static_assert(equals(converted<i32>(1e300), 2147483647) && equals(converted<i32>(-inf), -2147483647 - 1) && equals(converted<i32>(nan), 0));
static_assert(equals(converted<u32>(-1.0), u32{0}) && equals(converted<u8>(300), u8{44}));
static_assert(equals(converted<bool>(-0.0), false) && equals(converted<bool>(nan), true) && equals(converted<bool>(0.5), true));
static_assert(equals(converted<float>(1e300), std::numeric_limits<float>::infinity()) && equals(converted<float>(0.1), 0.1f));
static_assert(equals(converted<double>(0.1f), static_cast<double>(0.1f)) && equals(converted<double>(true), 1.0));
static_assert(equals(converted<float>(16777217), 16777216.0f));

constexpr tensor chosen(bool which, double f, double t) {
  tensor const args[] = {tensor_of(which), tensor_of(f), tensor_of(t)};
  vec<tensor> const ys = reference::evaluate(program_of<select_n_t>({{dtype::boolean, {}}, {dtype::f64, {}}, {dtype::f64, {}}}), {args, 3});
  return ys[0];
}
static_assert(equals(chosen(false, 1.0, nan), 1.0) && equals(chosen(true, nan, -0.0), -0.0));

constexpr tensor clamped(double lo, double x, double hi) {
  tensor const args[] = {tensor_of(lo), tensor_of(x), tensor_of(hi)};
  aval const a{dtype::f64, {}};
  vec<tensor> const ys = reference::evaluate(program_of<clamp_t>({a, a, a}), {args, 3});
  return ys[0];
}
static_assert(equals(clamped(0.0, 0.5, 1.0), 0.5) && equals(clamped(0.0, -3.0, 1.0), 0.0) && equals(clamped(0.0, inf, 1.0), 1.0));

} // namespace constax_tests
