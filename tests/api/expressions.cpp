// SPDX-License-Identifier: BSL-1.0
// Expressions of arrays and views outside a traced function: which dtype a number beside them takes, against numbers worked out by hand.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cstdint>
#include <sstream>
#include <type_traits>

namespace cx = constax;
using namespace cx::literals;

namespace {

using std::int64_t;
inline constexpr cx::dim<"n"> n;

/// The same type, so the same dtype and shape, and the same elements.
template <class E, class A>
bool is(E const& expression, A const& expected) {
  static_assert(std::is_same_v<decltype(cx::eval(expression)), A>);
  return cx::eval(expression) == expected;
}

TEST_CASE("a number becomes an element of the array beside it, on either side") {
  cx::array<double, 3> const d{1.5, -2, 4};
  cx::array<float, 3> const f{1.5f, -2, 4};
  cx::array<int64_t, 3> const i{3, -2, (int64_t{1} << 53) + 1};
  cx::array<float, 3> const doubled = f * 2.0; // the conversion to an array
  CHECK(doubled == cx::array<float, 3>{3, -4, 8});
  CHECK(is(2.0 * f, cx::array<float, 3>{3, -4, 8}));
  CHECK(is(f + 0.5f, cx::array<float, 3>{2, -1.5f, 4.5f}));
  CHECK(is(1 - f, cx::array<float, 3>{-0.5f, 3, -3}));
  CHECK(is(f / 2, cx::array<float, 3>{0.75f, -1, 2}));
  CHECK(is(d * 2, cx::array<double, 3>{3, -4, 8}));
  CHECK(is(1 - d, cx::array<double, 3>{-0.5, 3, -3}));
  CHECK(is(6.0f / d, cx::array<double, 3>{4, -3, 1.5}));
  CHECK(is(d - 1u, cx::array<double, 3>{0.5, -3, 3}));
  CHECK(is(i * 2, cx::array<int64_t, 3>{6, -4, (int64_t{1} << 54) + 2}));
  CHECK(is(1 - i, cx::array<int64_t, 3>{-2, 3, -(int64_t{1} << 53)}));
  CHECK(is(i + 2_c, cx::array<int64_t, 3>{5, 0, (int64_t{1} << 53) + 3}));
  CHECK(is(2_c * f, cx::array<float, 3>{3, -4, 8}));
  // 0.1 is rounded to float before it is multiplied, as in a trace: 0.1f = 13421773 / 2^27
  CHECK(is(cx::array<float, 1>{0x1p27f} * 0.1, cx::array<float, 1>{13421773.0f}));
}
TEST_CASE("beside an expression, it takes the dtype of that") {
  cx::array<float, 3> const f{1.5f, -2, 4}, g{1, 2, 3};
  cx::array<int, 3> const i{3, -2, 7}, k{1, 1, 2};
  CHECK(is((f + g) * 2.0, cx::array<float, 3>{5, 0, 14}));
  CHECK(is(1 - (f * g) * 2, cx::array<float, 3>{-2, 9, -23}));
  CHECK(is((i + k) * 3 - 1, cx::array<int, 3>{11, -4, 26}));
  CHECK(is(-(i + k) / 2, cx::array<int, 3>{-2, 0, -4}));
  CHECK(is(cx::maximum(i * 2, 0), cx::array<int, 3>{6, 0, 14}));
  CHECK(is(cx::ldexp(f * 2, 1), cx::array<float, 3>{6, -8, 16})); // ldexp's exponent stays an integer
  CHECK(is(cx::ldexp(f, i) * 2, cx::array<float, 3>{24, -1, 1024}));
}
TEST_CASE("views, of symbolic length and with a layout") {
  float const memory[] = {1, 2, 3, 4, 5, 6};
  cx::view<float const, n> const v(memory, 6);
  cx::view<float const, 3, cx::strided> const odd(memory, {2});
  cx::array<float, n> const half = v * 0.5;
  CHECK(half[5] == 3.0f);
  CHECK(is(odd * 2 + 1, cx::array<float, 3>{3, 7, 11}));
  float out[3];
  cx::evaluate_into(cx::view<float, 3>(out), 10 - odd * 2.0);
  CHECK(out[0] == 8.0f);
  CHECK(out[2] == 0.0f);
}
TEST_CASE("pow with an integer exponent") {
  cx::array<double, 3> const d{1.5, -2, 4};
  cx::array<float, 3> const f{1.5f, -2, 4};
  cx::array<int, 3> const i{3, -2, 7};
  CHECK(is(cx::pow(d, 2), cx::array<double, 3>{2.25, 4, 16}));
  CHECK(is(cx::pow(d, -1), cx::array<double, 3>{1 / 1.5, -0.5, 0.25}));
  CHECK(is(cx::pow(f, 3), cx::array<float, 3>{3.375f, -8, 64}));
  CHECK(is(cx::pow(2, f + f), cx::array<float, 3>{8, 0.0625f, 256}));
  // known in its type it is integer_pow, which takes integers
  CHECK(is(cx::pow(f, 2_c), cx::array<float, 3>{2.25f, 4, 16}));
  CHECK(is(cx::pow(i, 3_c) + 1, cx::array<int, 3>{28, -7, 344}));
}
TEST_CASE("comparisons element by element; == of two arrays says whether they are equal") {
  cx::array<double, 4> const d{1, 2, 3, 4};
  cx::array<int, 4> const i{1, 2, 3, 4};
  using bools = cx::array<bool, 4>;
  CHECK(is(d > 2.0, bools{false, false, true, true}));
  CHECK(is(3 <= d, bools{false, false, true, true}));
  CHECK(is(d < i[1] * 1.5, bools{true, true, false, false}));
  CHECK(is(d >= d * 1.0, bools{true, true, true, true}));
  CHECK(is(d == 2.0, bools{false, true, false, false}));
  CHECK(is(2 != d + 0.0, bools{true, false, true, true}));
  CHECK(is(i % 2 == 1, bools{true, false, true, false}));
  cx::array<int, 3> const signs{1, 2, -3};
  CHECK((signs << 2).eval() == cx::array<int, 3>{4, 8, -12});
  CHECK((signs >> 1).eval() == cx::array<int, 3>{0, 1, -2});
  CHECK((2u << cx::array<unsigned, 2>{0, 3}).eval() == cx::array<unsigned, 2>{2, 16});
  CHECK(is(i & 6, cx::array<int, 4>{0, 2, 2, 4}));
  CHECK(is((i | 1) ^ 3, cx::array<int, 4>{2, 0, 0, 6}));
  CHECK(is(!(d > 2.0), bools{true, true, false, false}));
  CHECK(is(!(i - 1), bools{true, false, false, false}));
  CHECK(is(~i, cx::array<int, 4>{-2, -3, -4, -5}));
  CHECK(is(((d > 1.0) & (d < 4.0)) | (d == 4.0), bools{false, true, true, true}));
  CHECK(is(~(d > 1.0), bools{true, false, false, false}));
  static_assert(std::is_same_v<decltype(d == d), bool>);
  CHECK(d == d);
  CHECK(d != d * 2.0);
}
TEST_CASE("a number beside a mask and an array is an element of the array, beside masks alone what it is") {
  cx::array<double, 4> const d{1, 2, 3, 4};
  cx::array<float, 4> const f{1, 2, 3, 4};
  cx::array<bool, 4> const mask = d > 2.0;
  CHECK(cx::where(mask, f, 0.5) == cx::array<float, 4>{0.5f, 0.5f, 3, 4});
  CHECK(cx::where(d > 2.0, 0, d) == cx::array<double, 4>{1, 2, 0, 0});
  CHECK(cx::where(mask, 1.0, 0.5) == cx::array<double, 4>{0.5, 0.5, 1, 1});
  CHECK(is(mask == true, mask));
  CHECK(is(mask & false, cx::array<bool, 4>{}));
}
TEST_CASE("streams write the numbers") {
  cx::array<double, 2, 2> const d{1, 2, 3, 4};
  std::ostringstream out;
  out << d * 0.5 << (d > 2.0);
  CHECK(out.str() == "[[0.5 1]\n [1.5 2]][[0 0]\n [1 1]]");
}

} // namespace
