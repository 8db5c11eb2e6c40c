// SPDX-License-Identifier: BSL-1.0
#pragma once
// footprint: which bytes an array with strides occupies, and whether two such arrays share any
//
//   a.begin(), a.end()     the bytes from the lowest element to the highest, with those between
//   overlap(a, b)          false: no byte is shared (also where they interlace, as columns of one matrix do); true: may be
//   overlaps_itself(a)     false: every element has a place of its own; true: perhaps not
#include <constax/aval/aval.hpp>

namespace constax::inline CONSTAX_TAG {

struct footprint {
  u64 first = 0; // address of the element with index 0
  i64 element = 1, stride[max_rank] = {}; // in bytes
  i64 length[max_rank] = {};
  int rank = 0;

  constexpr bool empty() const {
    for (int d = 0; d < rank; ++d)
      if (length[d] <= 0) return true;
    return false;
  }
  /// From the first to the last element along axis d.
  constexpr i64 reach(int d) const { return (length[d] - 1) * stride[d]; }
  constexpr i64 step(int d) const { return length[d] <= 1 ? 0 : stride[d] < 0 ? -stride[d] : stride[d]; }
  /// Of the axes whose steps are smaller than `limit`: the lowest byte.
  constexpr u64 lowest(i64 limit) const {
    u64 at = first;
    for (int d = 0; d < rank; ++d)
      if (step(d) < limit && reach(d) < 0) at += static_cast<u64>(reach(d));
    return at;
  }
  /// ... and the number of bytes from there to the end of the highest element.
  constexpr i64 span(i64 limit) const {
    i64 n = element;
    for (int d = 0; d < rank; ++d)
      if (step(d) < limit) n += (length[d] - 1) * step(d);
    return n;
  }
  static constexpr i64 no_limit = INT64_MAX;
  constexpr u64 begin() const {
    u64 at = first;
    for (int d = 0; d < rank; ++d)
      if (step(d) && reach(d) < 0) at += static_cast<u64>(reach(d));
    return at;
  }
  constexpr i64 bytes() const { return empty() ? 0 : span(no_limit); }
  constexpr u64 end() const { return begin() + static_cast<u64>(bytes()); }
};

namespace detail {
constexpr i64 common_divisor(i64 a, i64 b) {
  while (b) {
    i64 const rest = a % b;
    a = b, b = rest;
  }
  return a;
}
/// Do a and b interlace: are both rows of blocks that never meet, modulo a step that all steps from `limit` on are multiples of?
constexpr bool interlace(footprint const& a, footprint const& b, i64 limit) {
  i64 step = 0;
  for (footprint const* f : {&a, &b})
    for (int d = 0; d < f->rank; ++d)
      if (f->step(d) >= limit) step = common_divisor(f->step(d), step);
  i64 const m = a.span(limit), n = b.span(limit);
  if (step <= 0 || m > step || n > step) return false;
  // Addresses may lie on either side; their difference modulo the step is what counts.
  i64 apart = static_cast<i64>(b.lowest(limit) - a.lowest(limit)) % step;
  if (apart < 0) apart += step;
  return apart >= m && apart + n <= step;
}
} // namespace detail

constexpr bool overlap(footprint const& a, footprint const& b) {
  if (a.empty() || b.empty() || a.end() <= b.begin() || b.end() <= a.begin()) return false;
  for (footprint const* f : {&a, &b})
    for (int d = 0; d < f->rank; ++d)
      if (f->step(d) && detail::interlace(a, b, f->step(d))) return false;
  return true;
}

/// Sound for every layout: each step has to pass over all that the smaller steps reach.
constexpr bool overlaps_itself(footprint const& f) {
  if (f.empty()) return false;
  for (int d = 0; d < f.rank; ++d) {
    if (f.length[d] <= 1) continue;
    i64 reached = f.element;
    for (int k = 0; k < f.rank; ++k)
      if (f.length[k] > 1 && (f.step(k) < f.step(d) || (f.step(k) == f.step(d) && k < d))) reached += (f.length[k] - 1) * f.step(k);
    if (f.step(d) < reached) return true;
  }
  return false;
}

} // namespace constax::inline CONSTAX_TAG
