// SPDX-License-Identifier: BSL-1.0
// Primitives with several results on run-time tracers and ndarrays: the program that the compiler records, and its bits.
#include "../support/late.hpp"
#include "../support/several_results.hpp"
#include "../support/thrown.hpp"

using late::of;

namespace {
constexpr of<double> number;
constexpr of<double, 4> four;
constexpr of<float, 3, 70> matrix_f;
constexpr of<int, 4> four_i;
constexpr of<double, 600> many;
} // namespace

TEST_CASE("several results: the same program at run time") {
  late::same([](auto x) { return cx::frexp(x); }, many);
  late::same([](auto x) { return cx::frexp(x); }, matrix_f);
  late::same([](auto x, auto y) { return my::three(x, y); }, four, number);
  late::same([](auto x) { return my::three(2.0, x); }, four);
  late::same([](auto x, auto y) { return my::turned(x, y); }, four_i, four_i);
  late::same([](auto x) { return cx::emit<my::scaled_t, my::scaled_t::params{2.5}>(x); }, matrix_f);
  late::same(
      [](auto x) {
        auto const [s, c] = my::sincos(x);
        return s * c;
      },
      number);
}
TEST_CASE("several results: transformations at run time") {
  constexpr auto f = [](auto x) {
    auto const [s, c] = my::sincos(x);
    auto const [m, e] = cx::frexp(x);
    return cx::sum(s * c + m);
  };
  late::same(cx::grad(f), many);
  late::same(cx::vmap([](auto x) { return my::sincos(x); }), matrix_f);
}
TEST_CASE("several results of ndarrays") {
  cx::ndarray const x(std::vector<double>{1, -6, 0});
  auto const [m, e] = cx::frexp(x);
  CHECK(same(m, cx::array<double, 3>{0.5, -0.75, 0}));
  CHECK(same(e, cx::array<std::int32_t, 3>{1, 3, 0}));
  auto const [p, below, q] = my::three(x, 2.0);
  CHECK(same(p, cx::array<double, 3>{2, -12, 0}));
  CHECK(same(below, cx::array<bool, 3>{true, true, true}));
  CHECK(same(q, cx::array<double, 3>{0.5, -3, 0}));
  CHECK(thrown<cx::type_error>([] { cx::frexp(cx::ndarray(std::vector<int>{1})); }).find("frexp") != std::string::npos);
}
TEST_CASE("quotients of dynamic tracers and ndarrays") {
  constexpr auto quotients = [](auto x, auto y) { return std::tuple{cx::divmod(x, y), cx::mod(x, y), cx::modf(cx::astype<double>(x))}; };
  late::same(quotients, many, many);
  late::same(quotients, four_i, four_i);
  late::same(quotients, of<unsigned, 5>{}, of<unsigned, 5>{});
  late::same([](auto x) { return cx::divmod(x, -2); }, four_i);
  late::same([](auto x) { return cx::floor_divide(7.5, x); }, four);
  auto const [q, r] = cx::divmod(cx::ndarray(std::vector<double>{7, -7, 7.25}), 3.0);
  CHECK(same(q, cx::array<double, 3>{2, -3, 2}));
  CHECK(same(r, cx::array<double, 3>{1, 2, 1.25}));
  auto const [q2, r2] = cx::divmod(cx::array<int, 2>{7, -7}, cx::array<int, 2>{-3, 3});
  CHECK((q2 == cx::array<int, 2>{-3, -3} && r2 == cx::array<int, 2>{-2, 2}));
  auto const [part, whole] = cx::modf(cx::array<double, 2>{1.25, -2.5});
  CHECK((part == cx::array<double, 2>{0.25, -0.5} && whole == cx::array<double, 2>{1, -2}));
}
