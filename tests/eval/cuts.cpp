// SPDX-License-Identifier: BSL-1.0
// clang: -O0
// Kernels that are cut (plan/cuts.hpp): the oracle's bits, and a workspace that does not grow with the length.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

inline constexpr auto trapezoids = [](auto x, auto y, auto z) {
  for (int i = 0; i < 48; ++i) {
    auto const a = y * z, b = x * z, c = x * y, x1 = x + 0.125 * a, y1 = y - 0.25 * b, z1 = z + 0.125 * c;
    auto const d = a + y1 * z1, e = b + x1 * z1, g = c + x1 * y1;
    x = x + 0.0625 * d, y = y - 0.125 * e, z = z + 0.0625 * g;
  }
  return std::tuple{x, y, z};
};
inline constexpr auto ends = [](auto x, auto y, auto z) {
  auto const [a, b, c] = trapezoids(x, y, z);
  return cx::sum(a * b) + cx::sum(c);
};

TEST_CASE("a kernel in parts gives the oracle's bits") {
  constexpr int W = CONSTAX_VECTOR_BYTES / 8;
  for (int k : {0, 1, W, 3 * W + 1, 32, 33, 300}) {
    INFO(k);
    CHECK(compare(trapezoids, input<double, n>(k), input<double, n>(k, 1), input<double, n>(k, 2)));
    CHECK(compare(ends, input<double, n>(k), input<double, n>(k, 1), input<double, n>(k, 2)));
  }
  CHECK_FALSE(compare_with(ends, cx::jit([](auto x, auto y, auto z) { return ends(x, z, y); }), input<double, n>(33),
                           input<double, n>(33, 1), input<double, n>(33, 2)));
}
TEST_CASE("what crosses its parts lies in strips") {
  auto const bytes = [](int length) {
    std::vector<double> const x(static_cast<std::size_t>(length));
    cx::view<double const, n> const v(x.data(), length);
    return cx::plan(trapezoids)(v, v, v).workspace;
  };
  CHECK(bytes(1000) > 0);
  CHECK(bytes(1000) == bytes(100'000));
}

} // namespace
