// SPDX-License-Identifier: BSL-1.0
// A for loop of C++ is unrolled into the program: 500 equations compile without flags for limits, and so does their gradient.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;

namespace {

inline constexpr auto loop = [](auto x) {
  auto y = x;
  for (int i = 0; i < 250; ++i) y = y * 1.001 + x; // two equations a turn
  return y;
};
static_assert(cx::make_jaxpr(loop)(cx::spec<double>{}).eqns().size() == 500);

TEST_CASE("500 equations") {
  double y = 0.75, dy = 1;
  for (int i = 0; i < 250; ++i) y = std::fma(y, 1.001, 0.75), dy = std::fma(dy, 1.001, 1.0);
  CHECK(std::abs(cx::jit(loop)(0.75) - y) <= 1e-12 * y);
  CHECK_FALSE(std::abs(cx::jit(loop)(0.75) - y) > 1.0);
  CHECK(std::abs(cx::grad(loop)(0.75) - dy) <= 1e-12 * dy);
}
TEST_CASE("locals, +=, helpers, arrays of traced values, a staged constant") {
  constexpr auto f = [](auto x) {
    std::array<decltype(x), 4> powers{x, x, x, x};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * x;
    auto s = x;
    for (auto const& p : powers) s += p;
    s *= 2.0;
    s -= 1.0;
    s /= 3.0;
    double t = 1.0;
    t = t + 2.0;
    return s + t;
  };
  CHECK(std::abs(cx::jit(f)(2.0) - ((2 + 2 + 4 + 8 + 16) * 2.0 - 1) / 3 - 3) < 1e-14);
  CHECK(std::abs(cx::grad(f)(2.0) - 2 * (1 + 1 + 4 + 12 + 32) / 3.0) < 1e-13);
}

} // namespace
