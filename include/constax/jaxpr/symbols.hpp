// SPDX-License-Identifier: BSL-1.0
#pragma once
// symbols: from which axis of which argument a call learns what a symbol stands for, and whether a program has symbols of which none tells.
#include <constax/jaxpr/jaxpr.hpp>
#include <constax/jaxpr/primitive.hpp>

namespace constax::inline CONSTAX_TAG {

/// Term `term` of the extent of this axis holds the symbol; what else stands in that extent is known before.
struct symbol_source {
  symbol name = 0;
  u32 argument = 0;
  int axis = 0, term = 0;
};

namespace detail {

constexpr bool is_settled(range<symbol_source> known, symbol s) {
  for (symbol_source const& k : known)
    if (k.name == s) return true;
  return false;
}
/// The symbol of e that is not settled; 0: all are.
constexpr symbol unsettled_in(range<symbol_source> known, extent const& e) {
  for (int t = 0; t < 2; ++t)
    if (e.times[t] && !is_settled(known, e.name[t])) return e.name[t];
  return 0;
}

} // namespace detail

/// symbol_sources : (types of a...) -> the symbols that they settle        in an order in which each can be solved for: `n` before `n+m`
constexpr vec<symbol_source> symbol_sources(range<aval const*> args) {
  vec<symbol_source> known;
  for (bool plain : {true, false})
    for (bool found = true; found;) {
      found = false;
      for (u32 k = 0; k < args.size(); ++k)
        for (int d = 0; d < args[k]->rank(); ++d) {
          extent const& e = args[k]->shape[d];
          if (e.is_number() || (plain && e.times[1])) continue;
          int open = -1, n_open = 0;
          for (int t = 0; t < 2; ++t)
            if (e.times[t] && !detail::is_settled(known, e.name[t])) open = t, ++n_open;
          if (n_open == 1) known.push({e.name[open], k, d, open}), found = true;
        }
    }
  return known;
}

/// A fault names the first type of j, or of a function that it holds, with a symbol that is not `known`.
constexpr fault find_unsettled(jaxpr const& j, range<symbol_source> known) {
  auto const say = [](std::string_view where, symbol s) {
    return fault{fault_code::unsettled, where, {}, {}, aval{dtype::i64, {extent::of(s)}}};
  };
  bool suspect = false; // a type may have been left behind by an equation that is gone
  for (aval const& a : j.avals)
    for (int d = 0; d < a.rank(); ++d) suspect |= detail::unsettled_in(known, a.shape[d]) != 0;
  for (eqn const& e : j.eqns) {
    if (e.prim->kind == kind::size) {
      extent length{};
      detail::decoder{j.params(e)}(length);
      if (symbol const s = detail::unsettled_in(known, length)) return say(e.prim->name, s);
    }
    for (u32 v = e.out; suspect && v < e.out + e.n_out; ++v)
      for (int d = 0; d < j.type(v).rank(); ++d)
        if (symbol const s = detail::unsettled_in(known, j.type(v).shape[d])) return say(e.prim->name, s);
  }
  for (jaxpr const& s : j.subs)
    if (fault const f = find_unsettled(s, known)) return f;
  return {};
}

/// find_unsettled of a program on the arguments that it declares.
constexpr fault find_unsettled(jaxpr const& j) {
  vec<aval const*> args;
  for (u32 v : j.consts) args.push(&j.type(v));
  for (u32 v : j.ins) args.push(&j.type(v));
  vec<symbol_source> const known = symbol_sources(args);
  if (known.size() > bindings::capacity) return {fault_code::too_many_symbols, "call", {}, {}, {}, known.size()};
  for (u32 k = 0; k < args.size(); ++k)
    for (int d = 0; d < args[k]->rank(); ++d)
      if (symbol const s = detail::unsettled_in(known, args[k]->shape[d]))
        return {fault_code::unsettled, "call", {}, *args[k], aval{dtype::i64, {extent::of(s)}}};
  return find_unsettled(j, known);
}

} // namespace constax::inline CONSTAX_TAG
