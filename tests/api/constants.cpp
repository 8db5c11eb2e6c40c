// SPDX-License-Identifier: BSL-1.0
// Transformed functions of numbers in constant evaluation, by the oracle: in static_assert, and inside a trace next to traced values.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace cx = constax;

namespace {

inline constexpr auto cube = [](auto y) { return y * y * y; };
inline constexpr auto mean_square = [](auto x) { return cx::mean(x * x); };

static_assert(cx::grad(cube)(3.0) == 27.0);
static_assert(cx::grad(cx::grad(cube))(3.0) == 18.0);
static_assert(cx::grad(cx::grad(cx::grad(cube)))(3.0f) == 6.0f);
static_assert(cx::value_and_grad(cube)(-2.0) == std::pair{-8.0, 12.0});
static_assert(cx::vmap(cx::grad(cube))(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3>{3, 12, 27});
static_assert(cx::grad(mean_square)(cx::array<double, 4>{1, 2, 3, 4}) == cx::array<double, 4>{0.5, 1, 1.5, 2});
static_assert(cx::jacfwd([](auto x) { return x * x; })(cx::array<double, 2>{3, 5}) == cx::array<double, 2, 2>{6, 0, 0, 10});

inline constexpr auto scaled_by_constant_gradient = [](auto x) { return x * cx::grad(cube)(3.0); };

TEST_CASE("a gradient at a constant inside a trace is a number of the program") {
  CHECK(cx::jit(scaled_by_constant_gradient)(2.0) == 54.0);
  CHECK(cx::grad(scaled_by_constant_gradient)(2.0) == 27.0);
}

TEST_CASE("constant evaluation and the processor agree bit for bit") {
  constexpr cx::array<double, 5> x{0.1, -0.7, 1.0 / 3, 1e-300, 2.5};
  constexpr auto at_compile_time = cx::value_and_grad(mean_square)(x);
  cx::array<double, 5> same = x;
  asm volatile("" : "+m"(same));
  auto const at_run_time = cx::value_and_grad(mean_square)(same);
  CHECK(at_compile_time.first == at_run_time.first);
  CHECK(at_compile_time.second == at_run_time.second);
  same[1] = -0.7000000000000001; // the comparison can fail
  CHECK_FALSE(at_compile_time.second == cx::value_and_grad(mean_square)(same).second);
}

} // namespace
