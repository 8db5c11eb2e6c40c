// SPDX-License-Identifier: BSL-1.0
#pragma once
// context: an open trace, and the values in it. A value is (context, builder, atom).
//
// One context per outermost trace owns all open builders and knows the innermost. An operation is ALWAYS recorded in the innermost open
// builder (JAX's dynamic trace); operands of outer builders enter it as constvars, level by level. Finding the builder through the
// operands instead fails on operand order: z*y*y breaks where y*y*z works.
//
// Values of constants alone (iota, 1 + 2, grad(f)(3.0)) are made where no context can be seen: constant evaluation has no globals. Such a
// value is `made`, which needs no context, or it is of a PENDING context, which the first context that it meets takes over.
#include <constax/base/at_run_time.hpp>
#include <constax/jaxpr/functions.hpp>
#include <constax/jaxpr/known_types.hpp>
#include <constax/jaxpr/order.hpp>

namespace constax::inline CONSTAX_TAG {

struct context;

/// What iota, zeros, full ... record once they meet a context: an equation without operands, or with one number.
struct source {
  primitive const* prim;
  range<i64> params;
  bool of_number;
  aval type;
};

struct value {
  enum class state : u8 { absent, variable, constant, zero, made, refused };
  // No initialisers: value{} is zero, and absent, all the same, and arrays of values cost evaluators no constructors.
  context* ctx;
  u32 builder; // serial number of the builder that made it
  u32 var;     // variable: its number; zero: its type's number in that builder
  literal lit;
  state is;
  source const* from; // made: from this, and from lit

  constexpr bool is_variable() const { return is == state::variable; }
  constexpr bool is_constant() const { return is == state::constant; }
  /// A symbolic zero: absorbed by + - * and linear primitives, never recorded.
  constexpr bool is_zero() const { return is == state::zero; }
  constexpr bool is_absent() const { return is == state::absent; }
  constexpr bool is_made() const { return is == state::made; }
  /// In the place of what an error has made impossible: it brings its program to a fault without a second sentence.
  constexpr bool is_refused() const { return is == state::refused; }
};

/// Are x and y one variable?
constexpr bool same(value const& x, value const& y) {
  return x.is_variable() && y.is_variable() && x.builder == y.builder && x.var == y.var;
}

struct context;
namespace detail {
constexpr jaxpr finish_here(context& c, range<value> outs, vec<value>* captures);
constexpr context* context_here(range<value> xs);
inline void destroy_here(context* c);
} // namespace detail

/// An input of an inner function: the outer value whose number it has, or none (a row, a carry, a tangent).
struct stand_in {
  value outer;
  u32 var = 0;
  std::string_view function;
};

/// What is known of the numbers of variables, where a trace is of one call: runtime/numbers.hpp.
struct known_numbers {
  constexpr virtual ~known_numbers() = default;
};
/// In which lines values were made, at run time: runtime/provenance.hpp.
struct known_lines {
  constexpr virtual ~known_lines() = default;
};

struct builder {
  struct capture {
    value outer;
    u32 var = 0;
  };
  u32 serial = 0;
  std::string_view name; // the transformation that opened it, for messages
  constax::jaxpr jaxpr;
  vec<capture> captures;
  vec<capture> made; // sources that have been recorded here
  constax::jaxpr const* rewrites = nullptr; // the function of which this becomes another form: where that calls itself, this does
  known_types known; // of jaxpr
  vec<u32> ended;    // by variable, as far as any: serial number of the inner function that it was local to (trace/carve.hpp)
  vec<stand_in> stand_ins;  // at run time
  bool has_numbers = false; // its equations are of this call: no body, no branch, nothing under jit

  constexpr u32 ended_with(u32 var) const { return var < ended.size() ? ended.first[var] : 0; }
};

struct context {
  vec<builder> open;
  vec<std::string_view> names; // of all builders, by serial number: a message says what a tracer escaped from
  constax::fault fault;
  // A pending context has one builder; it lives on the heap, as long as tracers hold it.
  bool pending = false;
  bool counted =
      false; // lives on the heap as long as it is held: a pending one, and that of a trace at run time, whose tracers may outlive it
  u32 holders = 0;
  context* into = nullptr; // the context that took it over; `moved`: what its variables are there
  vec<value> moved;
  known_numbers* numbers = nullptr; // its own
  known_lines* lines = nullptr;     // its own

  constexpr context() = default;
  constexpr explicit context(std::string_view name) { start(name); }
  context(context const&) = delete;
  context& operator=(context const&) = delete;
  constexpr ~context() {
    release(into);
    delete numbers;
    delete lines;
  }

  static constexpr context* make_pending() {
    context* const c = new context("constants");
    c->pending = c->counted = true;
    c->innermost().has_numbers = true; // those of constants
    return c;
  }
  static constexpr context* make_counted(std::string_view name) {
    context* const c = new context(name);
    c->counted = true;
    return c;
  }
  static constexpr void hold(context* c) {
    if (c && c->counted) ++c->holders;
  }
  static constexpr void release(context* c) {
    if (!c || !c->counted || --c->holders != 0) return;
    if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::destroy_here>::call(c);
    delete c;
  }
  /// This context, or the one that took it over.
  constexpr context& root() {
    context* c = this;
    while (c->into) c = c->into;
    return *c;
  }

  constexpr builder& innermost() { return open.back(); }
  constexpr jaxpr& program() { return open.back().jaxpr; }

  constexpr void start(std::string_view name) {
    builder& b = open.push(builder{});
    names.push(name);
    b.serial = names.size(), b.name = name;
  }
  constexpr void fail(constax::fault const& f) {
    if (!fault) fault = f;
  }
  constexpr void fail_escaped(value const& v) { fail_escaped(v.builder); }
  constexpr void fail_escaped(u32 serial) {
    fail({fault_code::escaped, serial > 0 && serial <= names.size() ? names[serial - 1] : std::string_view("trace")});
  }

  /// A new input of the innermost builder.
  constexpr value input(aval const& a) {
    builder& b = innermost();
    if (a.shape.overflowed()) {
      fail({fault_code::too_many_axes, b.name});
      return nothing();
    }
    u32 const v = b.jaxpr.fresh(a);
    b.jaxpr.ins.push(v);
    return {this, b.serial, v, {}, value::state::variable, nullptr};
  }
  constexpr value constant(literal const& l) { return {this, 0, 0, l, value::state::constant, nullptr}; }
  /// What there is after a fault. In a pending context it leads to the fault.
  constexpr value nothing() {
    if (pending) return {this, 0, 0, {}, value::state::absent, nullptr};
    return constant(literal{});
  }
  constexpr value constant(dtype t, double x) { return constant(literal::of(t, x)); }
  constexpr value zero(aval const& a) {
    builder& b = innermost();
    return {this, b.serial, b.jaxpr.intern(a), {}, value::state::zero, nullptr};
  }
  constexpr value result(u32 var) { return {this, open.back().serial, var, {}, value::state::variable, nullptr}; }

  /// The open builder that made v, or -1 when it has been closed.
  constexpr i32 level_of(value const& v) const {
    for (i32 i = static_cast<i32>(open.size()) - 1; i >= 0; --i)
      if (open[static_cast<u32>(i)].serial == v.builder) return i;
    return -1;
  }

  constexpr aval const& type(value const& v) {
    if (v.is_constant()) return jaxpr::scalar_type(v.lit.type);
    i32 const level = level_of(v);
    if (level < 0 || v.is_absent()) {
      fail_escaped(v);
      return jaxpr::scalar_type(dtype::f64);
    }
    constax::jaxpr const& j = open[static_cast<u32>(level)].jaxpr;
    return v.is_zero() ? j.avals[v.var] : j.type(v.var);
  }

  /// A tracer claims that v is of this type. (A value of a trace that has ended is found out when it is used.)
  constexpr void expect(value const& v, aval const& claimed) {
    if (fault || v.is_absent()) return;
    if (!v.is_constant() && level_of(v) < 0) return;
    if (aval const& is = type(v); !(is == claimed)) fail({fault_code::wrong_claim, "tracer", {}, is, claimed});
  }

  /// v as an operand of the innermost builder: a literal, a variable of its own, or a constvar that stands for an outer one.
  constexpr atom enter(value const& v) {
    builder& here = open.back();
    if (v.is == value::state::constant) return here.jaxpr.intern(v.lit);
    if (v.ctx != this) return enter_foreign(v);
    if (v.builder == here.serial && here.ended.empty()) return {static_cast<i32>(v.var)};
    i32 const level = v.builder == here.serial ? static_cast<i32>(open.size()) - 1 : level_of(v);
    u32 const ended = level < 0 ? v.builder : open.first[level].ended_with(v.var);
    if (ended || level < 0) {
      fail_escaped(ended);
      return here.jaxpr.intern(literal{});
    }
    value at = v;
    for (u32 k = static_cast<u32>(level) + 1; k < open.size(); ++k) at = captured(open[k], at);
    return {static_cast<i32>(at.var)};
  }

  /// Closes the innermost builder. What it captured of outer builders is left in `captures`, in the order of `jaxpr.consts`.
  constexpr constax::jaxpr finish(range<value> outs, vec<value>* captures = nullptr) {
    if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::finish_here>::call(*this, outs, captures);
    return detail::finish_here(*this, outs, captures);
  }

  /// The equations of a pending context become equations of this one's outermost builder. They depend on nothing, so that they may stand
  /// there, and are in scope everywhere.
  constexpr void take_over(context& p) {
    if (&p == this || !p.pending) return;
    fail(p.fault);
    vec<builder> inner;
    while (open.size() > 1) inner.push(open.pop());
    jaxpr const& j = p.open.begin()->jaxpr;
    p.moved.resize(j.vars.size());
    // Variables that no equation makes are inputs of inner functions that are being traced.
    for (u32 v : j.ins) {
      p.moved[v] = result(program().fresh(j.type(v)));
      if (pending) program().ins.push(p.moved[v].var);
    }
    vec<value> xs;
    for (eqn const& e : j.eqns) {
      xs.resize(0);
      for (atom a : j.operands(e)) {
        if (a.is_literal()) xs.push(constant(j.lits[a.lit()]));
        else xs.push(p.moved[a.var()]);
      }
      u32 const first = record_like(j, e, xs);
      for (u32 i = 0; i < e.n_out; ++i) p.moved[e.out + i] = result(first + i);
    }
    for (stand_in const& s : p.open.begin()->stand_ins) {
      if (!p.moved[s.var].is_variable()) continue; // of a function that has ended
      value const at = s.outer.ctx == &p && s.outer.is_variable() ? p.moved[s.outer.var] : s.outer;
      innermost().stand_ins.push({at, p.moved[s.var].var, s.function});
    }
    while (!inner.empty()) open.push(inner.pop());
    p.into = this;
    hold(this);
  }
  /// Records e of j, with other operands, in the innermost builder: its type is known, its sub-jaxprs come along.
  constexpr u32 record_like(constax::jaxpr const& j, eqn const& e, range<value> xs) {
    constax::jaxpr& to = program();
    eqn n{e.prim, to.atoms.size(), xs.count, to.vars.size(), e.n_out, to.ints.size(), e.n_param};
    to.atoms.resize(n.in + n.n_in);
    for (u32 i = 0; i < n.n_in; ++i) {
      atom const a = enter(xs.first[i]);
      to.atoms.first[n.in + i] = a;
    }
    n.out = to.vars.size(); // a constvar may have entered
    if (n.n_param) to.ints.append(j.params(e));
    if (e.prim->call) {
      function_places const f = e.prim->functions(j.params(e));
      for (u32 i = n.param + f.first; i < n.param + f.first + f.count; ++i)
        if (to.ints[i] != detail::self_function || open.back().rewrites != &j)
          to.ints[i] = detail::hold(to, detail::function_at(j, to.ints[i]));
    }
    for (u32 v = e.out; v < e.out + e.n_out; ++v) to.fresh(j.avals.first[j.vars.first[v]]);
    to.eqns.push(n);
    return n.out;
  }

private:
  constexpr value captured(builder& b, value const& outer) {
    for (builder::capture const& c : b.captures)
      if (c.outer.builder == outer.builder && c.outer.var == outer.var) return {this, b.serial, c.var, {}, value::state::variable, nullptr};
    constax::jaxpr const* home = nullptr;
    for (builder const& o : open)
      if (o.serial == outer.builder) home = &o.jaxpr;
    u32 const v = b.jaxpr.fresh(home->type(outer.var));
    b.captures.push({outer, v});
    return {this, b.serial, v, {}, value::state::variable, nullptr};
  }

  /// Records what v is made of, once per builder.
  constexpr u32 make(value const& v) {
    builder& here = open.back();
    for (builder::capture const& m : here.made)
      if (m.outer.from == v.from && m.outer.lit == v.lit) return m.var;
    vec<atom> operand;
    if (v.from->of_number) operand.push(here.jaxpr.intern(v.lit));
    u32 const var = here.jaxpr.add(v.from->prim, operand, v.from->params, {&v.from->type, 1});
    here.made.push({v, var});
    return var;
  }
  /// A value that has no context, or another one.
  constexpr atom enter_foreign(value v) {
    if (v.is_made()) return {static_cast<i32>(make(v))};
    if (v.is_refused()) {
      fail({fault_code::said});
      return open.back().jaxpr.intern(literal{});
    }
    if (v.ctx) take_over(v.ctx->root());
    if (!v.is_absent()) {
      while (v.ctx && v.ctx != this && v.ctx->into) {
        if (u32 const by = v.ctx->open.begin()->ended_with(v.var)) fail({fault_code::escaped, v.ctx->names[by - 1]});
        v = v.ctx->moved[v.var];
      }
      if (v.ctx == this && !fault) return enter(v);
    }
    fail_escaped(v);
    return open.back().jaxpr.intern(literal{});
  }
};

namespace detail {
constexpr jaxpr finish_here(context& c, range<value> outs, vec<value>* captures) {
  for (value const& v : outs) c.program().outs.push(c.enter(v));
  builder b = c.open.pop();
  for (builder::capture const& from : b.captures) {
    b.jaxpr.consts.push(from.var);
    if (captures) captures->push(from.outer);
  }
  b.jaxpr.fail(c.fault);
  return ordered(static_cast<jaxpr&&>(b.jaxpr));
}
inline void destroy_here(context* c) {
  asm("" : "+r"(c)); // g++ 12 warns of the next use of what a holder let go, though another one keeps it
  delete c;
}
} // namespace detail

/// The type of v, in its context.
constexpr aval const& type_of(value const& v) {
  if (v.is == value::state::made) return v.from->type;
  if (v.is == value::state::constant || v.is == value::state::refused) return jaxpr::scalar_type(v.lit.type); // may have no context
  return v.ctx->type(v);
}

namespace detail {
constexpr context* context_here(range<value> xs) {
  context* c = nullptr;
  for (value const& x : xs) {
    if (!x.ctx || x.ctx == c) continue;
    context* d = x.ctx;
    if (d->into) d = &d->root(); // a call for each operand would be seen in compile times
    if (!c) c = d;
    else if (c->pending && !d->pending) d->take_over(*c), c = d;
    else c->take_over(*d);
  }
  return c;
}
} // namespace detail
/// The context that operands share: pending ones are taken over by the others. None if all are constants.
constexpr context* context_of(range<value> xs) {
  if (!__builtin_is_constant_evaluated()) return at_run_time<&detail::context_here>::call(xs);
  return detail::context_here(xs);
}

/// A hold on a context, so that a pending one lives on.
class context_ref {
  context* c_;

public:
  constexpr explicit context_ref(context* c) : c_(c) { context::hold(c_); }
  constexpr context_ref(context_ref const& o) : context_ref(o.c_) {}
  constexpr context_ref& operator=(context_ref const& o) {
    context::hold(o.c_);
    context::release(c_);
    c_ = o.c_;
    return *this;
  }
  constexpr ~context_ref() { context::release(c_); }
  constexpr context& operator*() const { return c_->root(); }
};

/// The context that operands share, or a new pending one.
constexpr context_ref some_context(range<value> xs) {
  context* c = context_of(xs);
  if (!c) c = context::make_pending();
  return context_ref(c);
}

} // namespace constax::inline CONSTAX_TAG
