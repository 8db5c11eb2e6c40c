// SPDX-License-Identifier: BSL-1.0
// Functions and operators of ndarrays outside of a traced function, against numbers worked out by hand.
#include <constax/runtime.hpp>

#include "../support/catch.hpp"

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

TEST_CASE("operators and elementwise functions") {
  ndarray const x{1.0, 2.0, 4.0}, y{3.0, 2.0, 0.5};
  CHECK(x + y == ndarray{4.0, 4.0, 4.5});
  CHECK(2.0 * x - y / 2 == ndarray{0.5, 3.0, 7.75});
  CHECK(-x == ndarray{-1.0, -2.0, -4.0});
  CHECK((x > y) == ndarray{false, false, true});
  CHECK(((x >= y) & (x < 4.0)) == ndarray{false, true, false});
  CHECK(cx::sqrt(x * x) == x);
  CHECK(cx::where(x > y, x, y) == ndarray{3.0, 2.0, 4.0});
  CHECK(cx::maximum(x, 2.5) == ndarray{2.5, 2.5, 4.0});
  CHECK(x + cx::array<double, 3>{1, 1, 1} == ndarray{2.0, 3.0, 5.0});
  ndarray z = x;
  z += 1.0, z *= y;
  CHECK(z == ndarray{6.0, 6.0, 2.5});
  CHECK(x == ndarray{1.0, 2.0, 4.0});
  CHECK(ndarray{7, 8, 9} % 4 == ndarray{3, 0, 1});
  CHECK(ndarray{1, 2} << ndarray{3, 1} == ndarray{8, 4});
  CHECK(ndarray{7, 8} >> 1 == ndarray{3, 4});
  CHECK(cx::gcd(ndarray{12, 18}, 8) == ndarray{4, 2});
  CHECK(cx::lcm(4, ndarray{6, 7}) == ndarray{12, 28});
  CHECK(cx::gcd(cx::array<int, 2>{12, 18}, 8) == cx::array<int, 2>{4, 2});
  CHECK_THROWS_AS(x + ndarray({1.0, 2.0}), cx::shape_error);
  CHECK_THROWS_AS(x + ndarray({1, 2, 3}), cx::type_error);
}
TEST_CASE("a number is compared with each element, two ndarrays as values") {
  ndarray const x{1.0, 2.0, 4.0};
  ndarray const equal = x == 2.0, other = 2.0 != x;
  CHECK(equal == ndarray{false, true, false});
  CHECK(other == ndarray{true, false, true});
  CHECK(x[x != 2] == ndarray{1.0, 4.0});
  CHECK(static_cast<bool>(cx::sum(x) == 7.0));
  CHECK(x == ndarray{1.0, 2.0, 4.0});
  CHECK(x != ndarray{1.0, 2.0, 3.0});
  CHECK_THROWS_AS(static_cast<bool>(x == 2.0), cx::shape_error);
}

TEST_CASE("a number that elements do not hold") {
  ndarray const bytes{std::uint8_t{10}, std::uint8_t{100}, std::uint8_t{250}}, longs{std::int64_t{1}, std::int64_t{2}},
      unsigned_longs{std::uint64_t{1}, std::uint64_t{2}};
  constexpr auto* sentence = "stands beside a value of dtype u8, which holds 0 to 255; convert that value with cx::astype, or the number";
  CHECK_THROWS_WITH(bytes < 300, Catch::Contains("[constax] the number 300 ") && Catch::Contains(sentence));
  CHECK_THROWS_WITH(bytes > -1, Catch::Contains("the number -1 ") && Catch::Contains(sentence));
  CHECK_THROWS_WITH(cx::jit([](auto x) { return x * 256; })(bytes),
                    Catch::Contains("the number 256 ") && Catch::Contains("operand, u8[3]: input 0"));
  CHECK_THROWS_WITH(cx::clip(bytes, 0, 256), Catch::Contains(sentence));
  CHECK_THROWS_WITH(cx::where(bytes > 50, bytes, 300), Catch::Contains(sentence));
  CHECK_THROWS_WITH(bytes.at(0).set(300), Catch::Contains(sentence));
  CHECK_THROWS_WITH(cx::full_like(bytes, -1), Catch::Contains(sentence));
  CHECK_THROWS_WITH(cx::searchsorted(bytes, 300), Catch::Contains(sentence));
  CHECK_THROWS_WITH(cx::jit([](auto n) { return cx::fori_loop(n, 300, [](auto, auto v) { return v + 1; }, 0); })(bytes[0]),
                    Catch::Contains(sentence));
  CHECK_THROWS_WITH(longs + ~std::uint64_t{0}, Catch::Contains("the number 2^63 or more stands beside a value of dtype i64"));
  CHECK((bytes <= 255) == ndarray{true, true, true});
  CHECK((unsigned_longs < ~std::uint64_t{0}) == ndarray{true, true});
}

TEST_CASE("prefixes, and arrays of halves") {
  ndarray const x{3.0, 1.0, 2.0};
  ndarray const products = cx::associative_scan([](auto a, auto b) { return a * b; }, x),
                sums = cx::associative_scan([](auto a, auto b) { return a + b; }, x, cx::reverse);
  CHECK((products == ndarray{3.0, 3.0, 6.0} && sums == ndarray{6.0, 3.0, 2.0}));
  CHECK(ndarray(cx::full({2}, cx::bfloat16(1.5f))).dtype() == cx::dtype::bf16);
  CHECK(cx::evaluate([](auto v) { return cx::full<3>(cx::float16(2.0f)) * v; }, cx::float16(3.0f))[2] == cx::float16(6.0f));
}

TEST_CASE("elements, rows and slices") {
  ndarray const x(std::vector{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, {2, 3}), places{2, 0, -1};
  CHECK(x[1] == ndarray{4.0, 5.0, 6.0});
  CHECK(x(-1, 2).item<double>() == 6.0);
  CHECK(x(cx::slice(), cx::slice(1, 3)) == ndarray(std::vector{2.0, 3.0, 5.0, 6.0}, {2, 2}));
  CHECK(x(0_c, places) == ndarray{3.0, 1.0, 3.0});
  CHECK(x[0][places] * 2.0 == ndarray{6.0, 2.0, 6.0});
  CHECK(x(cx::newaxis, cx::ellipsis).rank() == 3);
  CHECK_THROWS_AS(x[2], cx::index_error);
  CHECK_THROWS_AS(x(0, 0, 0), cx::error);
  CHECK_THROWS_AS(x[x], cx::type_error);
  CHECK(cx::jit([&](auto i) { return x(1, i) * 10.0; })(places) == ndarray{60.0, 40.0, 60.0}); // a constant beside traced values
}
TEST_CASE("functions, with axes, numbers and options") {
  ndarray const x{{3.0, 1.0, 2.0}, {0.5, -1.0, 4.0}};
  CHECK(cx::sum(x) == ndarray(9.5));
  CHECK(cx::sum(x, 0) == ndarray{3.5, 0.0, 6.0});
  CHECK(cx::sum(x, 0_c) == ndarray{3.5, 0.0, 6.0});
  CHECK(cx::sum(x, cx::axes_c<0, 1>) == ndarray(9.5));
  CHECK(cx::sort(x, 1, cx::descending) == ndarray{{3.0, 2.0, 1.0}, {4.0, 0.5, -1.0}});
  CHECK(cx::reshape<3, -1>(x) == ndarray{{3.0, 1.0}, {2.0, 0.5}, {-1.0, 4.0}});
  CHECK(cx::matmul(x, cx::transpose(x)) == ndarray{{14.0, 8.5}, {8.5, 17.25}});
  CHECK(cx::clip(x, 0.0, 2.5) == ndarray{{2.5, 1.0, 2.0}, {0.5, 0.0, 2.5}});
  CHECK(cx::top_k(x, 1).second == ndarray{{0}, {2}});
  CHECK(cx::concatenate(std::tuple(x, x), 1_c).shape() == std::vector<std::int64_t>{2, 6});
  CHECK(cx::astype<int>(x) == ndarray{{3, 1, 2}, {0, -1, 4}});
  CHECK(cx::einsum<"ij->i">(x) == ndarray{6.0, 3.5});
  CHECK(cx::max_pool(cx::expand_dims(x, -1), cx::window<1, 2>) == cx::expand_dims(ndarray{{3.0, 2.0}, {0.5, 4.0}}, -1));
  CHECK(cx::reduce_window(x, cx::add, cx::window<2, 1>) == ndarray{{3.5, 0.0, 6.0}});
  CHECK(cx::avg_pool(cx::array<double, 4, 1>{1, 3, 5, 7}, cx::window<2>) == cx::array<double, 3, 1>{2, 4, 6});
  CHECK(cx::take(x, ndarray{2, 0}, 1) == ndarray{{2.0, 3.0}, {4.0, 0.5}});
  CHECK(cx::mean(x * 2.0, 1) == ndarray{4.0, 3.5 * 2 / 3});
  CHECK_THROWS_AS(cx::sum(x, 7), cx::shape_error);
}
