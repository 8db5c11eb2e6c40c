// SPDX-License-Identifier: BSL-1.0
// slice_begin against enumeration: of the places where a slice lies in its axis, the nearest one, or the index itself, or none.
#include <constax/primitives/slice_begin.hpp>

#include "../support/catch.hpp"

#include <cstdlib>

namespace {
namespace cx = constax;

cx::i64 nearest(cx::i64 index, cx::i64 n, cx::i64 size, bool or_none) {
  cx::i64 best = -1;
  for (cx::i64 at = 0; at + size <= n; ++at) {
    if (at == index) return at;
    if (best < 0 || std::abs(at - index) < std::abs(best - index)) best = at;
  }
  return or_none ? -1 : best;
}

TEST_CASE("the place of a slice is the nearest one, or none") {
  for (cx::i64 n = 0; n < 6; ++n)
    for (cx::i64 size = 0; size < 8; ++size)
      for (cx::i64 index = -9; index < 9; ++index)
        for (bool from_end : {false, true}) {
          INFO(n << ' ' << size << ' ' << index << ' ' << from_end);
          cx::i64 const counted = from_end && index < 0 ? index + n : index;
          CHECK(cx::detail::slice_begin(index, n, size, cx::index_mode::fill_or_drop, from_end) == nearest(counted, n, size, true));
          if (size <= n) CHECK(cx::detail::slice_begin(index, n, size, cx::index_mode::clip, from_end) == nearest(counted, n, size, false));
          if (nearest(counted, n, size, true) >= 0)
            CHECK(cx::detail::slice_begin(index, n, size, cx::index_mode::promise_in_bounds, from_end) == counted);
        }
}
TEST_CASE("unsigned indices count from the beginning, signed ones may from the end") {
  for (cx::index_mode mode : {cx::index_mode::clip, cx::index_mode::fill_or_drop, cx::index_mode::promise_in_bounds}) {
    for (std::uint8_t const i : std::initializer_list<std::uint8_t>{0, 3, 200, 255})
      if (i < 5 || mode != cx::index_mode::promise_in_bounds)
        CHECK(cx::detail::slice_begin_at(i, 5, 1, mode, true) == cx::detail::slice_begin(i, 5, 1, mode, false));
    for (int i : {-5, -1, 0, 4}) CHECK(cx::detail::slice_begin_at(i, 5, 1, mode, true) == (i + 5) % 5);
  }
  CHECK(cx::detail::slice_begin_at(~std::uint64_t{0}, 5, 1, cx::index_mode::clip, true) == 4);
  CHECK(cx::detail::slice_begin_at(~std::uint64_t{0}, 5, 1, cx::index_mode::fill_or_drop, true) == -1);
}
} // namespace
