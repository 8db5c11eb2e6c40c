// SPDX-License-Identifier: BSL-1.0
#pragma once
// schedule : equations of a kernel, as the program lists them -> the same equations, in an order in which they wait less for each other
//
//   a = x y; b = a z; c = b b; d = u v; e = d w      ->      a = x y; d = u v; b = a z; e = d w; c = b b
//
// A program lists an operand right before its use (decision 2), so that few values are alive, and each operation waits for the one before
// it: four cycles a product, where two could begin in each. A processor looks some sixty operations ahead, too few to find the next
// independent ones in a kernel of hundreds. Integrated prepass scheduling (Goodman and Hsu, ICS 1988): of what is ready the operation with
// the longest path behind it; once most registers are taken, the one that frees most. (Black-Scholes with five derivatives 1.14 -> 1.09 of
// by_hand, a 2 x 15 Jacobian 1.40 -> 1.27, with 20 values on the stack where there were 30. g++ 12's own -fschedule-insns comes to the
// same, but to 1.2 of it where both are at work.)
#include <constax/plan/plan_state.hpp>

namespace constax::inline CONSTAX_TAG::detail {

class scheduling {
public:
  constexpr explicit scheduling(plan_state const& s) : plan(s), of(s.j.eqns.size()), values(s.j.vars.size()) {}

  /// Orders the equations from begin to end.
  constexpr void order(vec<u32>& eqns, u32 begin, u32 end) {
    u32* const all = eqns.first;
    read(range<u32>(all + begin, end - begin));
    for (u32 at = begin; at < end; ++at) take(all[at] = moves.empty() ? next() : moves.pop());
    for (u32 at = begin; at < end; ++at) forget(plan.j.eqns.first[all[at]]);
  }

private:
  static constexpr u32 none = ~0u;
  /// Of Zen 4 and of Intel's cores since Skylake: a product or sum, a quotient or root, and the longest path through an elementary
  /// function.
  static constexpr i32 latency = 4, slow_latency = 13, function_latency = 80;
  static constexpr i32 function_cycles = 40; // between the beginnings of two, for a register of doubles
  static constexpr i32 most_alive =
      static_cast<i32>(vector_registers) * 3 / 4; // the rest is for operands from memory, constants, and what functions need
  static constexpr u32 looks_at = 16;             // (12 or 32: no difference)

  struct reader { // no initialisers: evaluators call a constructor for each
    u32 eqn, next; // of the same result
  };
  struct timing {
    i32 height = 0, start = 0; // cycles from here to the end; the cycle in which its operands are there
    u32 waits = 0;             // operands that are not made yet
    u32 first_reader = none;
  };
  struct value_use {
    u32 maker = none; // the equation here that keeps it in registers; none: it comes from memory
    i32 uses = 0;     // operands that are to come
    i32 registers = 0;
  };
  plan_state const& plan;
  vec<timing> of;        // of each equation
  vec<value_use> values; // of each variable
  vec<reader> readers;
  vec<u32> ready, moves; // movements by themselves: they rename registers, and come first
  i32 now = 0, alive = 0;

  static constexpr bool moves_only(eqn const& e) { return e.prim->kind == kind::movement; }
  static constexpr i32 latency_of(eqn const& e) {
    return moves_only(e) ? 0 : e.prim->transcendental ? function_latency : e.prim->slow ? slow_latency : latency;
  }
  constexpr i32 cycles_of(eqn const& e) const {
    return moves_only(e) ? 0 : static_cast<i32>(plan.cost_of(e)) * (e.prim->transcendental ? function_cycles : e.prim->slow ? latency : 1);
  }
  constexpr void is_ready(u32 k, eqn const& e) { (moves_only(e) ? moves : ready).push(k); }

  // Pointers, and few statements: clang counts calls and statements of an evaluation, and a kernel has hundreds of equations.
  constexpr void read(range<u32> eqns) {
    eqn const* const all = plan.j.eqns.first;
    atom const* const atoms = plan.j.atoms.first;
    timing* const t = of.first;
    value_use* const v = values.first;
    readers.resize(0), now = alive = 0;
    for (u32 k : eqns) {
      eqn const& e = all[k];
      t[k] = timing();
      for (atom const *a = atoms + e.in, *const end = a + e.n_in; a != end; ++a) {
        if (a->id < 0) continue;
        value_use& x = v[a->id];
        if (++x.uses; x.maker != none)
          readers.push({k, t[x.maker].first_reader}), t[x.maker].first_reader = readers.size() - 1, ++t[k].waits;
      }
      for (u32 out = e.out; out < e.out + e.n_out; ++out)
        if (plan.in_registers.first[out])
          v[out].maker = k, v[out].registers = static_cast<i32>(unrolled_count(plan.shape_of(out), plan.p.loops[out]));
    }
    for (u32 const* at = eqns.end(); at != eqns.first;) {
      u32 const k = *--at;
      eqn const& e = all[k];
      if (!t[k].waits) is_ready(k, e);
      i32 const height = t[k].height += latency_of(e);
      for (atom const *a = atoms + e.in, *const end = a + e.n_in; a != end; ++a)
        if (a->id >= 0 && v[a->id].maker != none && t[v[a->id].maker].height < height) t[v[a->id].maker].height = height;
    }
  }
  constexpr void forget(eqn const& e) {
    for (u32 out = e.out; out < e.out + e.n_out; ++out) values[out].maker = none;
  }

  /// Does an equation take more registers than it frees? (What comes from memory can be read there.)
  constexpr bool grows(eqn const& e) const {
    value_use const* const v = values.first;
    i32 more = 0;
    for (u32 out = e.out; out < e.out + e.n_out; ++out)
      if (v[out].uses) more += v[out].registers;
    atom const *const xs = plan.j.atoms.first + e.in, *const end = xs + e.n_in;
    for (atom const* x = xs; x != end; ++x) {
      if (x->id < 0) continue;
      i32 left = v[x->id].uses; // where the equation reads it twice, none is left at the first place alone
      if (v[x->id].maker == none || left > static_cast<i32>(e.n_in)) continue;
      for (atom const* y = x; y != end; ++y) left -= y->id == x->id;
      if (left == 0) more -= v[x->id].registers;
    }
    return more > 0;
  }

  /// The best of those that are ready: of the last to become so, as many as a pass in linear time may look at.
  constexpr u32 next() {
    u32* const all = ready.first;
    u32 const last = ready.size() - 1, end = last < looks_at ? none : last - looks_at;
    u32 best = last;
    if (last > 0) {
      timing const* const t = of.first;
      bool const full = alive >= most_alive;
      bool best_grows = true;
      i32 best_wait = 1 << 30, best_height = 0;
      for (u32 r = last; r != end; --r) {
        timing const& at = t[all[r]];
        bool const more = !full || grows(plan.j.eqns.first[all[r]]);
        i32 const wait = at.start > now ? at.start - now : 0;
        if (more != best_grows ? more : wait != best_wait ? wait > best_wait : at.height <= best_height) continue;
        best = r, best_grows = more, best_wait = wait, best_height = at.height;
      }
    }
    u32 const found = all[best];
    for (; best < last; ++best) all[best] = all[best + 1];
    ready.pop();
    return found;
  }

  constexpr void take(u32 k) {
    eqn const* const all = plan.j.eqns.first;
    eqn const& e = all[k];
    timing* const t = of.first;
    value_use* const v = values.first;
    i32 const begins = t[k].start > now ? t[k].start : now, there = begins + latency_of(e);
    if (!moves_only(e)) now = begins + cycles_of(e);
    for (atom const *a = plan.j.atoms.first + e.in, *const end = a + e.n_in; a != end; ++a)
      if (a->id >= 0 && --v[a->id].uses == 0 && v[a->id].maker != none) alive -= v[a->id].registers;
    for (u32 out = e.out; out < e.out + e.n_out; ++out)
      if (v[out].uses) alive += v[out].registers;
    for (u32 r = t[k].first_reader; r != none; r = readers[r].next) {
      u32 const by = readers[r].eqn;
      if (t[by].start < there) t[by].start = there;
      if (--t[by].waits == 0) is_ready(by, all[by]);
    }
  }
};

} // namespace constax::inline CONSTAX_TAG::detail
