// SPDX-License-Identifier: BSL-1.0
#pragma once
// rewriter: what simplify, contract and associate share: a jaxpr is read once, first equation to last, and written anew.
//
// Each equation becomes a draft, which a pass may change; a finished draft that equals an equation already written is that equation
// (common subexpressions, commutative operands in any order), found by a hash table. Work per equation is bounded: passes are linear.
#include <constax/transform/simplify/dce.hpp>

namespace constax::inline CONSTAX_TAG {

struct rewriter {
  static constexpr u32 none = ~u32{0};

  /// The equation about to be written: its operands and parameters stand at the ends of `to`'s. Or, once `done`, the atom it came to.
  struct draft {
    primitive const* prim = nullptr;
    u32 in = 0, n_in = 0, param = 0, n_param = 0;
    u32 type = 0; // of its result, in to.avals
    bool done = false;
    atom result = {};
  };

  jaxpr to;
  vec<atom> env;      // what became of a variable of the old program
  vec<u32> maker;     // variable of `to` -> the equation that made it
  vec<u32> lit_of;    // literal of the old program -> that of `to`
  vec<u32> table;     // open hash of equations, numbers from 1 on
  vec<u32> literals;  // open hash of literals, numbers from 1 on
  vec<i64> functions; // function of the old program -> 1 + its place in `to`
  u32 broadcasts = 0; // how many have been written: few programs have any

  constexpr explicit rewriter(jaxpr const& from)
      : env(from.vars.size()), lit_of(from.lits.size()), table(power_above(from.eqns.size() * 2)),
        literals(power_above(from.lits.size() * 2)) {
    to.avals = from.avals, to.effects = from.effects, to.fault = from.fault;
    u32 const n = from.eqns.size() + 8;
    to.eqns.reserve(n), to.atoms.reserve(from.atoms.size() + 16), to.ints.reserve(from.ints.size() + 16),
        to.lits.reserve(from.lits.size() + 8);
    to.vars.reserve(from.vars.size() + 8), maker.reserve(from.vars.size() + 8);
    for (u32 v : from.consts) to.consts.push(fresh_input(from, v));
    for (u32 v : from.ins) to.ins.push(fresh_input(from, v));
  }

  // ---- what rules ask ----
  constexpr atom x(draft const& d, u32 i) const { return to.atoms.first[d.in + i]; }
  constexpr aval const& type(atom a) const { return to.type(a); }
  constexpr aval const& type(draft const& d) const { return to.avals.first[d.type]; }
  constexpr literal const* literal_at(atom a) const { return a.is_literal() ? &to.lits[a.lit()] : nullptr; }
  /// Is a this literal? Zeros differ by sign.
  constexpr bool is(atom a, double number) const {
    if (a.id >= 0) return false;
    literal const& l = to.lits.first[~a.id];
    return l.type != dtype::boolean && l == literal::of(l.type, number);
  }
  /// The equation that made a, if it is one of P.
  template <class P>
  constexpr eqn const* made_by(atom a) const {
    if (a.id < 0) return nullptr;
    u32 const k = maker.first[a.id];
    if (k == none) return nullptr;
    eqn const* e = to.eqns.first + k;
    return constax::is<P>(*e) ? e : nullptr;
  }
  constexpr atom operand(eqn const* e, u32 i = 0) const { return to.atoms[e->in + i]; }

  // ---- what rules do ----
  constexpr bool becomes(draft& d, atom a) const { return d.done = true, d.result = a, true; }
  /// The draft becomes p of these operands, whose parameters are `params` (a copy, not a part of `to`).
  constexpr bool becomes(draft& d, primitive const& p, std::initializer_list<atom> operands, vec<i64> const& params = {}) {
    d.prim = &p, d.in = to.atoms.size(), d.n_in = static_cast<u32>(operands.size());
    d.param = to.ints.size(), d.n_param = params.size();
    for (atom a : operands) to.atoms.push(a);
    to.ints.append(params);
    return true;
  }
  constexpr atom constant(literal const& l) {
    u32 const mask = literals.size() - 1;
    for (u32 i = hash(l) & mask;; i = (i + 1) & mask) {
      u32 const k = literals[i];
      if (!k) {
        to.lits.push(l), literals[i] = to.lits.size();
        if (to.lits.size() * 2 > literals.size()) rehash_literals();
        return {~static_cast<i32>(to.lits.size() - 1)};
      }
      if (to.lits[k - 1] == l) return {~static_cast<i32>(k - 1)};
    }
  }
  /// The draft becomes its own type, filled with l.
  constexpr bool becomes_constant(draft& d, literal const& l) {
    aval const& t = type(d);
    return t.rank() == 0 ? becomes(d, constant(l))
                         : becomes(d, descriptor<broadcast_in_dim_t>, {constant(l)}, encode(broadcast_in_dim_t::params{t.shape, {}}));
  }

  // ---- reading and writing ----
  constexpr atom read(atom a) const {
    if (a.id >= 0) return env.first[a.id];
    return {~static_cast<i32>(lit_of.first[~a.id])};
  }

  constexpr void take_literals(jaxpr const& from) {
    for (u32 i = 0; i < from.lits.size(); ++i) lit_of[i] = constant(from.lits[i]).lit();
  }
  /// The draft of e, an equation of the old program.
  constexpr draft start(jaxpr const& from, eqn const& e) {
    draft d{e.prim, to.atoms.size(), e.n_in, to.ints.size(), e.n_param, from.vars[e.out]};
    to.atoms.resize(d.in + d.n_in);
    atom* x = to.atoms.first + d.in;
    for (atom const *a = from.atoms.first + e.in, *end = a + e.n_in; a != end; ++a, ++x) *x = read(*a);
    if (e.n_param) to.ints.append(from.params(e));
    return d;
  }
  /// Writes the draft, or finds the equation that it repeats -> its first result.
  constexpr atom write(draft const& d, u32 n_out = 1, u32 const* types = nullptr) {
    if (d.done) return d.result;
    u32 const mask = table.size() - 1;
    u32 i = hash(*d.prim, d.in, d.n_in, d.param, d.n_param) & mask;
    for (; u32 const k = table.first[i]; i = (i + 1) & mask)
      if (repeats(to.eqns[k - 1], d)) {
        to.atoms.resize(d.in), to.ints.resize(d.param);
        return {static_cast<i32>(to.eqns[k - 1].out)};
      }
    u32 const out = to.vars.size();
    to.eqns.push({d.prim, d.in, d.n_in, out, n_out, d.param, d.n_param});
    u32 const count = to.eqns.size();
    table.first[i] = count;
    if (!types) to.vars.push(d.type), maker.push(count - 1);
    else
      for (u32 k = 0; k < n_out; ++k) to.vars.push(types[k]), maker.push(to.eqns.size() - 1);
    if (constax::is<broadcast_in_dim_t>(d)) ++broadcasts;
    if (count * 2 > mask + 1) rehash();
    return {static_cast<i32>(out)};
  }
  /// Writes the draft of e, whose functions, if it holds any, come along: `change(function)`.
  template <class Change>
  constexpr void write_as(jaxpr const& from, eqn const& e, draft const& d, Change&& change) {
    if (d.prim->call) {
      function_places const held = d.prim->functions(to.ints.slice(d.param, d.n_param));
      for (u32 i = held.first; i < held.first + held.count; ++i) {
        i64& f = to.ints[d.param + i];
        if (f == detail::self_function) continue;
        if (functions.empty()) functions = vec<i64>(from.subs.size());
        i64& place = functions[static_cast<u32>(f)];
        if (!place) place = 1 + detail::hold(to, change(from.subs[static_cast<u32>(f)]));
        f = place - 1;
      }
    }
    settle(e, write(d, e.n_out, e.n_out == 1 ? nullptr : from.vars.first + e.out));
  }
  constexpr void write_as(jaxpr const& from, eqn const& e, draft const& d) {
    write_as(from, e, d, [](jaxpr const& f) -> jaxpr const& { return f; });
  }
  /// e's results are those from `first` on.
  constexpr void settle(eqn const& e, atom first) {
    env.first[e.out] = first;
    for (u32 i = 1; i < e.n_out; ++i) env.first[e.out + i] = {first.id + static_cast<i32>(i)};
  }
  constexpr jaxpr finish(jaxpr const& from) {
    to.outs.reserve(from.outs.size());
    for (atom a : from.outs) to.outs.push(read(a));
    return static_cast<jaxpr&&>(to);
  }

private:
  static constexpr u32 power_above(u32 n) {
    u32 p = 16;
    while (p < n) p *= 2;
    return p;
  }
  static constexpr u32 hash(literal const& l) { return static_cast<u32>(l.bits * 0x9E3779B97F4A7C15u >> 32); }
  /// Not linear: sums of two would collide for all pairs with the same sum of numbers, and straight-line programs are full of them.
  static constexpr u32 mix(i32 id) { return (static_cast<u32>(id) * 0x9E3779B1u ^ static_cast<u32>(id) * 0x9E3779B1u >> 15) * 0x85EBCA6Bu; }

  constexpr u32 hash(primitive const& p, u32 in, u32 n_in, u32 param, u32 n_param) const {
    u32 h = *p.tag;
    atom const* const xs = to.atoms.first + in;
    if (p.commutative && n_in == 2) h += mix(xs[0].id) + mix(xs[1].id);
    else
      for (u32 i = 0; i < n_in; ++i) h = h * 31 + mix(xs[i].id);
    if (n_param && !p.call) // functions are compared, not hashed
      for (i64 x : to.ints.slice(param, n_param)) h = h * 31 + static_cast<u32>(x) + static_cast<u32>(x >> 32);
    return h ^ h >> 15;
  }
  constexpr u32 fresh_input(jaxpr const& from, u32 v) {
    to.vars.push(from.vars[v]), maker.push(none);
    env[v] = {static_cast<i32>(to.vars.size() - 1)};
    return to.vars.size() - 1;
  }
  constexpr bool repeats(eqn const& e, draft const& d) const {
    if (e.prim != d.prim || e.n_in != d.n_in || e.n_param != d.n_param) return false;
    atom const *const a = to.atoms.first + e.in, *const b = to.atoms.first + d.in;
    if (e.prim->commutative && e.n_in == 2) {
      if (!((a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]))) return false;
    } else
      for (u32 i = 0; i < e.n_in; ++i)
        if (!(a[i] == b[i])) return false;
    i64 const *const p = to.ints.first + e.param, *const q = to.ints.first + d.param;
    for (u32 i = 0; i < e.n_param; ++i) // equal functions have one place
      if (p[i] != q[i]) return false;
    return true;
  }
  // Rules rarely write more equations than they read: these two are for programs that are mostly such rules.
  constexpr void rehash() {
    table = vec<u32>(table.size() * 2);
    u32 const mask = table.size() - 1;
    for (u32 k = 0; k < to.eqns.size(); ++k) {
      eqn const& e = to.eqns[k];
      u32 i = hash(*e.prim, e.in, e.n_in, e.param, e.n_param) & mask;
      while (table[i]) i = (i + 1) & mask;
      table[i] = k + 1;
    }
  }
  constexpr void rehash_literals() {
    literals = vec<u32>(literals.size() * 2);
    u32 const mask = literals.size() - 1;
    for (u32 k = 0; k < to.lits.size(); ++k) {
      u32 i = hash(to.lits[k]) & mask;
      while (literals[i]) i = (i + 1) & mask;
      literals[i] = k + 1;
    }
  }
};

} // namespace constax::inline CONSTAX_TAG
