// SPDX-License-Identifier: BSL-1.0
// linearize: the two halves as text and as numbers, the linear half transposed, and linearizations with one planted defect, which the same
// laws must tell from the sound ones.
#include <constax/transform/linearize.hpp>
#include <constax/transform/vjp.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

// ---- the laws: of any linearization of j ----------------------------------------------------------------------------------------------

/// Do the halves fit together? Primal: a -> b, residuals. Linear: residuals, T a -o T b, floating ones only.
constexpr bool fits(jaxpr const& j, linearized const& l) {
  if (check(l.primal).fault || check(l.linear).fault || l.n_out != j.outs.size()) return false;
  if (l.primal.ins.size() != j.ins.size() || l.primal.outs.size() != l.n_out + l.n_residuals || l.linear.ins.size() < l.n_residuals)
    return false;
  for (u32 i = 0; i < j.outs.size(); ++i)
    if (!(l.primal.type(l.primal.outs[i]) == j.type(j.outs[i]))) return false;
  for (u32 i = 0; i < l.n_residuals; ++i)
    if (!(l.linear.type(l.linear.ins[i]) == l.primal.type(l.primal.outs[l.n_out + i]))) return false;
  return true;
}
/// The first half, then a second one that reads its residuals: (a, t) -> (b, second(residuals, t)).
constexpr jaxpr joined(linearized const& l, jaxpr const& second) {
  context c("test");
  vec<value> xs, ts, outs;
  for (u32 v : l.primal.ins) xs.push(c.input(l.primal.type(v)));
  for (u32 i = l.n_residuals; i < second.ins.size(); ++i) ts.push(c.input(second.type(second.ins[i])));
  vec<value> const ys = replay(c, l.primal, xs);
  vec<value> rs;
  for (u32 i = 0; i < l.n_residuals; ++i) rs.push(ys[l.n_out + i]);
  for (value const& t : ts) rs.push(t);
  for (u32 i = 0; i < l.n_out; ++i) outs.push(ys[i]);
  for (value const& y : replay(c, second, rs)) outs.push(y);
  return c.finish(outs);
}
/// The halves together are jvp; the first half and the second one transposed are vjp. Bit for bit, for they are the same equations.
constexpr bool is_jvp(jaxpr const& j, linearized const& l, range<bool> active = {}) {
  return fits(j, l) && same_bits(jvp(j, active), joined(l, l.linear));
}
constexpr bool is_vjp(jaxpr const& j, linearized const& l, range<bool> active = {}) {
  return fits(j, l) && !check(pullback(l)).fault && same_bits(vjp(j, active, true), joined(l, pullback(l)));
}
constexpr double inner(vec<tensor> const& xs, vec<tensor> const& ys) {
  double sum = 0;
  for (u32 k = 0; k < xs.size(); ++k)
    for (u32 i = 0; i < xs[k].size(); ++i) sum += xs[k].at<double>(i) * ys[k].at<double>(i);
  return sum;
}
inline constexpr double some[] = {0.75, -1.5, 0.3125, 2.0, -0.625, 1.25, -0.4375};
/// <ct, J dx> = <J^T ct, dx>, at the residuals of some point. `back`: residuals, T b -o T a.
constexpr bool is_adjoint(linearized const& l, jaxpr const& back) {
  vec<tensor> const ys = reference::evaluate(l.primal, arguments(l.primal, {some, 7}));
  vec<tensor> forth_args, back_args, dx, ct;
  for (u32 i = 0; i < l.n_residuals; ++i) forth_args.push(ys[l.n_out + i]), back_args.push(ys[l.n_out + i]);
  vec<tensor> const ts = arguments(l.linear, {some, 7}, 2), cts = arguments(back, {some, 7}, 5);
  for (u32 i = l.n_residuals; i < ts.size(); ++i) forth_args.push(ts[i]), dx.push(ts[i]);
  for (u32 i = l.n_residuals; i < cts.size(); ++i) back_args.push(cts[i]), ct.push(cts[i]);
  vec<tensor> const dy = reference::evaluate(l.linear, forth_args), x_bar = reference::evaluate(back, back_args);
  return dy.size() == ct.size() && x_bar.size() == dx.size() && close(inner(ct, dy), inner(x_bar, dx), 1e-14);
}
constexpr bool holds_for(jaxpr const& j) {
  linearized const l = linearize(j);
  return is_jvp(j, l) && is_vjp(j, l) && is_adjoint(l, pullback(l));
}

// ---- a parameter that all points share
// ------------------------------------------------------------------------------------------------------

/// sum_n (w_0 (x_n - m)_0 + w_1 (x_n - m)_1)^2
constexpr jaxpr shared_by_points(i64 n) {
  return program({f64({2}), f64({2}), f64({n, 2})}, [n](vs v) {
    value const e = v[2] - broadcast_in_dim(v[0], {n, 2}, {1});
    auto const column = [&](value const& x, i64 k) { return squeeze(slice(x, {0, k}, {n, k + 1}), {1}); };
    auto const weight = [&](i64 k) { return broadcast_in_dim(squeeze(slice(v[1], {k}, {k + 1}), {0}), {n}, {}); };
    value const y = weight(0) * column(e, 0) + weight(1) * column(e, 1);
    return reduce_sum(y * y, {0});
  });
}
/// Equations that compute as many numbers as there are points, and are not movement.
constexpr int of_each_point(jaxpr const& j, i64 n) {
  int count = 0;
  for (eqn const& e : j.eqns)
    if (e.prim->kind != kind::movement && j.type(e.out).rank() > 0 && j.type(e.out).shape[0] == extent(n)) ++count;
  return count;
}
constexpr bool its_cotangent_is_summed_first() {
  bool active[] = {true, false, false};
  jaxpr const f = shared_by_points(5), g = simplify(value_and_grad(f, {active, 3}));
  vec<tensor> const at = arguments(g, {some, 7}), ys = reference::evaluate(g, at);
  double y[2] = {};
  for (u32 i = 0; i < 5; ++i) {
    double r = 0;
    for (u32 k = 0; k < 2; ++k) r += at[1].at<double>(k) * (at[2].at<double>(2 * i + k) - at[0].at<double>(k));
    for (u32 k = 0; k < 2; ++k) y[k] += -2 * r * at[1].at<double>(k);
  }
  // x - m, two products, their sum, its square, and one cotangent: not one for each weight
  return of_each_point(g, 5) == 6 && close(ys[1].at<double>(0), y[0], 1e-14) && close(ys[1].at<double>(1), y[1], 1e-14);
}
HOLDS(its_cotangent_is_summed_first)
constexpr bool the_jvp_as_it_is_would_not_do() { // the wrong twin: transposed without `repeating_late`
  bool active[] = {true, false, false};
  return of_each_point(simplify(gradient_of(jvp(shared_by_points(5), {active, 3}), 3)), 5) > 6;
}
HOLDS(the_jvp_as_it_is_would_not_do)

// ---- sin(x) * y -------------------------------------------------------------------------------------------------------------------------

constexpr jaxpr wave() {
  return program({f64(), f64()}, [](vs v) { return cx::sin(v[0]) * v[1]; });
}
constexpr bool the_primal_half() { // the value, then what the other half will ask for: cos(x), y, sin(x)
  linearized const l = linearize(wave());
  return l.n_out == 1 && l.n_residuals == 3 &&
         reads(l.primal,
               "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = sin a\n    d:f64[] = mul c b\n    e:f64[] = cos a\n  in (d, e, b, c) }");
}
HOLDS(the_primal_half)
constexpr bool the_linear_half() { // dx cos(x) y + sin(x) dy
  return reads(linearize(wave()).linear,
               "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[] e:f64[]. let\n    f:f64[] = mul d a\n    g:f64[] = mul f b\n"
               "    h:f64[] = mul c e\n    i:f64[] = add g h\n  in (i,) }");
}
HOLDS(the_linear_half)
constexpr bool the_linear_half_transposed() { // (ct y cos(x), sin(x) ct)
  return reads(pullback(linearize(wave())),
               "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let\n    e:f64[] = mul d b\n    f:f64[] = mul e a\n"
               "    g:f64[] = mul c d\n  in (f, g) }");
}
HOLDS(the_linear_half_transposed)
constexpr bool only_the_wanted_inputs_have_tangents() { // without dy nobody reads sin(x)
  constexpr bool x_alone[] = {true, false};
  linearized const l = linearize(wave(), {x_alone, 2});
  return l.n_residuals == 2 &&
         reads(l.primal,
               "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = sin a\n    d:f64[] = mul c b\n    e:f64[] = cos a\n  in (d, e, b) }") &&
         reads(l.linear, "{ lambda ; a:f64[] b:f64[] c:f64[]. let\n    d:f64[] = mul c a\n    e:f64[] = mul d b\n  in (e,) }") &&
         reads(pullback(l), "{ lambda ; a:f64[] b:f64[] c:f64[]. let\n    d:f64[] = mul c b\n    e:f64[] = mul d a\n  in (e,) }") &&
         is_jvp(wave(), l, {x_alone, 2}) && is_vjp(wave(), l, {x_alone, 2});
}
HOLDS(only_the_wanted_inputs_have_tangents)

// ---- others -----------------------------------------------------------------------------------------------------------------------------

/// Without a sine, so that the laws compare numbers in constant evaluation too. The linear half reads x twice: x dy + x dz.
constexpr jaxpr two_products() {
  return program({f64(), f64(), f64()}, [](vs v) { return v[0] * v[1] + v[0] * v[2]; });
}
constexpr bool a_residual_is_handed_over_once() {
  linearized const l = linearize(two_products());
  return l.n_residuals == 3 &&
         reads(
             l.primal,
             "{ lambda ; a:f64[] b:f64[] c:f64[]. let\n    d:f64[] = mul a b\n    e:f64[] = mul a c\n    f:f64[] = add d e\n  in (f, b, a, c) }");
}
HOLDS(a_residual_is_handed_over_once)
/// What is linear in its arguments needs no residual, and an output that is an input is its own derivative.
constexpr jaxpr linear_already() {
  return program({f64(), f64()}, [](vs v) { return vec<value>{v[0] - v[1] * 3.0, v[1], v[0].ctx->constant(dtype::f64, 2.0)}; });
}
constexpr bool linear_programs_leave_no_residual() {
  linearized const l = linearize(linear_already());
  return l.n_out == 3 && l.n_residuals == 0 &&
         reads(l.linear,
               "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = mul b 3.0:f64[]\n    d:f64[] = sub a c\n  in (d, b, 0.0:f64[]) }") &&
         reads(pullback(l),
               "{ lambda ; a:f64[] b:f64[] c:f64[]. let\n    d:f64[] = neg a\n    e:f64[] = mul d 3.0:f64[]\n"
               "    f:f64[] = add b e\n  in (a, f) }");
}
HOLDS(linear_programs_leave_no_residual)
/// Arrays, a reduction, a broadcast; an integer passes through and has no tangent.
constexpr jaxpr mixed() {
  return program({f64({3}), f64(), i32s({2})}, [](vs v) {
    value const p = v[0] * broadcast_in_dim(v[1], {3}, {});
    return vec<value>{reduce_sum(p * v[0], {0}), v[2] * 2.0, p};
  });
}
constexpr bool integers_have_no_tangent() {
  linearized const l = linearize(mixed());
  return l.n_out == 3 && l.linear.ins.size() == l.n_residuals + 2 && l.linear.outs.size() == 2 && pullback(l).outs.size() == 2;
}
HOLDS(integers_have_no_tangent)
constexpr bool the_laws_hold() {
  return holds_for(wave()) && holds_for(two_products()) && holds_for(linear_already()) && holds_for(mixed());
}
HOLDS(the_laws_hold)

/// A number beside an array that has no tangent: the zero of the result is an array.
constexpr bool zeros_have_the_type_of_the_result() {
  jaxpr const j = program({f64({2, 3})}, [](vs v) { return bind<ldexp_t>({}, v[0].ctx->constant(dtype::f64, 0.5), v[0]); });
  jaxpr const both = jvp(j);
  return both.outs.size() == 2 && both.type(both.outs[1]) == j.type(j.outs[0]) && is_vjp(j, linearize(j));
}
HOLDS(zeros_have_the_type_of_the_result)

// ---- wrong twins ------------------------------------------------------------------------------------------------------------------------

constexpr bool a_dropped_residual_is_found() {
  linearized one = linearize(two_products()), both = one;
  one.primal.outs.resize(3); // z: the linear half still asks for it
  if (fits(two_products(), one)) return false;
  both.primal.outs.resize(3), both.n_residuals = 2; // and from the linear half: it reads what nobody binds
  for (u32 i = 2; i < 5; ++i) both.linear.ins[i] = both.linear.ins[i + 1];
  both.linear.ins.resize(5);
  return check(both.linear).fault.code == fault_code::invalid_jaxpr && !fits(two_products(), both);
}
HOLDS(a_dropped_residual_is_found)
constexpr bool exchanged_residuals_are_found() {
  jaxpr const j = two_products();
  linearized l = linearize(j);
  jaxpr const sound = pullback(l);
  std::swap(l.primal.outs[1], l.primal.outs[2]); // x where y is asked for: well formed, and wrong
  if (!fits(j, l) || is_jvp(j, l) || is_vjp(j, l)) return false;
  // Both directions are wrong in the same way, so that they are each other's transpose all the same: the adjoint alone shows little.
  if (!is_adjoint(l, sound)) return false;
  linearized forth = linearize(j);
  std::swap(forth.linear.ins[0], forth.linear.ins[1]); // in one direction only
  return fits(j, forth) && !is_adjoint(forth, sound) && !is_jvp(j, forth);
}
HOLDS(exchanged_residuals_are_found)
constexpr bool a_lost_term_is_found() { // the derivative of x y without that of x z
  jaxpr const j = two_products();
  linearized l = linearize(j);
  jaxpr const sound = pullback(l);
  eqn const& last = l.linear.eqns[l.linear.eqns.size() - 1];
  l.linear.outs[0] = l.linear.operands(last)[0];
  return fits(j, l) && !is_jvp(j, l) && !is_vjp(j, l) && !is_adjoint(l, sound);
}
HOLDS(a_lost_term_is_found)

} // namespace
} // namespace constax_tests
