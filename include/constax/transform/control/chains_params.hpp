// SPDX-License-Identifier: BSL-1.0
#pragma once
// chains_params : the parameters of loops of one number of trips (chains.hpp), and how operands and functions divide among their groups
#include <constax/transform/control/loops.hpp>

namespace constax::inline CONSTAX_TAG {

/// The parameters of an equation: [count, functions..., (down carry ys)..., consts first_out first_linear slots by_row, length].
struct chains_params {
  struct group {
    bool down = false;
    u32 carry = 0, ys = 0;
  };
  vec<i64> functions;
  vec<group> groups;
  u32 consts = 0, first_out = 0, first_linear = 0;
  i64 slots = 0;
  bool by_row = false;        // the rows are chains of their own, lowered to one: taken apart again they do the same
  extent length = extent(-1); // of xs and ys; -1: there are none

  constexpr chains_params() = default;
  constexpr explicit chains_params(range<i64> ps) {
    u32 const m = static_cast<u32>(ps[0]);
    u32 at = 1;
    for (u32 g = 0; g < m; ++g) functions.push(ps[at++]);
    for (u32 g = 0; g < m; ++g, at += 3) groups.push({ps[at] != 0, static_cast<u32>(ps[at + 1]), static_cast<u32>(ps[at + 2])});
    consts = static_cast<u32>(ps[at]), first_out = static_cast<u32>(ps[at + 1]), first_linear = static_cast<u32>(ps[at + 2]),
    slots = ps[at + 3], by_row = ps[at + 4] != 0;
    detail::decoder{ps, at + 5}(length);
  }
  constexpr u32 count() const { return groups.size(); }
  constexpr u32 carries() const { return carries(count()); }
  /// How many carries the groups before g have.
  constexpr u32 carries(u32 g) const {
    u32 n = 0;
    for (u32 h = 0; h < g; ++h) n += groups[h].carry;
    return n;
  }
  constexpr bool has_slices() const { return !(length == extent(-1)); }
  /// Operand i: 0 is n, then consts, carries, slices. The inputs of group g's function, as numbers of operands.
  constexpr vec<u32> inputs_of(u32 g, u32 n_in) const {
    vec<u32> in;
    for (u32 i = 1; i < 1 + consts + carries(g + 1); ++i) in.push(i);
    for (u32 i = 1 + consts + carries(); i < n_in; ++i) in.push(i);
    return in;
  }
  constexpr bool is_slice(u32 i) const { return i >= 1 + consts + carries(); }
  constexpr jaxpr const& function(jaxpr const& module, u32 g) const { return module.subs[static_cast<u32>(functions[g])]; }
};

} // namespace constax::inline CONSTAX_TAG
