// SPDX-License-Identifier: BSL-1.0
#pragma once
// known_types : (primitive, types of operands) -> type of the result        what type rules have said before, of one jaxpr
//
// A rule's answer is an aval, which evaluators make and copy member by member: asked again for each equation, that was nine tenths of
// checking a long program (g++, 1,000 equations and their gradient: 0.7 s, then 0.1 s). Types are numbers in the jaxpr's table here.
#include <constax/jaxpr/primitive.hpp>

namespace constax::inline CONSTAX_TAG {

struct known_types {
  static constexpr u32 most_operands = 3, capacity = 32;
  struct entry {
    primitive const* of; // null: not known yet
    u32 operand[most_operands];
    u32 result;
  };
  vec<entry> entries; // by hash

  /// Does the result's type follow from the operands' types alone?
  static constexpr bool covers(primitive const& p, u32 n_in, u32 n_param) {
    return p.kind == kind::elementwise && n_param == 0 && n_in <= most_operands;
  }
  /// The entry of p on these operands of j: to be filled in where it is not known.
  constexpr entry& at(jaxpr const& j, primitive const& p, range<atom> xs) {
    if (entries.empty()) entries = vec<entry>(capacity);
    u32 operand[most_operands] = {}, hash = *p.tag, n = 0;
    for (atom a : xs) {
      u32 const t = a.id >= 0 ? 1 + j.vars.first[a.id] : ~static_cast<u32>(j.lits.first[~a.id].type);
      operand[n++] = t, hash = hash * 5 + t;
    }
    entry& e = entries.first[hash % capacity];
    if (e.of != &p || e.operand[0] != operand[0] || e.operand[1] != operand[1] || e.operand[2] != operand[2])
      e = {nullptr, {operand[0], operand[1], operand[2]}, 0};
    return e;
  }
};

} // namespace constax::inline CONSTAX_TAG
