// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel_run: one kernel of a plan, point by point of its nest: loads into registers, equations from register to register, stores, terms of
// sums.
//
// Most of the time of a program is spent here, so what is the same at all points is found once, before the first.
#include "plan_run.hpp"

#include <array>
#include <deque>
#include <map>

namespace random_programs {

class kernel_run {
public:
  kernel_run(plan_run&, node const&);
  void operator()(strip const&);

private:
  using registers = std::vector<std::vector<identity>>; // by dtype
  plan_run& run_;
  node const& n_;
  loop_plan const& p_;
  jaxpr const& j_;
  identities const& ids_;
  lengths const nest_;
  registers registers_, preloaded_;
  i64 point_[max_rank] = {};

  /// How a variable's elements follow from the point: an axis is one of the nest, or lies in registers.
  struct walk {
    u32 v = 0;
    int rank = 0, of_nest[max_rank] = {};               // -1: in registers
    std::vector<std::array<i64, max_rank>> in_registers; // of each register, 0 on axes of the nest
    u32 count() const { return static_cast<u32>(in_registers.size()); }
  };
  walk walk_of(u32 v, u32 loops) const;
  /// A step, and what an elementwise equation reads there: register u of an operand is first[u * stride], and must hold an element of
  /// `expected`.
  struct prepared_step {
    constax::step const* step;
    walk along;
    struct read {
      u32 which;
      identity const *first, *expected;
      u32 stride;
      bool whole; // not a number beside any shape
    };
    std::vector<read> reads;
    std::vector<identity const*> moved; // of a movement: the register that becomes register u, once it is known
  };
  std::vector<prepared_step> preloads_, steps_;
  std::vector<identity> made_; // by the equation that is computed
  std::deque<identity> literals_;
  void prepare();

  step const& step_at(u32 s) const { return p_.steps[n_.steps + s]; }
  /// The place in v, of the point, and of register `unrolled` of those that v takes there.
  struct place_in {
    i64 at[max_rank] = {};
    bool exists = true; // behind the last element of a window: there is none
  };
  place_in place_of(walk const&, u32 unrolled, bool at_origin = false) const;
  identity& held(registers&, dtype, u32 number, std::string_view what);
  identity const& operand(eqn const&, u32 which, u32 unrolled); // which is no literal
  u32 register_of(atom, i64 const* at) const;
  /// Register `unrolled` of an operand holds its element at `at`.
  identity expect(eqn const&, u32 which, u32 unrolled, i64 const* at);

  void load(prepared_step const&, registers&, bool at_origin);
  void store(prepared_step const&);
  void take_terms(prepared_step const&);
  void compute(prepared_step&);
  void check_operands(prepared_step&, eqn const&, u32 unrolled, i64 const* at);
  void check_elementwise(prepared_step const&, eqn const&, u32 unrolled, i64 const* at);
  void check_movement(prepared_step&, eqn const&, u32 unrolled, i64 const* at);
  void check_pieces(eqn const&, i64 const* at);
  void check_line(eqn const&, i64 const* at, int axis, bool reduced);
  void check_gather(prepared_step const&, eqn const&, u32 unrolled, i64 const* at);
  void scatter(prepared_step const&);
  void check_indices(prepared_step const&, eqn const&, u32 first, u32 unrolled, i64 const* at);
  std::vector<i64> const& elements_of_slices(eqn const&, lengths const& slices);
  std::map<u32, std::vector<i64>> elements_; // of a gather's or scatter's result: the array's element at each place of the slices, -1: none
  void run_point();
  void check_carried(strip const&);
  void check_phases() const;
  /// f() at each point of a strip.
  template <class F>
  void each_point(strip const&, F&& f);
};

} // namespace random_programs
