// SPDX-License-Identifier: BSL-1.0
#pragma once
// jaxpr: the typed program, as data.
//
//   jaxpr ::= { lambda consts ; ins. let eqn* in (atom, ...) }
//   eqn   ::= var+ = primitive[params] atom*
//   atom  ::= var | literal                            var: a number;  literal: a scalar that stands where it is used
//
// Flat arrays; a variable is an index, its type an index into the table of distinct types. Sub-jaxprs (custom rules, later loops and
// calls) are functions of the module, named in parameters by their place in `subs`.
#include <constax/jaxpr/fault.hpp>
#include <constax/jaxpr/params.hpp>

namespace constax::inline CONSTAX_TAG {

struct primitive; // the contract, in primitive.hpp

/// A scalar constant. Floating dtypes keep the value as a double's bits, all others as a 64-bit integer.
// literals, atoms and equations have no initialisers, so that arrays of them cost evaluators no constructors: say literal{}
struct literal {
  dtype type;
  u64 bits;
  static constexpr literal of(dtype t, double x) {
    if (t == dtype::f32) x = static_cast<double>(static_cast<float>(x));
    if (t == dtype::bf16) x = static_cast<double>(static_cast<float>(bfloat16(x)));
    if (t == dtype::f16) x = static_cast<double>(static_cast<float>(float16(x)));
    return {t, info(t).floating ? std::bit_cast<u64>(x) : static_cast<u64>(static_cast<i64>(x))};
  }
  static constexpr literal of(dtype t, i64 x) { return info(t).floating ? of(t, static_cast<double>(x)) : literal{t, static_cast<u64>(x)}; }
  constexpr double number() const {
    return info(type).floating ? std::bit_cast<double>(bits) : static_cast<double>(static_cast<i64>(bits));
  }
  constexpr i64 integer() const { return static_cast<i64>(bits); }
  friend constexpr bool operator==(literal const&, literal const&) = default;
};

/// A variable (its number) or a literal (the complement of its place in the table).
struct atom {
  i32 id;
  constexpr bool is_literal() const { return id < 0; }
  constexpr u32 var() const { return static_cast<u32>(id); }
  constexpr u32 lit() const { return static_cast<u32>(~id); }
  friend constexpr bool operator==(atom, atom) = default;
};

struct eqn {
  primitive const* prim;
  u32 in, n_in;       // operands: jaxpr.atoms[in ..]
  u32 out, n_out;     // results: variables out, out+1, ...
  u32 param, n_param; // parameters: jaxpr.ints[param ..]
};

/// Effects that an equation may have; pure programs have none.
enum class effects : u8 { none = 0 };

struct jaxpr {
  vec<aval> avals;     // the distinct types
  vec<u32> vars;       // variable -> its type
  vec<literal> lits;   // the distinct literals
  vec<eqn> eqns;
  vec<atom> atoms;     // operands of all equations
  vec<i64> ints;       // parameters of all equations
  vec<u32> consts, ins; // variables
  vec<atom> outs;
  vec<jaxpr> subs;
  constax::effects effects = effects::none;
  constax::fault fault;

  // Plain pointers here and in what passes do per equation: clang counts each call of an accessor as two steps of its limit.
  constexpr aval const& type(atom a) const {
    if (a.id >= 0) return avals.first[vars.first[a.id]];
    return scalar_type(lits.first[~a.id].type);
  }
  constexpr aval const& type(u32 var) const { return avals.first[vars.first[var]]; }
  constexpr range<atom> operands(eqn const& e) const { return {atoms.first + e.in, e.n_in}; }
  constexpr range<i64> params(eqn const& e) const { return {ints.first + e.param, e.n_param}; }

  static constexpr aval const& scalar_type(dtype t);

  constexpr u32 intern(aval const& a) {
    u32 const n = avals.size();
    aval const* const all = avals.first;
    for (u32 i = n; i-- > 0;)
      if (all[i].type == a.type && all[i].shape.rank == a.shape.rank && (a.shape.rank == 0 || all[i].shape == a.shape)) return i;
    avals.push(a);
    return avals.size() - 1;
  }
  constexpr u32 fresh(aval const& a) {
    vars.push(intern(a));
    return vars.size() - 1;
  }
  constexpr atom intern(literal const& l) {
    // The last few are enough to share most repeats; a full search would make the pass quadratic in programs of many constants.
    for (u32 i = lits.size(), n = 0; i-- > 0 && n < 8; ++n)
      if (lits[i] == l) return {~static_cast<i32>(i)};
    lits.push(l);
    return {~static_cast<i32>(lits.size() - 1)};
  }
  /// Appends an equation with results of the given types; returns its first result.
  constexpr u32 add(primitive const* p, range<atom> operands, range<i64> params, range<aval> results) {
    eqn e{p, atoms.size(), operands.size(), vars.size(), results.size(), ints.size(), params.size()};
    atoms.append(operands), ints.append(params);
    for (u32 i = 0; i < e.n_out; ++i) vars.push(intern(results.first[i]));
    eqns.push(e);
    return e.out;
  }
  /// The same without parameters, with one result, of type number `result`.
  constexpr u32 add(primitive const* p, range<atom> operands, u32 result) {
    u32 const out = vars.size();
    eqns.push({p, atoms.size(), operands.size(), out, 1, ints.size(), 0});
    atoms.append(operands), vars.push(result);
    return out;
  }
  constexpr void fail(constax::fault const& f) {
    if (!fault) fault = f;
  }
};

namespace detail {
inline constexpr struct scalar_types_t {
  aval of[dtype_count] = {};
  constexpr scalar_types_t() {
    for (u8 i = 0; i < dtype_count; ++i) of[i].type = static_cast<dtype>(i);
  }
} scalar_types;
} // namespace detail
constexpr aval const& jaxpr::scalar_type(dtype t) { return detail::scalar_types.of[static_cast<u8>(t)]; }

} // namespace constax::inline CONSTAX_TAG
