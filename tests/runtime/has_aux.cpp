// SPDX-License-Identifier: BSL-1.0
// What comes along with a gradient, in programs that are traced at run time.
#include "../support/late.hpp"

namespace {
constexpr late::of<double, 3> three;
inline constexpr auto loss = [](auto x, auto y) { return std::pair{cx::sum(x * y * y), x - y}; };
} // namespace

TEST_CASE("has_aux") {
  late::same(cx::value_and_grad(loss, cx::has_aux), three, three);
  late::same(cx::grad(loss, cx::argnums<1>, cx::has_aux), three, three);
  auto const [value, gradient] = cx::value_and_grad(loss, cx::has_aux)(cx::ndarray{1.0, 2.0}, cx::ndarray{3.0, 1.0});
  CHECK(value.first.item<double>() == 11.0);
  CHECK(gradient.data<double>()[0] == 9.0);
  CHECK(value.second.data<double>()[0] == -2.0);
}
