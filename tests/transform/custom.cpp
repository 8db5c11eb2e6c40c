// SPDX-License-Identifier: BSL-1.0
// custom: rules of one's own under jvp, vjp, vmap and in every nesting; custom_lin cannot be evaluated, and says so.
#include <constax/transform/custom.hpp>
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

/// f(x, y) = x * x * y by custom_jvp, whose rule says 10 times the tangent: one sees whether it was asked.
constexpr jaxpr with_jvp() {
  return program({f64(), f64()}, [](vs v) {
    jaxpr const f = program({f64(), f64()}, [](vs u) { return u[0] * u[0] * u[1]; });
    jaxpr const rule = program({f64(), f64(), f64(), f64()}, [](vs u) {
      return vec<value>{u[0] * u[0] * u[1], 10.0 * (u[2] * ((2.0 * u[0]) * u[1]) + u[3] * (u[0] * u[0]))};
    });
    return detail::bind_call(*v[0].ctx, descriptor<custom_jvp_call_t>, v, {f, rule})[0] * 2.0;
  });
}
/// f(x, y) = x * x * y by custom_vjp, whose bwd says 10 times the cotangent.
constexpr jaxpr with_vjp() {
  return program({f64(), f64()}, [](vs v) {
    jaxpr const f = program({f64(), f64()}, [](vs u) { return u[0] * u[0] * u[1]; });
    jaxpr const fwd = program({f64(), f64()}, [](vs u) { return vec<value>{u[0] * u[0] * u[1], (2.0 * u[0]) * u[1], u[0] * u[0]}; });
    jaxpr const bwd = program({f64(), f64(), f64()}, [](vs u) { return vec<value>{10.0 * (u[2] * u[0]), 10.0 * (u[2] * u[1])}; });
    return detail::bind_call(*v[0].ctx, descriptor<custom_vjp_call_t>, v, {f, fwd, bwd})[0] * 2.0;
  });
}
constexpr double f3 = 9, df3 = 6, ddf3 = 2; // of x * x at 3

constexpr bool calls_print() {
  return reads(
             with_jvp(),
             "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = custom_jvp_call[call=fn0 jvp=fn1] a b\n    d:f64[] = mul c 2.0:f64[]\n  in (d,) }") &&
         reads(
             with_vjp(),
             "{ lambda ; a:f64[] b:f64[]. let\n    c:f64[] = custom_vjp_call[call=fn0 fwd=fn1 bwd=fn2] a b\n    d:f64[] = mul c 2.0:f64[]\n  in (d,) }");
}
HOLDS(calls_print)

constexpr bool inlined_calls_evaluate() {
  jaxpr const a = inlined(with_jvp()), b = inlined(with_vjp());
  return !check(a).fault && !check(b).fault && a.subs.empty() && close(number(a, {3, 5}), 10 * f3) && close(number(b, {3, 5}), 10 * f3);
}
HOLDS(inlined_calls_evaluate)

constexpr bool the_jvp_rule_is_asked() {
  jaxpr const j = inlined(simplify(jvp(with_jvp()))), g = inlined(value_and_grad(with_jvp()));
  return !check(j).fault && close(number(j, {3, 5, 1, 0}, 1), 100 * df3) && close(number(j, {3, 5, 0, 1}, 1), 20 * f3) &&
         close(number(g, {3, 5}, 1), 100 * df3) && close(number(g, {3, 5}, 2), 20 * f3);
}
HOLDS(the_jvp_rule_is_asked)

constexpr bool the_vjp_rule_is_asked() {
  jaxpr const g = inlined(value_and_grad(with_vjp()));
  return !check(value_and_grad(with_vjp())).fault && !check(g).fault && close(number(g, {3, 5}), 10 * f3) &&
         close(number(g, {3, 5}, 1), 100 * df3) && close(number(g, {3, 5}, 2), 20 * f3);
}
HOLDS(the_vjp_rule_is_asked)

constexpr bool higher_orders() { // of the rules' own programs
  jaxpr const first = program({f64()}, [](vs v) {
    jaxpr const g = value_and_grad(with_vjp());
    value const args[] = {v[0], like(v[0], 5.0)};
    return replay(*v[0].ctx, g, {args, 2})[1];
  });
  jaxpr const second = inlined(value_and_grad(first)), forward = inlined(jvp(first));
  return close(number(second, {3}, 1), 100 * ddf3) && close(number(forward, {3, 1}, 1), 100 * ddf3);
}
HOLDS(higher_orders)

constexpr bool forward_mode_of_custom_vjp_is_refused() {
  jaxpr const j = jvp(with_vjp());
  jaxpr const p = inlined(j);
  return !check(j).fault && p.fault.code == fault_code::reverse_only && p.fault.where == "custom_vjp" &&
         jvp(j).fault.code == fault_code::reverse_only;
}
HOLDS(forward_mode_of_custom_vjp_is_refused)

/// vmap of grad and grad of vmap'd calls, with y mapped or not, against rows one by one.
constexpr bool batches() {
  for (bool y_mapped : {true, false})
    for (bool by_jvp : {true, false}) {
      jaxpr j; // not by `?:`, which makes g++ 12 free temporaries twice
      if (by_jvp) j = with_jvp();
      else j = with_vjp();
      vec<i32> axes{0};
      axes.push(y_mapped ? 0 : -1);
      jaxpr const w = vmap(j, axes, 2, vec<i32>{0});
      jaxpr const summed =
          program({f64({2}), y_mapped ? f64({2}) : f64()}, [&](vs v) { return reduce_sum(replay(*v[0].ctx, w, v)[0], {0}); });
      jaxpr const g = inlined(simplify(value_and_grad(summed)));
      if (check(w).fault || check(g).fault) return false;
      vec<tensor> args;
      args.push(tensor_of({2}, {3.0, 1.0}));
      if (y_mapped) args.push(tensor_of({2}, {5.0, 7.0}));
      else args.push(tensor_of(shape{}, {5.0}));
      vec<tensor> const ys = reference::evaluate(g, args);
      if (ys.size() != 3) return false;
      jaxpr const one = inlined(value_and_grad(j));
      double sum_y = 0;
      for (u32 i = 0; i < 2; ++i) {
        double const x = args[0].at<double>(i), y = args[1].at<double>(y_mapped ? i : 0);
        if (!close(ys[1].at<double>(i), number(one, {x, y}, 1))) return false;
        double const dy = number(one, {x, y}, 2);
        sum_y += dy;
        if (y_mapped && !close(ys[2].at<double>(i), dy)) return false;
      }
      if (!y_mapped && !close(ys[2].at<double>(0), sum_y)) return false;
    }
  return true;
}
HOLDS(batches)

/// A custom_vjp of what a custom_jvp gives, whose rule says that its derivative is zero.
constexpr jaxpr behind_zero() {
  return program({f64()}, [](vs v) {
    context& c = *v[0].ctx;
    jaxpr const square = program({f64()}, [](vs u) { return u[0] * u[0]; });
    jaxpr const flat = program({f64(), f64()}, [](vs u) { return vec<value>{u[0] * u[0], u[0].ctx->constant(dtype::f64, 0.0)}; });
    jaxpr const fwd = program({f64()}, [](vs u) { return vec<value>{u[0] * u[0], u[0]}; });
    jaxpr const bwd = program({f64(), f64()}, [](vs u) { return 2.0 * (u[0] * u[1]); });
    return detail::bind_call(c, descriptor<custom_vjp_call_t>, detail::bind_call(c, descriptor<custom_jvp_call_t>, v, {square, flat}),
                             {square, fwd, bwd});
  });
}
constexpr bool zero_of_a_rule_is_no_tangent() {
  for (jaxpr const& j : {vjp(behind_zero()), vjp(vmap(behind_zero(), vec<i32>{0}, extent(2), vec<i32>{0})), jvp(behind_zero())}) {
    jaxpr const plain = inlined(j);
    if (plain.fault || check(plain).fault) return false;
    for (eqn const& e : j.eqns)
      if (is<custom_lin_t>(e)) return false;
  }
  return true;
}
HOLDS(zero_of_a_rule_is_no_tangent)

constexpr bool equal_calls_are_one() {
  jaxpr const twice = program({f64(), f64()}, [](vs v) {
    vec<value> const a = replay(*v[0].ctx, with_jvp(), v), b = replay(*v[0].ctx, with_jvp(), v), d = replay(*v[0].ctx, with_vjp(), v);
    return a[0] + b[0] + d[0];
  });
  jaxpr const s = simplify(twice);
  u32 calls = 0;
  for (eqn const& e : s.eqns) calls += e.prim->kind == kind::call;
  // call, jvp; fwd, bwd: the function that both call stands once
  return calls == 2 && s.subs.size() == 4 && !check(s).fault && print(simplify(s)) == print(s).view();
}
HOLDS(equal_calls_are_one)

constexpr bool wrong_rules_are_refused() {
  jaxpr const f = program({f64()}, [](vs u) { return u[0] * u[0]; });
  jaxpr const no_tangent = program({f64(), f64()}, [](vs u) { return u[0] * u[0]; });
  jaxpr const wrong_type = program({f64(), f32()}, [](vs u) { return vec<value>{u[0] * u[0], u[0]}; });
  for (jaxpr const& rule : {no_tangent, wrong_type}) {
    jaxpr const j = program({f64()}, [&](vs v) { return detail::bind_call(*v[0].ctx, descriptor<custom_jvp_call_t>, v, {f, rule}); });
    if (!j.fault) return false;
  }
  return true;
}
HOLDS(wrong_rules_are_refused)

} // namespace
} // namespace constax_tests
