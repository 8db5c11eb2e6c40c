// SPDX-License-Identifier: BSL-1.0
#pragma once
// algebra: the named rewrites. Each looks at one equation and at what made its operands, and changes no bit of any result (NaN's sign and
// payload aside). The table at the end lists them all.
//
// What is NOT here, because it is wrong on floats: x*0 -> 0 (inf, nan, -x), x-x -> 0 (inf, nan), x+0.0 -> x (x = -0.0), 0.0-x -> -x (x =
// 0.0),
// -(x-y) -> y-x (x = y), (-x)-y -> -(x+y), x/c -> x*(1/c) unless 1/c is exact.
#include <constax/transform/simplify/fold.hpp>
#include <constax/transform/simplify/repeats.hpp>

namespace constax::inline CONSTAX_TAG::detail {

constexpr bool is_floating(rewriter const& r, draft const& d) { return r.type(d).floating(); }
/// The operand of the negation that made a; absent if none did.
constexpr bool negated(rewriter const& r, atom a, atom& inner) {
  eqn const* e = r.made_by<neg_t>(a);
  return e ? inner = r.operand(e), true : false;
}

// ---- one operand is a literal ----
/// x * 1 -> x
constexpr bool mul_by_one(rewriter& r, draft& d) {
  if (r.is(r.x(d, 1), 1.0)) return r.becomes(d, r.x(d, 0));
  return r.is(r.x(d, 0), 1.0) && r.becomes(d, r.x(d, 1));
}
/// x * -1 -> -x
constexpr bool mul_by_minus_one(rewriter& r, draft& d) {
  if (!info(r.type(d).type).is_signed) return false;
  if (r.is(r.x(d, 1), -1.0)) return r.becomes(d, descriptor<neg_t>, {r.x(d, 0)});
  return r.is(r.x(d, 0), -1.0) && r.becomes(d, descriptor<neg_t>, {r.x(d, 1)});
}
/// i * 0 -> 0
constexpr bool integer_mul_by_zero(rewriter& r, draft& d) {
  if (is_floating(r, d) || !(r.is(r.x(d, 0), 0.0) || r.is(r.x(d, 1), 0.0))) return false;
  return r.becomes_constant(d, literal::of(r.type(d).type, i64{0}));
}
/// (-x) * c -> x * -c
constexpr bool mul_negated_by_literal(rewriter& r, draft& d) {
  atom x{};
  for (u32 i = 0; i < 2; ++i) {
    literal const* c = r.literal_at(r.x(d, 1 - i));
    if (!c || !is_floating(r, d) || !negated(r, r.x(d, i), x)) continue;
    atom const minus = r.constant(literal::of(c->type, -c->number()));
    if (i == 0) return r.becomes(d, descriptor<mul_t>, {x, minus});
    return r.becomes(d, descriptor<mul_t>, {minus, x});
  }
  return false;
}
/// x + -0.0 -> x; i + 0 -> i
constexpr bool add_nothing(rewriter& r, draft& d) {
  double const nothing = is_floating(r, d) ? -0.0 : 0.0;
  if (r.is(r.x(d, 1), nothing)) return r.becomes(d, r.x(d, 0));
  return r.is(r.x(d, 0), nothing) && r.becomes(d, r.x(d, 1));
}
/// x - 0.0 -> x
constexpr bool sub_zero(rewriter& r, draft& d) { return r.is(r.x(d, 1), 0.0) && r.becomes(d, r.x(d, 0)); }
/// -0.0 - x -> -x; 0 - i -> -i
constexpr bool sub_from_nothing(rewriter& r, draft& d) {
  return r.is(r.x(d, 0), is_floating(r, d) ? -0.0 : 0.0) && r.becomes(d, descriptor<neg_t>, {r.x(d, 1)});
}
/// x / 1 -> x
constexpr bool div_by_one(rewriter& r, draft& d) { return r.is(r.x(d, 1), 1.0) && r.becomes(d, r.x(d, 0)); }
/// x / c -> x * (1/c), where c is a power of two and 1/c a normal number
constexpr bool div_by_power_of_two(rewriter& r, draft& d) {
  literal const* c = r.literal_at(r.x(d, 1));
  if (!c || !is_floating(r, d)) return false;
  i64 const exponent = static_cast<i64>(c->bits >> 52 & 2047) - 1023, limit = (i64{1} << (info(c->type).exponent_bits - 1)) - 2;
  if (c->bits << 12 != 0 || exponent < -limit || exponent > limit) return false;
  return r.becomes(d, descriptor<mul_t>, {r.x(d, 0), r.constant(literal::of(c->type, 1.0 / c->number()))});
}

// ---- negations ----
/// -(-x) -> x
constexpr bool neg_neg(rewriter& r, draft& d) {
  atom x{};
  return negated(r, r.x(d, 0), x) && r.becomes(d, x);
}
/// x + (-y) -> x - y; (-x) + y -> y - x
constexpr bool add_negated(rewriter& r, draft& d) {
  atom y{};
  if (negated(r, r.x(d, 1), y)) return r.becomes(d, descriptor<sub_t>, {r.x(d, 0), y});
  return negated(r, r.x(d, 0), y) && r.becomes(d, descriptor<sub_t>, {r.x(d, 1), y});
}
/// x - (-y) -> x + y
constexpr bool sub_negated(rewriter& r, draft& d) {
  atom y{};
  return negated(r, r.x(d, 1), y) && r.becomes(d, descriptor<add_t>, {r.x(d, 0), y});
}
/// (-x) * (-y) -> x * y, and so for div
template <class P>
constexpr bool both_negated(rewriter& r, draft& d) {
  atom x{}, y{};
  return negated(r, r.x(d, 0), x) && is_floating(r, d) && negated(r, r.x(d, 1), y) && r.becomes(d, descriptor<P>, {x, y});
}
/// i - i -> 0
constexpr bool integer_sub_itself(rewriter& r, draft& d) {
  if (!(r.x(d, 0) == r.x(d, 1)) || is_floating(r, d)) return false;
  return r.becomes_constant(d, literal::of(r.type(d).type, i64{0}));
}

// ---- comparisons ----
/// Whether c is the least integer of its type, or the greatest one. Floats have no such ends: nan is beside them.
constexpr bool is_end(literal const& c, bool least) {
  dtype_info const& t = info(c.type);
  u64 const greatest = ~u64{0} >> (64 - 8 * t.bytes + (t.is_signed ? 1 : 0));
  return t.integer && c.bits == (least ? (t.is_signed ? ~greatest : 0) : greatest);
}
/// i < least -> False; least <= i -> True; and so for the other end and for gt, ge. (Compilers warn of such a comparison.)
template <bool Greater, bool Equal>
constexpr bool compared_with_end(rewriter& r, draft& d) {
  for (u32 i = 0; i < 2; ++i) {
    literal const* c = r.literal_at(r.x(d, i));
    bool const least = ((i == 1) != Greater) != Equal; // lt knows x < least, and greatest < x
    if (c && is_end(*c, least)) return r.becomes_constant(d, literal::of(dtype::boolean, i64{Equal}));
  }
  return false;
}
/// x < x -> False; i == i -> True, i <= i -> True, and the like, but x == x of floats is False where x is nan.
template <bool Holds, bool OfFloats>
constexpr bool compared_with_itself(rewriter& r, draft& d) {
  if (!(r.x(d, 0) == r.x(d, 1)) || (!OfFloats && r.type(r.x(d, 0)).floating())) return false;
  return r.becomes_constant(d, literal::of(dtype::boolean, i64{Holds}));
}

// ---- movement ----
/// A broadcast, reshape, squeeze, slice or conversion to x's own type -> x. (They keep the order of elements; pad, rev and transpose do
/// not.)
constexpr bool to_own_type(rewriter& r, draft& d) { return r.type(r.x(d, 0)) == r.type(d) && r.becomes(d, r.x(d, 0)); }
/// broadcast_in_dim of broadcast_in_dim -> one
constexpr bool broadcast_twice(rewriter& r, draft& d) {
  eqn const* inner = r.made_by<broadcast_in_dim_t>(r.x(d, 0));
  if (!inner) return false;
  auto p = params_in<broadcast_in_dim_t>(r, d);
  auto const q = params_in<broadcast_in_dim_t>(r, *inner);
  axes dims;
  for (i64 k : q.dims) dims.push(p.dims[static_cast<int>(k)]);
  p.dims = dims;
  return r.becomes(d, descriptor<broadcast_in_dim_t>, {r.operand(inner)}, encode(p));
}

/// transpose of transpose -> one, and none where it leaves the axes in order
constexpr bool transpose_in_order(rewriter& r, draft& d) {
  axes const p = params_in<transpose_t>(r, d).permutation;
  for (int i = 0; i < p.size(); ++i)
    if (p[i] != i) return false;
  return r.becomes(d, r.x(d, 0));
}
constexpr bool transpose_twice(rewriter& r, draft& d) {
  eqn const* inner = r.made_by<transpose_t>(r.x(d, 0));
  if (!inner) return false;
  auto p = params_in<transpose_t>(r, d);
  auto const q = params_in<transpose_t>(r, *inner);
  for (i64& k : p.permutation.at) k = k < q.permutation.size() ? q.permutation[static_cast<int>(k)] : 0;
  return r.becomes(d, descriptor<transpose_t>, {r.operand(inner)}, encode(p));
}
/// reshape of reshape -> one
constexpr bool reshape_twice(rewriter& r, draft& d) {
  eqn const* inner = r.made_by<reshape_t>(r.x(d, 0));
  if (!inner) return false;
  vec<i64> const p(r.to.ints.slice(d.param, d.n_param));
  return r.becomes(d, descriptor<reshape_t>, {r.operand(inner)}, p);
}
/// rev of rev along the same axes -> x
constexpr bool rev_twice(rewriter& r, draft& d) {
  eqn const* inner = r.made_by<rev_t>(r.x(d, 0));
  return inner && vec<i64>(r.to.params(*inner)) == vec<i64>(r.to.ints.slice(d.param, d.n_param)) && r.becomes(d, r.operand(inner));
}
/// concatenate of one array -> x
constexpr bool concatenate_one(rewriter& r, draft& d) { return d.n_in == 1 && r.becomes(d, r.x(d, 0)); }

// ---- selection ----
/// select_n True f t -> t; select_n p x x -> x
constexpr bool select_known(rewriter& r, draft& d) {
  literal const* which = r.literal_at(r.x(d, 0));
  if (!which && !(r.x(d, 1) == r.x(d, 2))) return false;
  atom const y = r.x(d, which && which->bits ? 2 : 1);
  if (r.type(y) == r.type(d)) return r.becomes(d, y);
  return y.is_literal() ? r.becomes_constant(d, *r.literal_at(y))
                        : r.becomes(d, descriptor<broadcast_in_dim_t>, {y}, encode(broadcast_in_dim_t::params{r.type(d).shape, {}}));
}
/// narrow (round_to x) -> narrow x, of one format
constexpr bool narrow_rounded(rewriter& r, draft& d) {
  eqn const* e = r.made_by<round_to_t>(r.x(d, 0));
  if (!e || params_in<round_to_t>(r, *e).exponent_bits != params_in<narrow_t>(r, d).exponent_bits) return false;
  return r.becomes(d, descriptor<narrow_t>, {r.operand(e)}, encode(params_in<narrow_t>(r, d)));
}
/// round_to (widen x) -> widen x, of one format
constexpr bool round_widened(rewriter& r, draft& d) {
  eqn const* e = r.made_by<widen_t>(r.x(d, 0));
  return e && params_in<widen_t>(r, *e).exponent_bits == params_in<round_to_t>(r, d).exponent_bits && r.becomes(d, r.x(d, 0));
}
/// integer_pow[1] x -> x
constexpr bool power_one(rewriter& r, draft& d) { return params_in<integer_pow_t>(r, d).y == 1 && r.becomes(d, r.x(d, 0)); }

// ---- families: what follows from a primitive's kind ----
/// The scalar that a is filled with.
constexpr bool filled_with(rewriter const& r, atom a, atom& scalar) {
  eqn const* e = broadcast_of(r, a);
  if (!e || r.type(r.operand(e)).rank() != 0) return false;
  return scalar = r.operand(e), true;
}
/// Elementwise, an operand is a literal spread over the shape -> the literal itself, as long as another operand has the shape.
constexpr bool spread_literals(rewriter& r, draft& d) {
  u32 shaped = 0, spread = 0;
  atom s{};
  for (u32 i = 0; i < d.n_in; ++i) {
    atom const a = r.x(d, i);
    if (a.is_literal() || r.type(a).rank() == 0) continue;
    if (filled_with(r, a, s) && s.is_literal()) ++spread;
    else ++shaped;
  }
  if (!spread || !shaped) return false;
  for (u32 i = 0; i < d.n_in; ++i)
    if (filled_with(r, r.x(d, i), s) && s.is_literal()) r.to.atoms[d.in + i] = s;
  return true;
}
/// A reduction over no axes -> x.
constexpr bool reduced_nowhere(rewriter& r, draft& d) {
  return r.type(r.x(d, 0)).rank() == r.type(d).rank() && r.becomes(d, r.x(d, 0));
}
/// Movement of one operand that is filled with a scalar -> the result's shape, filled with it.
constexpr bool moved_fill(rewriter& r, draft& d) {
  atom s{};
  if (!filled_with(r, r.x(d, 0), s)) return false;
  if (r.type(d).rank() == 0) return r.becomes(d, s);
  return r.becomes(d, descriptor<broadcast_in_dim_t>, {s}, encode(broadcast_in_dim_t::params{r.type(d).shape, {}}));
}

// ---- the list ----
/// What an equation must read for a rewrite to be worth a try: looked up before the rewrite is called.
enum class needs : u8 { nothing, literal, negation };
struct rewrite {
  u32 const* of; // the tag
  needs what;
  bool (*apply)(rewriter&, draft&);
};
inline constexpr rewrite rewrites[] = {
    {&tag<mul_t>, needs::literal, mul_by_one},
    {&tag<mul_t>, needs::literal, mul_by_minus_one},
    {&tag<mul_t>, needs::literal, integer_mul_by_zero},
    {&tag<mul_t>, needs::literal, mul_negated_by_literal},
    {&tag<mul_t>, needs::negation, both_negated<mul_t>},
    {&tag<add_t>, needs::literal, add_nothing},
    {&tag<add_t>, needs::negation, add_negated},
    {&tag<sub_t>, needs::literal, sub_zero},
    {&tag<sub_t>, needs::literal, sub_from_nothing},
    {&tag<sub_t>, needs::negation, sub_negated},
    {&tag<sub_t>, needs::nothing, integer_sub_itself},
    {&tag<div_t>, needs::literal, div_by_one},
    {&tag<div_t>, needs::literal, div_by_power_of_two},
    {&tag<div_t>, needs::negation, both_negated<div_t>},
    {&tag<neg_t>, needs::negation, neg_neg},
    {&tag<lt_t>, needs::literal, compared_with_end<false, false>},
    {&tag<le_t>, needs::literal, compared_with_end<false, true>},
    {&tag<gt_t>, needs::literal, compared_with_end<true, false>},
    {&tag<ge_t>, needs::literal, compared_with_end<true, true>},
    {&tag<lt_t>, needs::nothing, compared_with_itself<false, true>},
    {&tag<gt_t>, needs::nothing, compared_with_itself<false, true>},
    {&tag<ne_t>, needs::nothing, compared_with_itself<false, false>},
    {&tag<le_t>, needs::nothing, compared_with_itself<true, false>},
    {&tag<ge_t>, needs::nothing, compared_with_itself<true, false>},
    {&tag<eq_t>, needs::nothing, compared_with_itself<true, false>},
    {&tag<broadcast_in_dim_t>, needs::nothing, to_own_type},
    {&tag<broadcast_in_dim_t>, needs::nothing, broadcast_twice},
    {&tag<transpose_t>, needs::nothing, transpose_in_order},
    {&tag<transpose_t>, needs::nothing, transpose_twice},
    {&tag<reshape_t>, needs::nothing, to_own_type},
    {&tag<reshape_t>, needs::nothing, reshape_twice},
    {&tag<squeeze_t>, needs::nothing, to_own_type},
    {&tag<slice_t>, needs::nothing, to_own_type},
    {&tag<rev_t>, needs::nothing, rev_twice},
    {&tag<concatenate_t>, needs::nothing, concatenate_one},
    {&tag<convert_element_type_t>, needs::nothing, to_own_type},
    {&tag<select_n_t>, needs::nothing, select_known},
    {&tag<integer_pow_t>, needs::nothing, power_one},
    {&tag<narrow_t>, needs::nothing, narrow_rounded},
    {&tag<round_to_t>, needs::nothing, round_widened},
};

/// The rewrites of a primitive, found by the hash of its name.
struct rewrite_index {
  static constexpr u32 slots = 64;
  static constexpr u32 count = sizeof(rewrites) / sizeof(rewrite);
  // 1 + place in the list; 0: no more. A row for equations that read neither, + 1: a literal, + 2: a negation.
  u8 first[4][slots] = {}, next[4][count + 1] = {};
  constexpr rewrite_index() {
    for (int row = 0; row < 4; ++row)
      for (u32 i = count; i-- > 0;) {
        if ((rewrites[i].what == needs::literal && !(row & 1)) || (rewrites[i].what == needs::negation && !(row & 2))) continue;
        u8& head = first[row][*rewrites[i].of % slots];
        next[row][i + 1] = head, head = static_cast<u8>(i + 1);
      }
  }
};
inline constexpr rewrite_index rewrites_by_name{};

constexpr bool rewrite_once(rewriter& r, draft& d) {
  u32 n_literal = 0;
  bool negation = false;
  atom const *a = r.to.atoms.first + d.in, *const end = a + d.n_in;
  u32 const* const maker = r.maker.first;
  eqn const* const eqns = r.to.eqns.first;
  for (; a != end; ++a) n_literal += a->id < 0, negation |= a->id >= 0 && maker[a->id] != r.none && is<neg_t>(eqns[maker[a->id]]);
  if (d.prim->kind == kind::elementwise) {
    if (n_literal == d.n_in) {
      if (fold(r, d)) return true;
    } else if (r.broadcasts && r.type(d).rank() && (spread_literals(r, d) || before_broadcast(r, d))) return true;
  } else if (d.prim->kind == kind::movement && d.n_in == 1 && r.broadcasts && !is<broadcast_in_dim_t>(d) &&
             (moved_fill(r, d) || moved_before_broadcast(r, d)))
    return true;
  else if (d.prim->kind == kind::reduction && reduced_nowhere(r, d)) return true;
  int const row = (n_literal ? 1 : 0) + (negation ? 2 : 0);
  for (u8 k = rewrites_by_name.first[row][*d.prim->tag % rewrite_index::slots]; k; k = rewrites_by_name.next[row][k])
    if (rewrites[k - 1].of == d.prim->tag && rewrites[k - 1].apply(r, d)) return true;
  return false;
}

/// Rewritten until nothing applies, and written.
constexpr atom simplified(rewriter& r, draft d) {
  while (!d.done && rewrite_once(r, d)) {}
  return r.write(d);
}

} // namespace constax::inline CONSTAX_TAG::detail
