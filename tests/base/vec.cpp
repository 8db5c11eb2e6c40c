// SPDX-License-Identifier: BSL-1.0
// vec: a sequence like any other; it grows by doubling, whatever way it grows.
#include <constax/base/vec.hpp>

#include "../support/catch.hpp"

#include <type_traits>

namespace {
using namespace constax;

constexpr bool it_is_a_sequence() {
  vec<int> a{1, 2, 3};
  vec<int> b = a;
  b.push(4);
  vec<int> const c = static_cast<vec<int>&&>(b);
  a = c;
  vec<int> const& itself = a;
  a = itself;
  a.append(c.slice(1, 2));
  vec<vec<int>> nested;
  for (int i = 0; i < 20; ++i) nested.push(vec<int>(static_cast<u32>(i), i));
  vec<vec<int>> const copy = nested;
  nested[3][0] = 77;
  return a == vec<int>{1, 2, 3, 4, 2, 3} && a.pop() == 3 && a.back() == 2 && a.size() == 5 && vec<int>(3) == vec<int>{0, 0, 0} &&
         vec<int>().empty() && copy[3][0] == 3 && copy[19].size() == 19 && !(vec<int>{1} == vec<int>{2}) &&
         !(vec<int>{1} == vec<int>{1, 1});
}
static_assert(it_is_a_sequence());
TEST_CASE("vec is a sequence") { CHECK(it_is_a_sequence()); }

/// An element that was never pushed is no constant, also where the memory for it is there.
template <class T, unsigned I>
concept reads_element_of_three = requires { typename std::integral_constant<bool, [] {
  vec<T> const v{T{}, T{}, T{}};
  return static_cast<void>(v[I]), true;
}()>; };
static_assert(reads_element_of_three<int, 2> && !reads_element_of_three<int, 3> && !reads_element_of_three<vec<int>, 3>);

struct counted {
  static inline long moves = 0;
  int x = 0;
  counted() = default;
  counted(int i) : x(i) {}
  counted(counted const&) = default;
  counted& operator=(counted const&) = default;
  counted(counted&& o) noexcept : x(o.x) { ++moves; }
  counted& operator=(counted&& o) noexcept { return x = o.x, ++moves, *this; }
};
TEST_CASE("appending little by little is linear") {
  vec<counted> v;
  counted const three[3] = {1, 2, 3};
  counted::moves = 0;
  for (int i = 0; i < 10000; ++i) v.append({three, 3});
  CHECK(v.size() == 30000);
  CHECK(counted::moves < 4 * 30000); // exact growth would move 150 million
}
} // namespace
