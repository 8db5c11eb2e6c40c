// SPDX-License-Identifier: BSL-1.0
// Arrays without elements, of lengths known and not: indexed by no indices, sorted, summed, scanned, with derivatives and rows.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include <tuple>
#include <utility>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr auto by_places = [](auto x, auto i) { return cx::sum(x[i] * 2.0) + cx::sum(cx::take_along_axis(x, i, 0_c)); };
inline constexpr auto sorted = [](auto x) {
  auto const [y, z] = cx::sort(std::tuple(x, x * 3.0));
  return cx::sum(y) + cx::sum(z) + cx::sum(x[cx::argsort(x)]) + cx::sum(cx::sort(x, cx::descending));
};
inline constexpr auto updated = [](auto x, auto i, auto v) {
  return cx::sum(x.at(i).add(v)) + cx::sum(x.at(i).set(v)) + cx::sum(x.at(i).add(v, cx::mode::clip));
};
inline constexpr auto scanned = [](auto x) {
  auto const [last, all] = cx::scan([](auto s, auto a) { return std::pair{s + a, s * a}; }, 7.0, x);
  return last + cx::sum(all) + cx::sum(cx::cumsum(x)) + cx::sum(cx::linear_recurrence(x, x));
};

TEST_CASE("arrays without elements, whose length is a number") {
  cx::array<double, 0> const none{};
  cx::array<int, 0> const nowhere{};
  CHECK(cx::jit(by_places)(none, nowhere) == 0);
  CHECK(cx::grad(by_places)(none, nowhere).size() == 0);
  CHECK(cx::jit(sorted)(none) == 0);
  CHECK(cx::grad(sorted)(none).size() == 0);
  CHECK(cx::vmap(sorted)(cx::array<double, 3, 0>{}) == cx::array<double, 3>{0, 0, 0});
  CHECK(cx::vmap(cx::grad(sorted))(cx::array<double, 3, 0>{}).size() == 0);
  CHECK(cx::vmap(sorted)(cx::array<double, 0, 3>{}).size() == 0);
  CHECK(cx::jit(updated)(none, nowhere, none) == 0);
  CHECK(cx::jit(updated)(cx::array<double, 2>{1, 2}, nowhere, none) == 9);
  CHECK(cx::grad(updated, cx::argnums<0>)(cx::array<double, 2>{1, 2}, nowhere, none) == cx::array<double, 2>{3, 3});
  CHECK(cx::jit(scanned)(none) == 7);
  CHECK(cx::jit([](auto x) { return cx::associative_scan([](auto a, auto b) { return a * b; }, x); })(none).size() == 0);
}

TEST_CASE("products and sums of nothing") {
  constexpr auto turned = [](auto m) { return std::pair{cx::det(m), cx::slogdet(m)}; };
  auto const [d, sl] = cx::jit(turned)(cx::array<double, 0, 0>{});
  CHECK((d == 1 && sl.first == 1 && sl.second == 0));
  CHECK(cx::vmap(turned)(cx::array<double, 2, 0, 0>{}).first == cx::array<double, 2>{1, 1});
  CHECK(cx::jit(turned)(cx::array<double, 2, 0, 0>{}).first == cx::array<double, 2>{1, 1});
  CHECK(cx::jit([](auto y, auto x) { return cx::trapezoid(y) + cx::trapezoid(y, x); })(cx::array<double, 0>{}, cx::array<double, 0>{}) ==
        0);
  CHECK(cx::jit([](auto y) { return cx::trapezoid(y, 0.1, 0_c); })(cx::array<double, 0, 2>{}) == cx::array<double, 2>{});
  auto const [counts, edges] = cx::jit([](auto y) { return cx::histogram<4>(y); })(cx::array<double, 0>{});
  CHECK((cx::sum(counts) == 0 && edges == cx::array<double, 5>{0, 0.25, 0.5, 0.75, 1}));
}

TEST_CASE("arrays of symbolic lengths without elements, and with one") {
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<double> numbers(k, 2.5);
    std::vector<int> places(k, 0);
    cx::view<double const, n> const x(numbers.data(), k);
    cx::view<int const, n> const i(places.data(), k);
    double const one = static_cast<double>(k);
    CHECK(cx::jit(by_places)(x, i) == 7.5 * one);
    CHECK(cx::jit(sorted)(x) == 15 * one);
    CHECK(cx::grad(sorted)(x).size() == static_cast<long>(k));
    CHECK(cx::jit(scanned)(x) == 7 + (2.5 + 7 * 2.5 + 2.5 + 2.5) * one);
  }
}

} // namespace
