// SPDX-License-Identifier: BSL-1.0
// concatenate, pad, reshape, transpose, slice and rev on loop axes: the oracle's bits.
#include "same_bits.hpp"

#include <array>

namespace {

using namespace same_bits;

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
inline constexpr cx::dim<"k"> k;

TEST_CASE("vectors") {
  for (std::int64_t const r : {std::int64_t{2}, std::int64_t{7}, std::int64_t{8}, std::int64_t{9}, std::int64_t{100}, std::int64_t{1000}}) {
    CHECK(compare([](auto x) { return cx::concatenate(x, x * 2.0, 0_c); }, input<double, n>(r)));
    CHECK(compare([](auto x) { return x[cx::slice(1_c, cx::end)] * x[cx::slice(0_c, -1_c)]; }, input<double, n>(r)));
    CHECK(compare([](auto x) { return cx::flip(x) + x; }, input<double, n>(r)));
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)])); }), input<double, n>(r)));
  }
  CHECK(compare([](auto x) { return x[cx::slice(3_c, 90_c, 4_c)] + 1.0; }, input<double, 100>()));
  CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(x[cx::slice(3_c, 90_c, 4_c)])); }), input<double, 100>()));
}
TEST_CASE("matrices") {
  for (auto [r, c] : {std::pair{1, 1}, std::pair{5, 9}, std::pair{17, 8}, std::pair{40, 33}}) {
    CHECK(compare([](auto x) { return cx::transpose(x) * 2.0; }, input<double, n, m>(r, c)));
    CHECK(compare([](auto x) { return cx::concatenate(x, cx::flip(x, 1_c), 1_c); }, input<double, n, m>(r, c)));
    CHECK(compare([](auto x) { return cx::concatenate(x, x + 1.0, 0_c); }, input<double, n, m>(r, c)));
  }
  CHECK(compare([](auto x) { return cx::reshape<50, 18>(x * 2.0); }, input<double, 30, 30>()));
  CHECK(compare([](auto x) { return cx::ravel(cx::transpose(x)); }, input<double, 30, 7>()));
  CHECK(compare([](auto x) { return cx::transpose(x, cx::axes_c<2, 0, 1>); }, input<float, 5, 6, 70>()));
}
TEST_CASE("a reshape that takes axes apart is a view, in any layout") {
  static constexpr auto rows = [](auto x) { return cx::exp(cx::reshape<20, 30>(x)); };
  CHECK(compare(rows, input<double, 600>()));
  CHECK(compare(rows, input_in<cx::strided, double, 600>()));
  CHECK(compare([](auto x) { return cx::reshape<6, 1, 100>(x); }, input<float, 600>()));
  CHECK(compare([](auto x) { return cx::reshape<6, 100>(x)(cx::slice(1_c, -1_c, 2_c), cx::slice(3_c, cx::end)) * 2.0; }, input<double, 600>()));
  CHECK(compare([](auto x) { return cx::sum(cx::transpose(cx::reshape<100, 6>(cx::flip(x))), 1_c); }, input<double, 600>()));
  for (int r : {1, 7, 50, 300}) {
    INFO(r);
    static constexpr auto heads = [](auto x) { return cx::softmax(cx::reshape<n, 2, 20>(x), 1_c); };
    CHECK(compare(heads, input<double, n, 40>(r)));
    CHECK(compare(heads, input_in<cx::col_major, double, n, 40>(r)));
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(heads(cx::tanh(x)))); }), input<double, n, 40>(r)));
    CHECK(compare([](auto x) { return cx::sum(cx::sin(cx::reshape<m, 5>(x)), 0_c); }, input<double, 5 * m>(5 * r)));
    CHECK(compare([](auto x) { return cx::max(cx::reshape<m, 100>(x * 2.0), 1_c); }, input<double, 100 * m>(100 * r)));
    CHECK(compare([](auto x) { return cx::fori_loop(0, 2, [](auto, auto const& v) { return cx::sin(v); }, cx::reshape<m, 5>(x)); }, input<double, 5 * m>(5 * r)));
  }
  CHECK(compare([](auto x, auto y) { return cx::dot(cx::reshape<30, 40>(x), cx::reshape<40, 20>(y)); }, input<double, 1200>(), input<double, 800>()));
}
TEST_CASE("a reshape that joins axes is written where it goes") {
  static constexpr auto joined = [](auto x) { return cx::ravel(cx::exp(x)); };
  CHECK(compare(joined, input<double, 20, 30>()));
  CHECK(compare([](auto x) { return std::pair{cx::exp(cx::reshape<40, 15>(x)), cx::sin(cx::ravel(x))}; }, input<double, 20, 30>())); // copies
  CHECK(compare([](auto x) { return cx::exp(cx::ravel(x)); }, input_in<cx::col_major, double, 20, 30>()));
  CHECK(compare([](auto x) { return cx::ravel(x); }, input<std::int8_t, 70, 300>()));
  CHECK(compare_into([](auto x) { return std::tuple{joined(x)}; }, std::tuple{output<cx::strided, double, 600>()}, input<double, 20, 30>()));
  CHECK(compare_into([](auto x) { return std::tuple{joined(x), cx::reshape<6, 100>(cx::sin(x))}; }, std::tuple{output<nullptr, double, 600>(), output<cx::col_major, double, 6, 100>()}, input<double, 6, 10, 10>()));
  static constexpr auto twice = [](auto x) { auto const y = cx::exp(x); return std::tuple{cx::ravel(y), cx::reshape<6, 100>(y)}; };
  CHECK(compare(twice, input<double, 6, 10, 10>()));
  CHECK(compare_into(twice, std::tuple{output<cx::strided, double, 600>(), output<nullptr, double, 6, 100>()}, input<double, 6, 10, 10>()));
  for (int r : {1, 7, 50, 300}) {
    INFO(r);
    static constexpr auto flat = [](auto x) { auto const y = cx::tanh(x); return cx::reshape<5 * n>(y); };
    CHECK(compare(flat, input<double, n, 5>(r)));
    CHECK(compare([](auto x) { auto const y = cx::tanh(x); return std::pair{cx::reshape<100 * n>(y), y * 2.0}; }, input<double, n, 100>(r)));
    CHECK(compare([](auto x) { auto const y = cx::tanh(x); return std::tuple{cx::reshape<100 * n>(y), y, cx::reshape<n, 4, 25>(y)}; }, input<double, n, 100>(r)));
    CHECK(compare([](auto x) { return cx::reshape<100 * n>(cx::softmax(cx::softmax(x, 1_c) * 2.0, 1_c)); }, input<double, n, 100>(r)));
    CHECK(compare([](auto x) { auto const y = cx::reshape<100 * n>(cx::tanh(x)); return std::pair{y, cx::sin(y)}; }, input<double, n, 100>(r)));
    CHECK(compare(cx::grad([](auto w) { return cx::sum(cx::square(cx::softmax(cx::reshape<m, 100>(w), 1_c))); }), input<double, 100 * m>(100 * r)));
    CHECK(compare([](auto x) { return cx::reshape<m, 2, 3>(cx::reshape<m, 6>(x * 2.0)) + cx::reshape<m, 2, 3>(x); }, input<double, 6 * m>(6 * r)));
  }
}
/// Nothing is computed: results are copied from what they look at, in tiles where it lies in another order.
inline constexpr auto looks = [](auto x) {
  return std::tuple{cx::transpose(x, cx::axes_c<0, 2, 1>), cx::transpose(x, cx::axes_c<1, 0, 2>), cx::transpose(x, cx::axes_c<1, 2, 0>), cx::transpose(x, cx::axes_c<2, 0, 1>), cx::transpose(x),
                    cx::flip(x), cx::flip(cx::transpose(x), 2_c), cx::transpose(cx::flip(x, 1_c))};
};
TEST_CASE("results that only look at an argument") {
  for (auto [r, c, s] : {std::array{1, 1, 1}, std::array{3, 9, 33}, std::array{8, 8, 8}, std::array{17, 40, 8}, std::array{33, 1, 16}, std::array{0, 4, 5}, std::array{4, 0, 5}, std::array{70, 7, 65}}) {
    INFO(r << ' ' << c << ' ' << s);
    CHECK(compare(looks, input<double, n, m, k>(r, c, s)));
    CHECK(compare(looks, input<float, n, m, k>(r, c, s)));
    CHECK(compare(looks, input<std::int8_t, n, m, k>(r, c, s)));
    CHECK(compare(looks, input<bool, n, m, k>(r, c, s)));
  }
  CHECK(compare([](auto x) { return cx::transpose(x[cx::slice(1_c, 16_c, 3_c)]); }, input<double, 17, 40, 8>()));
}
TEST_CASE("transposes beside what is none: rows whose lines meet in the cache are taken in tiles") {
  constexpr auto mixed = [](auto x, auto y) { return cx::transpose(x) * 2.0 + y; };
  for (auto [r, c] : {std::array{3, 64}, std::array{64, 64}, std::array{70, 128}, std::array{17, 193}, std::array{9, 256}}) {
    INFO(r << ' ' << c);
    CHECK(compare(mixed, input<double, n, m>(r, c), input<double, m, n>(c, r, 1)));
    CHECK(compare([](auto x) { return cx::softmax(cx::transpose(x), 1_c) + cx::exp(cx::transpose(x)); }, input<double, n, m>(r, c)));
  }
  CHECK(compare([](auto x) { return cx::transpose(x) * 2.0f; }, input<float, n, 5, 128>(37)));
  CHECK(compare([](auto x) { return cx::transpose(x, cx::axes_c<2, 1, 0>) * 2.0; }, input<double, n, 3, m>(9, 64)));
  CHECK(compare([](auto x, auto y) { return cx::astype<double>(cx::transpose(x)) + y; }, input<std::int8_t, n, m>(66, 512), input<double, m, n>(512, 66)));
}
TEST_CASE("outer sums and broadcasts") {
  CHECK(compare([](auto x, auto y) { return cx::expand_dims(x, 1_c) + y; }, input<double, n>(37), input<double, m>(50, 2)));
  CHECK(compare([](auto x, auto y) { return cx::outer(x, y); }, input<double, n>(37), input<double, m>(50, 2)));
}

} // namespace
