// SPDX-License-Identifier: BSL-1.0
// The compiled evaluator gives the oracle's bits: at all lengths from 0 to past two registers and at long ones, wherever memory starts.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr std::int64_t lengths[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,   9,   10,  11,   12,
                                           13, 14, 15, 16, 17, 31, 32, 33, 255, 256, 257, 1000, 5000};

template <class T>
bool elementwise_at_all_lengths() {
  bool good = true;
  for (std::int64_t const k : lengths)
    good &= compare(
        [](auto x, auto y) {
          return std::tuple{x + y, x - y * 0.5, x / y, cx::sqrt(x * x + y), cx::where(x < y, x, y * y), x >= y, cx::max(x, y), -cx::abs(x)};
        },
        input<T, n>(k), input<T, n>(k, 3));
  return good;
}
TEST_CASE("+ - * / fma sqrt select compare") {
  CHECK(elementwise_at_all_lengths<double>());
  CHECK(elementwise_at_all_lengths<float>());
}
TEST_CASE("integers and bool") {
  for (std::int64_t const k : {std::int64_t{0}, std::int64_t{1}, std::int64_t{15}, std::int64_t{16}, std::int64_t{17}, std::int64_t{1000}})
    CHECK(compare([](auto x, auto y) { return std::tuple{x + y, x * y - 3, (x < y) & (x > 0), cx::where(x == y, x, y), cx::sum(x)}; },
                  input<int, n>(k), input<int, n>(k, 3)));
}
template <class T>
bool reductions_at_all_lengths() {
  bool good = true;
  for (std::int64_t const k : lengths) {
    good &= compare([](auto x) { return std::tuple{cx::sum(x), cx::sum(x * x), cx::sum(cx::abs(x) + 1.0)}; }, input<T, n>(k));
    good &= compare([](auto x, auto y) { return cx::dot(x, y); }, input<T, n>(k), input<T, n>(k, 5));
    if (k > 0) good &= compare([](auto x) { return std::pair{cx::max(x), cx::min(x)}; }, input<T, n>(k));
  }
  return good;
}
TEST_CASE("sums, extrema and inner products") {
  CHECK(reductions_at_all_lengths<double>());
  CHECK(reductions_at_all_lengths<float>());
}
TEST_CASE("the comparison tells one bit, and one order of summation from another") {
  input<double, n> const x(1000);
  double backwards = 0;
  for (std::int64_t i = 1000; i-- > 0;) backwards += x.data()[i];
  double const forward = cx::jit([](auto a) { return cx::sum(a); })(x.view());
  CHECK(std::abs(backwards - forward) < 1e-12);
  CHECK(backwards != forward);
  CHECK_FALSE(compare_with([](auto a) { return a * 0.1; }, [](auto a) { return a / 10.0; }, x));
  CHECK(compare_with([](auto a) { return a * 2.0; }, [](auto a) { return a + a; }, x));
}

/// Numbers in the workspace share a slot for each type: sums, extrema, inner products and conditions, read by loops, views and further
/// numbers.
template <class T>
bool numbers_between_kernels(std::int64_t length) {
  auto const f = [](auto x) {
    auto const s = cx::sum(x), m = cx::max(x), q = cx::dot(x, x), r = cx::sqrt(cx::abs(m) + q + T(1));
    auto const y = x * s + m; // two numbers spread over the loop
    auto const t = cx::sum(cx::where(s > m, y, x - r));
    return std::tuple{y * (t / r), s * q - t, cx::cumsum(x * r)};
  };
  return compare(f, input<T, n>(length)) && compare(f, input<T, 70>());
}
TEST_CASE("numbers that several kernels read") {
  for (std::int64_t k : {0, 1, 7, 8, 1000}) {
    CHECK(numbers_between_kernels<double>(k));
    CHECK(numbers_between_kernels<float>(k));
  }
}

} // namespace
