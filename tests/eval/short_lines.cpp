// SPDX-License-Identifier: BSL-1.0
// Sums over short lines beside what all lines read (eval/short_lines.hpp), and over columns side by side (eval/strip_sums.hpp): the
// oracle's bits, for lengths around a register, the most that registers hold, and a block.
#include "same_bits.hpp"

#include <limits>

namespace {
using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

inline constexpr auto product = [](auto x, auto w) { return cx::dot(x, w); };
inline constexpr auto distance = [](auto x, auto w) { return cx::sum(cx::square(x - w), 1_c); };
inline constexpr auto least_squares = [](auto w, auto x, auto y) { return cx::sum(cx::square(cx::tanh(cx::dot(x, w)) - y)); };

template <class T, int Length>
bool lines_of() {
  bool good = true;
  for (int r : {1, 7, 65}) {
    good = good && compare(product, input<T, n, Length>(r), input<T, Length>()) &&
           compare(distance, input<T, n, Length>(r), input<T, Length>());
    good = good && compare([](auto x, auto a, auto b) { return cx::sum(x * a + b, 1_c); }, input<T, n, Length>(r), input<T, Length>(),
                           input<T, Length>(1.0));
  }
  return good;
}
TEST_CASE("lines of a known length: a register and a bit, 33 to 64, what registers hold and more, a block and more") {
  CHECK(lines_of<double, 17>());
  CHECK(lines_of<double, 33>());
  CHECK(lines_of<double, 40>());
  CHECK(lines_of<double, 64>());
  CHECK(lines_of<double, 65>());
  CHECK(lines_of<double, 100>());
  CHECK(lines_of<double, 128>());
  CHECK(lines_of<double, 129>());
  CHECK(lines_of<double, 200>());
  CHECK(lines_of<double, 256>());
  CHECK(lines_of<double, 257>());
  CHECK(lines_of<float, 33>());
  CHECK(lines_of<float, 100>());
  CHECK(lines_of<float, 256>());
  CHECK(lines_of<std::int32_t, 70>());
}
TEST_CASE("lines of lengths that the call knows, near and far") {
  for (int length : {15, 17, 24, 40, 100, 128, 200, 255, 256}) {
    INFO(length);
    for (int r : {1, 5, 66}) {
      CHECK(compare(product, input<double, n, m>(r, length), input<double, m>(length)));
      CHECK(compare(distance, input<float, n, m>(r, length), input<float, m>(length)));
    }
  }
  CHECK(compare(product, input<double, n, m>(30'000, 20), input<double, m>(20))); // 4.8 MB
  CHECK(compare(product, input<double, n, 130>(4'500), input<double, 130>()));
}
TEST_CASE("lines of arrays of three axes, of strided memory, of mixed types; extrema and products") {
  CHECK(compare([](auto x, auto w) { return cx::dot(x, w); }, input<double, n, m, 70>(3, 9), input<double, 70>()));
  CHECK(compare([](auto x, auto w) { return cx::sum(x * cx::expand_dims(w, 1_c), 2_c); }, input<double, n, 6, 70>(9),
                input<double, n, 70>(9)));
  CHECK(compare(product, input_in<cx::strided, double, n, 70>(9), input_in<cx::strided, double, 70>()));
  CHECK(compare(product, input_in<cx::col_major, double, n, 70>(9), input<double, 70>()));
  CHECK(compare([](auto x, auto w) { return cx::sum(cx::astype<double>(x) * w, 1_c); }, input<float, n, 70>(9), input<double, 70>()));
  CHECK(compare([](auto x, auto w) { return std::tuple{cx::max(x - w, 1_c), cx::min(x * w, 1_c), cx::sum(x * w, 1_c)}; },
                input<double, n, 70>(9), input<double, 70>()));
  CHECK(compare([](auto x, auto w) { return cx::prod(x + w, 1_c); }, input<double, n, 70>(9), input<double, 70>()));
}
TEST_CASE("a vector that is computed in registers: of 33 to 64 elements, beside a matrix that has loops") {
  CHECK(compare([](auto x, auto w) { return cx::dot(x, cx::sin(w)); }, input<double, n, 64>(9), input<double, 64>()));
  CHECK(compare([](auto x, auto w) { return cx::dot(x, cx::tanh(cx::dot(x, w))); }, input<double, 48, 48>(), input<double, 48>()));
  CHECK(compare(cx::grad([](auto w, auto x) { return cx::sum(cx::tanh(cx::dot(x, cx::tanh(cx::dot(x, w))))); }), input<double, 40>(),
                input<double, 40, 40>()));
  CHECK(compare([](auto x, auto w) { return cx::dot(w, x); }, input<double, 64, n>(9), input<double, 64>()));
}
TEST_CASE("sums over a region's rows: columns side by side, those left over, and rows that are no whole round") {
  for (int r : {1, 16, 17, 64, 71, 300}) {
    INFO(r);
    CHECK(compare(cx::value_and_grad(least_squares), input<double, 64>(), input<double, n, 64>(r), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(least_squares), input<double, 100>(), input<double, n, 100>(r), input<double, n>(r)));
    CHECK(compare(cx::value_and_grad(least_squares), input<float, 200>(), input<float, n, 200>(r), input<float, n>(r)));
    for (int columns : {7, 8, 23, 24, 25, 48, 67})
      CHECK(compare(cx::value_and_grad(least_squares), input<double, m>(columns), input<double, n, m>(r, columns), input<double, n>(r)));
  }
  CHECK(compare(cx::value_and_grad(least_squares), input<double, 100>(), input<double, n, 100>(6'000), input<double, n>(6'000))); // 4.8 MB
}
// The wrong twin: the same terms in another order have other bits.
TEST_CASE("a product from left to right is not the product") {
  constexpr auto left_to_right = [](auto x, auto w) {
    auto sum = x(cx::slice(), 0_c) * w[0_c];
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return ((sum = sum + x(cx::slice(), std::integral_constant<int, I + 1>{}) * w[std::integral_constant<int, I + 1>{}]), ...), sum;
    }(std::make_integer_sequence<int, 39>{});
  };
  CHECK_FALSE(compare_with(product, left_to_right, input<double, n, 40>(9), input<double, 40>()));
}
} // namespace
