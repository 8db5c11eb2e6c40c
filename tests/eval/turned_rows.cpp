// SPDX-License-Identifier: BSL-1.0
// Results in rows of structures that a kernel turns itself (eval/row_block.hpp): the oracle's bits for rows of every length, of all types, beside what reads
// them again, and in layouts that cannot be turned.
#include "same_bits.hpp"

#include <utility>
#include <vector>

namespace {
using namespace same_bits;

inline constexpr cx::dim<"n"> n;

/// f(x[i], y[i]) is a row of K numbers.
template <int K>
inline constexpr auto row_of = [](auto x, auto y) {
  return [&]<int... I>(std::integer_sequence<int, I...>) { return cx::stack((x * double(I + 1) - y)...); }(std::make_integer_sequence<int, K>{});
};
template <int K> bool turns() {
  bool good = true;
  for (int r : {1, 8, 33}) good = good && compare(cx::vmap(row_of<K>), input<double, n>(r), input<double, n>(r));
  return good;
}
TEST_CASE("rows of every length: several in a register, one, in several registers, the last one full or not") {
  CHECK(turns<2>());
  CHECK(turns<3>());
  CHECK(turns<4>());
  CHECK(turns<5>());
  CHECK(turns<8>());
  CHECK(turns<9>());
  CHECK(turns<15>());
  CHECK(turns<30>());
  CHECK(turns<64>());
}
TEST_CASE("rows of all types, as wide as the kernel's numbers and narrower") {
  constexpr auto mixed = cx::vmap([](auto x) {
    return std::tuple{cx::stack(x, x * 2.0), cx::astype<float>(cx::stack(x, x - 1.0, x * x)), cx::astype<std::int32_t>(cx::stack(x, x + 40.0, x * 3.0, x, x)),
                      cx::astype<std::int8_t>(cx::stack(x, x * 2.0)), cx::stack(x < 1.0, x > 0.5)};
  });
  for (int r : {1, 8, 33, 70}) {
    CHECK(compare(mixed, input<double, n>(r)));
    CHECK(compare(cx::vmap([](auto x) { return cx::stack(x, cx::sin(x), x * x); }), input<float, n>(r)));
    CHECK(compare(cx::vmap([](auto x) { return cx::stack(x, x * x, x + x, x - 1, x); }), input<std::int64_t, n>(r)));
  }
}
TEST_CASE("rows that something else reads too, matrices of numbers, and rows that are made from rows") {
  constexpr auto read_again = [](auto p) {
    auto const q = cx::vmap([](auto x) { return cx::stack(x[0_c] * x[1_c], x[2_c] + x[0_c]); })(p);
    return std::pair{q, cx::sum(q * q, 0_c)};
  };
  constexpr auto matrices = cx::vmap([](auto p) { return std::pair{p * 2.0, cx::stack(cx::stack(p[0_c], p[1_c], p[2_c]), cx::stack(p[2_c], cx::exp(p[1_c]), p[0_c]))}; });
  for (int r : {1, 8, 33, 300}) {
    CHECK(compare(read_again, input<double, n, 3>(r)));
    CHECK(compare(matrices, input<double, n, 3>(r)));
  }
}
TEST_CASE("rows of column-major and of strided results: the numbers of rows that are turned, and nothing in between") {
  constexpr auto f = cx::vmap(row_of<5>);
  for (std::int64_t rows : {1, 8, 37, 100}) {
    auto const count = static_cast<std::size_t>(rows);
    std::vector<double> x(count), y(count), plain(count * 5), columns(count * 5), apart(count * 11, -5.0);
    for (std::size_t i = 0; i < count; ++i) x[i] = double(i) / 8, y[i] = 3.0 - double(i);
    cx::view<double const, n> const a(x.data(), rows), b(y.data(), rows);
    cx::evaluate_into(cx::view<double, n, 5>(plain.data(), rows), f, a, b);
    cx::evaluate_into(cx::view<double, n, 5, cx::col_major>(columns.data(), rows), f, a, b);
    cx::evaluate_into(cx::view<double, n, 5, cx::strided>(apart.data(), {rows}, {11, 2}), f, a, b);
    bool good = true;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < 11; ++k) {
        bool const element = k % 2 == 0 && k < 10;
        good = good && apart[i * 11 + k] == (element ? plain[i * 5 + k / 2] : -5.0);
        good = good && (!element || columns[k / 2 * count + i] == x[i] * double(k / 2 + 1) - y[i]);
      }
    CHECK(good);
  }
}
} // namespace
