// SPDX-License-Identifier: BSL-1.0
#pragma once
// laws: what holds for every primitive, checked from one line per primitive:
//
//   CHECK(laws<sin_t>(standard, [](long double x) { return std::sin(x); }));            elementwise: all dtypes that it accepts
//   CHECK(laws([](dtype t) { return program_of<reduce_sum_t>({{t, {3, 4}}}, {{1}}); }));    any program, given per dtype
//
//   type        the oracle's result has the type that the rule gives, for all lengths; every derived jaxpr passes check
//   evaluators  an element's value does not depend on where it stands (that compiled loops agree with the oracle: tests/eval/simd*.cpp)
//   oracle      values and derivatives are those of the same function in long double
//   difference  jvp is the central difference, f32's jvp is f64's; orders 1 to 3, and jvp of vjp
//               a primitive without a rule says so: no derivative is zero because a rule is missing
//   adjoint     <J^T ct, dx> = <ct, J dx>, also of jvp and of vjp
//   vmap        vmap is the loop, for all input axes, with a number and with a symbol for the size
//   commute     jvp of vmap is vmap of jvp
//   record      the jaxpr made while compiling is the jaxpr made at run time, as text; so are its derivatives
//   simplify    changes no value, bit for bit
//
// A law does not assert: it adds a sentence to a report, so that its wrong twin (wrong_twins.hpp) can be seen to fail.
#include <constax/eval/reference.hpp>
#include <constax/jaxpr/check.hpp>
#include <constax/jaxpr/print.hpp>
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>
#include <constax/transform/vmap.hpp>

#include "domains.hpp"
#include "near.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace constax_tests {

using namespace constax;
using constax::div_t; // the C library has one too

struct report {
  std::vector<std::string> failures; // "law: what"
  int checked = 0;

  explicit operator bool() const { return checked > 0 && failures.empty(); }
  /// Did this law fail?
  bool rejects(std::string_view law) const {
    for (std::string const& f : failures)
      if (f.starts_with(std::string(law) + ":")) return true;
    return false;
  }
  bool expect(bool holds, std::string_view law, auto&&... what) {
    ++checked;
    if (!holds) {
      std::string s(law);
      s += ":";
      ((s += " ", s += word(what)), ...);
      failures.push_back(s);
    }
    return holds;
  }
  friend std::ostream& operator<<(std::ostream& out, report const& r) {
    out << r.checked << " checks, " << r.failures.size() << " failed";
    for (std::size_t i = 0; i < r.failures.size() && i < 8; ++i) out << "\n  " << r.failures[i];
    return out;
  }

private:
  static std::string word(text const& t) { return std::string(t.view()); }
  static std::string word(aval const& a) {
    text s;
    return word(s << a);
  }
  static std::string word(std::string_view s) { return std::string(s); }
  static std::string word(char const* s) { return s; }
  static std::string word(double x) { return word(number_text(x)); }
  static std::string word(tensor const& t) {
    text s;
    s << t.type << '{';
    for (u32 i = 0; i < t.size() && i < 12; ++i) s << (i ? "," : "") << number_text(number_at(t, i));
    return word(s << '}');
  }
};

struct law_options {
  int orders = 3;           // of derivatives against central differences
  double tolerance = 1e-6;  // of differences, relative to the values around
  double single = 2e-3;     // of f32's derivatives against f64's
  double adjoint = 1e-11;   // of inner products in f64
  double value_ulps = 4;    // of values against the oracle in long double
  double oracle = 1e-11;    // of derivatives against it
  bool special = true;      // try nan, infinities, zeros, denormals
};

// ---- programs and numbers -------------------------------------------------------------------------------------------------

/// The jaxpr that applies P once.
template <class P>
constexpr jaxpr program_of(range<aval> operands, params_of<P> const& p = {}) {
  context c("trace");
  vec<value> xs, ys;
  for (aval const& a : operands) xs.push(c.input(a));
  u32 n = 1;
  value const y = bind(c, descriptor<P>, xs, encode(p), &n);
  for (u32 i = 0; i < n && !c.fault; ++i) ys.push(c.result(y.var + i));
  return c.finish(ys);
}
template <class P>
constexpr jaxpr program_of(std::initializer_list<aval> operands, params_of<P> const& p = {}) {
  return program_of<P>(range<aval>{operands.begin(), static_cast<u32>(operands.size())}, p);
}

/// How many operands P's eval takes.
template <class P>
inline constexpr u32 arity = [] {
  for (dtype t : {dtype::f64, dtype::i32, dtype::u64, dtype::boolean})
    if (u32 const n = constax::detail::find_eval<P>(t, t).operands) return n;
  return u32{0};
}();

inline tensor draw(generator& r, aval const& a, domain const& d) {
  tensor t(a);
  for (u32 i = 0; i < t.size(); ++i) {
    double const x = d(r, static_cast<int>(i), static_cast<int>(t.size()));
    constax::detail::visit_dtype(a.type, [&]<class T>(T) {
      if constexpr (std::is_same_v<T, bool>) t.put(i, (r.bits() & 1) != 0);
      else t.put(i, convert<T>(x));
    });
  }
  return t;
}
inline tensor retyped(tensor const& t, dtype to) {
  tensor u(aval{to, t.type.shape});
  constax::detail::visit_dtype(to, [&]<class T>(T) {
    for (u32 i = 0; i < t.size(); ++i) u.put(i, convert<T>(number_at(t, i)));
  });
  return u;
}
/// Arguments for all inputs of j.
inline vec<tensor> draw_all(generator& r, jaxpr const& j, domains const& d) {
  vec<tensor> xs;
  for (u32 i = 0; i < j.ins.size(); ++i) xs.push(draw(r, j.type(j.ins[i]), d[i]));
  return xs;
}
/// A direction for each floating input (or a cotangent for each floating output).
inline vec<tensor> directions(generator& r, jaxpr const& j, bool of_outputs = false) {
  vec<tensor> v;
  auto const one = [&](aval const& a) {
    if (a.floating()) v.push(draw(r, a, between(-1, 1)));
  };
  if (of_outputs)
    for (atom a : j.outs) one(j.type(a));
  else
    for (u32 x : j.ins) one(j.type(x));
  return v;
}
inline vec<tensor> joined(vec<tensor> a, vec<tensor> const& b) {
  for (tensor const& t : b) a.push(t);
  return a;
}

inline vec<tensor> run(report& r, std::string_view law, jaxpr const& j, vec<tensor> const& args) {
  fault why;
  vec<tensor> ys = reference::evaluate(j, args, {}, &why);
  r.expect(!why, law, "evaluation of", print(j), "fails:", sentence(why));
  return ys;
}
/// Can all equations of j be differentiated?
inline bool has_rules(jaxpr const& j) {
  for (eqn const& e : j.eqns)
    if (!e.prim->jvp && !e.prim->linear && j.type(e.out).floating()) return false;
  return true;
}
inline bool well_formed(report& r, std::string_view law, jaxpr const& j) {
  fault f = j.fault;
  if (!f) f = find_fault(j);
  return r.expect(!f, law, "not well formed:", sentence(f), print(j));
}

// ---- the laws, on programs ------------------------------------------------------------------------------------------------------

/// jvp of j against central differences of j, both in f64. The arguments must be f64 where they are floating.
inline void law_difference(report& r, std::string_view law, jaxpr const& j, vec<tensor> const& args, vec<tensor> const& dx,
                           double tolerance) {
  vec<tensor> const ys = run(r, law, jvp(j), joined(args, dx));
  double const h = 0x1p-10;
  vec<tensor> at[4]; // at -2h, -h, h, 2h
  double const steps[4] = {-2 * h, -h, h, 2 * h};
  for (int k = 0; k < 4; ++k) {
    vec<tensor> moved = args;
    u32 n = 0;
    for (tensor& x : moved) {
      if (!x.type.floating()) continue;
      for (u32 i = 0; i < x.size(); ++i) x.put(i, x.at<double>(i) + steps[k] * dx[n].at<double>(i));
      ++n;
    }
    at[k] = run(r, law, j, moved);
    if (at[k].size() != j.outs.size()) return;
  }
  u32 tangent = j.outs.size();
  if (ys.size() < tangent) return;
  for (u32 o = 0; o < j.outs.size(); ++o) {
    if (!j.type(j.outs[o]).floating()) continue;
    if (!r.expect(tangent < ys.size(), law, "jvp gives too few tangents")) return;
    tensor const& dy = ys[tangent++];
    for (u32 i = 0; i < dy.size(); ++i) {
      double f[4], scale = 1;
      for (int k = 0; k < 4; ++k) f[k] = number_at(at[k][o], i), scale = std::fmax(scale, std::fabs(f[k]));
      double const difference = (8 * (f[2] - f[1]) - (f[3] - f[0])) / (12 * h), got = number_at(dy, i);
      scale = std::fmax(scale, std::fabs(difference));
      if (!r.expect(close(got, difference, tolerance, scale), law, "jvp", got, "difference", difference, "of", print(j), "at", args[0]))
        return;
    }
  }
}

/// f32's jvp against f64's of the same program, at the same numbers.
inline void law_single(report& r, jaxpr const& single, jaxpr const& twice, vec<tensor> const& args, vec<tensor> const& dx,
                       double tolerance) {
  vec<tensor> wide;
  for (tensor const& t : joined(args, dx)) wide.push(t.type.floating() ? retyped(t, dtype::f64) : t);
  vec<tensor> const got = run(r, "difference", jvp(single), joined(args, dx)), expected = run(r, "difference", jvp(twice), wide);
  if (!r.expect(got.size() == expected.size(), "difference", "f32 and f64 differ in the number of results")) return;
  for (u32 o = 0; o < got.size(); ++o)
    for (u32 i = 0; i < got[o].size(); ++i)
      if (!r.expect(close(number_at(got[o], i), number_at(expected[o], i), tolerance, std::fabs(number_at(expected[o], i))), "difference",
                    "f32 gives", got[o], "f64 gives", expected[o], "for", print(jvp(single)), "at", args[0]))
        return;
}

/// <J^T ct, dx> = <ct, J dx>
inline void law_adjoint(report& r, jaxpr const& j, vec<tensor> const& args, vec<tensor> const& dx, vec<tensor> const& ct,
                        double tolerance) {
  jaxpr const forward = jvp(j), backward = vjp(j);
  if (!well_formed(r, "adjoint", forward) || !well_formed(r, "adjoint", backward)) return;
  vec<tensor> const dy = run(r, "adjoint", forward, joined(args, dx)), cx = run(r, "adjoint", backward, joined(args, ct));
  u32 const n = j.outs.size();
  if (!r.expect(dy.size() == n + ct.size() && cx.size() == n + dx.size(), "adjoint", "wrong number of results")) return;
  long double left = 0, right = 0, scale = 1;
  for (u32 k = 0; k < dx.size(); ++k) {
    if (!r.expect(cx[n + k].type == dx[k].type, "adjoint", "a cotangent has type", cx[n + k].type, "its input", dx[k].type)) return;
    for (u32 i = 0; i < dx[k].size(); ++i) {
      long double const term = static_cast<long double>(number_at(cx[n + k], i)) * static_cast<long double>(number_at(dx[k], i));
      left += term, scale += std::fabs(term);
    }
  }
  for (u32 k = 0; k < ct.size(); ++k)
    for (u32 i = 0; i < ct[k].size(); ++i) {
      long double const term = static_cast<long double>(number_at(dy[n + k], i)) * static_cast<long double>(number_at(ct[k], i));
      right += term, scale += std::fabs(term);
    }
  r.expect(close(static_cast<double>(left), static_cast<double>(right), tolerance, static_cast<double>(scale)), "adjoint", "<J^T ct, dx> =",
           static_cast<double>(left), "<ct, J dx> =", static_cast<double>(right), "of", print(j));
}

/// t without axis `axis`, at place k of it.
inline tensor slice_of(tensor const& t, int axis, i64 k) {
  lengths const n(t.type.shape);
  aval a{t.type.type, {}};
  for (int d = 0; d < n.rank; ++d)
    if (d != axis) a.shape.push(n[d]);
  tensor s(a);
  for (u32 i = 0; i < s.size(); ++i) {
    constax::detail::line const l(i, n, axis);
    s.words[i] = t.words[static_cast<u32>(l.first + k * l.stride)];
  }
  return s;
}
inline aval with_axis(aval const& a, int axis, extent const& n) {
  aval r{a.type, {}};
  for (int d = 0; d <= a.rank(); ++d) {
    if (d == axis) r.shape.push(n);
    if (d < a.rank()) r.shape.push(a.shape[d]);
  }
  return r;
}
inline bool same_bits(tensor const& a, tensor const& b) { return a == b; }
/// Equal numbers; NaNs are equal whatever their bits.
inline bool same_numbers(tensor const& a, tensor const& b, double tolerance = 0) {
  if (!(a.type == b.type)) return false;
  for (u32 i = 0; i < a.size(); ++i) {
    double const x = number_at(a, i), y = number_at(b, i);
    if (tolerance == 0 ? !(x == y && std::signbit(x) == std::signbit(y)) && !(x != x && y != y) : !close(x, y, tolerance, std::fabs(y)))
      return false;
  }
  return true;
}

/// All choices of an axis (or none) per input, not all none: calls f(in_axes).
inline void for_each_in_axes(jaxpr const& j, auto&& f) {
  u32 const n = j.ins.size();
  u32 choices = 1;
  for (u32 i = 0; i < n && choices < 243; ++i) choices *= 3;
  for (u32 c = 0; c < choices; ++c) {
    vec<i32> in;
    bool any = false;
    u32 rest = c;
    for (u32 i = 0; i < n; ++i, rest /= 3) {
      i32 const last = j.type(j.ins[i]).rank();
      i32 const axis = rest % 3 == 0 ? 0 : rest % 3 == 1 ? last : -1;
      any |= axis >= 0;
      in.push(axis);
    }
    if (any) f(in);
  }
}

inline void law_vmap(report& r, jaxpr const& j, generator& random, domains const& d) {
  for_each_in_axes(j, [&](vec<i32> const& in) {
    for (i64 const n : {i64{3}, i64{1}, i64{0}}) {
      for (bool const symbolic : {false, true}) {
        extent size(n);
        if (symbolic) size = extent::of(pack_symbol("rows"));
        vec<i32> out;
        for (atom a : j.outs) out.push(n == 1 ? j.type(a).rank() : 0);
        jaxpr const batched = vmap(j, in, size, out);
        if (!well_formed(r, "vmap", batched)) return;
        vec<tensor> args;
        for (u32 i = 0; i < in.size(); ++i) {
          aval const a = j.type(j.ins[i]);
          args.push(draw(random, in[i] < 0 ? a : with_axis(a, in[i], n), d[i]));
        }
        vec<tensor> const together = run(r, "vmap", batched, args);
        if (together.size() != j.outs.size()) return;
        for (i64 k = 0; k < n; ++k) {
          vec<tensor> row;
          for (u32 i = 0; i < in.size(); ++i) row.push(in[i] < 0 ? args[i] : slice_of(args[i], in[i], k));
          vec<tensor> const alone = run(r, "vmap", j, row);
          for (u32 o = 0; o < alone.size(); ++o) {
            tensor const part = slice_of(together[o], out[o], k);
            if (!r.expect(same_bits(part, alone[o]), "vmap", "gives", part, "the loop", alone[o], "for", print(batched))) return;
          }
        }
      }
    }
  });
}

inline void law_commute(report& r, jaxpr const& j, generator& random, domains const& d) {
  u32 n_tangents = 0;
  for (u32 v : j.ins) n_tangents += j.type(v).floating();
  u32 float_outs = 0;
  for (atom a : j.outs) float_outs += j.type(a).floating();
  vec<i32> in(j.ins.size(), 0), out(j.outs.size(), 0), in_both(j.ins.size() + n_tangents, 0), out_both(j.outs.size() + float_outs, 0);
  jaxpr const a = jvp(vmap(j, in, 3, out)), b = vmap(jvp(j), in_both, 3, out_both);
  if (!well_formed(r, "commute", a) || !well_formed(r, "commute", b)) return;
  vec<tensor> args;
  for (u32 i = 0; i < a.ins.size(); ++i) args.push(draw(random, a.type(a.ins[i]), i < j.ins.size() ? d[i] : domain(between(-1, 1))));
  vec<tensor> const x = run(r, "commute", a, args), y = run(r, "commute", b, args);
  if (!r.expect(x.size() == y.size(), "commute", "numbers of results differ")) return;
  for (u32 o = 0; o < x.size(); ++o)
    r.expect(same_numbers(x[o], y[o], 1e-6), "commute", "jvp of vmap gives", x[o], "vmap of jvp", y[o], "of", print(j));
}

inline void law_simplify(report& r, jaxpr const& j, vec<tensor> const& args) {
  jaxpr const s = simplify(j);
  if (!well_formed(r, "simplify", s)) return;
  vec<tensor> const before = run(r, "simplify", j, args), after = run(r, "simplify", s, args);
  if (!r.expect(before.size() == after.size(), "simplify", "numbers of results differ")) return;
  for (u32 o = 0; o < before.size(); ++o)
    if (!r.expect(same_numbers(before[o], after[o]), "simplify", print(j), "gives", before[o], "simplified", print(s), "gives", after[o],
                  "at", args[0]))
      return;
}

/// The program and its derivatives as text.
constexpr text record_of(jaxpr const& j) {
  text t;
  return t << print(j) << '\n' << print(jvp(j)) << '\n' << print(vjp(j));
}
/// The first of these dtypes for which Case makes a program.
template <class Case>
inline constexpr int recorded_dtype = [] {
  for (dtype t : {dtype::f64, dtype::i32, dtype::u64, dtype::boolean}) {
    jaxpr const j = Case{}(t);
    if (!j.fault) return static_cast<int>(t);
  }
  return -1;
}();
template <class Case>
struct record_text {
  static constexpr dtype type = static_cast<dtype>(recorded_dtype<Case>);
  static constexpr std::size_t length = [] {
    text const t = record_of(Case{}(type));
    return t.size();
  }();
  static constexpr auto chars = [] {
    fixed_string<length + 1> s;
    text const t = record_of(Case{}(type));
    for (std::size_t i = 0; i < length; ++i) s.chars[i] = t.view()[i];
    return s;
  }();
};
template <class Case>
void law_record(report& r, Case const& make) {
  if constexpr (recorded_dtype<Case> >= 0) {
    text const now = record_of(make(record_text<Case>::type));
    r.expect(now.view() == record_text<Case>::chars.view(), "record", "while compiling:", record_text<Case>::chars.view(),
             "at run time:", now);
  }
}

// ---- all laws of one program ------------------------------------------------------------------------------------------------------

inline void all_laws(report& r, jaxpr const& j, jaxpr const& wide, domains const& d, law_options const& o, std::uint64_t seed) {
  if (!well_formed(r, "type", j)) return;
  generator random{seed};
  bool const single = [&] {
    for (u32 v : j.ins)
      if (j.type(v).type == dtype::f32) return true;
    return false;
  }();
  bool const floating = [&] {
    for (u32 v : j.ins)
      if (j.type(v).floating()) return true;
    return false;
  }();
  vec<tensor> const args = draw_all(random, j, d);
  vec<tensor> const ys = run(r, "type", j, args);
  if (ys.size() != j.outs.size()) return;
  law_vmap(r, j, random, d);
  law_simplify(r, j, args);
  if (!floating) return;

  jaxpr const forward = jvp(j);
  if (!has_rules(j)) {
    r.expect(forward.fault.code == fault_code::no_jvp, "difference", "a jvp without a rule:", print(forward));
    return;
  }
  if (!well_formed(r, "difference", forward)) return;
  vec<tensor> const dx = directions(random, j), ct = directions(random, j, true);
  law_commute(r, j, random, d);
  law_simplify(r, forward, joined(args, dx));
  law_simplify(r, vjp(j), joined(args, ct));
  law_adjoint(r, j, args, dx, ct, single ? 1e-4 : o.adjoint);
  if (single) {
    law_single(r, j, wide, args, dx, o.single);
    return;
  }
  law_difference(r, "difference", j, args, dx, o.tolerance);
  // jvp, vjp and their jvp are programs like any other.
  jaxpr now = j;
  vec<tensor> at = args;
  for (int order = 2; order <= o.orders; ++order) {
    at = joined(at, directions(random, now));
    now = jvp(now);
    if (!well_formed(r, "difference", now)) return;
    vec<tensor> const dz = directions(random, now);
    law_difference(r, "difference", now, at, dz, o.tolerance * 10);
    law_adjoint(r, now, at, dz, directions(random, now, true), 100 * o.adjoint);
  }
  if (o.orders >= 2) {
    jaxpr const backward = vjp(j);
    vec<tensor> const point = joined(args, ct);
    vec<tensor> const dz = directions(random, backward);
    law_difference(r, "difference", backward, point, dz, o.tolerance * 10);
    law_adjoint(r, backward, point, dz, directions(random, backward, true), 100 * o.adjoint);
  }
}

/// The laws of the program that `Case{}(dtype)` makes, in f32 and f64, and in those of `also` for which it makes one without fault.
template <class Case>
report laws(Case const& make, domains const& d = {}, law_options const& o = {}, std::initializer_list<dtype> also = {}) {
  report r;
  for (std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}})
    for (dtype t : {dtype::f64, dtype::f32}) all_laws(r, make(t), make(dtype::f64), d, o, seed);
  for (dtype t : also) all_laws(r, make(t), make(t), d, o, 3);
  law_record(r, make);
  return r;
}

// ---- elementwise primitives: everything follows from the struct -----------------------------------------------------------------

template <class P>
constexpr jaxpr elementwise_program(dtype t, shape const& s, params_of<P> const& p = {}) {
  aval const a{t, s};
  aval const operands[] = {a, a, a};
  return program_of<P>({operands, arity<P>}, p);
}

inline constexpr double special_numbers[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 1e300, -1e300, 1e-300, 4.9e-324, -4.9e-324, 1e-40,
                                             std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                                             std::numeric_limits<double>::quiet_NaN()};

/// All combinations of special numbers as arguments of an elementwise program: f(dtype, args).
inline vec<tensor> special_arguments(dtype t, u32 operands) {
  u32 const n = std::size(special_numbers);
  u32 total = 1;
  for (u32 i = 0; i < operands; ++i) total *= n;
  vec<tensor> args;
  u32 stride = 1;
  for (u32 k = 0; k < operands; ++k, stride *= n) {
    tensor x(aval{t, {extent(static_cast<i64>(total))}});
    for (u32 i = 0; i < total; ++i)
      constax::detail::visit_dtype(t, [&]<class T>(T) { x.put(i, convert<T>(special_numbers[i / stride % n])); });
    args.push(x);
  }
  return args;
}

/// Law 2 on lengths and on special values.
inline void law_evaluators(report& r, auto const& program, dtype t, u32 operands, domains const& d, bool special) {
  int const widest = 2 * CONSTAX_VECTOR_BYTES / info(t).bytes + 1;
  generator random{5};
  for (int n = 0; n <= widest; n = n < 18 ? n + 1 : n + 7) {
    jaxpr const j = program(t, shape{n});
    if (!well_formed(r, "type", j)) return;
    vec<tensor> const args = draw_all(random, j, d);
    vec<tensor> const ys = run(r, "evaluators", j, args);
    if (ys.size() != 1) return;
    jaxpr const scalar = program(t, shape{});
    for (int i = 0; i < n; ++i) {
      vec<tensor> one;
      for (tensor const& x : args) one.push(slice_of(x, 0, i));
      vec<tensor> const y = run(r, "evaluators", scalar, one);
      if (y.size() != 1 ||
          !r.expect(same_bits(y[0], slice_of(ys[0], 0, i)), "evaluators", "an element's value depends on its place:", ys[0], "at", args[0]))
        return;
    }
  }
  if (!special) return;
  vec<tensor> const args = special_arguments(t, operands);
  jaxpr const j = program(t, args[0].type.shape);
  vec<tensor> const ys = run(r, "evaluators", j, args);
  if (ys.size() == 1) law_simplify(r, j, args);
  if (jaxpr const forward = jvp(j); ys.size() == 1 && info(t).floating && !forward.fault) {
    random.state = 9;
    law_simplify(r, forward, joined(args, directions(random, j)));
  }
}

/// Values and derivatives against the same function in long double. The derivative there is a central difference of 4th order,
/// good to about 1e-14.
template <class P, class Oracle>
void law_oracle(report& r, Oracle const& f, params_of<P> const& p, domains const& d, law_options const& o) {
  generator random{7};
  constexpr u32 n = arity<P>;
  auto const call = [&](long double const* x) -> long double {
    if constexpr (n == 1) return f(x[0]);
    else if constexpr (n == 2) return f(x[0], x[1]);
    else return f(x[0], x[1], x[2]);
  };
  for (dtype t : {dtype::f64, dtype::f32}) {
    jaxpr const j = elementwise_program<P>(t, shape{40}, p);
    vec<tensor> const args = draw_all(random, j, d);
    vec<tensor> const dx = directions(random, j),
                      ys = has_rules(j) ? run(r, "oracle", jvp(j), joined(args, dx)) : run(r, "oracle", j, args);
    if (ys.size() < 1) return;
    for (u32 i = 0; i < 40; ++i) {
      long double x[3] = {}, v[3] = {}, at[5] = {}, scale = 0;
      for (u32 k = 0; k < n; ++k)
        x[k] = static_cast<long double>(number_at(args[k], i)), v[k] = static_cast<long double>(number_at(dx[k], i));
      long double const h = 0x1p-13L;
      for (int s = -2; s <= 2; ++s) {
        long double moved[3];
        for (u32 k = 0; k < n; ++k) moved[k] = x[k] + static_cast<long double>(s) * h * v[k];
        at[s + 2] = call(moved);
      }
      double const value = number_at(ys[0], i);
      double const apart =
          t == dtype::f32 ? ulps(static_cast<float>(value), static_cast<float>(at[2])) : ulps(value, static_cast<double>(at[2]));
      if (!r.expect(apart <= o.value_ulps, "oracle", "value", value, "is", apart, "ulp from", static_cast<double>(at[2]), "at",
                    static_cast<double>(x[0])))
        return;
      if (ys.size() < 2) continue;
      long double const slope = (8 * (at[3] - at[1]) - (at[4] - at[0])) / (12 * h);
      scale = std::fabs(at[2]) * 1e-2L;
      double const got = number_at(ys[1], i), tolerance = t == dtype::f32 ? o.single : o.oracle;
      if (!r.expect(close(got, static_cast<double>(slope), tolerance, static_cast<double>(scale + std::fabs(slope))), "oracle",
                    "derivative", got, "should be", static_cast<double>(slope), "at", static_cast<double>(x[0])))
        return;
    }
  }
}

struct no_oracle {};

template <class P>
struct elementwise_case {
  constexpr jaxpr operator()(dtype t) const { return elementwise_program<P>(t, shape{2, 3}); }
};

/// All laws of an elementwise primitive, in every dtype that its type rule accepts.
template <class P, class Oracle = no_oracle>
report laws(domains const& d = {}, Oracle const& oracle = {}, law_options const& o = {}, params_of<P> const& p = {}) {
  report r;
  auto const program = [&](dtype t, shape const& s) { return elementwise_program<P>(t, s, p); };
  for (dtype t : {dtype::f64, dtype::f32, dtype::i32, dtype::i64, dtype::u32, dtype::u64, dtype::i8, dtype::u8, dtype::boolean}) {
    if (program(t, shape{}).fault) continue;
    law_evaluators(r, program, t, arity<P>, d, o.special);
    dtype const wide = info(t).floating ? dtype::f64 : t;
    for (shape const& s : {shape{2, 3}, shape{}}) all_laws(r, program(t, s), program(wide, s), d, o, 11);
  }
  if constexpr (!std::is_same_v<Oracle, no_oracle>) law_oracle<P>(r, oracle, p, d, o);
  law_record(r, elementwise_case<P>{});
  return r;
}

/// P with numbers for its first operands, which have no derivative: law_evaluators of all operands, all other laws of the last one.
template <class P, double... First>
struct last_operand {
  constexpr jaxpr operator()(dtype t) const {
    context c("trace");
    value const x = c.input({t, shape{2, 3}});
    vec<value> xs;
    (xs.push(like(x, First)), ...);
    xs.push(x);
    value const y = bind(c, descriptor<P>, xs, {});
    return c.finish({&y, 1});
  }
};
template <class P, double... First>
report laws(last_operand<P, First...> const& program, domains const& d, law_options const& o = {}) {
  report r = laws<last_operand<P, First...>>(program, d, o);
  for (dtype t : {dtype::f64, dtype::f32})
    law_evaluators(r, [](dtype u, shape const& s) { return elementwise_program<P>(u, s); }, t, arity<P>, d, o.special);
  return r;
}

} // namespace constax_tests
