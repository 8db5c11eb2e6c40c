// SPDX-License-Identifier: BSL-1.0
// concatenate, pad, reshape, transpose, slice and rev on loop axes: the oracle's bits. Reshapes of symbolic lengths are in reshapes.cpp.
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
    CHECK(compare(cx::grad([](auto x) { return cx::sum(cx::square(x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)])); }),
                  input<double, n>(r)));
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
/// Nothing is computed: results are copied from what they look at, in tiles where it lies in another order.
inline constexpr auto looks = [](auto x) {
  return std::tuple{cx::transpose(x, cx::axes_c<0, 2, 1>),
                    cx::transpose(x, cx::axes_c<1, 0, 2>),
                    cx::transpose(x, cx::axes_c<1, 2, 0>),
                    cx::transpose(x, cx::axes_c<2, 0, 1>),
                    cx::transpose(x),
                    cx::flip(x),
                    cx::flip(cx::transpose(x), 2_c),
                    cx::transpose(cx::flip(x, 1_c))};
};
TEST_CASE("results that only look at an argument") {
  for (auto [r, c, s] : {std::array{1, 1, 1}, std::array{3, 9, 33}, std::array{8, 8, 8}, std::array{17, 40, 8}, std::array{33, 1, 16},
                         std::array{0, 4, 5}, std::array{4, 0, 5}, std::array{70, 7, 65}}) {
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
  CHECK(compare([](auto x, auto y) { return cx::astype<double>(cx::transpose(x)) + y; }, input<std::int8_t, n, m>(66, 512),
                input<double, m, n>(512, 66)));
}
TEST_CASE("outer sums and broadcasts") {
  CHECK(compare([](auto x, auto y) { return cx::expand_dims(x, 1_c) + y; }, input<double, n>(37), input<double, m>(50, 2)));
  CHECK(compare([](auto x, auto y) { return cx::outer(x, y); }, input<double, n>(37), input<double, m>(50, 2)));
}

} // namespace
