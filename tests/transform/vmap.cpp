// SPDX-License-Identifier: BSL-1.0
// vmap: equals the loop over rows, for every choice of in_axes; jvp of vmap is vmap of jvp; faults.
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>
#include <constax/transform/vmap.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;

/// Element i along `axis` of t.
constexpr tensor row(tensor const& t, int axis, i64 i) {
  aval a{t.type.type, {}};
  i64 inner = 1, outer = 1;
  for (int d = 0; d < t.type.rank(); ++d) {
    if (d != axis) a.shape.push(t.type.shape[d]);
    if (d < axis) outer *= t.type.shape[d].number;
    if (d > axis) inner *= t.type.shape[d].number;
  }
  tensor r(a);
  i64 const n = t.type.shape[axis].number;
  for (i64 o = 0; o < outer; ++o)
    for (i64 k = 0; k < inner; ++k) r.words[static_cast<u32>(o * inner + k)] = t.words[static_cast<u32>((o * n + i) * inner + k)];
  return r;
}
/// Does w, a batched j, give what j gives row by row?
constexpr bool is_loop(jaxpr const& j, jaxpr const& w, vec<i32> const& in_axes, i64 n, vec<i32> const& out_axes) {
  if (check(w).fault) return false;
  vec<tensor> const args = arguments(w, {specials, 10}, 1);
  vec<tensor> const all = reference::evaluate(w, args);
  if (all.size() != j.outs.size()) return false;
  for (i64 i = 0; i < n; ++i) {
    vec<tensor> one;
    for (u32 k = 0; k < args.size(); ++k) {
      if (in_axes[k] < 0) one.push(args[k]);
      else one.push(row(args[k], in_axes[k], i));
    }
    vec<tensor> const ys = reference::evaluate(j, one);
    for (u32 k = 0; k < ys.size(); ++k) {
      if (out_axes[k] < 0) {
        if (!same_number(ys[k], all[k])) return false;
      } else if (!same_number(ys[k], row(all[k], out_axes[k], i))) return false;
    }
  }
  return true;
}
constexpr bool maps(jaxpr const& j, vec<i32> const& in_axes, vec<i32> const& out_axes) {
  jaxpr const w = vmap(j, in_axes, 3, out_axes);
  return is_loop(j, w, in_axes, 3, out_axes) && is_loop(j, simplify(w), in_axes, 3, out_axes);
}
constexpr jaxpr residual() {
  return program({f64({2}), f64()}, [](vs v) {
    value const e = v[0] * broadcast_in_dim(v[1], {2}, {}) - 1.0;
    return vec<value>{e * v[0], reduce_sum(e * e, {0}), v[1] * 2.0};
  });
}
constexpr bool equals_the_loop_for_all_axes() {
  jaxpr const j = residual();
  for (i32 a : {-1, 0, 1})
    for (i32 b : {-1, 0}) {
      if (a < 0 && b < 0) continue;
      if (!maps(j, {a, b}, {0, 0, 0}) || !maps(j, {a, b}, {1, 0, b})) return false;
    }
  return true;
}
HOLDS(equals_the_loop_for_all_axes)

constexpr bool prints() {
  jaxpr const j = program({f64(), f64()}, [](vs v) { return v[0] * v[1]; });
  return reads(
      vmap(j, vec<i32>{0, -1}, 3, vec<i32>{0}),
      "{ lambda ; a:f64[3] b:f64[]. let\n    c:f64[3] = broadcast_in_dim[broadcast_dimensions=() shape=(3,)] b\n    d:f64[3] = mul a c\n  in (d,) }");
}
HOLDS(prints)

constexpr bool unmapped_equations_run_once() {
  jaxpr const j = program({f64(), f64()}, [](vs v) { return v[0] + cx::sin(v[1]); });
  jaxpr const w = vmap(j, vec<i32>{0, -1}, 3, vec<i32>{0});
  for (eqn const& e : w.eqns)
    if (e.prim == &descriptor<sin_t> && w.type(e.out).rank() != 0) return false;
  return true;
}
HOLDS(unmapped_equations_run_once)

constexpr bool symbolic_rows() {
  jaxpr const j = residual();
  jaxpr const w = vmap(j, vec<i32>{0, -1}, extent::of(pack_symbol("n")), vec<i32>{0, 0, 0});
  return !check(w).fault && w.type(w.ins[0]) == f64({extent::of(pack_symbol("n")), 2});
}
HOLDS(symbolic_rows)

constexpr bool commutes_with_jvp_and_vjp() {
  jaxpr const j = program({f64({2})}, [](vs v) { return v[0] * v[0] * v[0]; });
  jaxpr const a = jvp(vmap(j, vec<i32>{0}, 3, vec<i32>{0})), b = vmap(jvp(j), vec<i32>{0, 0}, 3, vec<i32>{0, 0});
  jaxpr const l = program({f64({2})}, [](vs v) { return reduce_sum(v[0] * v[0] * v[0], {0}); });
  jaxpr const g = vmap(value_and_grad(l), vec<i32>{1}, 3, vec<i32>{0, 1});
  return same_bits(a, b) && is_loop(value_and_grad(l), g, {1}, 3, {0, 1}) && same_bits(g, simplify(g));
}
HOLDS(commutes_with_jvp_and_vjp)

constexpr bool twice() {
  jaxpr const j = residual();
  jaxpr const inner = vmap(j, vec<i32>{0, -1}, 3, vec<i32>{0, 0, -1});
  return maps(inner, {2, 0}, {0, 1, 0});
}
HOLDS(twice)

struct opaque_t : elementwise<opaque_t> { // a primitive without a batch rule
  static constexpr std::string_view name = "opaque";
  static constexpr auto eval(auto const& x) { return x; }
  static constexpr void batch() {}
};
constexpr bool faults() {
  jaxpr const j = residual();
  jaxpr const o = program({f64()}, [](vs v) { return bind<opaque_t>({}, v[0]); });
  fault const none = vmap(j, vec<i32>{-1, -1}, 3, vec<i32>{0, 0, 0}).fault, axis = vmap(j, vec<i32>{2, -1}, 3, vec<i32>{0, 0, 0}).fault,
              out = vmap(j, vec<i32>{0, -1}, 3, vec<i32>{-1, 0, 0}).fault, rule = vmap(o, vec<i32>{0}, 3, vec<i32>{0}).fault;
  return none.code == fault_code::no_axis_mapped && axis.code == fault_code::bad_axis && out.code == fault_code::rows_differ &&
         rule.code == fault_code::no_batch && rule.where == "opaque";
}
HOLDS(faults)

/// A wrong twin: the rows of an unmapped operand are taken from the mapped one.
constexpr bool the_law_catches_a_wrong_batch() {
  jaxpr const j = program({f64(), f64()}, [](vs v) { return v[0] * v[1]; });
  jaxpr w = vmap(j, vec<i32>{0, -1}, 3, vec<i32>{0});
  jaxpr wrong = w;
  eqn const& e = wrong.eqns[wrong.eqns.size() - 1];
  wrong.atoms[e.in + 1] = wrong.atoms[e.in];
  return is_loop(j, w, {0, -1}, 3, {0}) && !is_loop(j, wrong, {0, -1}, 3, {0});
}
HOLDS(the_law_catches_a_wrong_batch)

} // namespace
} // namespace constax_tests
