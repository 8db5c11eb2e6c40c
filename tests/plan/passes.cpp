// SPDX-License-Identifier: BSL-1.0
// Each pass of the planner, given the state that the passes before it leave: what it writes. (Cuts, copies and the order of equations have
// files of their own: cuts.cpp, recompute.cpp, schedule.cpp.)
#include <constax/plan/make_plan.hpp>
#include <constax/plan/prepare.hpp>
#include <constax/transform/transform.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;
using detail::lowered_as;
using detail::plan_state;

extent const n = extent::of(pack_symbol("n")), m = extent::of(pack_symbol("m"));

/// The state behind the passes up to one of them.
struct until : plan_state {
  enum pass { classified, staged, segmented, with_lanes, allocated, sequenced };
  until(jaxpr const& program, pass last) : plan_state(prepare(lower(program)), {}) {
    detail::classify(*this, {});
    detail::take(*this, {lowering, beyond, detail::choose_regions(*this)});
    if (last >= staged) detail::assign_stages(*this, {});
    if (last < segmented) return;
    for (atom a : j.outs) need(a);
    if (region.passes) detail::drop_single_nodes(*this);
    if (region.passes) detail::find_crossings(*this);
    detail::recompute(*this);
    if (last >= with_lanes) detail::choose_lanes(*this);
    if (last >= allocated) detail::allocate(*this);
    if (last >= sequenced) detail::sequence(*this);
  }
  /// The first equation of a primitive; all of them.
  template <class P>
  eqn const& the(u32 skip = 0) const {
    for (eqn const& e : j.eqns)
      if (is<P>(e) && skip-- == 0) return e;
    FAIL("the program has no such equation");
    return j.eqns[0];
  }
  lowered_as lowered(eqn const& e) const { return lowering[definition[e.out]]; }
  node const& node_of(eqn const& e) const { return p.nodes[static_cast<u32>(owner[e.out])]; }
  place const& place_of(u32 v) const { return p.places[v]; }
  memory const& memory_of(u32 v) const { return p.memories[static_cast<u32>(p.places[v].memory)]; }
};

TEST_CASE("classify: loop axes, and what becomes of movements") {
  jaxpr const j = program({f64({n, 3}), f64({n, m}), f64({n, 4})}, [&](vs v) {
    value const second = cx::sin(squeeze(slice(v[1], {0, 1}, {n, 2}), {1})); // read where it lies, strided
    value const column = cx::exp(squeeze(slice(v[0], {0, 1}, {n, 2}), {1})); // a register of three
    value const joined = cx::cos(reshape(v[2], {n * 4}));                    // one line
    return vec<value>{second, column, joined, transpose(v[1], {1, 0})};
  });
  until const s(j, until::classified);
  CHECK(s.p.loops[j.ins[0]] == 0b01u); // three registers
  CHECK(s.p.loops[j.ins[1]] == 0b11u);
  CHECK(s.lowered(s.the<slice_t>()) == lowered_as::view);
  CHECK(s.lowered(s.the<slice_t>(1)) == lowered_as::kernel);
  CHECK(s.lowered(s.the<reshape_t>()) == lowered_as::node);
  CHECK(s.lowered(s.the<transpose_t>()) == lowered_as::node);
}

TEST_CASE("classify: a sum along a region's axis leaves it, though the sum could run along an axis of equal length") {
  jaxpr const pairs = program({f64({n}), f64({n})}, [&](vs v) {
    value const d = cx::exp(broadcast_in_dim(v[0], {n, n}, {0}) * broadcast_in_dim(v[1], {n, n}, {1}));
    return reduce_sum(d, {0}) * reduce_sum(d, {1}); // the product aligns both sums with the rows of d
  });
  until const s(pairs, until::classified);
  REQUIRE(s.region.passes > 0);
  eqn const &terms = s.the<exp_t>(), &over_rows = s.the<reduce_sum_t>(0), &over_columns = s.the<reduce_sum_t>(1);
  for (eqn const* sum : {&over_rows, &over_columns})
    CHECK(s.region.segment[s.definition[sum->out]] == s.region.segment[s.definition[terms.out]]);
  CHECK((s.region.along[over_rows.out] < 0) != (s.region.along[over_columns.out] < 0));
}

TEST_CASE("assign_stages: what a kernel has in registers needs no memory; what another makes is available one stage later") {
  jaxpr const j = program({f64({n})}, [&](vs v) {
    value const a = cx::sin(v[0]);
    return a * broadcast_in_dim(reduce_sum(a, {0}), {n}, {});
  });
  until const s(j, until::staged);
  eqn const &sine = s.the<sin_t>(), &sum = s.the<reduce_sum_t>(), &product = s.the<mul_t>();
  CHECK(s.owner[sine.out] == s.owner[sum.out]);
  CHECK(s.owner[sine.out] != s.owner[product.out]);
  CHECK(s.node_of(sum).exit_axis == 0);
  CHECK(s.node_of(product).stage == s.node_of(sum).stage + 1);
  CHECK((s.in_registers[sine.out] && !s.in_registers[sum.out]));
  CHECK((s.in_memory[sine.out] && s.in_memory[sum.out])); // the second kernel reads both
}

TEST_CASE("sink: what waits for nothing runs where it is read") {
  jaxpr const j = program({f64({n}), f64({n})}, [&](vs v) {
    return cx::exp(v[1]) * broadcast_in_dim(reduce_sum(v[0], {0}), {n}, {}); // beside the sum, exp(y) would go through memory
  });
  until s(j, until::staged);
  eqn const& e = s.the<exp_t>();
  CHECK((s.node_of(e).stage == 0 && s.in_memory[e.out]));
  detail::stage_bounds const known{{}, detail::sink(s)};
  REQUIRE(!known.not_before.empty());
  detail::assign_stages(s, known);
  CHECK((s.node_of(e).stage == 1 && !s.in_memory[e.out]));
}

TEST_CASE("tiles: sums of products fit registers, and each has a tile") {
  jaxpr const j = program({f64({n, 12}), f64({n})}, [&](vs v) {
    vec<value> columns, sums;
    for (i64 k = 0; k < 12; ++k) columns.push(cx::sin(squeeze(slice(v[0], {0, k}, {n, k + 1}), {1})));
    value const w = cx::exp(v[1] - broadcast_in_dim(reduce_max(v[1], {0}), {n}, {}));
    for (u32 a = 0; a < 12; ++a)
      for (u32 b = 0; b <= a; ++b) sums.push(reduce_sum(columns[a] * columns[b] * w, {0}));
    return sums;
  });
  until const s(j, until::classified);
  vec<u32> const tile_of = detail::choose_tiles(s);
  vec<u32> sums(tile_of.size() + 1);
  for (u32 k = 0; k < tile_of.size(); ++k) {
    if (tile_of[k]) ++sums[tile_of[k]];
    CHECK((!tile_of[k] || s.sums_over_region(s.j.eqns[k])));
  }
  u32 all = 0;
  for (u32 t = 1; t < sums.size(); ++t) {
    CHECK(sums[t] < vector_registers);
    all += sums[t];
  }
  CHECK(all == 12 * 13 / 2);
}

TEST_CASE("segments: a region of one node is that node; what leaves a region crosses") {
  jaxpr const rows = program({f64({n, m})}, [&](vs v) {
    value const e = cx::exp(v[0] - broadcast_in_dim(reduce_max(v[0], {1}), {n, m}, {0}));
    return e / broadcast_in_dim(reduce_sum(e, {1}), {n, m}, {0});
  });
  until const s(rows, until::segmented);
  REQUIRE(s.region.passes == 1);
  u32 const in = s.region.segment[s.definition[s.the<exp_t>().out]];
  CHECK((in & 1u && s.in_region[in]));
  CHECK(s.in_strips(s.the<reduce_max_t>().out)); // read by the strip's next node alone
  CHECK(s.crosses[s.the<cx::div_t>().out]);      // a result
  until const single(program({f64({n, m})}, [](vs v) { return cx::sin(v[0]) * v[0]; }), until::segmented);
  CHECK(single.region.passes == 0);
}

TEST_CASE("choose_lanes: along the axis whose elements are neighbours; strips of whole rows, or long pieces of them") {
  auto const normalised = [](i64 axis) {
    return program({f64({n, m})}, [&](vs v) {
      value const e = cx::exp(v[0] - broadcast_in_dim(reduce_max(v[0], {axis}), {n, m}, {1 - axis}));
      return e / broadcast_in_dim(reduce_sum(e, {axis}), {n, m}, {1 - axis});
    });
  };
  for (i64 axis : {0, 1}) {
    until const s(normalised(axis), until::with_lanes);
    REQUIRE(s.region.passes == 1);
    node const& at = s.node_of(s.the<exp_t>());
    CHECK((at.region_axis == 1 - axis && at.lane_axis == 1));
    CHECK(at.lane_costs[1] < at.lane_costs[0]);
    CHECK(s.strips[0] == (axis ? 16 : 128));
  }
}

/// A node of its own, whose operand and result memory holds.
value running(value const& x) { return bind<cumsum_t>({0, false, false}, x); }
TEST_CASE("allocate: disjoint lives share a slot, others do not") {
  auto const slots = [](jaxpr const& j) { return until(j, until::allocated).p.n_slots; };
  jaxpr const chain = program({f64({n})}, [&](vs v) { return running(running(running(running(v[0])))); });
  CHECK(slots(chain) == 2); // one is read while the other is written; the last is the result
  jaxpr const together = program({f64({n})}, [&](vs v) {
    value const a = running(v[0]), b = running(a), c = running(b);
    return running(a * b * c);
  });
  CHECK(slots(together) > 2);
}
TEST_CASE("allocate: results are written in place, arguments and literals copied") {
  until const s(program({f64({n})}, [&](vs v) { return vec<value>{cx::sin(v[0]), v[0]}; }), until::allocated);
  CHECK(s.p.sources[0] == loop_plan::in_place);
  CHECK(s.p.sources[1] == s.j.ins[0]);
  CHECK(s.memory_of(s.the<sin_t>().out).kind == memory_kind::output);
}
TEST_CASE("allocate: pieces of a result lie in it") {
  until const s(program({f64({n}), f64({m})}, [&](vs v) { return concatenate<value>(vec<value>{cx::sin(v[0]), cx::exp(v[1])}, 0); }),
                until::allocated);
  u32 const whole = s.the<concatenate_t>().out, first = s.the<sin_t>().out, second = s.the<exp_t>().out;
  CHECK(s.place_of(first).memory == s.place_of(whole).memory);
  REQUIRE(s.place_of(second).memory == s.place_of(whole).memory);
  CHECK(s.p.views[static_cast<u32>(s.place_of(second).view)].start[0] == n);
}
TEST_CASE("allocate: a scatter writes into an array that nothing reads later") {
  auto const updated = [](bool again) {
    return program({f64({n}), f64({m}), i32s({m})}, [&](vs v) {
      value const x = running(v[0]), y = bind<scatter_add_t>({{0}, shape{extent(1)}, {0}, {-1}}, x, v[1], v[2]);
      return again ? vec<value>{running(y), running(x)} : vec<value>{running(y)};
    });
  };
  for (bool again : {false, true}) {
    until const s(updated(again), until::allocated);
    eqn const* scatter = nullptr;
    for (eqn const& e : s.j.eqns)
      if (e.prim->updates) scatter = &e;
    REQUIRE(scatter);
    CHECK((s.place_of(scatter->out).memory == s.place_of(s.j.operands(*scatter)[0].var()).memory) == !again);
  }
}

TEST_CASE("sequence: loads before uses, stores behind the equation that makes the value") {
  jaxpr const j = program({f64({n}), f64({n})}, [&](vs v) {
    value const a = cx::sin(v[0]) + v[1], b = a * v[0];
    return vec<value>{a, b, reduce_sum(b * a, {0})};
  });
  until const s(j, until::sequenced);
  for (node const& at : s.p.nodes) {
    vec<bool> there(s.j.vars.size());
    for (u32 k = 0; k < at.n_steps; ++k) {
      step const& here = s.p.steps[at.steps + k];
      if (here.kind == step_kind::load) there[here.at] = true;
      if (here.kind == step_kind::store) {
        step const& before = s.p.steps[at.steps + k - 1];
        CHECK((before.kind == step_kind::compute && s.j.eqns[before.at].out == here.at));
      }
      if (here.kind != step_kind::compute && here.kind != step_kind::exit) continue;
      eqn const& e = s.j.eqns[here.at];
      for (atom a : s.j.operands(e)) CHECK((a.is_literal() || there[a.var()]));
      there[e.out] = true;
    }
  }
}

TEST_CASE("phases: slow beginnings of long kernels come first") {
  auto const begun = [](int operations) {
    return program({f64({n}), f64({n})}, [&](vs v) {
      value x = v[1], y = v[1] * v[1];
      for (int i = 0; i < operations; ++i) x = x * y + v[0], y = y - x;
      return x * cx::sin(v[0]) + y;
    });
  };
  for (int operations : {10, 150}) {
    until const s(begun(operations), until::sequenced);
    node const& at = s.node_of(s.the<sin_t>());
    CHECK((at.second > 0) == (operations == 150));
    if (!at.second) continue;
    bool in_first = false;
    for (u32 k = 0; k < at.second; ++k) {
      step const& here = s.p.steps[at.steps + k];
      in_first = in_first || (here.kind == step_kind::compute && is<sin_t>(s.j.eqns[here.at]));
    }
    CHECK(in_first);
  }
}

TEST_CASE("carry: what the register of lanes before has computed") {
  jaxpr const f = program({f64({n})}, [&](vs v) {
    value const d = slice(v[0], {1}, {n}) - slice(v[0], {0}, {n - extent(1)});
    return reduce_sum(cx::tanh(d), {0});
  });
  jaxpr const j = jvp(f); // no transposition: nothing is computed at two places
  auto const carried = [](jaxpr const& program) {
    until s(program, until::sequenced);
    detail::carry(s);
    u32 count = 0;
    for (node const& at : s.p.nodes) count += at.n_carried;
    return count;
  };
  CHECK(carried(j) == 0);
  jaxpr const both = program({f64({n})}, [&](vs v) {
    value const d = cx::tanh(slice(v[0], {1}, {n}) - slice(v[0], {0}, {n - extent(1)})), zero = like(d, 0.0);
    return bind<pad_t>({{1}, {0}, {0}}, d, zero) - bind<pad_t>({{0}, {1}, {0}}, d, zero);
  });
  CHECK(carried(both) > 0);
}

TEST_CASE("hints: a pack without a region is of no use") {
  jaxpr const j = program({f64({n, 3})}, [&](vs v) { return cx::sin(v[0]); });
  until const s(j, until::with_lanes);
  u32 packs = 0, useless = 0;
  for (node const& at : s.p.nodes) packs += at.kind == node_kind::pack;
  for (bool u : detail::useless_packs(s, false)) useless += u;
  CHECK((packs == useless && packs > 0));
}

} // namespace
} // namespace constax_tests
