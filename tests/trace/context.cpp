// SPDX-License-Identifier: BSL-1.0
// The trace: operations go to the innermost open builder, outer values enter it as constvars, level by level, whatever the order of
// operands.
#include <constax/constax.hpp>

#include "../support/programs.hpp"

namespace {

using namespace constax_tests;

/// (outer program, inner program) of a trace in which the inner one reads outer values, in the given order of operands.
constexpr bool captures(bool outer_first) {
  context c("outer");
  value const x = c.input(f64()), w = c.input(f64());
  c.start("inner");
  value const y = c.input(f64());
  value const p = outer_first ? x * y : y * x;
  value const q = outer_first ? p * x : x * p; // x again: one constvar
  vec<value> captured;
  value const outs[] = {q};
  jaxpr const inner = c.finish({outs, 1}, &captured);
  value const back[] = {x + w};
  jaxpr const outer = c.finish({back, 1});
  return !inner.fault && inner.consts.size() == 1 && inner.ins.size() == 1 && inner.eqns.size() == 2 && captured.size() == 1 &&
         captured[0].var == x.var && captured[0].builder == x.builder && outer.eqns.size() == 1 && outer.consts.empty();
}
constexpr bool captures_in_either_order() { return captures(true) && captures(false); }
HOLDS(captures_in_either_order)

/// A value of the outermost builder, used two levels in, is a constvar of both levels between.
constexpr bool captures_through_a_level() {
  context c("outer");
  value const x = c.input(f64());
  c.start("middle");
  value const y = c.input(f64());
  c.start("inner");
  value const z = c.input(f64());
  value const inner_out[] = {z * x};
  vec<value> of_inner, of_middle;
  jaxpr const inner = c.finish({inner_out, 1}, &of_inner);
  bool const level = of_inner.size() == 1 && of_inner[0].builder != x.builder; // it is the middle's
  value const middle_out[] = {y * of_inner[0]};
  jaxpr const middle = c.finish({middle_out, 1}, &of_middle);
  value const out[] = {x};
  return !c.finish({out, 1}).fault && level && inner.consts.size() == 1 && middle.consts.size() == 1 && middle.eqns.size() == 1 &&
         of_middle.size() == 1 && of_middle[0].builder == x.builder && of_middle[0].var == x.var;
}
HOLDS(captures_through_a_level)

/// A value whose builder is closed is a fault, not a wrong program.
constexpr fault_code used_after_its_end(bool after) {
  context c("outer");
  value const x = c.input(f64());
  c.start("inner");
  value const y = c.input(f64());
  value const kept = y * x;
  value const out[] = {kept};
  if (after) c.finish({out, 1});
  value const z = kept + x;
  value const last[] = {z};
  jaxpr j = c.finish({last, 1});
  return j.fault.code;
}
constexpr bool escapes_are_faults() {
  return used_after_its_end(true) == fault_code::escaped && used_after_its_end(false) == fault_code::none;
}
HOLDS(escapes_are_faults)

/// Symbolic zeros are absorbed and never recorded.
constexpr bool zeros_are_symbolic() {
  context c("outer");
  value const x = c.input(f64()), zero = c.zero(f64());
  value const sum = x + zero, product = zero * x;
  bool const absorbed = sum.var == x.var && sum.is_variable() && product.is_zero();
  value const outs[] = {x};
  return absorbed && c.finish({outs, 1}).eqns.empty();
}
HOLDS(zeros_are_symbolic)

// ---- tracers ------------------------------------------------------------------------------------------------------------------

inline constexpr cx::dim<"n"> n;
static_assert(std::is_same_v<cx::tracer<float, 3, 4>, cx::tracer<float, std::size_t{3}, 4u>>);
static_assert(std::is_same_v<cx::tracer_t<cx::aval{cx::dtype::f32, {3, n}}>, cx::tracer<float, 3, n>>);
static_assert(!std::is_same_v<cx::tracer<float, 3>, cx::tracer<double, 3>>);
static_assert(cx::tracer<double, n - 1>::aval.shape[0] == n - 1);
static_assert(cx::tracer<double, 2, 3>::rank() == 2);

// s = 1.0; s = s + 2.0 with a traced s is staged, with a C++ number it is C++.
inline constexpr auto staged = [](auto x) {
  auto s = cx::ones_like(x);
  s = s + 2.0;
  double t = 1.0;
  t = t + 2.0;
  return s * t + x;
};
TEST_CASE("staging") {
  CHECK(cx::make_jaxpr(staged)(cx::spec<double>{}).eqns().size() == 3); // add, mul, add
  CHECK(cx::jit(staged)(4.0) == 13.0);
  CHECK(cx::grad(staged)(4.0) == 1.0);
}

} // namespace
