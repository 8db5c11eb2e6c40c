// SPDX-License-Identifier: BSL-1.0
#pragma once
// tiles : sums of products -> groups of them        each as many as stay in registers, from as few factors as that takes
//
//   sum a0 b0, sum a1 b0, sum a1 b1, sum a2 b0, ...   ->   { a0 a1 a2 x b0 b1 }, { a3 a4 x b0 b1 b2 }, ...
//
// Sums are edges between their two factors. A tile begins with the first sum that is left and grows by the factor that has most sums with
// those in it, until no register is left: as square as it can be, for s sums need no fewer than 2 sqrt(s) factors. (The 210 sums of gmm's
// gradient, d = 20, from 40 factors: 11 tiles that read 111; taken as they come, 15 that read 240.) Near-linear: a factor is chosen among
// those that share a sum with the tile.
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

struct tiling {
  plan_state const& plan;
  i64 most; // registers of a tile: its sums and their factors
  u32 n_tiles = 0;
  vec<u32> tile_of; // of each equation: from 1 on; 0: in none

  constexpr tiling(plan_state const& c, i64 registers)
      : plan(c), most(registers), tile_of(c.j.eqns.size()), inside(c.j.vars.size()), gain(c.j.vars.size()), first(c.j.vars.size(), none) {}

  /// Takes these equations, whose operands are the factors, into tiles.
  constexpr void cover(range<u32> sums) {
    for (u32 i = sums.size(); i-- > 0;) {
      use_of(sums[i], factor(sums[i], 0));
      if (factor(sums[i], 1) != factor(sums[i], 0)) use_of(sums[i], factor(sums[i], 1));
    }
    for (u32 k : sums) {
      if (tile_of[k]) continue;
      if (u32 const a = factor(k, 0), b = factor(k, 1); !n_tiles || room < new_registers(a) + (a == b ? 0 : new_registers(b)) + cost(k))
        ++n_tiles, room = most;
      bring(factor(k, 0)), bring(factor(k, 1));
      if (!tile_of[k]) take(k); // larger than a tile
      for (u32 v = best(); v != none; v = best()) bring(v);
      for (u32 v : near) gain[v] = 0;
      near.resize(0);
    }
    room = 0;
    for (u32 k : sums) first[factor(k, 0)] = first[factor(k, 1)] = none;
  }

private:
  static constexpr u32 none = ~0u;
  struct use {
    u32 sum, next; // of the same factor
  };
  vec<u32> inside, gain; // of each factor: the tile that has it last; its sums with factors of the tile at hand
  vec<u32> first;        // of each factor: its last use
  vec<use> uses;
  vec<u32> near; // factors with a gain
  i64 room = 0;

  constexpr u32 factor(u32 k, u32 i) const { return plan.j.operands(plan.j.eqns[k])[i].var(); }
  constexpr i64 cost(u32 k) const { return static_cast<i64>(plan.cost_of(plan.j.eqns[k])); }
  constexpr i64 new_registers(u32 v) const {
    return inside[v] == n_tiles ? 0 : static_cast<i64>(unrolled_count(plan.shape_of(v), plan.p.loops[v]));
  }
  constexpr void use_of(u32 k, u32 v) { uses.push({k, first[v]}), first[v] = uses.size() - 1; }
  constexpr void take(u32 k) { tile_of[k] = n_tiles, room -= cost(k); }

  /// Factor v comes into the tile, with as many of its sums as there is room for.
  constexpr void bring(u32 v) {
    if (inside[v] == n_tiles) return;
    room -= new_registers(v), inside[v] = n_tiles;
    for (u32 u = first[v]; u != none; u = uses[u].next) {
      u32 const k = uses[u].sum, other = factor(k, factor(k, 0) == v ? 1 : 0);
      if (tile_of[k]) continue;
      if (inside[other] != n_tiles) {
        if (!gain[other]++) near.push(other);
      } else if (cost(k) <= room) take(k);
    }
  }
  /// The factor with most sums here, of those for which there is room.
  constexpr u32 best() const {
    u32 found = none;
    for (u32 v : near)
      if (inside[v] != n_tiles && new_registers(v) < room && (found == none || gain[v] > gain[found])) found = v;
    return found;
  }
};

/// Sums of products that leave a region: where there are more than registers, they come into kernels of their own, each of as many as it
/// keeps in registers from strip to strip. (gmm's gradient, d = 10, has 55 of them, from 20 factors.)
/// -> of each equation its kernel of sums; 0: none.
constexpr vec<u32> choose_tiles(plan_state const& plan) {
  jaxpr const& j = plan.j;
  constexpr u32 most_sums = vector_registers - 2; // and their factors
  vec<vec<u32>> sums(plan.region.passes + 1); // of each pass
  for (u32 k = 0; k < j.eqns.size(); ++k)
    if (plan.segment_of(k) & 1 && j.eqns[k].prim->kind == kind::contraction && plan.sums_over_region(j.eqns[k]))
      sums[plan.segment_of(k) / 2].push(k);
  tiling tiles(plan, most_sums);
  for (vec<u32> const& of_pass : sums) {
    u32 all = 0;
    for (u32 k : of_pass) all += plan.cost_of(j.eqns[k]);
    if (all > most_sums) tiles.cover(of_pass);
  }
  return static_cast<vec<u32>&&>(tiles.tile_of);
}

} // namespace constax::inline CONSTAX_TAG::detail
