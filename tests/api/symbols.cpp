// SPDX-License-Identifier: BSL-1.0
// Symbolic extents: one compilation serves all lengths; lengths that do not agree are refused before anything is written.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;

std::vector<double> numbers(std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = std::sin(1.0 + 0.7 * static_cast<double>(i));
  return x;
}

TEST_CASE("the same compiled function at many lengths, 0 and 1 among them") {
  constexpr auto f = cx::grad([](auto x) { return cx::sum(cx::sin(x) * x); });
  for (std::size_t count : {0u, 1u, 2u, 7u, 8u, 9u, 100u, 1000u}) {
    auto const x = numbers(count);
    auto const g = f(cx::view<double const, n>(x));
    CHECK(g.length(0) == static_cast<std::int64_t>(count));
    bool good = true;
    for (std::size_t i = 0; i < count; ++i)
      good &= std::abs(g[static_cast<std::int64_t>(i)] - (std::sin(x[i]) + x[i] * std::cos(x[i]))) < 1e-14;
    CHECK(good);
  }
}
TEST_CASE("n and n-1 by slices: differences of neighbours") {
  constexpr auto diff = cx::jit([](auto x) { return x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)]; });
  static_assert(cx::make_jaxpr(diff)(cx::spec<double, n>{}).out_avals()[0].shape[0] == n - 1);
  for (std::size_t count : {1u, 2u, 3u, 9u, 33u}) {
    auto const x = numbers(count);
    auto const d = diff(cx::view<double const, n>(x));
    CHECK(d.length(0) == static_cast<std::int64_t>(count) - 1);
    bool good = true;
    for (std::size_t i = 0; i + 1 < count; ++i) good &= d[static_cast<std::int64_t>(i)] == x[i + 1] - x[i];
    CHECK(good);
  }
  auto const sentence = refusal([&] { diff(cx::view<double const, n>(nullptr, 0)); });
  INFO(sentence);
  CHECK(says(sentence, {"n-1", "needs n >= 1", "n = 0"}));
  // its gradient
  constexpr auto energy = cx::grad([](auto x) { return cx::sum(cx::square(x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)])); });
  auto const x = numbers(5);
  auto const g = energy(cx::view<double const, n>(x));
  CHECK(std::abs(g[0] - -2 * (x[1] - x[0])) < 1e-14);
  CHECK(std::abs(g[2] - (2 * (x[2] - x[1]) - 2 * (x[3] - x[2]))) < 1e-14);
  CHECK(std::abs(g[4] - 2 * (x[4] - x[3])) < 1e-14);
}
TEST_CASE("an argument of length n-1 next to one of length n") {
  constexpr auto f = cx::jit([](auto x, auto h) { return (x[cx::slice(1_c, cx::end)] - x[cx::slice(0_c, -1_c)]) / h; });
  auto const x = numbers(6), h = numbers(5);
  auto const d = f(cx::view<double const, n>(x), cx::view<double const, n - 1>(h));
  CHECK(d.length(0) == 5);
  CHECK(d[3] == (x[4] - x[3]) / h[3]);
  auto const wrong = refusal([&] { f(cx::view<double const, n>(x), cx::view<double const, n - 1>(x)); });
  INFO(wrong);
  CHECK(says(wrong, {"n", "argument leaf 0", "argument leaf 1", "6", "7"}));
}
TEST_CASE("two symbols") {
  constexpr auto f = cx::jit([](auto a, auto x) { return cx::dot(a, x); });
  for (auto [rows, columns] : {std::pair{1, 1}, std::pair{3, 5}, std::pair{17, 40}, std::pair{40, 3}, std::pair{0, 4}}) {
    auto const a = numbers(static_cast<std::size_t>(rows * columns)), x = numbers(static_cast<std::size_t>(columns));
    auto const y = f(cx::view<double const, n, m>(a.data(), rows, columns), cx::view<double const, m>(x));
    CHECK(y.length(0) == rows);
    bool good = true;
    for (int i = 0; i < rows; ++i) {
      double s = 0;
      for (int j = 0; j < columns; ++j) s += a[static_cast<std::size_t>(i * columns + j)] * x[static_cast<std::size_t>(j)];
      good &= std::abs(y[i] - s) < 1e-13;
    }
    CHECK(good);
  }
}
TEST_CASE("a symbol that meets two lengths: a sentence with the symbol, both arguments and both lengths, and nothing written") {
  constexpr auto f = [](auto x, auto y) { return x * y; };
  auto const x = numbers(4), y = numbers(5);
  std::vector<double> out(4, 77.0);
  auto const sentence =
      refusal([&] { cx::evaluate_into(cx::view<double, n>(out), f, cx::view<double const, n>(x), cx::view<double const, n>(y)); });
  INFO(sentence);
  CHECK(says(sentence, {"symbol n", "argument leaf 1", "argument leaf 0", "4", "5"}));
  CHECK(out == std::vector<double>(4, 77.0));
  // the twin that fits is accepted
  CHECK(refusal([&] { cx::evaluate_into(cx::view<double, n>(out), f, cx::view<double const, n>(x), cx::view<double const, n>(x)); }) ==
        "accepted");
  CHECK(out[3] == x[3] * x[3]);
  CHECK(says(refusal([&] { cx::jit(f)(cx::view<double const, n>(x), cx::view<double const, n>(y)); }), {"symbol n", "4", "5"}));
}
TEST_CASE("a symbolic length next to a number, mean, and a size in a gradient") {
  constexpr auto f = cx::grad([](auto x) { return cx::mean(x * x); });
  for (std::size_t count : {1u, 3u, 100u}) {
    auto const x = numbers(count);
    auto const g = f(cx::view<double const, n>(x));
    CHECK(std::abs(g[0] - 2 * x[0] / static_cast<double>(count)) < 1e-15);
  }
  constexpr auto rows = cx::vmap([](auto p) { return cx::sum(p); });
  std::vector<double> const p{1, 2, 3, 4, 5, 6};
  auto const s = rows(cx::view<double const, n, 3>(p));
  CHECK(s.length(0) == 2);
  CHECK(s[1] == 15.0);
  CHECK(says(refusal([] {
    std::vector<double> const seven(7);
    cx::view<double const, n, 3> const v(seven);
    (void)v;
  }), {"7 elements", "f64[n,3]", "a multiple of 3"}));
}

TEST_CASE("symbols that follow from extents of two symbols, and from multiples") {
  auto const x = numbers(8), y = numbers(3);
  constexpr auto f = cx::jit([](auto a, auto b) { return cx::sum(a) + cx::sum(cx::ones<double, n>()) * cx::sum(b); }); // n = 8 - 3
  double a = 0, b = 0;
  for (double e : x) a += e;
  for (double e : y) b += e;
  CHECK(std::abs(f(cx::view<double const, n + m>(x.data(), 8), cx::view<double const, m>(y)) - (a + 5 * b)) < 1e-14);
  auto const sentence = refusal([&] { f(cx::view<double const, n + m>(x.data(), 2), cx::view<double const, m>(y)); });
  INFO(sentence);
  CHECK(says(sentence, {"argument leaf 0", "length 2", "m+n"}));
  constexpr auto pairs = cx::jit([](auto v) { return cx::sum(cx::reshape<n, 2>(v), 1_c); });
  auto const p = pairs(cx::view<double const, 2 * n>(x.data(), 8));
  REQUIRE(p.length(0) == 4);
  CHECK(std::abs(p[3] - (x[6] + x[7])) < 1e-15);
  CHECK(says(refusal([&] { pairs(cx::view<double const, 2 * n>(x.data(), 7)); }), {"length 7", "2n"}));
}

} // namespace
