// SPDX-License-Identifier: BSL-1.0
// for (auto row : x): the rows of traced values, static and late, and of ndarrays, in their order, with derivatives.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

namespace {
namespace cx = constax;
using cx::ndarray;

/// sum over i of 2^i sum(x[i]^2)
inline constexpr auto weighted = [](auto x) {
  auto s = cx::sum(x) * 0.0;
  double weight = 1.0;
  for (auto const& row : x) s = s + weight * cx::sum(row * row), weight *= 2.0;
  return s;
};
/// The same of sin(x), which no name holds while the loop runs; and rows of rows.
inline constexpr auto of_sines = [](auto x) {
  auto s = cx::sum(x) * 0.0;
  double weight = 1.0;
  for (auto row : cx::sin(x))
    for (auto element : row) s = s + weight * element, weight *= 2.0;
  return s;
};
cx::array<double, 2, 3> const a{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
ndarray const late(a);
} // namespace

TEST_CASE("rows come in their order") {
  double const expected = (1.0 + 4.0 + 9.0) + 2.0 * (16.0 + 25.0 + 36.0);
  CHECK(cx::jit(weighted)(a) == expected);
  CHECK(cx::jit(weighted)(late).item<double>() == expected);
  CHECK(weighted(late).item<double>() == expected);
  CHECK(cx::jit(weighted)(cx::array<double, 3>{1.0, 2.0, 3.0}) == 1.0 + 2.0 * 4.0 + 4.0 * 9.0);
  CHECK(cx::jit(weighted)(ndarray(std::vector<double>{}, {0, 3})).item<double>() == 0.0);
  CHECK(cx::make_jaxpr(weighted)(cx::spec<double, 2, 3>{}).str().view() == cx::make_jaxpr(weighted)(late).str().view());
  CHECK(cx::make_jaxpr(of_sines)(cx::spec<double, 2, 3>{}).str().view() == cx::make_jaxpr(of_sines)(late).str().view());
  CHECK(same(of_sines(late), cx::jit(of_sines)(a)));
}
TEST_CASE("and have derivatives") {
  ndarray const slopes{{2.0, 4.0, 6.0}, {16.0, 20.0, 24.0}};
  CHECK(cx::grad(weighted)(late) == slopes);
  CHECK(ndarray(cx::grad(weighted)(a)) == slopes);
  CHECK(cx::vmap(weighted)(late) == ndarray{1.0 + 8.0 + 36.0, 16.0 + 50.0 + 144.0});
}
TEST_CASE("a number has none") {
  std::string const none = "[constax] for (auto row : x): a value of type f64[] has no first axis";
  CHECK(thrown<cx::shape_error>([] { return weighted(ndarray(1.0)); }) == none);
  CHECK(thrown<cx::shape_error>([] { return cx::jit(weighted)(ndarray(1.0)); }) == none);
}
