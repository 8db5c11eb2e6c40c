// SPDX-License-Identifier: BSL-1.0
// Reshapes that take axes apart or join them, alone and among loops and regions: the oracle's bits.
#include "same_bits.hpp"

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

TEST_CASE("a reshape that takes axes apart is a view, in any layout") {
  static constexpr auto rows = [](auto x) { return cx::exp(cx::reshape<20, 30>(x)); };
  CHECK(compare(rows, input<double, 600>()));
  CHECK(compare(rows, input_in<cx::strided, double, 600>()));
  CHECK(compare([](auto x) { return cx::reshape<6, 1, 100>(x); }, input<float, 600>()));
  CHECK(compare([](auto x) { return cx::reshape<6, 100>(x)(cx::slice(1_c, -1_c, 2_c), cx::slice(3_c, cx::end)) * 2.0; },
                input<double, 600>()));
  CHECK(compare([](auto x) { return cx::sum(cx::transpose(cx::reshape<100, 6>(cx::flip(x))), 1_c); }, input<double, 600>()));
  for (int r : {1, 7, 50, 300}) {
    INFO(r);
    static constexpr auto heads = [](auto x) { return cx::softmax(cx::reshape<n, 2, 20>(x), 1_c); };
    CHECK(compare(heads, input<double, n, 40>(r)));
    CHECK(compare(heads, input_in<cx::col_major, double, n, 40>(r)));
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(heads(cx::tanh(x)))); }), input<double, n, 40>(r)));
    CHECK(compare([](auto x) { return cx::sum(cx::sin(cx::reshape<m, 5>(x)), 0_c); }, input<double, 5 * m>(5 * r)));
    CHECK(compare([](auto x) { return cx::max(cx::reshape<m, 100>(x * 2.0), 1_c); }, input<double, 100 * m>(100 * r)));
    CHECK(compare(
        [](auto x) {
          return cx::fori_loop(
              0, 2, [](auto, auto const& v) { return cx::sin(v); }, cx::reshape<m, 5>(x));
        },
        input<double, 5 * m>(5 * r)));
  }
  CHECK(compare([](auto x, auto y) { return cx::dot(cx::reshape<30, 40>(x), cx::reshape<40, 20>(y)); }, input<double, 1200>(),
                input<double, 800>()));
}
TEST_CASE("a reshape that joins axes is written where it goes") {
  static constexpr auto joined = [](auto x) { return cx::ravel(cx::exp(x)); };
  CHECK(compare(joined, input<double, 20, 30>()));
  CHECK(compare(
      [](auto x) {
        return std::pair{cx::exp(cx::reshape<40, 15>(x)), cx::sin(cx::ravel(x))};
      },
      input<double, 20, 30>())); // copies
  CHECK(compare([](auto x) { return cx::exp(cx::ravel(x)); }, input_in<cx::col_major, double, 20, 30>()));
  CHECK(compare([](auto x) { return cx::ravel(x); }, input<std::int8_t, 70, 300>()));
  CHECK(
      compare_into([](auto x) { return std::tuple{joined(x)}; }, std::tuple{output<cx::strided, double, 600>()}, input<double, 20, 30>()));
  CHECK(compare_into(
      [](auto x) {
        return std::tuple{joined(x), cx::reshape<6, 100>(cx::sin(x))};
      },
      std::tuple{output<nullptr, double, 600>(), output<cx::col_major, double, 6, 100>()}, input<double, 6, 10, 10>()));
  static constexpr auto twice = [](auto x) {
    auto const y = cx::exp(x);
    return std::tuple{cx::ravel(y), cx::reshape<6, 100>(y)};
  };
  CHECK(compare(twice, input<double, 6, 10, 10>()));
  CHECK(compare_into(twice, std::tuple{output<cx::strided, double, 600>(), output<nullptr, double, 6, 100>()}, input<double, 6, 10, 10>()));
  for (int r : {1, 7, 50, 300}) {
    INFO(r);
    static constexpr auto flat = [](auto x) {
      auto const y = cx::tanh(x);
      return cx::reshape<5 * n>(y);
    };
    CHECK(compare(flat, input<double, n, 5>(r)));
    CHECK(compare(
        [](auto x) {
          auto const y = cx::tanh(x);
          return std::pair{cx::reshape<100 * n>(y), y * 2.0};
        },
        input<double, n, 100>(r)));
    CHECK(compare(
        [](auto x) {
          auto const y = cx::tanh(x);
          return std::tuple{cx::reshape<100 * n>(y), y, cx::reshape<n, 4, 25>(y)};
        },
        input<double, n, 100>(r)));
    CHECK(compare([](auto x) { return cx::reshape<100 * n>(cx::softmax(cx::softmax(x, 1_c) * 2.0, 1_c)); }, input<double, n, 100>(r)));
    CHECK(compare(
        [](auto x) {
          auto const y = cx::reshape<100 * n>(cx::tanh(x));
          return std::pair{y, cx::sin(y)};
        },
        input<double, n, 100>(r)));
    CHECK(compare(cx::grad([](auto w) { return cx::sum(cx::square(cx::softmax(cx::reshape<m, 100>(w), 1_c))); }),
                  input<double, 100 * m>(100 * r)));
    CHECK(compare([](auto x) { return cx::reshape<m, 2, 3>(cx::reshape<m, 6>(x * 2.0)) + cx::reshape<m, 2, 3>(x); },
                  input<double, 6 * m>(6 * r)));
  }
}

} // namespace
