// SPDX-License-Identifier: BSL-1.0
// clang: -fconstexpr-steps=524288
// clang counts the steps of each constant evaluation, 2^20 without a flag. Half of them are enough for value and gradient of 500 equations,
// so all are for 1,000.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;

namespace {

inline constexpr auto f = [](auto w, auto x) {
  auto y = x;
  for (int i = 0; i < 166; ++i) y = cx::sin(w * y) + 0.5; // three equations a turn
  return y;
};

TEST_CASE("value and gradient of 500 equations") {
  double y = 1.25, dw = 0, dx = 1;
  double const w = 0.75;
  for (int i = 0; i < 166; ++i) {
    double const slope = std::cos(w * y);
    dw = slope * (y + w * dw), dx = slope * w * dx, y = std::sin(w * y) + 0.5;
  }
  auto const [value, gradient] = cx::value_and_grad(f, cx::argnums<0, 1>)(w, 1.25);
  CHECK(std::abs(value - y) < 1e-14);
  CHECK(std::abs(std::get<0>(gradient) - dw) < 1e-13);
  CHECK(std::abs(std::get<1>(gradient) - dx) < 1e-13);
  CHECK_FALSE(std::abs(std::get<0>(gradient)) < 1e-3);
}

} // namespace
