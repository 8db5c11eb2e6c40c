// SPDX-License-Identifier: BSL-1.0
#pragma once
// find_key_reuse : jaxpr -> fault        the first key that is used up twice, and by whom; as JAX's checker of JEP 9263 has it
//
//   { lambda ; a:key<fry>[]. let b:u64[] = random_unwrap[by=random::normal] a; ...; c:u64[] = random_unwrap[by=random::uniform] a; ... }
//
// A key is used up where random numbers or other keys are drawn from it; primitives say so (uses_up_key). fold_in, key_data and == only
// look at it. Movements hand keys on, element by element: what is drawn from keys[0] leaves keys[1] as it is. Of branches all are asked,
// and what one of them uses up is used up. A loop must not use up what it finds on each trip anew: a key from outside, or a carry that
// comes back as it went in. Keys of one known word are one key: whoever writes random::key(0) twice means the same numbers, or has made a
// mistake.
//
// Arrays of more than `most_cells` keys, or of symbolic length, are used up as a whole; a part of one counts as keys of its own.
#include <constax/primitives/movement.hpp>
#include <constax/transform/functions.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr bool holds_keys(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (info(a.type).key) return true;
  for (jaxpr const& f : j.subs)
    if (holds_keys(f)) return true;
  return false;
}

struct key_checker {
  static constexpr i64 most_cells = 64;
  /// The keys that a variable holds: their numbers. by_element: one for each element, in order; else any of them, in no order.
  struct held {
    vec<u32> cells;
    bool by_element = false;
    aval type;
  };
  struct cell {
    std::string_view used_by; // nobody: empty
    std::string_view outside; // the loop that finds it anew on each trip; none: empty
  };
  vec<cell> all;
  /// Keys of known words.
  struct seeded {
    vec<literal> words;
    held keys;
  };
  vec<seeded> known;
  fault found;

  static constexpr bool is_key(aval const& a) { return info(a.type).key; }
  static constexpr bool by_element(aval const& a) { return a.shape.is_static() && a.shape.size() <= most_cells; }

  constexpr held fresh(aval const& a, std::string_view outside = {}) {
    held h{{}, by_element(a), a};
    for (i64 n = h.by_element ? a.shape.size() : 1; n > 0; --n) h.cells.push(all.size()), all.push({{}, outside});
    return h;
  }
  constexpr held of_words(vec<literal> const& words, aval const& a) {
    for (seeded const& s : known)
      if (s.words == words && s.keys.type == a) return s.keys;
    return known.push({words, fresh(a)}).keys;
  }
  constexpr void use_up(held const& h, std::string_view by) {
    for (u32 c : h.cells)
      if (found) return;
      else if (!all[c].outside.empty()) found = {fault_code::key_used_in_loop, by, all[c].outside, h.type};
      else if (!all[c].used_by.empty()) found = {fault_code::key_used_twice, by, all[c].used_by, h.type};
    for (u32 c : h.cells) all[c].used_by = by;
  }
  static constexpr void add(held& to, held const& from) {
    for (u32 c : from.cells) {
      bool known = false;
      for (u32 k : to.cells) known = known || k == c;
      if (!known) to.cells.push(c);
    }
  }

  /// Is no element of x left out of y? False where symbols leave that open.
  static constexpr bool all_of(shape const& x, shape const& y) {
    i64 in = 1, out = 1;
    bool taken[max_rank] = {};
    for (int i = 0; i < y.rank; ++i)
      if (y[i].is_number()) out *= y[i].number;
    for (int d = 0; d < x.rank; ++d) {
      bool found = x[d].is_number();
      if (found) in *= x[d].number;
      for (int i = 0; i < y.rank && !found; ++i)
        if (!taken[i] && x[d] == y[i]) found = taken[i] = true;
      if (!found) return false;
    }
    return in <= out;
  }
  /// What a movement makes of keys: each element is one of theirs.
  constexpr held moved(jaxpr const& j, eqn const& e, vec<held> const& env) {
    aval const& a = j.type(e.out);
    held y{{}, by_element(a), a};
    vec<lengths> from;
    bool whole = true;
    for (atom x : j.operands(e)) {
      y.by_element = y.by_element && !x.is_literal() && env[x.var()].by_element;
      whole = whole && !x.is_literal() && (e.n_in > 1 || all_of(j.type(x).shape, a.shape));
      if (y.by_element) from.push(lengths(j.type(x).shape));
    }
    if (y.by_element) {
      lengths const n(a.shape);
      for (i64 i = 0; i < n.size(); ++i) {
        element_source const s = e.prim->source(j.params(e), {}, from, n, place(i, n).at);
        u32 const k = static_cast<u32>(s.operand < 0 ? 1 : s.operand);
        y.cells.push(env[j.operands(e)[k].var()].cells[s.operand < 0 ? 0 : static_cast<u32>(row_major(s.at, from[k]))]);
      }
    } else if (whole) {
      for (atom x : j.operands(e)) add(y, env[x.var()]);
    } else return fresh(a);
    return y;
  }

  /// The equations of j, whose inputs hold these keys -> the keys that its results hold
  constexpr vec<held> run(jaxpr const& j, vec<held> const& ins) {
    vec<held> env(j.vars.size()), outs;
    for (u32 i = 0; i < in_count(j); ++i) env[in_var(j, i)] = ins[i];
    for (eqn const& e : j.eqns) {
      if (found) break;
      if (e.prim->call && e.prim->call->links && !names_itself(j, e)) {
        run_functions(j, e, env);
        continue;
      }
      if (e.prim->uses_up_key && !j.operands(e)[0].is_literal())
        if (std::string_view const by = e.prim->uses_up_key(j.params(e)); !by.empty()) use_up(env[j.operands(e)[0].var()], by);
      for (u32 v = e.out; v < e.out + e.n_out; ++v) {
        aval const& a = j.type(v);
        if (!is_key(a)) continue;
        if (e.prim->kind == kind::movement) env[v] = moved(j, e, env);
        else {
          held y{{}, false, a};
          held const* only = nullptr;
          u32 n = 0;
          vec<literal> words;
          for (atom x : j.operands(e))
            if (x.is_literal()) words.push(j.lits[x.lit()]);
            else if (is_key(j.type(x))) add(y, env[x.var()]), only = &env[x.var()], ++n;
          if (n == 0 && e.n_in > 0 && words.size() == e.n_in) env[v] = of_words(words, a);
          else if (n == 0) env[v] = fresh(a);
          else if (n == 1 && only->type.shape == a.shape) env[v] = *only;
          else env[v] = y;
        }
      }
    }
    for (atom a : j.outs) {
      outs.push(held{});
      if (!a.is_literal()) outs.back() = env[a.var()];
    }
    return outs;
  }

  constexpr void run_functions(jaxpr const& j, eqn const& e, vec<held>& env) {
    vec<function_link> const links = e.prim->call->links(j, e);
    u32 const n_functions = e.prim->functions(j.params(e)).count;
    auto const operand = [&](i32 k) { return j.operands(e)[static_cast<u32>(k)]; };
    auto const keys_of = [&](i32 k) {
      held h;
      if (!operand(k).is_literal()) h = env[operand(k).var()];
      return h;
    };
    vec<bool> carried(e.n_in, false);
    bool loops = e.prim->call->trips != nullptr;
    for (function_link const& l : links)
      if (l.output && l.carry >= 0) carried[static_cast<u32>(l.carry)] = loops = true;
    // In a loop carries, slices and what is from outside are cells of their own, for all of its functions.
    vec<held> inside(e.n_in);
    for (function_link const& l : links)
      if (loops && !l.output && l.outer >= 0 && is_key(j.type(operand(l.outer))) && inside[static_cast<u32>(l.outer)].cells.empty()) {
        u32 const k = static_cast<u32>(l.outer);
        inside[k] = fresh(in_type(function_of(j, e, l.function), l.at), carried[k] || l.slice ? std::string_view{} : e.prim->name);
      }
    auto const came_in = [&](u32 c) { // the operand whose keys c stands for
      for (u32 k = 0; k < e.n_in; ++k)
        for (u32 i : inside[k].cells)
          if (i == c) return static_cast<i32>(k);
      return -1;
    };
    vec<cell> const start = all;
    vec<cell> end = all;
    for (u32 f = 0; f < n_functions && !found; ++f) {
      jaxpr const& body = function_of(j, e, f);
      vec<held> ins(in_count(body));
      for (function_link const& l : links)
        if (l.function == f && !l.output && l.outer >= 0) {
          if (loops) ins[l.at] = inside[static_cast<u32>(l.outer)];
          else ins[l.at] = keys_of(l.outer);
        }
      if (!loops) // each branch begins where the others do
        for (u32 c = 0; c < start.size(); ++c) all[c] = start[c];
      vec<held> const outs = run(body, ins);
      for (u32 c = 0; c < all.size(); ++c)
        if (c >= end.size()) end.push(all[c]);
        else if (end[c].used_by.empty()) end[c].used_by = all[c].used_by;
      for (function_link const& l : links) {
        if (l.function != f || !l.output || found) continue;
        held const& y = outs[l.at];
        if (l.carry >= 0)
          for (u32 c : y.cells)
            if (!found && !all[c].used_by.empty()) found = {fault_code::used_key_carried, e.prim->name, all[c].used_by, y.type};
        if (l.outer < 0 || !is_key(j.type(e.out + static_cast<u32>(l.outer)))) continue;
        held& to = env[e.out + static_cast<u32>(l.outer)];
        bool const first = to.cells.empty();
        to.type = j.type(e.out + static_cast<u32>(l.outer));
        held given{{}, y.by_element && !l.slice, to.type};
        for (u32 i = 0; i < y.cells.size(); ++i) {
          i32 const k = loops ? came_in(y.cells[i]) : -1;
          if (k < 0) given.cells.push(y.cells[i]);
          else given.by_element = false, add(given, keys_of(k));
        }
        bool same = first || (to.by_element && given.by_element && to.cells.size() == given.cells.size());
        for (u32 i = 0; i < to.cells.size() && same && !first; ++i) same = to.cells[i] == given.cells[i];
        if (first) to = given;
        else if (!same) to.by_element = false, add(to, given);
      }
    }
    if (!loops && !found) all = end;
    for (u32 k = 0; k < e.n_in && loops && !found; ++k)
      for (u32 c : inside[k].cells)
        if (!all[c].used_by.empty()) {
          use_up(keys_of(static_cast<i32>(k)), all[c].used_by);
          break;
        }
  }
};

} // namespace detail

constexpr fault find_key_reuse(jaxpr const& j) {
  if (j.fault || !detail::holds_keys(j)) return {};
  detail::key_checker check;
  vec<detail::key_checker::held> ins;
  for (u32 i = 0; i < detail::in_count(j); ++i) {
    aval const& a = detail::in_type(j, i);
    ins.push(detail::key_checker::held{});
    if (detail::key_checker::is_key(a)) ins.back() = check.fresh(a);
  }
  check.run(j, ins);
  return check.found;
}

} // namespace constax::inline CONSTAX_TAG
