// SPDX-License-Identifier: BSL-1.0
// Results in rows of structures that a kernel turns itself (eval/row_block.hpp): the oracle's bits for rows of every length, of all types,
// beside what reads them again, and in layouts that cannot be turned.
#include "same_bits.hpp"

#include <utility>
#include <vector>

namespace {
using namespace same_bits;

inline constexpr cx::dim<"n"> n;

/// f(x[i], y[i]) is a row of K numbers.
template <int K>
inline constexpr auto row_of = [](auto x, auto y) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return cx::stack((x * double(I + 1) - y)...);
  }(std::make_integer_sequence<int, K>{});
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
    return std::tuple{cx::stack(x, x * 2.0), cx::astype<float>(cx::stack(x, x - 1.0, x * x)),
                      cx::astype<std::int32_t>(cx::stack(x, x + 40.0, x * 3.0, x, x)), cx::astype<std::int8_t>(cx::stack(x, x * 2.0)),
                      cx::stack(x < 1.0, x > 0.5)};
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
  constexpr auto matrices = cx::vmap(
      [](auto p) { return std::pair{p * 2.0, cx::stack(cx::stack(p[0_c], p[1_c], p[2_c]), cx::stack(p[2_c], cx::exp(p[1_c]), p[0_c]))}; });
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
/// Results in rows of 17, 2 and 19 numbers; with ReadAgain the first are multiplied by a matrix too, so that a pack turns them. The numbers
/// are small multiples of 1/8, and so all of it is exact.
template <bool ReadAgain> bool long_rows(std::int64_t rows, std::size_t offset) {
  constexpr auto f = [](auto x, auto y, auto matrix) {
    auto const made = cx::vmap([](auto a, auto b) { return std::tuple{row_of<17>(a, b), cx::stack(a, b), row_of<19>(b, a)}; })(x, y);
    if constexpr (ReadAgain)
      return std::tuple{std::get<0>(made), std::get<1>(made), std::get<2>(made), cx::matmul(std::get<0>(made), matrix)};
    else return made;
  };
  auto const count = static_cast<std::size_t>(rows);
  auto const number = [](std::size_t i) { return double(i % 1013) / 8; };
  auto const other = [](std::size_t i) { return double(i % 97) - 40; };
  std::vector<double> x(count), y(count), first(count * 17 + offset + 1, 7.0), pairs(count * 2), last(count * 19 + offset + 1, 7.0),
      products(count * 17);
  std::vector<double> const ones(17 * 17, 1.0);
  for (std::size_t i = 0; i < count; ++i) x[i] = number(i), y[i] = other(i);
  auto const evaluate = [&](auto... more) {
    cx::evaluate_into(std::tuple{cx::view<double, n, 17>(first.data() + offset, rows), cx::view<double, n, 2>(pairs.data(), rows),
                                 cx::view<double, n, 19>(last.data() + offset, rows), more...},
                      f, cx::view<double const, n>(x.data(), rows), cx::view<double const, n>(y.data(), rows),
                      cx::view<double const, 17, 17>(ones.data()));
  };
  if constexpr (ReadAgain) evaluate(cx::view<double, n, 17>(products.data(), rows));
  else evaluate();
  bool good = first.back() == 7 && last.back() == 7 && (offset == 0 || (first[offset - 1] == 7 && last[offset - 1] == 7));
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 17; ++k) {
      double const is = number(i) * double(k + 1) - other(i);
      good = good && first[offset + i * 17 + k] == is, sum += is;
    }
    for (std::size_t k = 0; k < 19; ++k) good = good && last[offset + i * 19 + k] == other(i) * double(k + 1) - number(i);
    good = good && pairs[i * 2] == number(i) && pairs[i * 2 + 1] == other(i) &&
           (!ReadAgain || (products[i * 17] == sum && products[i * 17 + 16] == sum));
  }
  return good;
}
TEST_CASE("long rows that no cache holds, several results of them at once") {
  for (std::int64_t rows : {100, 15'013, 40'001}) // 30 kB, 4.3 MB in two results, 11 MB
    for (std::size_t offset : {0u, 1u}) {
      INFO(rows << ' ' << offset);
      CHECK(long_rows<false>(rows, offset));
      CHECK(long_rows<true>(rows, offset));
    }
}
} // namespace
