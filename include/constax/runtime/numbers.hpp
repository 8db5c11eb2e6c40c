// SPDX-License-Identifier: BSL-1.0
#pragma once
// numbers : value -> ndarray        the number that a traced value has in this call
//
// A trace of a call without jit knows its arguments' numbers. Those of other values are computed when somebody asks: the equations that
// lead to the value, as a program of their own, by the same evaluators. The trace itself stays as it is, so that a question changes no bit
// of its results.
//
// What has been computed is kept, as far as later equations may need it: a loop of n questions costs n times the equations of a trip. Not
// kept is what only equations read that have been computed with it: products go into sums there, and strips stay in the cache, as in any
// program. Where new equations read it all the same (a loop's value that only the condition had read), it is computed again, and kept; and
// what has been computed twice on the way to other values is kept the third time: no equation is computed more often.
#include <constax/runtime/late_program.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace constax::inline CONSTAX_TAG::detail {

/// What is asked of a value of this type: is it true (`if`); a number, or an array, that it is converted to; how many elements a function
/// gives.
enum class asks : u8 { truth, number, array, length };
struct question {
  aval type;
  asks what;
  std::string_view function = {};
  value const* of = nullptr;
};
/// why: a clause. inside: of the function in which nobody may ask.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void refuse(question const& q, text const& why, std::string_view inside) {
  text t;
  if (q.what == asks::truth) t << no_bool(q.type, why).view() << ", & of `&&`";
  else if (q.what == asks::length)
    t << "[constax] " << q.function << ": how many elements the result has depends on numbers: " << why.view()
      << "; say how many there are at most, cx::" << q.function << "(x, k)";
  else if (q.what == asks::array)
    t << "[constax] conversion of a traced value of type " << q.type << " to an ndarray: " << why.view() << "; functions take traced values";
  else
    t << "[constax] conversion of a traced value of type " << q.type << " to a number: " << why.view()
      << "; functions and indices take traced values: cx::sin(x), cx::astype<float>(x), y[i]";
  t << "; a function that is called without cx::jit may ask";
  if (inside != "jit") t << " outside of " << inside;
  if (q.of) {
    t << provenance(q.of->ctx, {q.of, 1}, {});
    if (text const inputs = inputs_behind(*q.of); inputs.size()) t << "\n  depends on " << inputs.view();
  }
  raise_error<concretization_error>(t);
}
[[noreturn]] inline void refuse_inside(question const& q, std::string_view function) {
  text t;
  refuse(q, t << "inside of " << function << " its number is not known while the program is recorded", function);
}
[[noreturn]] inline void refuse_input(question const& q, std::string_view function) {
  text t;
  refuse(q, t << "it depends on an input of " << function << ", which stands for more than one number", function);
}

inline ndarray number_of(question const& q, value v);

class late_numbers final : public known_numbers {
  struct node {
    ndarray const* number = nullptr; // if it is kept
    u32 uses = 0, times_computed = 0;
    // of the search that has looked at it last
    u32 search = 0, uses_there = 0, place = 0;
    bool found = false, read_anew = false; // of equations that are computed for the first time it is an operand
  };
  struct level {
    u32 serial = 0, counted = 0; // variables before that one: their makers' operands are among `uses`
    std::vector<node> of;        // by variable
    std::deque<ndarray> kept;
  };
  std::vector<std::unique_ptr<level>> levels_; // one for each open builder
  u32 searches_ = 0;
  jaxpr last_slice_; // loops ask the same again and again
  late_program last_;
  u32 repeats_ = 0; // of a small one, which by then pays for a plan of strips

  level& level_of(context& c, u32 k) {
    while (levels_.size() <= k) levels_.push_back(std::make_unique<level>());
    builder const& b = c.open[k];
    if (levels_[k]->serial != b.serial) *levels_[k] = level{b.serial, 0, {}, {}};
    level& l = *levels_[k];
    l.of.resize(b.jaxpr.vars.size());
    for (u32 i = b.jaxpr.eqns.size(); i-- > 0 && b.jaxpr.eqns[i].out >= l.counted;)
      for (atom a : b.jaxpr.operands(b.jaxpr.eqns[i]))
        if (!a.is_literal()) ++l.of[a.var()].uses;
    l.counted = b.jaxpr.vars.size();
    return l;
  }
  static ndarray const& keep(level& l, u32 var, ndarray x) {
    l.kept.push_back(static_cast<ndarray&&>(x));
    l.of[var].number = &l.kept.back();
    return l.kept.back();
  }
  static ndarray number_outside(question const& q, builder const& b, u32 var) {
    for (builder::capture const& from : b.captures)
      if (from.var == var) return number_of(q, from.outer);
    for (stand_in const& s : b.stand_ins)
      if (s.var == var) {
        if (s.outer.is_absent()) refuse_input(q, s.function);
        return number_of(q, s.outer);
      }
    refuse_inside(q, b.name);
  }

  /// Equations that lead to a variable, as far as its number does not follow from others.
  struct slice {
    std::vector<eqn const*> eqns;
    std::vector<u32> inputs, kept; // variables
    jaxpr program;
    bool is_small = true;
  };
  node& touch(level& l, u32 var) const {
    node& n = l.of[var];
    if (n.search != searches_) n.search = searches_, n.uses_there = 0, n.found = n.read_anew = false;
    return n;
  }
  slice search(jaxpr const& j, level& l, u32 var) {
    slice s;
    ++searches_;
    std::vector<u32> todo{var};
    while (!todo.empty()) {
      u32 const v = todo.back();
      todo.pop_back();
      node& n = touch(l, v);
      if (n.found) continue;
      n.found = true;
      eqn const* const e = n.number ? nullptr : maker_of(j, v);
      if (!e) {
        s.inputs.push_back(v);
        continue;
      }
      s.eqns.push_back(e);
      for (u32 y = e->out; y < e->out + e->n_out; ++y) touch(l, y).found = true;
      for (atom a : j.operands(*e))
        if (!a.is_literal()) {
          node& x = touch(l, a.var());
          ++x.uses_there, x.read_anew |= l.of[e->out].times_computed == 0;
          todo.push_back(a.var());
        }
    }
    std::sort(s.eqns.begin(), s.eqns.end());
    for (eqn const* e : s.eqns)
      for (u32 y = e->out; y < e->out + e->n_out; ++y) {
        node& n = l.of[y];
        bool const again = n.times_computed > 1 || (n.times_computed == 1 && n.read_anew);
        if (!n.number && (y == var || again || n.uses == 0 || n.uses != n.uses_there)) s.kept.push_back(y);
      }
    return s;
  }
  static void write_program(jaxpr const& j, level& l, slice& s) {
    context c("numbers");
    vec<value> env, xs, ys;
    auto const put = [&](u32 var, value const& v) { l.of[var].place = env.size(), env.push(v); };
    for (u32 v : s.inputs) put(v, c.input(j.type(v)));
    i64 elements = 0;
    for (eqn const* e : s.eqns) {
      xs.resize(0);
      for (atom a : j.operands(*e)) xs.push(a.is_literal() ? c.constant(j.lits[a.lit()]) : env[l.of[a.var()].place]);
      u32 const first = c.record_like(j, *e, xs);
      for (u32 i = 0; i < e->n_out; ++i) put(e->out + i, c.result(first + i)), elements += j.type(e->out + i).shape.size();
      s.is_small &= !e->prim->call;
    }
    for (u32 v : s.kept) ys.push(env[l.of[v].place]);
    s.program = c.finish(ys);
    s.is_small &= elements <= 1'000; // a plan of strips would cost more than it saves at once
  }
  late_program const& runnable(slice& s, jaxpr const& j) {
    if (last_.run && same_program(last_slice_, s.program)) {
      if (s.is_small && ++repeats_ == 8) last_.run = make_evaluator(last_.program);
      return last_;
    }
    late_program p;
    for (u32 v : s.kept) p.outs.push(j.type(v));
    p.program = s.program;
    p = lower_late(static_cast<late_program&&>(p));
    p.run = s.is_small ? std::make_shared<by_oracle const>() : make_evaluator(p.program);
    last_slice_ = static_cast<jaxpr&&>(s.program), repeats_ = 0;
    return last_ = static_cast<late_program&&>(p);
  }

public:
  bool asked = false;

  /// An argument's number.
  void know(context& c, value const& v, ndarray const& x) { keep(level_of(c, 0), v.var, x); }

  ndarray number(question const& q, context& c, u32 k, u32 var) {
    asked = true;
    if (levels_.size() > c.open.size()) levels_.resize(c.open.size());
    level& l = level_of(c, k);
    if (ndarray const* const x = l.of[var].number) return *x;
    jaxpr const& j = c.open[k].jaxpr;
    slice s = search(j, l, var);
    for (u32 v : s.inputs)
      if (!l.of[v].number) keep(l, v, number_outside(q, c.open[k], v));
    if (ndarray const* const x = l.of[var].number) return *x;
    write_program(j, l, s);
    late_program const& p = runnable(s, j);
    vec<ndarray const*> args;
    for (u32 v : s.inputs) args.push(l.of[v].number);
    vec<ndarray> results(static_cast<u32>(s.kept.size()));
    run_late_program(p, args, results.begin());
    for (eqn const* e : s.eqns)
      for (u32 y = e->out; y < e->out + e->n_out; ++y) ++l.of[y].times_computed;
    for (u32 i = 0; i < results.size(); ++i) keep(l, s.kept[i], static_cast<ndarray&&>(results[i]));
    return *l.of[var].number;
  }
};
inline late_numbers& numbers_in(context& c) {
  if (!c.numbers) c.numbers = new late_numbers;
  return static_cast<late_numbers&>(*c.numbers);
}

/// What constants give, or an equation without operands.
inline ndarray number_alone(value const& v) {
  context c("numbers");
  late_program p;
  p.outs.push(type_of(v));
  p.program = c.finish({&v, 1});
  p = lower_late(static_cast<late_program&&>(p));
  ndarray x;
  by_oracle{}.run(p.program, {}, &x);
  return x.type() == p.outs[0] ? x : x.viewed_as(p.outs[0]);
}
inline ndarray number_of(question const& q, value v) {
  if (v.is_absent()) raise_empty();
  if (v.is_zero()) return ndarray(tensor(type_of(v)));
  if (!v.is_variable()) return number_alone(v);
  context& c = v.ctx->root();
  auto const escaped = [&](u32 serial) {
    c.fail_escaped(serial);
    raise_fault_of(c, q.of ? range<value>{q.of, 1} : range<value>{});
  };
  while (v.ctx != &c) {
    if (u32 const by = v.ctx->open.begin()->ended_with(v.var)) escaped(by);
    v = v.ctx->moved[v.var];
    if (!v.is_variable()) raise_empty();
  }
  i32 const level = c.level_of(v);
  if (level < 0) escaped(v.builder);
  u32 const k = static_cast<u32>(level);
  if (u32 const by = c.open[k].ended_with(v.var)) escaped(by);
  for (u32 i = 0; i <= k; ++i)
    if (!c.open[i].has_numbers) refuse_inside(q, c.open[i].name);
  return numbers_in(c).number(q, c, k, v.var);
}

/// Does it depend on no argument of a traced function?
inline bool is_made_of_constants(value const& v) { return !v.is_variable() || v.ctx->root().pending; }
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void refuse_silent_numbers(aval const& type) {
  text t;
  t << "[constax] a traced value of type " << type << " becomes an ndarray, or an argument beside ndarrays: it depends on an argument of a "
    << "traced function, and no derivative goes through numbers; functions take traced values, cx::ndarray(x) asks for the numbers aloud";
  raise_error<concretization_error>(t);
}
inline ndarray answer_late(value const& v, asks what) {
  aval const is = type_of_tracer(v);
  ndarray const x = number_of({is, what, {}, &v}, v);
  if (what != asks::array && x.size() != 1) raise_of<shape_error>(not_one_element(is), dynamic_tracer(v));
  return x;
}
inline i64 length_late(value const& v, std::string_view function) {
  return static_cast<i64>(number_of({type_of_tracer(v), asks::length, function, &v}, v));
}
/// The number n of this call, which is how many elements a function gives.
inline i64 length_asked(dynamic_tracer const& n, std::string_view function) { return at_run_time<&length_late>::call(n.value, function); }

} // namespace constax::inline CONSTAX_TAG::detail

namespace constax::inline v0 {

inline dynamic_tracer::operator bool() const {
  return static_cast<bool>(constax::at_run_time<&constax::detail::answer_late>::call(value, constax::detail::asks::truth));
}
template <class T>
requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
dynamic_tracer::operator T() const {
  return static_cast<T>(constax::at_run_time<&constax::detail::answer_late>::call(value, constax::detail::asks::number));
}
template <constax::element_type T> T dynamic_tracer::item() const {
  return constax::at_run_time<&constax::detail::answer_late>::call(value, constax::detail::asks::number).template item<T>();
}
inline ndarray::ndarray(dynamic_tracer const& x)
    : ndarray(constax::at_run_time<&constax::detail::answer_late>::call(x.value, constax::detail::asks::array)) {}
inline dynamic_tracer::operator ndarray() const {
  if (!constax::detail::is_made_of_constants(value)) constax::detail::refuse_silent_numbers(constax::detail::type_of_tracer(value));
  return ndarray(*this);
}

} // namespace constax::inline v0

namespace constax::inline CONSTAX_TAG {

/// Of what is made of constants alone its numbers. A value in a trace is printed as in JAX, Traced<f64[3]>: to print changes no program.
template <character_stream Stream> Stream& operator<<(Stream& out, dynamic_tracer const& x) {
  if (detail::is_made_of_constants(x.value)) return out << ndarray(x);
  text t("Traced<");
  return out << (t << x.type() << ">");
}

} // namespace constax::inline CONSTAX_TAG
