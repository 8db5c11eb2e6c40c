// SPDX-License-Identifier: BSL-1.0
#pragma once
// kernel_run: one kernel of a plan, point by point of its nest: loads into registers, equations from register to register, stores, terms of sums.
#include "plan_run.hpp"

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

  step const& step_at(u32 s) const { return p_.steps[n_.steps + s]; }
  /// The place in v, of the point, and of register `unrolled` of those that v takes there.
  struct place_in {
    i64 at[max_rank] = {};
    bool exists = true; // behind the last element of a window: there is none
  };
  place_in place_of(u32 v, u32 loops, u32 unrolled, bool at_origin = false) const;
  identity& held(registers&, dtype, u32 number, std::string_view what);
  identity operand(eqn const&, u32 which, u32 unrolled);
  u32 register_of(atom, i64 const* at) const;
  /// Register `unrolled` of an operand holds its element at `at`.
  identity expect(eqn const&, u32 which, u32 unrolled, i64 const* at);

  void load(step const&, registers&, bool at_origin);
  void store(step const&);
  void take_terms(u32 equation);
  void compute(eqn const&);
  void check_operands(eqn const&, u32 unrolled, i64 const* at);
  void check_movement(eqn const&, u32 unrolled, i64 const* at);
  void check_line(eqn const&, i64 const* at, int axis, bool reduced);
  void run_point();
  void check_carried() const;
};

} // namespace random_programs
