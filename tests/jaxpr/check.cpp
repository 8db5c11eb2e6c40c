// SPDX-License-Identifier: BSL-1.0
// check finds each kind of jaxpr that is not well formed, and says at which equation; ordered keeps the meaning.
#include "../support/programs.hpp"

#include <constax/constax.hpp>

namespace constax_tests {
namespace {
using vs = vec<value> const&;

constexpr jaxpr sound() {
  return program({f64({3}), f64()}, [](vs v) { return cx::sin(v[0]) * broadcast_in_dim(v[1], {3}, {}) + 2.0; });
}
constexpr bool refused(jaxpr const& j, std::string_view why, i64 at) {
  fault const f = check(j).fault;
  return f.code == fault_code::invalid_jaxpr && f.detail == why && f.number == at;
}
constexpr bool each_kind_is_found() {
  if (check(sound()).fault) return false;
  jaxpr unbound = sound();
  unbound.atoms[unbound.eqns[0].in].id = static_cast<i32>(unbound.eqns[1].out);
  jaxpr beyond = sound();
  beyond.atoms[beyond.eqns[2].in].id = 999;
  jaxpr no_literal = sound();
  no_literal.atoms[no_literal.eqns[3].in + 1].id = ~77;
  jaxpr rebound = sound();
  rebound.eqns[2].out = rebound.eqns[0].out;
  jaxpr input_twice = sound();
  input_twice.ins.push(input_twice.ins[0]);
  jaxpr const_is_input = sound();
  const_is_input.consts.push(const_is_input.ins[0]);
  jaxpr wrong_type = sound();
  wrong_type.vars[wrong_type.eqns[2].out] = wrong_type.intern(f64({4}));
  jaxpr two_results = sound();
  two_results.eqns[3].n_out = 2;
  jaxpr loose_out = sound();
  loose_out.outs[0].id = 999;
  jaxpr wrong_dtype = sound();
  wrong_dtype.lits[0] = literal::of(dtype::f32, 2.0);
  return refused(unbound, "an operand is used before it is bound", 0) && refused(beyond, "an operand is used before it is bound", 2) &&
         refused(no_literal, "an operand is used before it is bound", 3) && refused(rebound, "a variable is bound twice", 2) &&
         refused(input_twice, "an input is bound twice", -1) && refused(const_is_input, "an input is bound twice", -1) &&
         refused(wrong_type, "a result has another type than the primitive gives", 2) &&
         refused(two_results, "the number of results is not what the primitive gives", 3) &&
         refused(loose_out, "an output is not bound", 4) && check(wrong_dtype).fault.code == fault_code::dtypes_differ;
}
HOLDS(each_kind_is_found)

// What a loop holds is looked at, too.
inline constexpr auto looped = [](auto x) { return cx::fori_loop(0, 9, [](auto, auto y) { return cx::sin(y) * y; }, x); };
constexpr bool bodies_are_checked() {
  jaxpr const j = thaw(program_of<decltype(looped), cx::spec<double>>::traced);
  jaxpr loose = j;
  loose.subs[0].atoms[loose.subs[0].eqns[0].in].id = static_cast<i32>(loose.subs[0].eqns[1].out);
  return !check(j).fault && refused(loose, "an operand is used before it is bound", 0);
}
HOLDS(bodies_are_checked)

constexpr bool the_first_fault_stays() {
  jaxpr j = sound();
  j.fail({fault_code::no_jvp, "floor"});
  j.outs[0].id = 999;
  return check(j).fault.code == fault_code::no_jvp;
}
HOLDS(the_first_fault_stays)

// ---- ordered ----
constexpr bool order_depends_on_the_program_alone() {
  auto const left_first = [](vs v) {
    value const a = cx::sin(v[0]), b = cx::cos(v[0]);
    return a * b;
  };
  auto const right_first = [](vs v) {
    value const b = cx::cos(v[0]), a = cx::sin(v[0]);
    return a * b;
  };
  auto const with_dead = [](vs v) {
    value const dead = cx::tanh(v[0]);
    static_cast<void>(dead);
    value const b = cx::cos(v[0]), a = cx::sin(v[0]);
    return a * b;
  };
  jaxpr const a = program({f64()}, left_first), b = program({f64()}, right_first), d = program({f64()}, with_dead);
  return print(a) == print(b).view() && d.eqns[3].prim == &descriptor<tanh_t> && print(ordered(jaxpr(d))) == print(d).view() &&
         !check(d).fault;
}
HOLDS(order_depends_on_the_program_alone)

constexpr bool order_keeps_the_numbers() {
  jaxpr const j = sound();
  jaxpr shuffled = j; // the broadcast first: as good an order
  eqn const e = shuffled.eqns[0];
  shuffled.eqns[0] = shuffled.eqns[1], shuffled.eqns[1] = e;
  return !check(shuffled).fault && same_bits(j, shuffled) && print(ordered(jaxpr(shuffled))) == print(j).view();
}
HOLDS(order_keeps_the_numbers)

} // namespace
} // namespace constax_tests
