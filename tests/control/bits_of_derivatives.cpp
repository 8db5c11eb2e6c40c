// SPDX-License-Identifier: BSL-1.0
// Derivatives of derivatives of loops, compiled: the oracle's bits. Higher orders are in orders.cpp, where the oracle alone evaluates them.
#include "../eval/same_bits.hpp"
#include "programs.hpp"

namespace {

using namespace same_bits;

inline constexpr auto long_loop = [](auto w, auto x) {
  auto const [i, y] = cx::while_loop([](auto const& s) { return s.first < 300; },
                                     [&](auto const& s) {
                                       return std::pair{s.first + 1, cx::sin(w * s.second) + 0.3};
                                     },
                                     std::pair{0, x});
  return y;
};
/// The same with a carry that is an array.
inline constexpr auto long_loop_of_pairs = [](auto w, auto x) {
  auto const [i, y] = cx::while_loop([](auto const& s) { return s.first < 300; },
                                     [&](auto const& s) {
                                       return std::pair{s.first + 1, cx::sin(w * s.second) + 0.3};
                                     },
                                     std::pair{0, x * cx::ones<double, 2>()});
  return cx::sum(y);
};
TEST_CASE("derivatives of derivatives: chains that read chains") {
  using constax_tests::reverse, constax_tests::square_and_add_pair;
  CHECK(compare(reverse(reverse(square_and_add_pair)), scalar{1.2}));
  CHECK(compare(cx::value_and_grad([](auto w, auto x) { return cx::grad(long_loop_of_pairs)(w, x) * x; }, cx::argnums<0, 1>), scalar{0.9},
                scalar{0.4})); // more trips than are kept
}
TEST_CASE("derivatives of derivatives: matrices of matrices") {
  using constax_tests::reverse, constax_tests::square_and_add, constax_tests::newton;
  CHECK(compare(reverse(reverse(square_and_add)), scalar{1.2}));
  CHECK(compare(reverse(reverse(newton)), scalar{2.0}));
  CHECK(compare(cx::value_and_grad([](auto w, auto x) { return cx::grad(long_loop)(w, x) * x; }, cx::argnums<0, 1>), scalar{0.9},
                scalar{0.4}));
}

} // namespace
