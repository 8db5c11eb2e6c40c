// SPDX-License-Identifier: BSL-1.0
#pragma once
// workspace: how buffers lie side by side in it. How many bytes a call needs: workspace_bytes (eval/run.hpp).
#include <constax/base/vec.hpp>

namespace constax::inline CONSTAX_TAG::detail {

constexpr i64 align_up(i64 bytes) { return (bytes + 63) / 64 * 64; }
/// A carry's place in a state: whole lines, or parts of one, so that many small states are kept in little memory.
constexpr i64 align_carry(i64 bytes) { return bytes < 64 ? (bytes + 15) / 16 * 16 : align_up(bytes); }
/// Buffers side by side do not begin at the same place of their pages: caches have few lines for one place (20 % were lost to that).
constexpr i64 stagger(i64 bytes) { return align_up(bytes) + 320; }

/// Parts of a region that can run beside each other, each in buffers of its own: strips; with exits groups, if all exits have equally many,
/// else one.
class parts_of_region {
  i64 strips_, groups_ = 0;

public:
  constexpr parts_of_region(i64 length, i64 strip) : strips_((length + strip - 1) / strip) {}
  constexpr void leave(i64 groups) { groups_ = groups_ == 0 || groups_ == groups ? groups : 1; }
  constexpr i64 count() const { return groups_ ? groups_ : strips_; }
  /// Buffers that so many threads need.
  constexpr i64 buffers(i64 team) const { return count() < 1 ? 1 : team < count() ? team : count(); }
};

} // namespace constax::inline CONSTAX_TAG::detail
