// SPDX-License-Identifier: BSL-1.0
#pragma once
// scalar_writer : equation of numbers, registers of its operands -> instructions, registers of its results
//
// The functions of `while`, `scan`, `cond` and `call` that compute with numbers alone become part of the code, with jumps. A register is
// free again behind its last reader.
#include <constax/eval/vm/forms.hpp>
#include <constax/eval/vm/scalar.hpp>
#include <constax/transform/control/call.hpp>
#include <constax/transform/control/cond.hpp>
#include <constax/transform/control/scan.hpp>
#include <constax/transform/control/while.hpp>

#include <limits>
#include <map>
#include <vector>

namespace constax::inline CONSTAX_TAG::vm {

/// Writes instructions. What lies outside of the functions that it is given is for others to say.
class scalar_writer {
  scalar_code& to;
  std::map<u64, u32> constants;
  std::vector<u32> free;
  u32 used = 0;
  static constexpr u32 of_constants = u32{1} << 31, forever = std::numeric_limits<u32>::max();

 public:
  explicit scalar_writer(scalar_code& code) : to(code) {}

  u32 constant(u64 word) {
    auto const [at, fresh] = constants.try_emplace(word, of_constants + static_cast<u32>(to.constants.size()));
    if (fresh) to.constants.push_back(word);
    return at->second;
  }
  /// One that nobody has had before: what is loaded is there before the first instruction.
  u32 new_register() { return used++; }
  u32 fresh() {
    if (free.empty()) return used++;
    u32 const r = free.back();
    free.pop_back();
    return r;
  }
  void release(u32 r) {
    if (r < of_constants) free.push_back(r);
  }
  scalar_instruction& add(scalar_op op, u32 result, std::initializer_list<u32> operands = {}) {
    scalar_instruction i{op, result};
    std::copy(operands.begin(), operands.end(), i.x);
    return to.body.emplace_back(i);
  }
  u32 here() const { return static_cast<u32>(to.body.size()); }
  void move(u32 result, u32 x) {
    if (result != x) add(scalar_op::move, result, {x});
  }
  u32 compute(jaxpr const& j, eqn const& e, std::vector<u32> const& xs, u32 result) {
    range<atom> const operands = j.operands(e);
    scalar_function const f = find_rules(*e.prim)->scalar(j.type(operands[e.n_in - 1]).type, j.type(e.out).type);
    scalar_instruction& i = add(op_of(f), result);
    std::copy(xs.begin(), xs.end(), i.x);
    if (i.does == scalar_op::call) i.more = static_cast<u32>(to.calls.size()), to.calls.push_back({f, j.params(e)});
    return result;
  }

  /// f of these registers; who calls releases the results.
  std::vector<u32> function(jaxpr const& f, std::vector<u32> const& args) {
    equation_forms const of{f};
    std::vector<u32> root(f.vars.size()), last(f.vars.size(), 0), at(f.vars.size(), of_constants);
    std::vector<bool> own(f.vars.size(), false);
    for (u32 v = 0; v < root.size(); ++v) root[v] = v;
    auto const moves_on = [&](eqn const& e) { return e.prim->kind == kind::movement && !f.operands(e)[0].is_literal(); };
    for (u32 i = 0; i < f.eqns.size(); ++i) {
      eqn const& e = f.eqns[i];
      if (moves_on(e)) root[e.out] = root[f.operands(e)[0].var()];
      else
        for (atom a : f.operands(e))
          if (!a.is_literal()) last[root[a.var()]] = i + 1;
    }
    for (atom a : f.outs)
      if (!a.is_literal()) last[root[a.var()]] = forever;
    u32 k = 0;
    for (vec<u32> const* list : {&f.consts, &f.ins})
      for (u32 v : *list) at[v] = args[k++];
    auto const read = [&](atom a) { return a.is_literal() ? constant(word_of_literal(f, a)) : at[root[a.var()]]; };
    for (u32 i = 0; i < f.eqns.size(); ++i) {
      eqn const& e = f.eqns[i];
      if (moves_on(e)) continue;
      std::vector<u32> xs;
      for (atom a : f.operands(e)) xs.push_back(read(a));
      auto const release_operands = [&] {
        for (atom a : f.operands(e)) {
          if (a.is_literal()) continue;
          u32 const v = root[a.var()];
          if (own[v] && last[v] == i + 1) release(at[v]), own[v] = false;
        }
      };
      if (of.form_of(e) == form::compute) {
        release_operands();
        at[e.out] = compute(f, e, xs, fresh()), own[e.out] = true;
      } else {
        std::vector<u32> const ys = equation(f, e, xs);
        for (u32 y = 0; y < e.n_out; ++y) at[e.out + y] = ys[y], own[e.out + y] = e.prim->call != nullptr;
        release_operands();
      }
      for (u32 y = 0; y < e.n_out; ++y)
        if (own[e.out + y] && last[e.out + y] == 0) release(at[e.out + y]), own[e.out + y] = false;
    }
    // A result in a register of its own, so that it may be released.
    std::vector<u32> results;
    std::vector<bool> given(f.vars.size(), false);
    for (atom a : f.outs) {
      u32 const r = read(a);
      bool const mine = !a.is_literal() && own[root[a.var()]] && !given[root[a.var()]];
      if (mine) given[root[a.var()]] = true, results.push_back(r);
      else results.push_back(fresh()), move(results.back(), r);
    }
    return results;
  }
  /// An equation that is no computation of elements: results in registers that are the caller's.
  std::vector<u32> equation(jaxpr const& j, eqn const& e, std::vector<u32> const& xs) {
    if (is<iota_t>(e)) return {constant(0)};
    if (e.prim->kind == kind::movement) return {xs[0]}; // of a literal
    if (is<while_t>(e)) return while_loop(while_t::parts(j, j.params(e), e.n_in), xs);
    if (is<scan_t>(e)) return repeated(scan_t::parts(j, j.params(e), e.n_in), xs);
    if (is<cond_t>(e)) return branches(j, e, xs);
    return function(detail::function_of(j, e, 0), xs);
  }
  /// Constants go before the other registers.
  void end() {
    u32 const n = static_cast<u32>(to.constants.size());
    auto const place = [n](u32& r) { r = r < of_constants ? r + n : r - of_constants; };
    for (scalar_instruction& i : to.body) {
      place(i.to);
      for (u32& x : i.x) place(x);
    }
    for (auto* list : {&to.loads, &to.stores})
      for (scalar_code::transfer& t : *list) place(t.reg);
    add(scalar_op::stop, 0);
    to.registers = used + n;
  }
  static u64 word_of_literal(jaxpr const& j, atom a) { return detail::word_of_literal(j.lits[a.lit()]); }

 private:
  static std::vector<u32> part(std::vector<u32> const& xs, u32 first, u32 n) { return {xs.begin() + first, xs.begin() + first + n}; }
  static std::vector<u32> joined(std::vector<u32> a, std::vector<u32> const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  std::vector<u32> copies(std::vector<u32> const& xs) {
    std::vector<u32> ys;
    for (u32 x : xs) ys.push_back(fresh()), move(ys.back(), x);
    return ys;
  }
  void move_all(std::vector<u32> const& ys, std::vector<u32> const& xs) { // ys are others than xs
    for (std::size_t k = 0; k < ys.size(); ++k) move(ys[k], xs[k]);
    for (u32 x : xs) release(x);
  }
  std::vector<u32> while_loop(while_t::parts const& s, std::vector<u32> const& xs) {
    std::vector<u32> const of_cond = part(xs, 0, s.cond_consts), of_body = part(xs, s.cond_consts, s.body_consts);
    std::vector<u32> const carry = copies(part(xs, s.cond_consts + s.body_consts, s.carry));
    u32 const begin = here();
    u32 const go = function(s.cond, joined(of_cond, carry))[0];
    u32 const leave = here();
    add(scalar_op::jump_unless, 0, {go});
    release(go);
    move_all(carry, function(s.body, joined(of_body, carry)));
    add(scalar_op::jump, 0).more = begin;
    to.body[leave].more = here();
    return carry;
  }
  std::vector<u32> repeated(scan_t::parts const& s, std::vector<u32> const& xs) {
    std::vector<u32> const carry = copies(part(xs, s.consts, s.carry));
    if (s.p.length.number == 0) return carry;
    u32 const left = fresh();
    move(left, constant(static_cast<u64>(s.p.length.number)));
    u32 const begin = here();
    move_all(carry, function(s.body, joined(part(xs, 0, s.consts), carry)));
    add(scalar_op::repeat, left).more = begin;
    release(left);
    return carry;
  }
  std::vector<u32> branches(jaxpr const& j, eqn const& e, std::vector<u32> const& xs) {
    std::vector<u32> results, ends;
    for (u32 k = 0; k < e.n_out; ++k) results.push_back(fresh());
    for (u32 k = 0; k < e.n_param; ++k) { // what is below 0 is 0, what is above is the last one
      u32 const next = here();
      bool const is_last = k + 1 == e.n_param;
      if (!is_last) add(scalar_op::jump_if_more, 0, {xs[0], constant(word_of(static_cast<i32>(k)))});
      move_all(results, function(detail::function_of(j, e, k), part(xs, 1, e.n_in - 1)));
      if (is_last) break;
      ends.push_back(here());
      add(scalar_op::jump, 0);
      to.body[next].more = here();
    }
    for (u32 at : ends) to.body[at].more = here();
    return results;
  }
};

} // namespace constax::inline CONSTAX_TAG::vm
