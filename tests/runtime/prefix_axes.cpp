// SPDX-License-Identifier: BSL-1.0
// Axes of vmap as prefixes of trees, at run time.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using cx::in_axes, cx::none, cx::out_axes;

namespace {
cx::ndarray const a(std::vector<double>{1, 2, 3, 4, 5, 6}, {3, 2}), c(std::vector<double>{10, 20}), three(std::vector<double>{1, 2, 3});
} // namespace

TEST_CASE("prefixes of trees of ndarrays") {
  constexpr auto f = [](auto all, auto s) {
    auto const& [x, rest] = all;
    auto const& [y, z] = rest;
    return std::tuple{cx::sum(x * y) * s + z, std::pair{x, s}};
  };
  auto const [y, rest] =
      cx::vmap(f, in_axes<in_axes<0, in_axes<none, 0>>, none>, out_axes<0, out_axes<1, none>>)(std::tuple{a, std::pair{c, three}}, 2.0);
  CHECK(same(y, cx::array<double, 3>{101, 222, 343}));
  CHECK(same(rest.first, cx::array<double, 2, 3>{1, 3, 5, 2, 4, 6}));
  CHECK(same(rest.second, 2.0));
  constexpr auto g = [](auto xs) { return xs[0] + xs[1]; };
  CHECK(same(cx::vmap(g, in_axes<in_axes<0, none>>)(std::array{c, c}), cx::array<double, 2, 2>{20, 30, 30, 40}));
}
TEST_CASE("an axis of a part that it does not have") {
  constexpr auto f = [](auto p) { return p.first * p.second; };
  CHECK(thrown<cx::shape_error>([&] {
          cx::vmap(f, in_axes<in_axes<0, 1>>)(std::pair{a, c});
        }) == "[constax] vmap: in_axes names axis 1 of argument 0, which is f64[2]; use cx::none for an argument without rows");
}
