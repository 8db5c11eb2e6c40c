// SPDX-License-Identifier: BSL-1.0
// boost::hana::tuple as a pytree: arguments and gradients have its structure.
#include <constax/constax.hpp>

#include <constax/api/hana.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
namespace hana = boost::hana;

namespace {

inline constexpr auto loss = [](auto p) { return cx::sum(hana::at_c<0>(p) * hana::at_c<1>(p)); };

TEST_CASE("a hana::tuple goes in, and its gradient comes back as one") {
  hana::tuple<double, cx::array<double, 3>> const p(2.0, cx::array<double, 3>{1, 2, 4});
  auto const g = cx::grad(loss)(p);
  static_assert(std::is_same_v<decltype(g), hana::tuple<double, cx::array<double, 3>> const>);
  CHECK(hana::at_c<0>(g) == 7.0);
  CHECK(hana::at_c<1>(g) == cx::array<double, 3>{2, 2, 2});
  CHECK_FALSE(hana::at_c<1>(g) == cx::array<double, 3>{1, 2, 4});
  // Inside a trace as well.
  constexpr auto scaled = [](auto x) { return cx::grad(loss)(hana::tuple<decltype(x), decltype(x)>(x, x * 3.0)); };
  auto const inner = cx::jit(scaled)(5.0);
  CHECK(hana::at_c<0>(inner) == 15.0);
  CHECK(hana::at_c<1>(inner) == 5.0);
}

} // namespace
