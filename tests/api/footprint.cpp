// SPDX-License-Identifier: BSL-1.0
// Which bytes an array with strides occupies: compared with sets of bytes, written out one by one.
#include <constax/api/footprint.hpp>

#include "../support/catch.hpp"

#include <random>
#include <set>

namespace cx = constax;

namespace {

/// Element i, j, k of an array at `first`, steps in elements.
constexpr cx::footprint array_at(std::uint64_t first, cx::i64 element, std::initializer_list<std::pair<cx::i64, cx::i64>> axes) {
  cx::footprint f;
  f.first = first, f.element = element;
  for (auto [length, stride] : axes) f.length[f.rank] = length, f.stride[f.rank++] = stride * element;
  return f;
}
std::multiset<std::uint64_t> bytes_of(cx::footprint const& f) {
  std::multiset<std::uint64_t> all;
  cx::i64 at[cx::max_rank] = {};
  if (f.empty()) return all;
  for (;;) {
    std::uint64_t p = f.first;
    for (int d = 0; d < f.rank; ++d) p += static_cast<std::uint64_t>(at[d] * f.stride[d]);
    for (cx::i64 b = 0; b < f.element; ++b) all.insert(p + static_cast<std::uint64_t>(b));
    int d = f.rank - 1;
    while (d >= 0 && ++at[d] == f.length[d]) at[d--] = 0;
    if (d < 0) return all;
  }
}
bool disjoint(cx::footprint const& a, cx::footprint const& b) {
  auto const x = bytes_of(a), y = bytes_of(b);
  for (std::uint64_t p : x)
    if (y.contains(p)) return false;
  return true;
}
bool all_different(cx::footprint const& f) {
  auto const x = bytes_of(f);
  return std::set<std::uint64_t>(x.begin(), x.end()).size() == x.size();
}

// Columns, blocks of columns and rows of a 5 x 8 matrix of doubles at 1000; their twins that do share elements.
constexpr auto column_2 = array_at(1016, 8, {{5, 8}}), column_3 = array_at(1024, 8, {{5, 8}}),
               from_the_end = array_at(1024 + 4 * 64, 8, {{5, -8}});
constexpr auto left = array_at(1000, 8, {{5, 8}, {4, 1}}), right = array_at(1032, 8, {{5, 8}, {4, 1}}),
               middle = array_at(1024, 8, {{5, 8}, {4, 1}});
static_assert(!overlap(column_2, column_3) && !overlap(column_2, from_the_end) && overlap(column_3, from_the_end));
static_assert(!overlap(left, right) && overlap(left, middle) && overlap(middle, right) && !overlap(right, column_2) &&
              overlap(left, column_2));
static_assert(!overlap(array_at(1000, 8, {{8, 1}}), array_at(1064, 8, {{8, 1}})) &&
              overlap(array_at(1000, 8, {{9, 1}}), array_at(1064, 8, {{8, 1}})));
static_assert(column_2.begin() == 1016 && column_2.end() == 1016 + 4 * 64 + 8 && from_the_end.begin() == 1024);
// Real and imaginary parts; every other row.
static_assert(!overlap(array_at(0, 4, {{10, 2}}), array_at(4, 4, {{10, 2}})) &&
              overlap(array_at(0, 4, {{10, 2}}), array_at(2, 4, {{10, 2}})));
static_assert(!overlap(array_at(0, 8, {{3, 16}, {8, 1}}), array_at(64, 8, {{3, 16}, {8, 1}})));
// One element many times, and nothing at all.
static_assert(overlaps_itself(array_at(0, 8, {{3, 0}})) && !overlaps_itself(array_at(0, 8, {{1, 0}})) &&
              !overlaps_itself(array_at(0, 8, {{0, 0}})));
static_assert(overlaps_itself(array_at(0, 8, {{3, 2}, {3, 1}})) && !overlaps_itself(array_at(0, 8, {{3, -3}, {3, 1}})) &&
              !overlaps_itself(array_at(0, 8, {{3, 1}, {3, 3}})));
static_assert(!overlap(array_at(0, 8, {{0, 1}}), array_at(0, 8, {{3, 1}})) && overlap(array_at(8, 8, {{7, 0}}), array_at(0, 8, {{3, 1}})));

/// Random arrays: what is said to lie apart does so.
template <class Overlap, class OverlapsItself>
bool sound(Overlap const& overlap, OverlapsItself const& overlaps_itself, int& apart) {
  std::mt19937 random(1);
  auto const draw = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  for (int i = 0; i < 20'000; ++i) {
    cx::footprint f[2];
    for (cx::footprint& a : f) {
      a.first = 1000 + static_cast<std::uint64_t>(draw(0, 12)), a.element = 1 << draw(0, 2), a.rank = draw(0, 3);
      for (int d = 0; d < a.rank; ++d) a.length[d] = draw(0, 9) ? draw(1, 3) : 0, a.stride[d] = draw(-9, 9) * (draw(0, 1) ? a.element : 1);
    }
    bool const said = !overlap(f[0], f[1]);
    apart += said;
    if ((said && !disjoint(f[0], f[1])) || (!overlaps_itself(f[0]) && !all_different(f[0]))) return false;
  }
  return true;
}
TEST_CASE("what is said to share no byte shares none") {
  int apart = 0;
  CHECK(sound([](auto const& a, auto const& b) { return overlap(a, b); }, [](auto const& a) { return overlaps_itself(a); }, apart));
  CHECK(apart > 5'000);
  // Wrong twins: the extent taken for the number of elements, and strides of 0 overlooked.
  auto const ignores_strides = [](cx::footprint a, cx::footprint b) {
    for (cx::footprint* f : {&a, &b})
      for (int d = 0; d < f->rank; ++d) f->stride[d] = f->element;
    return overlap(a, b);
  };
  auto const not_zero = [](cx::footprint a) {
    for (int d = 0; d < a.rank; ++d)
      if (a.stride[d] == 0) a.length[d] = 1;
    return overlaps_itself(a);
  };
  CHECK_FALSE(sound(ignores_strides, [](auto const& a) { return overlaps_itself(a); }, apart));
  CHECK_FALSE(sound([](auto const& a, auto const& b) { return overlap(a, b); }, not_zero, apart));
}

} // namespace
