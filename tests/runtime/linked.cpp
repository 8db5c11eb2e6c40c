// SPDX-License-Identifier: BSL-1.0
// flags: -O0 -march=native
// A file of a program that links constax::runtime: it holds calls of what stands there, and the same things are said and computed.
#define CONSTAX_USE_RUNTIME
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

#include <constax/runtime.hpp>

namespace cx = constax;
using namespace cx::literals;

namespace app {
/// A primitive that the library knows nothing of.
struct fourth_power_t : cx::elementwise<fourth_power_t> {
  static constexpr std::string_view name = "fourth_power";
  static constexpr auto eval(auto const& x) { return x * x * x * x; }
  static constexpr cx::value jvp(auto x, auto dx, auto) { return 4.0 * x * cx::square(x) * dx; }
};
inline constexpr fourth_power_t fourth_power{};
} // namespace app

namespace {
inline constexpr auto loss = [](auto w, auto b, auto x, auto y) {
  auto const e = cx::tanh(cx::dot(x, w) + b) - y;
  return cx::mean(e * e);
};
inline constexpr auto halved = [](auto x) { return cx::while_loop([](auto v) { return v > 1.0; }, [](auto v) { return 0.5 * v; }, x); };
inline constexpr auto powers = [](auto x) { return cx::sum(app::fourth_power(x)); };
} // namespace

TEST_CASE("a file that links the library computes what a static program computes") {
  CHECK(cx::has_strips());
  cx::array<double, 3, 2> x;
  for (int i = 0; i < 6; ++i) x[i] = 0.3 * i;
  cx::array<double, 2> const w{0.1, 0.7};
  cx::array<double, 3> const y{1.0, 0.0, 0.5};
  auto const g = cx::value_and_grad(loss, cx::argnums<0, 1>);
  auto const [l, slopes] = g(cx::ndarray(w), 0.5, cx::ndarray(x), cx::ndarray(y));
  auto const [static_l, static_slopes] = cx::jit(g)(w, 0.5, x, y);
  CHECK(l == cx::ndarray(static_l));
  CHECK(std::get<0>(slopes) == cx::ndarray(std::get<0>(static_slopes)));
  CHECK(std::get<1>(slopes) == cx::ndarray(std::get<1>(static_slopes)));
}
TEST_CASE("transformations, control flow and primitives of the user's own") {
  CHECK(cx::jit(halved)(cx::ndarray(7.0)).item<double>() == 0.875);
  CHECK(cx::vmap(halved)(cx::ndarray{7.0, 0.5}) == cx::ndarray{0.875, 0.5});
  CHECK(cx::grad(powers)(cx::ndarray{1.0, 2.0}) == cx::ndarray{4.0, 32.0});
  CHECK(cx::make_jaxpr(powers)(cx::ndarray{1.0, 2.0}) ==
        "{ lambda ; a:f64[2]. let\n    b:f64[2] = fourth_power a\n    c:f64[] = reduce_sum[axes=(0,)] b\n  in (c,) }");
}
TEST_CASE("what is wrong is thrown") {
  CHECK(thrown<cx::shape_error>([] {
          (void)(cx::ndarray{1.0, 2.0} + cx::ndarray{1.0, 2.0, 3.0});
        }) == "[constax] add: shapes f64[2] and f64[3] do not broadcast; reshape one of them, or name equal symbols");
}
