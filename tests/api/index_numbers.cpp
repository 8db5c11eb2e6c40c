// SPDX-License-Identifier: BSL-1.0
// NumPy's indexing of arrays and views outside of a traced function, against elements that are read one by one.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <type_traits>

namespace cx = constax;
using namespace cx::literals;

namespace {
inline constexpr cx::dim<"n"> n;
cx::array<double, 3, 4> counted() {
  cx::array<double, 3, 4> a;
  for (int i = 0; i < 12; ++i) a[i] = i;
  return a;
}
} // namespace

TEST_CASE("slices of an array are arrays") {
  auto a = counted();
  cx::array<double, 2, 4> const below = a[cx::slice(1_c, cx::end)];
  CHECK(below == cx::array<double, 2, 4>{4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(a(cx::slice(), cx::slice(cx::none, cx::none, -2_c)) == cx::array<double, 3, 2>{3, 1, 7, 5, 11, 9});
  CHECK(a(cx::slice(), -1_c) == cx::array<double, 3>{3, 7, 11});
  CHECK(a(cx::ellipsis, 0_c) == cx::array<double, 3>{0, 4, 8});
  CHECK(a(1_c, cx::newaxis, cx::slice(0_c, 2_c)) == cx::array<double, 1, 2>{4, 5});
  CHECK(a(cx::slice(2_c, 1_c)) == cx::array<double, 0, 4>{});
  CHECK(a[cx::newaxis](0_c, 2_c, 3_c) == 11);
  // what is chosen is a copy
  auto row = a[0_c];
  row[0] = -1;
  CHECK(a(0, 0) == 0);
}

TEST_CASE("integers choose rows; those that types carry count from the end") {
  auto a = counted();
  static_assert(std::is_same_v<decltype(a[-1_c]), cx::array<double, 4>>);
  CHECK(a[-1_c] == cx::array<double, 4>{8, 9, 10, 11});
  for (int i = -3; i < 3; ++i) {
    auto const row = a(i);
    for (int j = 0; j < 4; ++j) CHECK(row[j] == a(i < 0 ? i + 3 : i, j));
  }
  CHECK(a(1u, cx::slice(0_c, 2_c)) == cx::array<double, 2>{4, 5});
  CHECK(a(cx::slice(), std::int64_t{2}) == cx::array<double, 3>{2, 6, 10});
  CHECK(a(cx::ellipsis, 3) == cx::array<double, 3>{3, 7, 11});
  // elements stay places in memory
  static_assert(std::is_same_v<decltype(a(1, 2)), double&> && std::is_same_v<decltype(a[5]), double&>);
  static_assert(std::is_same_v<decltype(a(-1_c, 0_c)), double&>);
  a(-1_c, -1_c) = 50;
  CHECK(a[11] == 50);
  cx::array<double, 3> v{1, 2, 3};
  v[-1_c] = 9;
  CHECK(v[2] == 9);
  auto const& fixed = v;
  static_assert(std::is_same_v<decltype(fixed[0_c]), double const&>);
}

TEST_CASE("arrays of integers choose elements, as in a traced function") {
  auto const a = counted();
  cx::array<int, 2> const rows{2, 0};
  CHECK(a[rows] == cx::array<double, 2, 4>{8, 9, 10, 11, 0, 1, 2, 3});
  CHECK(a(rows, cx::asarray({1, 3})) == cx::array<double, 2>{9, 3});
  CHECK(a(cx::slice(1_c, cx::end), rows) == cx::array<double, 2, 2>{6, 4, 10, 8});
  CHECK(a(rows, 1) == cx::array<double, 2>{9, 1});
  CHECK(a[rows - 1] == cx::array<double, 2, 4>{4, 5, 6, 7, 8, 9, 10, 11}); // -1 is the last
  auto const same = cx::jit([](auto const& x, auto const& i) { return x(cx::slice(1_c, cx::end), i); })(a, rows);
  CHECK(a(cx::slice(1_c, cx::end), rows) == same);
  // in a traced function an array is a constant of it
  CHECK(cx::jit([](auto i) { return cx::array<double, 3>{1, 2, 4}[i]; })(2) == 4);
}

TEST_CASE("views of all layouts, symbolic lengths, other dtypes") {
  double memory[12];
  for (int i = 0; i < 12; ++i) memory[i] = i;
  cx::view<double const, 3, 4> const v(memory);
  CHECK(v(cx::slice(), 1_c) == cx::array<double, 3>{1, 5, 9});
  CHECK(v[-1_c] == cx::array<double, 4>{8, 9, 10, 11});
  cx::view<double, 3, 4, cx::col_major> const c(memory);
  CHECK(c(1_c) == cx::array<double, 4>{1, 4, 7, 10});
  CHECK(c(-1_c, 0_c) == 2);
  CHECK(c(cx::slice(), 2) == cx::array<double, 3>{6, 7, 8});
  cx::view<double const, n> const s(memory, 12);
  auto const tail = s[cx::slice(9_c, cx::end)];
  REQUIRE(tail.length(0) == 3);
  CHECK((tail[0] == 9 && tail[2] == 11));
  cx::array<bool, 3> const b{true, false, true};
  CHECK(b[cx::slice(1_c, cx::end)] == cx::array<bool, 2>{false, true});
}

TEST_CASE("integers outside of their axis are refused before anything is read") {
  auto const a = counted();
  CHECK(refusal([&] { a(3); }) == "[constax] index: 3 lies outside of axis 0 of length 3 of an array f64[3,4]; indices are from -3 to 2");
  CHECK(says(refusal([&] { a(cx::ellipsis, -5); }), {"-5 lies outside of axis 1 of length 4"}));
  CHECK(says(refusal([&] { a(cx::newaxis, cx::slice(), 4); }), {"4 lies outside of axis 1 of length 4"}));
  CHECK(refusal([&] { a(-3); }) == "accepted");
}
