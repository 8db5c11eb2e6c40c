// SPDX-License-Identifier: BSL-1.0
// Loops that carry integers alone, whose bodies read values that are differentiated: nothing of them has a derivative, and what stands
// around them has its own.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

namespace {

namespace cx = constax;
using namespace cx::literals;

inline constexpr auto more = [](auto count, auto v) { return count + cx::astype<int>(v > 1.0); };
inline constexpr auto by_while = [](auto v) {
  auto const step = [=](auto const& s) { return std::pair{more(s.first, v), s.second / 2}; };
  return cx::while_loop([](auto const& s) { return s.second > 0; }, step, std::pair{cx::astype<int>(v), 7}).first; // three trips
};
inline constexpr auto by_data = [](auto v) {
  auto const step = [=](auto const& s) { return std::pair{more(s.first, v), s.second - 1}; };
  auto const trips = cx::astype<int>(cx::max(v));
  return cx::while_loop([](auto const& s) { return s.second > 0; }, step, std::pair{cx::astype<int>(v), trips}).first;
};
inline constexpr auto by_fori = [](auto v) {
  return cx::fori_loop(0, cx::astype<int>(cx::max(v)), [=](auto, auto s) { return more(s, v); }, cx::astype<int>(v));
};
inline constexpr auto by_scan = [](auto v) {
  auto const step = [=](auto s) { return std::pair{more(s, v), std::tuple<>{}}; };
  return cx::scan(step, cx::astype<int>(v), cx::length<3>).first;
};
inline constexpr auto by_checkpoints = [](auto v) {
  auto const step = [=](auto s) { return std::pair{more(s, v), std::tuple<>{}}; };
  return cx::scan(step, cx::astype<int>(v), cx::length<3>, cx::checkpoints<1>).first;
};

TEST_CASE("the derivative of what integers of a loop are multiplied by") {
  cx::array<double, 3> const v{0.5, 1.5, 3.5};
  cx::array<double, 2, 3> const rows{0.5, 1.5, 3.5, 3.25, 0.5, 1.5};
  auto const is = [&]<class F>(F) {
    constexpr auto f = [](auto x) { return cx::sum(x * x * cx::astype<double>(F{}(x))); };
    cx::array<double, 3> const counts{0, 4, 6}; // of 0, 1, 3 one more in each of three trips
    auto const slopes = cx::grad(f)(v);
    auto const of_rows = cx::vmap(cx::grad(f))(rows);
    auto const bends = cx::hessian(f)(v);
    for (int i = 0; i < 3; ++i) {
      CHECK(slopes[i] == 2 * v[i] * counts[i]);
      CHECK(of_rows(0, i) == slopes[i]);
      for (int k = 0; k < 3; ++k) CHECK(bends(i, k) == (i == k ? 2 * counts[i] : 0));
    }
    CHECK(of_rows(1, 0) == 2 * 3.25 * 6);
    CHECK(of_rows(1, 2) == 2 * 1.5 * 4);
  };
  is(by_while), is(by_data), is(by_fori), is(by_scan), is(by_checkpoints);
}

} // namespace
