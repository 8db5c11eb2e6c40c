// SPDX-License-Identifier: BSL-1.0
#pragma once
// print : jaxpr -> text        JAX's notation of today, or autodidax's older one
//
//   { lambda ; a:f64[3] b:f64[]. let c:f64[3] = mul a 2.0:f64[] in (c,) }
#include <constax/jaxpr/functions.hpp>

namespace constax::inline CONSTAX_TAG {

enum class notation : u8 { jax, autodidax };

namespace detail {

/// a, b, ..., z, ba, bb, ...: JAX's names, the number in base 26.
constexpr text letters(u32 n) {
  text digits;
  do digits << static_cast<char>('a' + n % 26);
  while (n /= 26);
  text t;
  for (u32 i = digits.size(); i-- > 0;) t << digits.view()[i];
  return t;
}

struct printer {
  jaxpr const& j;
  notation style;
  vec<u32> names; // variable -> its number in order of appearance
  u32 next = 0;
  vec<bool> used;
  text out;

  constexpr printer(jaxpr const& program, notation s) : j(program), style(s), names(program.vars.size()), used(program.vars.size()) {
    for (atom a : j.atoms)
      if (!a.is_literal()) used[a.var()] = true;
    for (atom a : j.outs)
      if (!a.is_literal()) used[a.var()] = true;
  }
  constexpr void type(aval const& a) {
    if (style == notation::jax || info(a.type).key) out << a;
    else out << (info(a.type).floating ? "float" : info(a.type).integer ? (info(a.type).is_signed ? "int" : "uint") : "bool"),
        a.type == dtype::boolean ? out : out << static_cast<i64>(info(a.type).bytes * 8), out << a.shape;
  }
  constexpr void bind(u32 v, bool may_drop = false) {
    if (may_drop && !used[v]) out << '_';
    else names[v] = next++, out << letters(names[v]);
    out << ':';
    type(j.type(v));
  }
  constexpr void read(atom a) {
    if (!a.is_literal()) {
      out << letters(names[a.var()]);
      return;
    }
    literal const& l = j.lits[a.lit()];
    if (l.type == dtype::boolean) out << (l.bits ? "True" : "False");
    else if (info(l.type).floating) out << number_text(l.number(), l.type == dtype::f32);
    else if (l.type == dtype::u64) out << l.bits;
    else out << l.integer();
    if (style == notation::jax) out << ':' << l.type << "[]";
  }
  /// Functions are printed where they are held.
  constexpr void control(eqn const& e) {
    vec<text> functions;
    range<i64> const ps = j.params(e);
    function_places const held = e.prim->functions(ps);
    for (u32 k = held.first; k < held.first + held.count; ++k) {
      text f;
      if (ps[k] == self_function) f << "self";
      else f = printer(function_at(j, ps[k]), style)();
      text indented;
      for (char c : f.view()) {
        indented << c;
        if (c == '\n') indented << "    ";
      }
      functions.push(indented);
    }
    e.prim->call->print(out, ps, functions);
  }
  constexpr void equation(eqn const& e) {
    for (u32 i = 0; i < e.n_out; ++i) {
      if (i) out << ' ';
      bind(e.out + i, true);
    }
    out << " = " << e.prim->name;
    if (e.prim->kind == kind::control) control(e);
    else e.prim->print(out, j.params(e));
    for (atom a : j.operands(e)) {
      out << ' ';
      read(a);
    }
  }
  constexpr text operator()() {
    bool const jax = style == notation::jax;
    u32 const n = j.eqns.size();
    bool const one_line = n == 0 || (n == 1 && j.eqns[0].prim->kind != kind::control);
    out << "{ lambda";
    for (u32 v : j.consts) out << ' ', bind(v);
    if (jax) out << (j.ins.empty() ? " ; " : " ;");
    for (u32 v : j.ins) out << ' ', bind(v);
    out << (jax ? ". let" : " .");
    if (!jax && n) out << (one_line ? " let" : "\n  let");
    for (u32 i = 0; i < n; ++i) {
      if (one_line) out << ' ';
      else if (jax || i) out << (jax ? "\n    " : "\n      ");
      else out << ' ';
      equation(j.eqns[i]);
    }
    out << (one_line ? " in (" : "\n  in (");
    if (!jax) out << ' ';
    for (u32 i = 0; i < j.outs.size(); ++i) {
      if (i) out << ", ";
      read(j.outs[i]);
    }
    if (jax && j.outs.size() == 1) out << ',';
    out << (jax ? ") }" : " ) }");
    return static_cast<text&&>(out);
  }
};

} // namespace detail

constexpr text print(jaxpr const& j, notation style = notation::jax) { return detail::printer(j, style)(); }

} // namespace constax::inline CONSTAX_TAG
