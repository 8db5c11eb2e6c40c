// SPDX-License-Identifier: BSL-1.0
// Matrix products of all small shapes: the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

TEST_CASE("matrix times matrix") {
  for (int r : {1, 2, 3, 5, 8, 13, 40})
    for (int c : {1, 2, 7, 8, 9, 17, 40})
      for (int i : {1, 4, 9, 17, 40}) {
        INFO(r << " x " << i << " x " << c);
        CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, n, k>(r, i), input<double, k, m>(i, c)));
      }
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<float, n, k>(33, 300), input<float, k, m>(300, 19)));
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, n, k>(5, 0), input<double, k, m>(0, 4)));
}
TEST_CASE("fixed shapes, transposed operands, matrix times vector") {
  CHECK(compare([](auto x, auto y) { return cx::matmul(x, y); }, input<double, 3, 3>(), input<double, 3, 3>()));
  CHECK(compare([](auto x, auto y) { return cx::matmul(cx::transpose(x), y); }, input<double, 40, 30>(), input<double, 40, 20>()));
  for (auto [r, c] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{17, 40}, std::pair{300, 7}, std::pair{9, 1000}}) {
    CHECK(compare([](auto a, auto x) { return cx::dot(a, x); }, input<double, n, m>(r, c), input<double, m>(c)));
    CHECK(compare([](auto a, auto x) { return cx::dot(cx::transpose(a), x); }, input<double, n, m>(r, c), input<double, n>(r)));
    CHECK(compare([](auto a, auto x) { return cx::dot(x, a); }, input<double, n, m>(r, c), input<double, n>(r)));
  }
}
TEST_CASE("gradients of products; a batch of products") {
  CHECK(compare(cx::grad([](auto w, auto x, auto y) { return cx::sum(cx::square(cx::dot(x, w) - y)); }), input<double, m>(7), input<double, n, m>(100, 7), input<double, n>(100)));
  CHECK(compare(cx::vmap([](auto a, auto x) { return cx::dot(a, x); }), input<double, n, 3, 3>(50), input<double, n, 3>(50)));
  CHECK(compare(cx::vmap(cx::grad([](auto w, auto x) { return cx::square(cx::dot(w, x)); }), cx::in_axes<cx::none, 0>), input<double, 2>(), input<double, 3, 2>())); // a literal operand
}

} // namespace
