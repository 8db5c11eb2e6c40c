// SPDX-License-Identifier: BSL-1.0
#pragma once
// halved : jaxpr -> jaxpr        bf16 and f16 are how arrays are kept; what computes with them does so in f32, and rounds its result once
//
//   { lambda ; a:bf16[n] b:bf16[n]. let c:bf16[n] = mul a b; d:bf16[n] = exp c in (d,) }
//   ->   { lambda ; a:u16[n] b:u16[n]. let c:f32[n] = widen a; d:f32[n] = widen b; e:f32[n] = mul c d; f:f32[n] = round_to e
//                                          g:f32[n] = exp f; h:u16[n] = narrow g in (h,) }          (simplified)
//
// A half is in one of two forms: as its word (inputs, outputs, what branches and loops hold, what is moved from there), or as the float
// that it is. What only moves elements takes the form it finds. Plans and evaluators see no more of halves than these three primitives.
#include <constax/transform/inline.hpp>

namespace constax::inline CONSTAX_TAG {

namespace detail {

constexpr bool has_halves(jaxpr const& j) {
  for (aval const& a : j.avals)
    if (info(a.type).half()) return true;
  for (literal const& l : j.lits)
    if (info(l.type).half()) return true;
  return false;
}

/// The pass, in one context.
struct half_lowering {
  context& c;
  jaxpr const& j;
  jaxpr types; // j, of which only types are asked: those that are stored

  constexpr half_lowering(context& to, jaxpr const& from) : c(to), j(from), types(from) {
    for (aval& a : types.avals) a = stored(a);
  }
  static constexpr i32 format(dtype t) { return info(t).exponent_bits; }

  constexpr value as_word(value x, dtype t) {
    if (x.is_constant()) return c.constant(literal{dtype::u16, word_of_literal(literal::of(t, x.lit.number()))});
    return type_of(x).type == dtype::u16 ? x : bind<narrow_t>({format(t)}, x);
  }
  constexpr value as_float(value x, dtype t) {
    if (x.is_constant()) return c.constant(literal::of(dtype::f32, x.lit.number()));
    return type_of(x).type == dtype::u16 ? bind<widen_t>({format(t)}, x) : x;
  }
  constexpr aval const& operand_type(eqn const& e, u32 i) const { return j.type(j.operands(e)[i]); }
  constexpr bool is_half(eqn const& e, u32 i) const { return info(operand_type(e, i).type).half(); }
  constexpr vec<value> all_words(eqn const& e, range<value> xs) {
    vec<value> ys(xs);
    for (u32 i = 0; i < ys.size(); ++i)
      if (is_half(e, i)) ys[i] = as_word(ys[i], operand_type(e, i).type);
    return ys;
  }
  /// Does e move elements without looking at them, of which some are there as words?
  constexpr bool moves_words(eqn const& e, range<value> xs) {
    if (e.prim->kind != kind::movement && e.prim->kind != kind::indexed) return false;
    bool any = false;
    vec<aval> as;
    vec<aval const*> at;
    for (u32 i = 0; i < xs.size(); ++i) {
      as.push(stored(operand_type(e, i)));
      any |= is_half(e, i) && !xs[i].is_constant() && type_of(xs[i]).type == dtype::u16;
    }
    for (aval const& a : as) at.push(&a);
    return any && !e.prim->type(at, j.params(e), nullptr).fault;
  }
  /// Parameters that say a half say f32.
  constexpr vec<i64> params_in_floats(eqn const& e) const {
    if (is<convert_element_type_t>(e)) return encode(convert_element_type_t::params{dtype::f32});
    auto p = decode<iota_t::params>(j.params(e));
    p.dtype = dtype::f32;
    return encode(p);
  }

  /// The half next to x on the way to y, for the float next to x would be rounded to x again. By words of f32, as math/nextafter.hpp: a
  /// half times 2^-112 (f16; inf as the power of two behind the largest) has the exponent's bits that it has as a half, and fewer of the
  /// others.
  constexpr value next_half(value x, value y, dtype t) {
    bool const small = t == dtype::f16;
    auto const number = [&](double v) { return c.constant(literal::of(dtype::f32, v)); };
    auto const word = [&](u32 w) { return c.constant(literal::of(dtype::u32, static_cast<double>(w))); };
    value const less = bind<lt_t>({}, x, y), differ = bind<or_t>({}, less, bind<gt_t>({}, x, y)), sign = word(0x8000'0000);
    value const scaled = small ? bind<mul_t>({}, bind<clamp_t>({}, x, number(-0x1p16), number(0x1p16)), number(0x1p-112)) : x;
    value const flip = bind<select_n_t>({}, less, sign, word(0));
    value const turned = bind<xor_t>({}, bind<bitcast_convert_type_t>({dtype::u32}, scaled), flip);
    value const v = bind<select_n_t>({}, bind<eq_t>({}, turned, sign), turned, word(0)); // -0 becomes 0
    u32 const step = small ? 1u << 13 : 1u << 16;
    value const moved = bind<add_t>({}, v, bind<select_n_t>({}, bind<lt_t>({}, v, sign), word(-step), word(step)));
    value const next = bind<bitcast_convert_type_t>({dtype::f32}, bind<xor_t>({}, moved, flip));
    value const same = bind<select_n_t>({}, bind<eq_t>({}, x, x), x, y); // they are equal, or one is nan
    return bind<select_n_t>({}, differ, same, small ? bind<mul_t>({}, next, number(0x1p112)) : next);
  }

  constexpr void equation(eqn const& e, range<value> xs, value* results) {
    bool any = false, made = false; // halves: anywhere, among the results
    for (u32 i = 0; i < xs.size(); ++i) any |= is_half(e, i);
    for (u32 i = 0; i < e.n_out; ++i) made |= info(j.type(e.out + i).type).half();
    if (e.prim->call) results[0] = record(c, types, e, all_words(e, xs));
    else if (!any && !made) results[0] = record(c, j, e, xs);
    else if (moves_words(e, xs)) results[0] = bind(c, *e.prim, all_words(e, xs), j.params(e));
    else {
      vec<value> floats(xs);
      for (u32 i = 0; i < floats.size(); ++i)
        if (is_half(e, i)) floats[i] = as_float(floats[i], operand_type(e, i).type);
      bool const converts = is<convert_element_type_t>(e), says_half = made && (converts || is<iota_t>(e));
      value const first = converts && made && type_of(floats[0]).type == dtype::f32 ? floats[0]
                          : is<nextafter_t>(e) && made                              ? next_half(floats[0], floats[1], j.type(e.out).type)
                          : says_half                                               ? bind(c, *e.prim, floats, params_in_floats(e))
                                                                                    : bind(c, *e.prim, floats, j.params(e));
      for (u32 i = 0; i < e.n_out; ++i) {
        dtype const to = j.type(e.out + i).type;
        results[i] = i == 0 ? first : c.result(first.var + i);
        if (info(to).half() && e.prim->kind != kind::movement) results[i] = bind<round_to_t>({format(to)}, results[i]);
      }
      return;
    }
    for (u32 i = 1; i < e.n_out; ++i) results[i] = c.result(results[0].var + i);
  }
};

constexpr jaxpr without_halves(jaxpr const& j) {
  context c("halves");
  half_lowering l(c, j);
  vec<value> const args = inputs_like(c, l.types);
  vec<value> outs = walk(c, j, args, [&](eqn const& e, range<value> xs, value* results) { l.equation(e, xs, results); });
  for (u32 i = 0; i < outs.size() && !c.fault; ++i)
    if (dtype const t = j.type(j.outs[i]).type; info(t).half()) outs[i] = l.as_word(outs[i], t);
  return c.finish(c.fault ? range<value>{} : range<value>(outs));
}
} // namespace detail

constexpr jaxpr halved(jaxpr j) {
  if (j.fault || !detail::has_halves(j)) return j;
  return detail::without_halves(j);
}

} // namespace constax::inline CONSTAX_TAG
