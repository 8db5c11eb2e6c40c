// SPDX-License-Identifier: BSL-1.0
// Concatenations that kernels read where their pieces lie: the oracle's bits, wherever pieces meet within a register or at its ends.
#include "same_bits.hpp"

#include <sstream>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto ring = [](auto x) { return cx::square(cx::roll(x, 1_c, 0_c)) + cx::roll(x, -1_c, 0_c) * x; };
inline constexpr auto ring_energy = [](auto x) { return cx::sum(ring(x)); };
inline constexpr auto torus = [](auto u) {
  auto const r = cx::roll(u, 1_c, 0_c) + cx::roll(u, -1_c, 0_c) + cx::roll(u, 1_c, 1_c) + cx::roll(u, -1_c, 1_c) - 4.0 * u;
  return 0.5 * cx::sum(r * r);
};
/// Pieces of what is computed, of one element, in a turned order, and of other lengths.
inline constexpr auto patched = [](auto x, auto y) {
  auto const z = cx::exp(x);
  return cx::sum(cx::concatenate(z[cx::slice(0_c, 3_c)], cx::flip(y), z, 0_c) * 2.0) + cx::sum(z * z);
};
inline constexpr auto ends = [](auto u) { // values set apart at both ends of each row
  auto const left = u(cx::slice(), cx::slice(0_c, 1_c)) * 0.5, right = u(cx::slice(), cx::slice(-1_c, cx::end)) + 1.0;
  return cx::sin(cx::concatenate(left, u, right, 1_c));
};

TEST_CASE("rings of all lengths around registers and rounds of chains") {
  for (int r : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 66, 255, 257, 513, 1000, 1025}) {
    INFO(r);
    CHECK(compare(ring, input<double, n>(r)));
    CHECK(compare(ring, input<float, n>(r)));
    CHECK(compare(cx::value_and_grad(ring_energy), input<double, n>(r)));
  }
  CHECK(compare(ring, input<int, n>(77)));
  CHECK(compare([](auto x) { return cx::roll(x, 3_c, 0_c) != x; }, input<bool, n>(77)));
  CHECK(compare(cx::value_and_grad(ring_energy), input<double, 100>()));
}
TEST_CASE("rings along rows and columns") {
  for (int r : {1, 2, 3, 16, 17, 40})
    for (int c : {1, 2, 7, 8, 9, 33, 70}) {
      INFO(r << " x " << c);
      CHECK(compare(cx::value_and_grad(torus), input<double, n, m>(r, c)));
    }
  CHECK(compare(cx::value_and_grad(torus), input<double, 70, 90>()));
}
TEST_CASE("pieces of what is computed, and values set apart at the ends") {
  for (int r : {3, 4, 8, 13, 64, 100, 130})
    for (int s : {1, 5, 8, 70}) {
      INFO(r << ", " << s);
      CHECK(compare(patched, input<double, n>(r), input<double, m>(s)));
      CHECK(compare(cx::value_and_grad(patched), input<double, n>(r), input<double, m>(s)));
      CHECK(compare(ends, input<double, n, m>(r, s)));
    }
}
/// A step in time with values set apart at the ends: its inner points are computed where the result has them.
inline constexpr auto heat = [](auto u) {
  for (int i = 0; i < 2; ++i) {
    constexpr auto in = cx::slice(1_c, -1_c);
    auto const c = u(in, in);
    auto const inner = c + 0.1 * (u(cx::slice(0_c, -2_c), in) + u(cx::slice(2_c, cx::end), in) + u(in, cx::slice(0_c, -2_c)) +
                                  u(in, cx::slice(2_c, cx::end)) - 4.0 * c);
    auto const rows = cx::concatenate(u(in, cx::slice(0_c, 1_c)), inner, u(in, cx::slice(-1_c, cx::end)), 1_c);
    u = cx::concatenate(u(cx::slice(0_c, 1_c), cx::slice()), rows, u(cx::slice(-1_c, cx::end), cx::slice()), 0_c);
  }
  return u;
};
/// A piece that is read again when nothing reads the whole any more.
inline constexpr auto read_later = [](auto x, auto y) {
  auto const a = cx::exp(x);
  auto const whole = cx::concatenate(a, y, 0_c);
  auto const total = cx::sum(cx::cumsum(whole));
  return cx::sin(total * a);
};
TEST_CASE("pieces are computed where the result has them") {
  for (int r : {3, 4, 9, 40})
    for (int s : {3, 8, 11, 70}) {
      INFO(r << " x " << s);
      CHECK(compare(heat, input<double, n, m>(r, s)));
      CHECK(compare(cx::grad([](auto u) { return cx::sum(cx::square(heat(u))); }), input<double, n, m>(r, s)));
      CHECK(compare(read_later, input<double, n>(r), input<double, m>(s)));
    }
  CHECK(compare(heat, input<float, 70, 66>()));
}
TEST_CASE("what is read at its neighbours is not written over") {
  std::vector<double> x(100, 1.0);
  cx::view<double, n> const whole(x.data(), 100);
  CHECK_THROWS_AS(cx::evaluate_into(whole, ring, cx::view<double const, n>(x.data(), 100)), std::invalid_argument);
}
TEST_CASE("no copy is planned, and the gradient of a ring is a ring") {
  auto const plan = cx::plan(cx::value_and_grad(ring_energy))(cx::view<double const, n>(nullptr, 0));
  std::ostringstream text;
  text << plan;
  CHECK(text.str().find("copy") == std::string::npos);
  CHECK(text.str().find("pad") == std::string::npos);
}

} // namespace
