// SPDX-License-Identifier: BSL-1.0
#pragma once
// windows : jaxpr -> jaxpr        neighbours are computed again where they are read, not shifted through memory; no bit changes
//
//   q = pad[(1, 0, 0)] p 0.0; p = mul b b; b = slice[0:n-1] a    ->    b' = window[start=(-1,)] a; p' = mul b' b'
//                                                                      q = select_n (inside[start=1] ...) 0.0 p'
//
// The cotangents of x[1:] and x[:-1] are padded to the length of x and added. As copies they cost a pass over memory each; here the loop
// over x reads x[i-1], x[i], x[i+1] and computes twice what they have in common, as the loop by hand keeps it in a register (Rosenbrock's
// gradient of 1,000: 8.5 times the loop by hand with copies). The same for slices of what is computed. A chain of more than `most_work`
// operations is not repeated: it goes to memory, and the window looks there.
//
// A sum over x[:-1] would be a loop of its own length. Where it shares its terms with such a loop it is taken over the first elements of
// terms that are as long: the loop leaves the rest out (node::beyond).
#include <constax/plan/inside.hpp>
#include <constax/plan/plan.hpp>
#include <constax/plan/window.hpp>
#include <constax/transform/simplify.hpp>

namespace constax::inline CONSTAX_TAG {

/// How many elements a loop may be longer than a sum in it.
inline constexpr i64 most_beyond = 16;

namespace detail {

struct window_maker {
  static constexpr i64 most_work = 32, most_padding = 32;
  static constexpr u32 most_steps = 64;

  /// Elements of a variable: start, start + 1, ... along each axis.
  struct window {
    shape start, length;
    friend constexpr bool operator==(window const& a, window const& b) { return a.start == b.start && a.length == b.length; }
  };
  /// What a value would be computed from: variables and the windows on them.
  struct chain {
    vec<u32> of;
    vec<window> seen;
    i64 work = 0;
    bool possible = true;
  };
  struct made_window {
    u32 of = 0;
    window at;
    atom is;
  };

  jaxpr const& j;
  rewriter& r;
  vec<u32> maker;
  vec<made_window> made;
  vec<vec<u32>> made_of; // of each variable: places in `made`
  vec<bool> stays;       // of each variable: too dear to be computed twice

  constexpr window_maker(jaxpr const& program, rewriter& to)
      : j(program), r(to), maker(program.vars.size(), ~0u), made_of(program.vars.size()), stays(program.vars.size()) {
    for (u32 k = 0; k < j.eqns.size(); ++k)
      for (u32 i = 0; i < j.eqns[k].n_out; ++i) maker[j.eqns[k].out + i] = k;
  }

  // ---- what there is to do ----
  static constexpr bool is_window_on(shape const& s, window const& w) {
    for (int d = 0; d < s.rank; ++d)
      if (!(w.start[d] == extent(0)) || !(w.length[d] == s[d])) return true;
    return false;
  }
  static constexpr bool is_pad(eqn const& e) { return is<pad_t>(e); }
  /// By how much a length differs, if that is known.
  static constexpr bool differs_by_number(extent const& a, extent const& b) { return (a - b).is_number() && !(a - b).overflowed(); }
  /// Loop axes stay loop axes; starts and differences in length are numbers.
  constexpr bool fits(u32 v, window const& w) const {
    shape const& s = j.type(v).shape;
    u32 const loops = loop_axes(s);
    if (loop_axes(w.length) != loops) return false;
    for (int d = 0; d < s.rank; ++d) {
      if (!w.start[d].is_number() || !differs_by_number(w.length[d], s[d])) return false;
      if (!(loops >> d & 1) && !(w.start[d] == extent(0) && w.length[d] == s[d])) return false;
    }
    return true;
  }
  /// A pad of a few elements along loop axes.
  constexpr bool short_pad(eqn const& e) const {
    if (!is_pad(e) || j.operands(e)[0].is_literal()) return false;
    pad_t::params const p = decode<pad_t::params>(j.params(e));
    for (int d = 0; d < p.lo.rank; ++d) {
      if (p.interior[d] != 0) return false;
      for (extent const& n : {p.lo[d], p.hi[d]})
        if (!n.is_number() || n.number < 0 || n.number > most_padding) return false;
    }
    return true;
  }
  /// The axes along which a pad adds elements.
  constexpr i64 padded_axes(eqn const& e) const {
    pad_t::params const p = decode<pad_t::params>(j.params(e));
    i64 count = 0;
    for (int d = 0; d < p.lo.rank; ++d) count += !(p.lo[d] == extent(0) && p.hi[d] == extent(0));
    return count;
  }
  static constexpr bool plain(axes const& strides) {
    for (i64 s : strides)
      if (s != 1) return false;
    return true;
  }
  static constexpr window all_of(shape const& s) {
    window w{{}, s};
    for (int d = 0; d < s.rank; ++d) w.start.push(extent(0));
    return w;
  }
  static constexpr window moved(window w, shape const& by, i64 sign) {
    for (int d = 0; d < w.start.rank; ++d) w.start[d] = w.start[d] + by[d] * sign;
    return w;
  }
  /// The window on the operand of a broadcast.
  constexpr window before_broadcast(eqn const& e, window const& w) const {
    shape const& x = j.type(j.operands(e)[0]).shape;
    axes const dims = decode<broadcast_in_dim_t::params>(j.params(e)).dims;
    window of = all_of(x);
    for (int d = 0; d < x.rank; ++d)
      if (x[d] == j.type(e.out).shape[static_cast<int>(dims[d])])
        of.start[d] = w.start[static_cast<int>(dims[d])], of.length[d] = w.length[static_cast<int>(dims[d])];
    return of;
  }

  /// Is v computed from other windows, rather than read through its own?
  constexpr bool computed(u32 v) const {
    if (maker[v] == ~0u || stays[v]) return false;
    eqn const& e = j.eqns[maker[v]];
    if (e.n_out != 1) return false;
    if (is<slice_t>(e)) return plain(decode<slice_t::params>(j.params(e)).strides);
    return e.prim->kind == kind::elementwise || is<broadcast_in_dim_t>(e) || short_pad(e);
  }
  /// Calls f(operand, its window) for each operand of v's equation that has axes.
  template <class F>
  constexpr void each_operand(u32 v, window const& w, F&& f) const {
    eqn const& e = j.eqns[maker[v]];
    range<atom> const xs = j.operands(e);
    if (is<slice_t>(e)) f(xs[0], moved(w, decode<slice_t::params>(j.params(e)).start_indices, 1));
    else if (is_pad(e)) f(xs[0], moved(w, decode<pad_t::params>(j.params(e)).lo, -1));
    else if (is<broadcast_in_dim_t>(e)) {
      if (!xs[0].is_literal() && j.type(xs[0]).rank()) f(xs[0], before_broadcast(e, w));
    } else
      for (atom a : xs)
        if (!a.is_literal() && j.type(a).rank()) f(a, w);
  }
  constexpr void explore(u32 v, window const& w, chain& c, i64 most) const {
    if (!c.possible) return;
    for (u32 i = 0; i < c.of.size(); ++i)
      if (c.of[i] == v && c.seen[i] == w) return;
    c.of.push(v), c.seen.push(w);
    if (!fits(v, w) || c.of.size() > most_steps) c.possible = false;
    if (!computed(v)) return;
    eqn const& e = j.eqns[maker[v]];
    if (e.prim->kind == kind::elementwise) c.work += e.prim->weight();
    else if (is_pad(e)) c.work += 2 * padded_axes(e); // a question for each, an `and` between two of them, a choice
    if (c.work > most) c.possible = false;
    each_operand(v, w, [&](atom a, window const& of) { explore(a.var(), of, c, most); });
  }
  constexpr chain explored(u32 v, window const& w, i64 most = most_work) const {
    chain c;
    explore(v, w, c, most);
    return c;
  }

  // ---- doing it ----
  constexpr atom add(primitive const& p, aval const& type, std::initializer_list<atom> xs, vec<i64> const& params) const {
    rewriter::draft d;
    d.type = r.to.intern(type);
    r.becomes(d, p, xs, params);
    return r.write(d);
  }
  /// v's elements in w, as an atom of the new program.
  constexpr atom at(u32 v, window const& w) {
    if (!is_window_on(j.type(v).shape, w)) return r.env[v];
    for (u32 k : made_of[v])
      if (made[k].at == w) return made[k].is;
    atom const is = computed(v)
                        ? compute(v, w)
                        : add(descriptor<window_t>, {j.type(v).type, w.length}, {r.env[v]}, encode(window_t::params{w.start, w.length}));
    made_of[v].push(made.size()), made.push({v, w, is});
    return is;
  }
  constexpr atom compute(u32 v, window const& w) {
    eqn const& e = j.eqns[maker[v]];
    if (is_pad(e)) return padded(e, w, j.operands(e)[0].var());
    vec<atom> xs;
    if (e.prim->kind == kind::elementwise) {
      for (atom a : j.operands(e)) xs.push(a.is_literal() || j.type(a).rank() == 0 ? r.read(a) : at(a.var(), w));
      rewriter::draft d{e.prim, r.to.atoms.size(), xs.size(), r.to.ints.size(), e.n_param, r.to.intern({j.type(v).type, w.length})};
      r.to.atoms.append(xs);
      for (i64 p : j.params(e)) r.to.ints.push(p);
      return r.write(d);
    }
    atom x = r.read(j.operands(e)[0]);
    each_operand(v, w, [&](atom a, window const& of) { x = at(a.var(), of); });
    if (is<slice_t>(e)) return x;
    return add(*e.prim, {j.type(v).type, w.length}, {x},
               encode(broadcast_in_dim_t::params{w.length, decode<broadcast_in_dim_t::params>(j.params(e)).dims}));
  }
  /// The window on a pad: its operand's elements, chosen where they are.
  constexpr atom padded(eqn const& e, window const& w, u32 operand) {
    pad_t::params const p = decode<pad_t::params>(j.params(e));
    shape const& in = j.type(operand).shape;
    atom const x = at(operand, moved(w, p.lo, -1)), filling = r.read(j.operands(e)[1]);
    atom which{};
    bool any = false;
    for (int d = 0; d < in.rank; ++d) {
      extent const start = p.lo[d] - w.start[d], limit = start + in[d];
      if (start.number <= 0 && (limit - w.length[d]).number >= 0) continue; // nothing but the operand
      atom const here = add(descriptor<inside_t>, {dtype::boolean, w.length}, {}, encode(inside_t::params{d, start, limit, w.length}));
      which = any ? add(descriptor<and_t>, {dtype::boolean, w.length}, {which, here}, {}) : here;
      any = true;
    }
    if (!any) return x;
    return add(descriptor<select_n_t>, {j.type(operand).type, w.length}, {which, filling, x}, {});
  }
};

/// What is rewritten.
struct window_plan {
  vec<bool> replaced;    // of each equation: it is a pad or slice, whose elements are computed anew
  vec<extent> sum_along; // of each equation: the length of the loop that it is summed in, 0: its own
  bool any = false;
};

constexpr window_plan plan_windows(jaxpr const& j, window_maker& m) {
  window_plan p;
  p.replaced = vec<bool>(j.eqns.size()), p.sum_along = vec<extent>(j.eqns.size(), extent(0));
  vec<bool> in_loop(j.vars.size()); // what such a loop computes
  extent length(0);
  vec<u32> times(j.vars.size()); // how many slices or pads read a variable: so many windows it would be computed in
  // What reads a variable: something that computes; a concatenation, which finds it in memory.
  vec<bool> computes(j.vars.size()), joined(j.vars.size());
  for (eqn const& e : j.eqns) {
    if ((is<slice_t>(e) || is<pad_t>(e)) && !j.operands(e)[0].is_literal()) ++times[j.operands(e)[0].var()];
    for (atom a : j.operands(e))
      if (!a.is_literal()) (is<concatenate_t>(e) ? joined : computes)[a.var()] = true;
  }
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    bool const pad = m.short_pad(e);
    if ((!pad && !is<slice_t>(e)) || j.operands(e)[0].is_literal() || loop_axes(j.type(e.out).shape) == 0) continue;
    u32 const x = j.operands(e)[0].var();
    window_maker::window const all = window_maker::all_of(j.type(e.out).shape);
    if (pad) {
      window_maker::chain c = m.explored(e.out, all, window_maker::most_work / times[x]);
      if (!c.possible) m.stays[x] = true, c = m.explored(e.out, all);
      if (!c.possible) continue;
      p.replaced[k] = p.any = true;
      if (j.type(e.out).rank() != 1) continue;
      length = j.type(e.out).shape[0];
      for (u32 v : c.of) in_loop[v] = true;
    } else if (m.computed(e.out) && m.computed(x) && !(joined[e.out] && !computes[e.out])) {
      window_maker::chain const c = m.explored(e.out, all, window_maker::most_work / times[x]);
      if (c.possible && c.work > 0) p.replaced[k] = p.any = true;
    }
  }
  if (!p.any || length == extent(0) || !loops_over_lines(j)) return p;
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    if (e.prim->kind != kind::reduction || j.operands(e)[0].is_literal()) continue;
    u32 const x = j.operands(e)[0].var();
    if (j.type(x).rank() != 1 || !loop_axes(j.type(x).shape) || !m.computed(x)) continue;
    extent const rest = length - j.type(x).shape[0];
    if (!rest.is_number() || rest.number < 1 || rest.number > most_beyond) continue;
    window_maker::chain const c = m.explored(x, window_maker::all_of(shape{length}));
    bool shared = false;
    for (u32 v : c.of) shared |= m.computed(v) && in_loop[v];
    if (c.possible && shared) p.sum_along[k] = length;
  }
  return p;
}

} // namespace detail

constexpr jaxpr windows(jaxpr j) {
  bool any = false;
  for (eqn const& e : j.eqns) any |= is<pad_t>(e) || is<slice_t>(e);
  if (!any) return j;
  rewriter r(j);
  detail::window_maker m(j, r);
  detail::window_plan const p = detail::plan_windows(j, m);
  if (!p.any) return j;
  r.take_literals(j);
  for (u32 k = 0; k < j.eqns.size(); ++k) {
    eqn const& e = j.eqns[k];
    if (p.replaced[k]) {
      r.env[e.out] = m.compute(e.out, detail::window_maker::all_of(j.type(e.out).shape));
      continue;
    }
    rewriter::draft d = r.start(j, e);
    if (!(p.sum_along[k] == extent(0))) {
      u32 const x = j.operands(e)[0].var();
      atom const longer = m.at(x, detail::window_maker::all_of(shape{p.sum_along[k]}));
      atom const first = m.add(descriptor<slice_t>, j.type(x), {longer}, encode(slice_t::params{j.type(x).shape, {extent(0)}, {1}}));
      u32 const type = d.type;
      d = {}, d.type = type;
      r.becomes(d, *e.prim, {first}, vec<i64>(j.params(e)));
    }
    r.write_as(j, e, d);
  }
  return dce(r.finish(j));
}

} // namespace constax::inline CONSTAX_TAG
