// SPDX-License-Identifier: BSL-1.0
// Long kernels with a slow beginning, in two phases: which are cut, and the oracle's bits at lengths around registers of lanes and strips
// of them.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;

/// A point is turned by |(x, y)| again and again: 4 operations each time.
template <int Times>
inline constexpr auto turned = [](auto x, auto y) {
  auto const angle = cx::sqrt(x * x + y * y), c = cx::cos(angle), s = cx::sin(angle);
  for (int i = 0; i < Times; ++i) {
    auto const z = x * c + y * s;
    y = y * c - x * s, x = z;
  }
  return std::pair{x, y + angle};
};
/// The angle of what has been turned.
inline constexpr auto slow_last = [](auto x, auto y) {
  auto const c = x * 0.5, s = y * 0.25;
  for (int i = 0; i < 50; ++i) {
    auto const z = x * c + y * s;
    y = y * c - x * s, x = z;
  }
  return cx::sin(x) + cx::cos(y);
};
/// Each turn by another angle, all of which wait.
inline constexpr auto many_angles = [](auto x, auto y) {
  decltype(cx::sin(x)) c[10], s[10];
  for (int k = 0; k < 10; ++k) c[k] = cx::cos(x * (0.1 * k + 0.1)), s[k] = cx::sin(y * (0.1 * k + 0.1));
  auto u = c[0], v = s[0];
  for (int k = 0; k < 50; ++k) {
    auto const z = u * c[k % 10] + v * s[k % 10];
    v = v * c[k % 10] - u * s[k % 10], u = z;
  }
  return u + v;
};
inline constexpr auto of_row = [](auto row) {
  auto [u, v] = turned<50>(row[0], row[1] * row[2]);
  return cx::stack(u, v, u * v);
};
inline constexpr auto rows = cx::vmap(of_row);

template <class F>
std::string plan_of(F const& f) {
  return std::string(cx::plan(f)(cx::spec<double, n>{}, cx::spec<double, n>{}).str().view());
}
constexpr auto absent = std::string::npos;

TEST_CASE("a long kernel that waits for a few functions has two phases") {
  auto const text = plan_of(turned<50>);
  CHECK(text.find(" along axis 0, in two phases\n     reads b, a\n") != absent); // each once, though the second phase loads them again
  CHECK(text.find("=sin | ") != absent);
  auto const phases = [](auto f) { return plan_of(f).find("two phases") != absent; };
  CHECK(phases(turned<50>));
  CHECK_FALSE(phases(turned<20>)); // short
  CHECK_FALSE(phases(slow_last));  // nothing waits
  CHECK_FALSE(phases(many_angles)); // too much would
}
TEST_CASE("its bits are those of one phase") {
  constexpr int W = CONSTAX_VECTOR_BYTES / 8;
  for (int k : {0, 1, W - 1, W, W + 1, 3 * W, 8 * W - 1, 8 * W, 8 * W + 1, 9 * W, 15 * W + 3, 16 * W, 1000}) {
    INFO(k);
    CHECK(compare(turned<50>, input<double, n>(k), input<double, n>(k, 1)));
    CHECK(compare(turned<50>, input<float, n>(2 * k), input<float, n>(2 * k, 1)));
    CHECK(compare(rows, input<double, n, 3>(k)));
  }
  CHECK(compare(turned<50>, input<double, 100>(), input<double, 100>(1)));
  CHECK_FALSE(compare_with(turned<50>, turned<49>, input<double, n>(100), input<double, n>(100, 1)));
}
/// A sum of each row, what lies over it if a kernel is the last to read it, and much that needs both.
inline constexpr auto over_the_sum = [](auto x) {
  auto const sum = cx::sum(cx::exp(x - cx::expand_dims(cx::mean(x, 1_c), 1_c)), 1_c), over = sum * 2.0 + 1.0;
  auto const s = cx::sin(over);
  auto t = s;
  for (int i = 0; i < 60; ++i) t = t * s + 0.01 * sum - t * sum * 0.001;
  return std::pair{over, t};
};
TEST_CASE("the second phase reads nothing that the first has written over") {
  for (int k : {1, 8, 17, 300}) {
    INFO(k);
    CHECK(compare(over_the_sum, input<double, n, 100>(k)));
    CHECK(compare([](auto x) { return over_the_sum(x).second; }, input<double, n, 100>(k)));
  }
}

} // namespace
