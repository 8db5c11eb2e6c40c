// SPDX-License-Identifier: BSL-1.0
// What is assigned to an array or to a view that is there (=, +=, an array to an array): written where that lies, without memory of its
// own, and right where it reads what it overwrites. Oracle: the same in a plain loop over a copy.
#include <constax/constax.hpp>

#include "../support/allocations.hpp"
#include "../support/catch.hpp"
#include "../support/refusal.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr cx::dim<"m"> m;
using in = cx::view<double const, n>;
using out = cx::view<double, n>;

template <class A>
A filled(A a, double from) {
  for (std::int64_t i = 0; i < a.size(); ++i) a[i] = from + 0.5 * static_cast<double>(i);
  return a;
}
std::vector<double> counting(std::size_t count) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<double>(i) + 1;
  return x;
}

/// z = x + y * 2 and x = x * y - 1: no allocation, the same memory, and the elements of a plain loop.
template <class A>
void assigned_in_place(A x, A y, A z) {
  x = filled(std::move(x), 1), y = filled(std::move(y), -3);
  A const was = x;
  double const* const at = x.data();
  long const before = allocations;
  z = x + y * 2.0;
  x = x * y - 1.0;
  long const made = allocations - before; // by now: CHECK itself may allocate
  INFO(x.size());
  CHECK(made == 0);
  CHECK(x.data() == at);
  bool good = true;
  for (std::int64_t i = 0; i < x.size(); ++i) good &= z[i] == was[i] + y[i] * 2 && x[i] == std::fma(was[i], y[i], -1);
  CHECK(good);
}
TEST_CASE("arrays: nothing is allocated, also where an operand is the destination") {
  assigned_in_place<cx::array<double, 3>>({}, {}, {});
  assigned_in_place<cx::array<double, 20, 30>>({}, {}, {});
  assigned_in_place<cx::array<double, 100, 70>>({}, {}, {}); // too large to lie in the object
  using vector = cx::array<double, n>;
  for (std::int64_t length : {0, 1, 7, 8, 9, 1000, 1 << 21}) assigned_in_place(vector(length), vector(length), vector(length));
  using rows = cx::array<double, n, 3>;
  for (std::int64_t length : {1, 8, 13, 500}) assigned_in_place(rows(length), rows(length), rows(length));
  assigned_in_place(cx::array<double, n, m>(31, 33), cx::array<double, n, m>(31, 33), cx::array<double, n, m>(31, 33));
  long const before = allocations;
  cx::array<double, n> const twin = vector(8) + vector(8); // the counter counts
  CHECK(allocations > before);
}
TEST_CASE("an array of other lengths takes new memory, once all is read") {
  auto x = filled(cx::array<double, n>(10), 1);
  x = in(x.data() + 2, 8) * 2.0;
  REQUIRE(x.size() == 8);
  CHECK(x[0] == 4);
  CHECK(x[7] == 11);
  cx::array<double, n> y(3);
  y = x + x;
  REQUIRE(y.size() == 8);
  CHECK(y[7] == 22);
}
TEST_CASE("an array that was moved from has lengths and no memory") {
  cx::array<double, 100, 70> const x = filled(cx::array<double, 100, 70>(), 1);
  cx::array<double, 100, 70> y;
  auto const taken = std::move(y);
  y = x * 2.0;
  CHECK(y(99, 69) == 2 * x(99, 69));
  auto v = filled(cx::array<double, n>(10), 1);
  v = std::move(v) + 1.0;
  CHECK(v[9] == 6.5);
  CHECK(taken[0] == 0);
}
TEST_CASE("scalars, truth values, nothing") {
  cx::array<double> s{3.0}, t = s + 1.0;
  s = s * 2.0 + t;
  CHECK(s() == 10);
  cx::view<double> const v(s.data());
  v = s + t;
  CHECK(s() == 14);
  cx::array<bool, 3> finite;
  finite = cx::is_finite(cx::array<double, 3>{1, std::numeric_limits<double>::infinity(), 3} * s());
  CHECK(finite == cx::array<bool, 3>{true, false, true});
  cx::array<double, 0> nothing;
  nothing = nothing + nothing;
  CHECK(nothing.size() == 0);
}
TEST_CASE("an operand that is broadcast over the destination") {
  auto x = filled(cx::array<double, n, m>(5, 4), 1);
  auto const was = x;
  x = x + cx::view<double const, 1, m>(x.data(), 4); // the first row, which is overwritten first
  bool good = true;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j) good &= x(i, j) == was(i, j) + was(0, j);
  CHECK(good);
}

/// The law: whatever the destination reads of itself, the elements are those of a loop over a copy.
template <class Assign>
bool reads_before_it_writes(Assign const& assign) {
  bool good = true;
  for (std::size_t length : {1u, 7u, 8u, 9u, 64u, 1000u})
    for (std::size_t apart : {0u, 1u, 3u, 8u, 9u})
      for (bool up : {false, true}) {
        auto const was = counting(length + apart);
        auto x = was;
        auto const count = static_cast<std::int64_t>(length);
        std::size_t const to = up ? apart : 0, from = up ? 0 : apart;
        assign(out(x.data() + to, count), in(x.data() + from, count));
        for (std::size_t i = 0; i < length; ++i) good &= x[to + i] == was[from + i] * 2 + was[to + i];
        for (std::size_t i = 0; i < length + apart; ++i) good &= (i >= to && i < to + length) || x[i] == was[i];
      }
  return good;
}
TEST_CASE("what is read of shifted elements is what was there before") {
  CHECK(reads_before_it_writes([](out y, in x) { y = x * 2.0 + y; }));
  auto const wrong_twin = [](out y, in x) {
    for (std::int64_t i = 0; i < y.size(); ++i) y[i] = x[i] * 2 + y[i];
  };
  CHECK_FALSE(reads_before_it_writes(wrong_twin));
}
TEST_CASE("such a result waits in the thread's buffer, which is allocated once") {
  auto x = counting(5000);
  out y(x.data() + 1, 4999);
  in const shifted(x.data(), 4999);
  y = shifted * 2.0;
  long const before = allocations;
  for (int k = 0; k < 3; ++k) y = shifted * 2.0;
  CHECK(allocations == before);
  CHECK(x[4] == 16);
  CHECK(x[4999] == 16 * 4996);
}

TEST_CASE("views: an expression is written through, a view is rebound") {
  auto const x = counting(100);
  auto a = counting(100), b = counting(100);
  out v(a);
  out const w(b);
  long const before = allocations;
  v = in(x) + 1.0;
  CHECK(v.data() == a.data());
  CHECK(a[99] == 101);
  w = v * 2.0 + in(x); // what is const is the view, not what it views
  CHECK(b[99] == 302);
  out(a.data(), 2) = in(x.data(), 2) * 5.0;
  CHECK(a[1] == 10);
  CHECK(a[2] == 4);
  v = w;
  CHECK(v.data() == b.data());
  CHECK(a[99] == 101);
  v = v + 1.0;
  CHECK(b[99] == 303);
  CHECK(allocations == before);
  static_assert(std::is_trivially_copyable_v<out>);
}
TEST_CASE("views with layouts") {
  // Columns of a table: their bytes interlace, they share no element.
  auto table = counting(100 * 8);
  auto const column = [&](int k) { return cx::view<double, n, cx::strided>(table.data() + k, {100}, {8}); };
  long const before = allocations;
  column(3) = column(2) + column(3) * 2.0;
  CHECK(allocations == before);
  CHECK(table[8 * 99 + 3] == (8 * 99 + 3) + 2 * (8 * 99 + 4));
  CHECK(table[8 * 99 + 4] == 8 * 99 + 5);

  // A square onto its transpose, and a vector onto its reverse: not in place
  auto square = counting(9 * 9);
  cx::view<double, n, m>(square.data(), 9, 9) = cx::view<double const, n, m, cx::col_major>(square.data(), 9, 9) * 2.0;
  cx::view<double, n, m, cx::col_major>(square.data(), 9, 9) = cx::view<double const, n, m>(square.data(), 9, 9) + 0.0;
  bool good = true;
  for (std::size_t i = 0; i < 81; ++i) good &= square[i] == 2 * (static_cast<double>(i) + 1);
  CHECK(good);
  auto x = counting(50);
  cx::view<double, n, cx::strided>(x.data() + 49, {50}, {-1}) = in(x) + 0.5;
  for (std::size_t i = 0; i < 50; ++i) good &= x[i] == 50.5 - static_cast<double>(i);
  CHECK(good);
}
TEST_CASE("views: what does not fit is refused before a write") {
  auto const x = counting(4);
  std::vector<double> y(5, 77.0);
  out v(y);
  CHECK(says(refusal([&] { v = in(x) * 2.0; }), {"length 5", "4"}));
  CHECK(says(refusal([&] { out(nullptr, 4) = in(x) * 2.0; }), {"null"}));
  CHECK(says(refusal([&] { v = in(nullptr, 5) * 2.0; }), {"null"}));
  CHECK(says(refusal([&] { cx::view<double, n, cx::strided>(y.data(), {4}, {0}) = in(x) * 2.0; }), {"overlap"}));
  CHECK(y == std::vector<double>(5, 77.0));
  cx::view<double, 4>(y.data()) = in(x) * 2.0; // a length that is known only at the call
  CHECK(y[3] == 8);
}

TEST_CASE("an array assigned to an array of its lengths: a copy into the memory that there is") {
  auto const copied = [](auto x, auto y) {
    x = filled(std::move(x), 1), y = filled(std::move(y), -3);
    auto const* const at = y.data();
    long const before = allocations;
    y = x;
    long const made = allocations - before;
    INFO(x.size());
    CHECK(made == 0);
    CHECK(y.data() == at);
    CHECK(y.data() != x.data());
    bool good = y.size() == x.size();
    for (std::int64_t i = 0; i < x.size(); ++i) good &= y[i] == 1 + 0.5 * static_cast<double>(i) && x[i] == y[i];
    auto const& self = y;
    y = self;
    CHECK(allocations == before);
    CHECK(y.data() == at);
    for (std::int64_t i = 0; i < x.size(); ++i) good &= y[i] == x[i];
    CHECK(good);
  };
  copied(cx::array<double, 3>(), cx::array<double, 3>());
  copied(cx::array<double, 100, 70>(), cx::array<double, 100, 70>());
  using vector = cx::array<double, n>;
  for (std::int64_t length : {0, 1, 9, 5000}) copied(vector(length), vector(length));
  copied(cx::array<double, n, m>(31, 33), cx::array<double, n, m>(31, 33));
}
TEST_CASE("an array assigned to an array of other lengths, or without memory: new memory") {
  auto const x = filled(cx::array<double, n, m>(4, 6), 1);
  cx::array<double, n, m> y(6, 4), z(2, 2);
  y = x; // as many elements, other lengths
  CHECK(y == x);
  z = x;
  CHECK(z == x);
  cx::array<double, n, m> const taken = std::move(y);
  y = x; // NOLINT: it has lengths and no memory
  CHECK(y == x);
  z = std::move(y);
  CHECK(z == x);
  CHECK(y.data() == nullptr); // it was left without memory, also by an assignment
  y = taken;
  CHECK(y == x);
  auto& self = y;
  y = std::move(self);
  CHECK(y == x);
  static_assert(std::is_nothrow_move_assignable_v<cx::array<double, n>>);
}

/// x op= y for each op: the elements of a plain loop, the same memory, and no allocation.
template <class A, class Y>
void updated_in_place(A x, Y const& y, auto const& element) {
  x = filled(std::move(x), 1);
  A const was = x;
  A add = x, sub = x, mul = x, div = x;
  double const* const at = add.data();
  long const before = allocations;
  A& same = add += y;
  sub -= y;
  mul *= y;
  div /= y;
  long const made = allocations - before;
  INFO(x.size());
  CHECK(made == 0);
  CHECK(add.data() == at);
  CHECK(&same == &add);
  bool good = true;
  for (std::int64_t i = 0; i < x.size(); ++i)
    good &=
        add[i] == was[i] + element(i) && sub[i] == was[i] - element(i) && mul[i] == was[i] * element(i) && div[i] == was[i] / element(i);
  CHECK(good);
}
template <class A>
void updated_by_all(A const& x) {
  auto const y = filled(x, -3.25);
  updated_in_place(x, y, [&](std::int64_t i) { return y[i]; });
  updated_in_place(x, y * y, [&](std::int64_t i) { return y[i] * y[i]; });
  updated_in_place(x, 3, [](std::int64_t) { return 3.0; });
  updated_in_place(x, 0.75f, [](std::int64_t) { return 0.75; });
  updated_in_place(x, 2_c, [](std::int64_t) { return 2.0; });
}
TEST_CASE("x op= y is x = x op y, in place") {
  updated_by_all(cx::array<double, 3>());
  updated_by_all(cx::array<double, 100, 70>());
  for (std::int64_t length : {0, 1, 7, 8, 9, 1000}) updated_by_all(cx::array<double, n>(length));
  updated_by_all(cx::array<double, n, m>(31, 33));
  auto const memory = counting(2 * 9);
  cx::view<double const, n, cx::strided> const odd(memory.data(), {9}, {2});
  updated_in_place(cx::array<double, n>(9), in(memory.data(), 9), [&](std::int64_t i) { return memory[static_cast<std::size_t>(i)]; });
  updated_in_place(cx::array<double, n>(9), odd, [&](std::int64_t i) { return memory[static_cast<std::size_t>(2 * i)]; });
  cx::view<double const, n, m> const table(memory.data(), 2, 9);
  updated_in_place(cx::array<double, n, m>(2, 9), cx::view<double const, 1, m>(memory.data(), 9), // broadcast
                   [&](std::int64_t i) { return memory[static_cast<std::size_t>(i % 9)]; });
}
TEST_CASE("x op= y: numbers convert as in x op y") {
  cx::array<float, 1> f{0x1p27f};
  f *= 0.1; // 0.1f = 13421773 / 2^27
  CHECK(f[0] == 13421773.0f);
  cx::array<int, 3> i{7, -7, 9};
  (i /= 2) += 1; // x itself is handed back
  CHECK(i == cx::array<int, 3>{4, -2, 5});
  i *= i;
  CHECK(i == cx::array<int, 3>{16, 4, 25});
  cx::array<double> s{3.0};
  s -= 1;
  s += s;
  CHECK(s() == 4);
  cx::array<double, 2> x{1, 2};
  x += cx::array<double, 2>{10, 20}; // a temporary
  x += cx::exp(x * 0.0);
  CHECK(x == cx::array<double, 2>{12, 23});
}
TEST_CASE("x op= y: views are written through, also those without a name") {
  auto a = counting(100);
  auto const x = counting(100);
  out v(a);
  out const w(a);
  long const before = allocations;
  v += in(x);
  w *= 2.0;
  out(a.data(), 2) -= in(x.data(), 2);
  cx::view<double, n, cx::strided>(a.data() + 99, {10}, {-1}) /= in(x.data() + 90, 10) + 0.0; // a[99 - i] by x[90 + i]
  cx::view<double, n, m, cx::col_major>(a.data(), 5, 5) += v(50); // the number that it is now
  CHECK(allocations == before);
  CHECK(v.data() == a.data());
  bool good = true;
  for (std::size_t i = 0; i < 100; ++i) {
    double want = (x[i] + x[i]) * 2;
    if (i < 2) want -= x[i];
    if (i >= 90) want /= x[90 + (99 - i)];
    if (i < 25) want += (x[50] + x[50]) * 2;
    good &= a[i] == want;
  }
  CHECK(good);
}
TEST_CASE("x op= y reads before it writes") {
  CHECK(reads_before_it_writes([](out y, in x) { y += x * 2.0; }));
  CHECK_FALSE(reads_before_it_writes([](out y, in x) { y += x, y += x; })); // not the sum of two steps
  // A square and its transpose
  auto square = counting(9 * 9);
  cx::view<double, n, m>(square.data(), 9, 9) += cx::view<double const, n, m, cx::col_major>(square.data(), 9, 9);
  bool good = true;
  for (std::size_t i = 0; i < 9; ++i)
    for (std::size_t j = 0; j < 9; ++j) good &= square[9 * i + j] == static_cast<double>(9 * i + j + 9 * j + i + 2);
  CHECK(good);
  // An array and what is shifted in it, of the same length by a second view
  auto x = filled(cx::array<double, n>(50), 1);
  auto const was = x;
  out(x.data() + 1, 49) *= in(x.data(), 49);
  for (int i = 1; i < 50; ++i) good &= x[i] == was[i] * was[i - 1];
  good &= x[0] == was[0];
  x += cx::view<double const, n, cx::strided>(x.data() + 49, {50}, {-1});
  for (int i = 1; i < 49; ++i) good &= x[i] == was[i] * was[i - 1] + was[49 - i] * was[48 - i];
  CHECK(good);
}
TEST_CASE("x op= y: what does not fit is refused before a write") {
  auto const y = counting(4);
  auto x = filled(cx::array<double, n>(5), 1);
  auto const was = x;
  CHECK(says(refusal([&] { x += in(y); }), {"n", "5", "4"}));
  CHECK(says(refusal([&] { out(x.data(), 5) -= in(y); }), {"n", "5", "4"}));
  CHECK(says(refusal([&] { out(nullptr, 4) *= in(y); }), {"null"}));
  CHECK(x == was);
}

template <class X, class Y>
concept can_update = requires(X x, Y y) { static_cast<X>(x) += static_cast<Y>(y); };
using a3 = cx::array<double, 3>;
static_assert(can_update<a3&, a3&> && can_update<a3&, double> && can_update<out, a3> && can_update<out const&, in>);
static_assert(!can_update<a3 const&, a3&> && !can_update<a3, a3&> && !can_update<double&, a3&>); // const, a temporary, a number

} // namespace
