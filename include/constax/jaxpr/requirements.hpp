// SPDX-License-Identifier: BSL-1.0
#pragma once
// requirements : jaxpr -> extents that must not be negative when it is called        what types of symbols cannot tell before
//
//   { lambda ; a:f64[n]. let b:f64[n-2] = slice[limit_indices=(n,) start_indices=(2,) strides=None] a; ... }   ->   n - 2
//
// Types are derived once, for all lengths; `x[2]` of [n] has one for every n. What is right only from some length on is listed here and
// asked at each call, before anything is written.
#include <constax/jaxpr/symbols.hpp>

namespace constax::inline CONSTAX_TAG {

/// An extent that must not be negative in a call, and what is wrong in one in which it is.
struct requirement {
  extent of;
  fault otherwise;
};

namespace detail {

/// The same condition with the smallest numbers: 2n - 3 >= 0 is n - 2 >= 0.
constexpr extent tightened(extent e) {
  i64 g = 0;
  for (i64 t : e.times)
    for (i64 r = t < 0 ? -t : t; r;) {
      i64 const rest = g % r;
      g = r, r = rest;
    }
  if (g < 2) return e;
  for (i64& t : e.times) t /= g;
  e.number = e.number / g - (e.number % g < 0);
  return e;
}

struct requirement_list {
  range<symbol_source> known;
  vec<extent> given;      // lengths of arguments, which are not negative
  vec<requirement> needed;

  /// Does a >= 0 follow from b >= 0? Symbols are not negative.
  static constexpr bool follows(extent const& a, extent const& b) { return (a - b).never_negative(); }

  constexpr bool is_new(extent const& e) const {
    // (a type that an equation left behind may have a symbol that nobody knows)
    if (e.never_negative() || unsettled_in(known, e)) return false;
    for (extent const& g : given)
      if (follows(e, g)) return false;
    for (requirement const& r : needed)
      if (follows(e, r.of)) return false;
    return true;
  }
  constexpr void add(requirement const& r, std::string_view where) {
    extent const e = tightened(r.of);
    if (!is_new(e)) return;
    vec<requirement> rest;
    for (requirement& old : needed)
      if (!follows(old.of, e)) rest.push(static_cast<requirement&&>(old));
    needed = static_cast<vec<requirement>&&>(rest);
    needed.push({e, r.otherwise}).otherwise.where = where;
  }
  constexpr void add(aval const& a, std::string_view where) {
    for (int d = 0; d < a.rank(); ++d)
      if (extent const& e = a.shape[d]; is_new(tightened(e)))
        add({e, {fault_code::negative, {}, "the length", a, {dtype::i64, {e}}, d}}, where);
  }
  constexpr void add(jaxpr const& j) {
    vec<aval const*> types;
    vec<requirement> asked;
    vec<bool> seen(j.avals.size());
    for (eqn const& e : j.eqns) {
      if (e.prim->needs) {
        types.resize(0), asked.resize(0);
        for (atom a : j.operands(e)) types.push(&j.type(a));
        e.prim->needs(types, j.params(e), asked);
        for (requirement const& r : asked) add(r, e.prim->name);
      }
      for (u32 v = e.out; v < e.out + e.n_out; ++v)
        if (u32 const t = j.vars[v]; !seen[t]) seen[t] = true, add(j.avals[t], e.prim->name);
    }
    for (jaxpr const& f : j.subs) add(f);
  }
};

} // namespace detail

/// What a call of j on arguments of these types must keep, types of its `plan` among it; what follows from another requirement, or from
/// lengths of arguments being lengths, is left out.
constexpr vec<requirement> requirements(jaxpr const& j, range<aval const*> args, range<aval> plan = {}) {
  vec<symbol_source> const known = symbol_sources(args);
  detail::requirement_list r{known, {}, {}};
  for (aval const* a : args)
    for (int d = 0; d < a->rank(); ++d)
      if (extent const& e = a->shape[d]; !e.never_negative()) r.given.push(detail::tightened(e));
  r.add(j);
  for (aval const& a : plan) r.add(a, "plan");
  return static_cast<vec<requirement>&&>(r.needed);
}

/// A condition on the symbols of e, e >= 0, as one writes it: `n >= 3`, `n <= 5`, `2n >= m+1`.
constexpr text& say_not_negative(text& t, extent const& e) {
  extent up{}, down{};
  for (int i = 0; i < 2; ++i) {
    if (e.times[i] > 0) up = up + extent::of(e.name[i]) * e.times[i];
    if (e.times[i] < 0) down = down + extent::of(e.name[i]) * -e.times[i];
  }
  if (up.is_number()) return t << down << " <= " << extent(e.number);
  return t << up << " >= " << down - extent(e.number);
}

} // namespace constax::inline CONSTAX_TAG
