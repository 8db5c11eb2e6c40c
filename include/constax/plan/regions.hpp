// SPDX-License-Identifier: BSL-1.0
#pragma once
// choose_region : jaxpr, loop axes -> for each variable the axis that its region takes strips of, for each equation its segment
//
// A region is a loop over ONE axis, in strips, through all the equations that carry it. From a seed (an axis of an input, or of rows of
// one) the axis spreads through roles (roles.hpp) to every value that runs along: a course. What needs all of a value that the region makes
// (an exit's total, a transposed use) has to wait for its end: it belongs to a later pass. Segments: 2p before pass p, 2p + 1 inside it.
//
// Of the seeds the one wins that keeps the most bytes in strips: made and used in one pass, never written to memory. Then others follow, as
// long as they keep more: parts of a program that have no axis in common, or look at the columns of what came in rows, have regions of
// their own, each pass in one course. Where an equation could be of several courses, it is of the first; a course that comes later is tried
// before and after the others. A symbol counts as 10^4 here.
#include <constax/plan/roles.hpp>
#include <constax/plan/split.hpp>
#include <constax/plan/strips_of_rows.hpp>

namespace constax::inline CONSTAX_TAG {

inline constexpr u32 max_regions = 8, most_courses = 4;

namespace detail {

/// What a seed's axis reaches.
struct course {
  static constexpr i8 none = -1, left = -2;
  vec<i8> axis;     // of each variable: the axis that runs along with it; none; left: it is a sum along the seed's axis
  vec<bool> member; // of each equation: may a region of this course have it?
  vec<bool> comes;  // of each operand (its place among the program's): is it in strips that the equation reads one by one?
  extent length = {};
};

struct region_choice {
  vec<i8> along;       // of each variable: the axis of the region that makes it (of an input: one that it is read along), -1: it has none
  vec<u32> segment;    // of each equation
  vec<extent> lengths; // of each pass: of its axis
  vec<i8> scattered; // of each scatter whose slices come in strips: their axis; of other equations -1. Empty: there are none
  u32 passes = 0;
  double saved = 0; // bytes that stay in strips
};

struct region_chooser {
  jaxpr const& j;
  vec<u32> const& loops;
  vec<bool> const& views; // of each equation: does it only say where elements lie?
  vec<i8> const& summed;  // of each variable: the axis that its equation sums over, -1: none
  bool in_order;          // are the strips of a region taken in their order?
  role_table const roles{j};

  /// Are strips of this axis worth a loop? Short axes are unrolled, or one strip; rows of a nest are few.
  static constexpr bool long_enough(extent const& e) { return e.is_number() ? e.number > 64 : !(e == extent::of(strips_t::in_nest)); }
  static constexpr double bytes_of(aval const& a) { // with eight symbols more than an integer holds
    double n = info(a.type).bytes;
    for (int d = 0; d < a.rank(); ++d) n *= a.shape[d].is_number() ? static_cast<double>(a.shape[d].number) : 1e4;
    return n;
  }
  constexpr int along(vec<i8> const& of, atom a) const { return a.id < 0 ? -1 : of.first[a.id]; }

  /// Spreads the axis forward and backward until nothing changes: rarely more than twice.
  constexpr void spread(vec<i8>& of) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (u32 k = 0; k < j.eqns.count; ++k) changed |= forward(of, k);
      for (u32 k = j.eqns.count; k-- > 0;) changed |= backward(of, k);
    }
  }
  constexpr bool take(vec<i8>& of, atom a, int d) const {
    if (d < 0 || a.is_literal() || of[a.var()] != course::none || !(loops[a.var()] >> d & 1)) return false;
    of[a.var()] = static_cast<i8>(d);
    return true;
  }
  constexpr bool forward(vec<i8>& of, u32 k) const {
    eqn const& e = j.eqns.first[k];
    i8* const axis = of.first;
    if (axis[e.out] != course::none || e.prim->call) return false;
    // What is summed along the axis stays in strips, and is larger than the sum, which might run along it where lengths are equal.
    if (exits(of, k)) return axis[e.out] = course::left, true;
    atom const* const xs = j.atoms.first + e.in;
    for (u32 i = 0; i < e.n_in; ++i) {
      int const q = xs[i].id < 0 ? -1 : axis[xs[i].id];
      if (q < 0) continue;
      for (int d = 0; d < roles.rank[k]; ++d)
        if (roles.along(k, i, d) == q && take(of, atom{static_cast<i32>(e.out)}, d)) return true;
    }
    return false;
  }
  constexpr bool backward(vec<i8>& of, u32 k) const {
    bool changed = false;
    eqn const& e = j.eqns.first[k];
    atom const* const xs = j.atoms.first + e.in;
    i8* const axis = of.first;
    if (int const d = axis[e.out]; d >= 0)
      for (u32 i = 0; i < e.n_in; ++i)
        if (xs[i].id >= 0 && axis[xs[i].id] < 0) changed |= take(of, xs[i], roles.along(k, i, d));
    if (in_order && e.prim->updates && scatters_along(j, e, along(of, xs[1]))) // the indices come in strips as their slices do
      for (u32 i = 2; i < e.n_in; ++i)
        if (xs[i].id >= 0 && j.type(xs[i]).rank() > 0) changed |= take(of, xs[i], 0);
    if (int const over = summed.first[e.out]; over >= 0 && e.n_in == 2) // the factors of an exit
      for (u32 i = 0; i < 2; ++i)
        if (along(of, xs[i]) == over) changed |= take(of, xs[1 - i], over);
    return changed;
  }

  /// The axis along which the slices of a scatter come in strips, into an array that has to be there before; -1: none. One thread takes the
  /// strips in their order then, since slices that meet do so in theirs: of a team scatters are nodes by themselves.
  constexpr int scatters(vec<i8> const& of, u32 k) const {
    eqn const& e = j.eqns.first[k];
    if (!e.prim->updates || !in_order) return -1;
    atom const* const xs = j.atoms.first + e.in;
    int const d = along(of, xs[1]);
    if (!scatters_along(j, e, d)) return -1;
    for (u32 i = 2; i < e.n_in; ++i)
      if (!xs[i].is_literal() && j.type(xs[i]).rank() > 0 && along(of, xs[i]) != 0) return -1;
    return d;
  }
  /// Does the equation leave the region: does it sum over its axis, or scatter what comes along it?
  constexpr bool exits(vec<i8> const& of, u32 k) const {
    if (scatters(of, k) >= 0) return true;
    eqn const& e = j.eqns.first[k];
    int const over = summed.first[e.out];
    if (over < 0) return false;
    for (atom a : j.operands(e))
      if (along(of, a) != over) return false;
    return true;
  }
  constexpr bool member(vec<i8> const& of, u32 k) const {
    eqn const& e = j.eqns.first[k];
    if (e.prim->takes_whole_rows() || e.prim->kind == kind::size || e.prim->kind == kind::sort || for_blas(e))
      return false; // sorts need more memory
    int const d = of.first[e.out];
    if (d < 0) return exits(of, k);
    if (e.prim->kind == kind::cumulative && d == j.params(e)[0]) return false; // in order from end to end
    return !e.prim->updates || roles.along(k, 1, d) != whole;                   // each strip would go through all slices
  }
  constexpr void find_members(course& c) const {
    c.member = vec<bool>(j.eqns.size()), c.comes = vec<bool>(j.atoms.size());
    i8 const* const axis = c.axis.first;
    for (u32 k = 0; k < j.eqns.count; ++k) {
      eqn const& e = j.eqns.first[k];
      c.member.first[k] = member(c.axis, k);
      int const d = axis[e.out];
      for (u32 i = 0; i < e.n_in; ++i)
        if (atom const x = j.atoms.first[e.in + i]; x.id >= 0 && axis[x.id] >= 0)
          c.comes.first[e.in + i] = d < 0 ? i > 0 || !e.prim->updates : axis[x.id] == roles.along(k, i, d);
    }
  }
  /// Products of two matrices go to the BLAS whole, when there is one.
  constexpr bool for_blas(eqn const& e) const {
    return CONSTAX_HAS_BLAS && e.prim->kind == kind::contraction && j.type(e.out).floating() && j.type(e.out).rank() == 2 &&
           j.type(j.operands(e)[0]).rank() == 2 && j.type(j.operands(e)[1]).rank() == 2;
  }

  constexpr bool is_input(atom a) const {
    for (vec<u32> const* inputs : {&j.ins, &j.consts})
      for (u32 v : *inputs)
        if (!a.is_literal() && a.var() == v) return true;
    return false;
  }
  /// The courses of the first seeds, each once.
  constexpr vec<course> find_courses() const {
    vec<course> found;
    vec<u32> seeds = j.ins;
    seeds.append(j.consts);
    for (eqn const& e : j.eqns) // rows of an argument that has none: x[100n] as [n,100]
      if (is<split_t>(e) && is_input(j.operands(e)[0])) seeds.push(e.out);
    for (u32 v : seeds)
      for (int d = 0; d < j.type(v).rank(); ++d) {
        if (!(loops[v] >> d & 1) || !long_enough(j.type(v).shape[d])) continue;
        bool known = false;
        for (course const& c : found) known |= c.axis[v] == d;
        if (known || found.size() == most_courses) continue;
        course c{vec<i8>(j.vars.size(), course::none), {}, {}, j.type(v).shape[d]};
        c.axis[v] = static_cast<i8>(d);
        spread(c.axis), find_members(c);
        found.push(static_cast<course&&>(c));
      }
    return found;
  }

  constexpr region_choice operator()() const;
};

/// Given the courses, by their numbers: which pass has each equation, and what lives in its strips.
struct pass_finder {
  region_chooser const& by;
  vec<course> const& courses;
  vec<u32> const& taken; // of the courses, in the order in which equations are offered to them
  jaxpr const& j = by.j;
  static constexpr u32 no_course = ~0u;

  vec<u32> made, complete; // of each variable: the pass that makes it; the first before which all of it is there
  vec<u32> root;           // whose memory it is
  vec<u32> inside;         // the course that it is in strips of
  vec<bool> elsewhere;     // is it needed outside of its strips?
  vec<u32> of_pass;        // of each pass: its course
  region_choice r;

  constexpr pass_finder(region_chooser const& chooser, vec<course> const& given, vec<u32> const& order)
      : by(chooser), courses(given), taken(order), made(j.vars.size()), complete(j.vars.size()), root(j.vars.size()),
        inside(j.vars.size(), no_course), elsewhere(j.vars.size()) {
    r.segment = vec<u32>(j.eqns.size()), r.along = vec<i8>(j.vars.size(), course::none);
    for (u32 v = 0, n = root.count; v < n; ++v) root.first[v] = v;
    for (u32 i = taken.size(); i-- > 0;) {
      i8 const* const axis = courses[taken[i]].axis.begin();
      i8* const to = r.along.first;
      for (u32 v = 0, n = j.vars.size(); v < n; ++v)
        if (axis[v] >= 0) to[v] = axis[v];
    }
  }

  constexpr region_choice operator()() {
    for (u32 k = 0; k < j.eqns.count; ++k) by.views.first[k] ? look(k) : take(k);
    r.passes = of_pass.size();
    for (atom a : j.outs)
      if (!a.is_literal()) elsewhere[root[a.var()]] = true;
    for (u32 k = j.eqns.count; k-- > 0;) // pieces of a concatenation that memory holds lie in it (pieces.hpp)
      if (eqn const& e = j.eqns.first[k]; is<concatenate_t>(e) && elsewhere[root[e.out]])
        for (atom a : j.operands(e))
          if (!a.is_literal()) elsewhere[root[a.var()]] = true;
    u32 const *const in = inside.first, *const roots = root.first;
    for (u32 v = 0, n = j.vars.count; v < n; ++v)
      if (in[v] != no_course && roots[v] == v && !elsewhere.first[v]) r.saved += by.bytes_of(j.type(v));
    return static_cast<region_choice&&>(r);
  }
  /// A view's uses are uses of what it looks at, in strips if it runs along.
  constexpr void look(u32 k) {
    eqn const& e = j.eqns[k];
    u32 const x = j.operands(e)[0].var(), c = inside[x];
    bool const runs = c != no_course && courses[c].axis[e.out] >= 0 && courses[c].comes[e.in];
    if (c != no_course && !runs) elsewhere[root[x]] = true;
    made[e.out] = runs ? made[x] : complete[x], complete[e.out] = complete[x], inside[e.out] = runs ? c : no_course, root[e.out] = root[x];
    r.segment[k] = 2 * made[e.out] + runs;
    if (runs) r.along[e.out] = courses[c].axis[e.out];
  }
  /// The course whose region has equation k: the first that it is a member of.
  constexpr u32 course_of(u32 k) const {
    for (u32 c : taken)
      if (courses.first[c].member.first[k]) return c;
    return no_course;
  }
  /// The first pass of course c, from this one on.
  constexpr u32 pass_of(u32 c, u32 pass) {
    while (pass < of_pass.count && of_pass.first[pass] != c) ++pass;
    if (pass == of_pass.count) of_pass.push(c), r.lengths.push(courses[c].length);
    return pass;
  }
  // Pointers, and few calls: this runs for each equation and each way to choose courses.
  constexpr void take(u32 k) {
    eqn const& e = j.eqns.first[k];
    u32 const c = course_of(k);
    bool const is_member = c != no_course;
    i8 const* const axis = is_member ? courses[c].axis.begin() : nullptr;
    bool const* const comes = is_member ? courses[c].comes.first + e.in : nullptr;
    atom const* const xs = j.atoms.first + e.in;
    u32 const *const in = inside.first, *const by_pass = made.first, *const by_end = complete.first;
    u32 pass = 0;
    for (u32 i = 0; i < e.n_in; ++i) {
      i32 const x = xs[i].id;
      if (x < 0) continue;
      u32 const needs = is_member && in[x] == c && comes[i] ? by_pass[x] : by_end[x];
      if (needs > pass) pass = needs;
    }
    if (is_member) pass = pass_of(c, pass);
    for (u32 i = 0; i < e.n_in; ++i) {
      i32 const x = xs[i].id;
      if (x < 0 || in[x] == no_course) continue;
      if (!is_member || in[x] != c || !comes[i] || by_pass[x] != pass) elsewhere.first[root.first[x]] = true;
    }
    r.segment[k] = 2 * pass + is_member;
    bool const stays = is_member && axis[e.out] >= 0; // a sum leaves
    for (u32 v = e.out; v < e.out + e.n_out; ++v) {
      made.first[v] = pass, complete.first[v] = pass + is_member, inside.first[v] = stays ? c : no_course;
      if (is_member) r.along.first[v] = stays ? axis[v] : course::none;
    }
    if (is_member && !stays && e.prim->updates) {
      if (r.scattered.empty()) r.scattered.resize(j.eqns.size(), i8{-1});
      r.scattered[k] = static_cast<i8>(by.scatters(courses[c].axis, k));
    }
  }
};

constexpr region_choice region_chooser::operator()() const {
  region_choice best;
  vec<course> const courses = find_courses();
  vec<u32> left, taken;
  for (u32 c = 0; c < courses.size(); ++c) left.push(c);
  for (bool better = true; better && !left.empty();) {
    better = false;
    vec<u32> extended;
    u32 which = 0;
    for (u32 i = 0; i < left.size(); ++i)
      for (bool last : {true, false}) {
        if (!last && taken.empty()) continue;
        vec<u32> order;
        if (!last) order.push(u32{left[i]});
        order.append(taken);
        if (last) order.push(u32{left[i]});
        region_choice tried = pass_finder(*this, courses, order)();
        if (tried.saved <= best.saved || tried.passes > max_regions) continue;
        best = static_cast<region_choice&&>(tried), extended = static_cast<vec<u32>&&>(order), which = i, better = true;
      }
    if (better) taken = static_cast<vec<u32>&&>(extended), left[which] = left.back(), left.pop();
  }
  return best;
}

} // namespace detail

} // namespace constax::inline CONSTAX_TAG
