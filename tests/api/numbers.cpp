// SPDX-License-Identifier: BSL-1.0
// Functions of elements that are no primitives, of numbers; elements of expressions; places that are plain integers. All outside of a
// traced function, against numbers worked out by hand, in constant expressions.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

using v3 = cx::array<double, 3>;

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr cx::dim<"n"> n;
constexpr cx::array<double, 3> x{1, 2, 3};
constexpr cx::array<double, 2, 3> a{1, 2, 3, 4, 5, 6};

template <class T, class X> constexpr bool is(X const& value, T const& expected) {
  static_assert(std::is_same_v<X, T>);
  return value == expected;
}

TEST_CASE("a function of elements gives a number of numbers, in their type") {
  STATIC_REQUIRE(is(cx::sinc(0.0), 1.0));
  STATIC_REQUIRE(is(cx::sinc(0.0f), 1.0f));
  STATIC_REQUIRE(is(cx::sinc(0), 1.0));
  STATIC_REQUIRE(is(cx::relu(-1), 0));
  STATIC_REQUIRE(is(cx::clip(3.0, 0.0, 1.0), 1.0));
  STATIC_REQUIRE(is(cx::clip(3, 0, 2.5), 2.5));
  STATIC_REQUIRE(is(cx::isnan(nan), true));
  STATIC_REQUIRE(is(cx::isnan(1), false));
  STATIC_REQUIRE(is(cx::isclose(nan, nan, 1e-5, 1e-8, cx::equal_nan), true));
  STATIC_REQUIRE(is(cx::where(true, 1, 2.5), 1.0));
  STATIC_REQUIRE(is(cx::astype<int>(2.75), 2));
  STATIC_REQUIRE(is(cx::gcd(12, 18), 6));
  STATIC_REQUIRE(is(cx::heaviside(0, 0.5), 0.5));
  STATIC_REQUIRE(cx::divmod(-7, 2) == std::tuple(-4, 1));
  double const one = 1;
  CHECK(cx::logaddexp(one, 2.0) == cx::eval(cx::array<double, 1>{0.0} + cx::logaddexp(cx::array<double, 1>{one}, 2.0))[0]);
}

TEST_CASE("an element of an expression") {
  STATIC_REQUIRE(is((x * 2.0)[1], 4.0));
  STATIC_REQUIRE((a + x)(1, 2) == 9);
  STATIC_REQUIRE((a + x)[5] == 9);
  STATIC_REQUIRE((a + x)(1_c, -1_c) == 9);
  STATIC_REQUIRE((a + x)(-1, 0) == 5);
  CHECK_THROWS_WITH((a + x)(1, 7), "[constax] index: 7 lies outside of axis 1 of length 3 of an array f64[2,3]; indices are from -3 to 2");
  STATIC_REQUIRE((a + x)(1_c, cx::slice()) == cx::array<double, 3>{5, 7, 9});
  STATIC_REQUIRE((a + x)[0_c] == cx::array<double, 3>{2, 4, 6});
  STATIC_REQUIRE((a + x).size() == 6);
  std::vector<double> const memory{1, 2, 3, 4};
  cx::view<double const, n> const v(memory);
  auto const e = cx::exp(v) * 0.3 + v;
  std::vector<double> const all(e.begin(), e.end());
  CHECK(cx::array<double, 4>{all[0], all[1], all[2], all[3]} == cx::array<double, 4>{e[0], e[1], e[2], e[3]});
  CHECK(all[3] == cx::eval(e)[3]);
  std::vector<double> const less{1, 2, 3};
  cx::view<double const, n> const w(less);
  CHECK_THROWS_WITH((w + v)[3],
                    "[constax] an element of an expression: axis 0 of an operand f64[n] has length 4, that of an operand "
                    "before it has length 3");
}

TEST_CASE("places are plain integers") {
  STATIC_REQUIRE(cx::take(x, 1, 0_c) == 2);
  STATIC_REQUIRE(cx::take(a, 1, 0_c) == cx::array<double, 3>{4, 5, 6});
  STATIC_REQUIRE(cx::dynamic_slice<2>(x, 1) == cx::array<double, 2>{2, 3});
  STATIC_REQUIRE(cx::dynamic_update_slice(x, cx::array<double, 1>{7}, 2) == cx::array<double, 3>{1, 2, 7});
}

TEST_CASE("updates at indices make new arrays") {
  STATIC_REQUIRE(x.at(1).set(7.0) == v3{1, 7, 3});
  STATIC_REQUIRE(x.at(-1).add(1) == v3{1, 2, 4});
  STATIC_REQUIRE(x.at(0_c).mul(5.0).at(2_c).min(0.0) == v3{5, 2, 0});
  STATIC_REQUIRE(x.at(cx::slice(1_c, cx::end)).set(cx::array<double, 2>{8, 9}) == v3{1, 8, 9});
  STATIC_REQUIRE(x.at(cx::array<int, 4>{0, 2, 0, 0}).add(1.0) == v3{4, 2, 4});
  STATIC_REQUIRE(x.at(cx::array<int, 2>{0, 9}).set(5.0) == v3{5, 2, 3}); // places outside are dropped
  STATIC_REQUIRE(x.at(cx::array<int, 2>{0, 9}).get(cx::mode::wrap) == cx::array<double, 2>{1, 1});
  STATIC_REQUIRE((x + x).at(0).subtract(x(2)) == v3{-1, 4, 6});
  STATIC_REQUIRE(a.at(1, cx::slice()).set(x) == cx::array<double, 2, 3>{1, 2, 3, 1, 2, 3});
  STATIC_REQUIRE(a.at(cx::ellipsis, 0).max(3.0) == cx::array<double, 2, 3>{3, 2, 3, 4, 5, 6});
  STATIC_REQUIRE(cx::array<int, 3>{1, 2, 3}.at(1).set(9) == cx::array<int, 3>{1, 9, 3});
  STATIC_REQUIRE(cx::evaluate([](auto w) { return x.at(1).set(w); }, 7.0) == v3{1, 7, 3});
  CHECK_THROWS_WITH(x.at(3).set(0.0), "[constax] index: 3 lies outside of axis 0 of length 3 of an array f64[3]; indices are from -3 to 2");
  std::vector<double> memory{1, 2, 3, 4};
  cx::view<double, n> const v(memory);
  CHECK(v.at(3).set(0.0)[3] == 0);
  CHECK(memory[3] == 4);
}

TEST_CASE("an array that no one holds is written to where a view says") {
  std::vector<double> memory{1, 2, 3, 4};
  cx::view<double, n> v(memory);
  v = v.at(0).set(50.0);
  CHECK((memory == std::vector<double>{50, 2, 3, 4} && v.data() == memory.data()));
  v = v[cx::array<int, 4>{3, 2, 1, 0}];
  CHECK(memory == std::vector<double>{4, 3, 2, 50});
  cx::view<double, 2, cx::strided> const odd(memory.data() + 1, {2});
  odd = cx::sort(odd, 0_c);
  CHECK(memory == std::vector<double>{4, 3, 2, 50});
  odd = cx::sort(-odd, 0_c);
  CHECK(memory == std::vector<double>{4, -50, 2, -3});
  STATIC_REQUIRE(!std::is_constructible_v<cx::view<double, 4>, cx::array<double, 4>>);
  STATIC_REQUIRE(std::is_constructible_v<cx::view<double const, 4>, cx::array<double, 4>>); // an argument
}

TEST_CASE("true_divide takes integers as double") {
  STATIC_REQUIRE(is(cx::true_divide(7, 2), 3.5));
  STATIC_REQUIRE(is(cx::divide(7.0f, 2), 3.5f));
  STATIC_REQUIRE(cx::divide(cx::array<int, 3>{-7, -3, 2}, 2) == cx::array<double, 3>{-3.5, -1.5, 1});
  STATIC_REQUIRE(cx::evaluate([](auto w) { return cx::true_divide(w, 2); }, cx::array<int, 2>{1, 2}) == cx::array<double, 2>{0.5, 1});
}

TEST_CASE("integers to the power of integers") {
  cx::array<int, 8> const k{1, 2, 3, -2, -1, 0, 5, -3}, m{-3, 5, 0, 3, -5, -1, 13, 2};
  CHECK(cx::array<int, 8>(cx::power(k, 2)) == cx::array<int, 8>{1, 4, 9, 4, 1, 0, 25, 9});
  cx::array<int, 8> const expected{1, 32, 1, -8, -1, 0, 1220703125, 9};
  CHECK(cx::array<int, 8>(cx::pow(k, m)) == expected);
  CHECK(cx::evaluate([](auto a, auto b) { return cx::pow(a, b); }, k, m) == expected);
  cx::array<std::uint8_t, 256> a, b; // modulo 2^8, whatever the exponent
  for (int i = 0; i < 256; ++i) a[i] = static_cast<std::uint8_t>(7 * i), b[i] = static_cast<std::uint8_t>(5 * i);
  cx::array<std::uint8_t, 256> const c = cx::power(a, b);
  for (int i = 0; i < 256; ++i) {
    unsigned product = 1;
    for (unsigned n = 0; n < b[i]; ++n) product = product * a[i] % 256;
    CHECK(c[i] == product);
  }
  STATIC_REQUIRE(is(cx::pow(2, -1), 0.5)); // of plain numbers as std::pow
  STATIC_REQUIRE(is(cx::power(2.0f, 3), 8.0f));
}

TEST_CASE("an expression is an argument like the array that it makes") {
  cx::array<double, 3> const x{1, 2, 3};
  constexpr auto f = [](auto v) { return cx::sum(v * v); };
  CHECK(cx::jit(f)(x * 2.0) == 56);
  CHECK(cx::grad(f)(x + 1.0) == v3{4, 6, 8});
  CHECK(cx::evaluate(f, -x) == 14);
  auto const [y, pull] = cx::vjp(f, x * 2.0);
  CHECK((y == 56 && std::get<0>(pull(cx::sum(x))) == v3{24, 48, 72}));
  CHECK(cx::jvp(f, x * 2.0, x * 1.0).second == 56);
  constexpr auto product = [](auto v, auto w) { return cx::sum(v * w); };
  CHECK(cx::jvp(product, std::tuple{x * 2.0, x}, std::tuple{x, x * 3.0}).second == 98);
  CHECK(cx::closure(product, x * 2.0)(x) == 28);
  CHECK(cx::jit([](auto p) { return cx::sum(p.first * p.second); })(std::pair{x * 2.0, x}) == 28);
  double out = 0;
  cx::evaluate_into(out, f, x * 2.0);
  CHECK(out == 56);
  CHECK(cx::vmap([](auto v) { return v * v; })(x - 1.0) == v3{0, 1, 4});
  CHECK(cx::plan(f)(x * 2.0).cost.flops == cx::plan(f)(x).cost.flops);
}

TEST_CASE("take of one plain integer") {
  STATIC_REQUIRE(cx::evaluate([](auto m) { return cx::take(m, 1, 0_c); }, cx::array<double, 2, 3>{1, 2, 3, 4, 5, 6}) == v3{4, 5, 6});
  STATIC_REQUIRE(cx::evaluate([](auto m) { return cx::take(m, -1); }, cx::array<double, 2, 3>{1, 2, 3, 4, 5, 6}) == 6);
}

TEST_CASE("an integer beside an array whose elements do not hold it is refused") {
  cx::array<std::uint8_t, 3> const p{10, 100, 250};
  cx::array<std::int64_t, 2> const s{1, 2};
  cx::array<std::uint64_t, 2> const u{1, 2};
  CHECK_THROWS_WITH((p < 300),
                    "[constax] the number 300 stands beside a value of dtype u8, which holds 0 to 255; "
                    "convert that value with cx::astype, or the number");
  CHECK_THROWS_WITH((p > -1), Catch::Contains("the number -1 stands beside a value of dtype u8"));
  CHECK_THROWS_WITH(p.at(0).set(256), Catch::Contains("the number 256 stands beside a value of dtype u8"));
  CHECK_THROWS_WITH(s + ~std::uint64_t{0}, Catch::Contains("the number 2^63 or more stands beside a value of dtype i64, which holds "
                                                           "-9223372036854775808 to 9223372036854775807"));
  CHECK(cx::array<bool, 3>(p <= 255) == cx::array<bool, 3>{true, true, true});
  CHECK(cx::array<bool, 2>(u < ~std::uint64_t{0}) == cx::array<bool, 2>{true, true});
  CHECK(cx::array<std::int64_t, 2>(s + std::numeric_limits<std::int64_t>::min())[0] == std::numeric_limits<std::int64_t>::min() + 1);
}

TEST_CASE("clip with one bound, or none") {
  constexpr auto below = [](auto x) { return cx::clip(x, cx::none, 2); };
  constexpr auto above = [](auto x) { return cx::clip(x, 2, cx::none); };
  STATIC_REQUIRE(cx::evaluate(below, cx::array<int, 3>{1, 2, 3}) == cx::array<int, 3>{1, 2, 2});
  STATIC_REQUIRE(cx::evaluate(above, cx::array<int, 3>{1, 2, 3}) == cx::array<int, 3>{2, 2, 3});
  CHECK(v3(cx::clip(v3{1, 2, 3}, cx::none, 2.5)) == v3{1, 2, 2.5});
}

} // namespace
