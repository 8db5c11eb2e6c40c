// SPDX-License-Identifier: BSL-1.0
// contract and associate: they define the bits; the scale rule of vjp; grad against finite differences.
#include <constax/transform/arithmetic/associate.hpp>
#include <constax/transform/arithmetic/contract.hpp>
#include <constax/transform/vjp.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {

using vs = vec<value> const&;
template <class F>
constexpr bool contracts_to(F f, std::string_view expected, aval const& t = f64()) {
  jaxpr const j = program({t, t, t, t}, f);
  return reads(contract(j, true), expected) && print(contract(j, false)) == print(j).view();
}
constexpr bool products_in_sums_become_fma() {
  return contracts_to([](vs v) { return v[0] * v[1] + v[2]; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let e:f64[] = fma a b c in (e,) }") &&
         contracts_to([](vs v) { return v[2] + v[0] * v[1]; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let e:f64[] = fma a b c in (e,) }") &&
         contracts_to([](vs v) { return v[0] * v[1] + v[2] * v[3]; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let\n    e:f64[] = mul c d\n    f:f64[] = fma a b e\n  in (f,) }") &&
         contracts_to([](vs v) { return v[0] * v[1] - v[2]; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let\n    e:f64[] = neg c\n    f:f64[] = fma a b e\n  in (f,) }") &&
         contracts_to([](vs v) { return v[2] - v[0] * v[1]; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let\n    e:f64[] = neg a\n    f:f64[] = fma e b c\n  in (f,) }") &&
         contracts_to([](vs v) { return v[2] - v[0] * 3.0; },
                      "{ lambda ; a:f64[] b:f64[] c:f64[] d:f64[]. let e:f64[] = fma a -3.0:f64[] c in (e,) }");
}
HOLDS(products_in_sums_become_fma)

constexpr bool these_stay() {
  auto const stays = [](auto f, aval const& t) {
    jaxpr const j = program({t, t, t, t}, f);
    return print(contract(j, true)) == print(j).view();
  };
  return stays([](vs v) { value const p = v[0] * v[1]; return vec<value>{p + v[2], p}; }, f64()) &&
         stays([](vs v) { value const p = v[0] * v[1]; return vec<value>{p + v[2], p - v[3]}; }, f64()) &&
         stays([](vs v) { value const p = v[0] * v[1]; return p + p; }, f64()) && stays([](vs v) { return v[0] * v[1] + v[2]; }, i32s());
}
HOLDS(these_stay)

constexpr bool long_sums_of_products_are_contractions() {
  extent const n = extent::of(pack_symbol("n"));
  aval const rows = f64({n, 3});
  auto const reads_as = [](std::initializer_list<aval> ins, auto f, std::string_view expected) {
    jaxpr const j = program(ins, f);
    return reads(contract(j, true), expected) && print(contract(j, false)) == print(j).view();
  };
  auto const stays = [](std::initializer_list<aval> ins, auto f) {
    jaxpr const j = program(ins, f);
    return print(contract(j, true)) == print(j).view();
  };
  return reads_as(
             {rows, rows}, [](vs v) { return reduce_sum(v[0] * v[1], {0}); },
             "{ lambda ; a:f64[n,3] b:f64[n,3]. let c:f64[3] = dot_general[dimension_numbers=(([0], [0]), ([1], [1]))] a b in (c,) }") &&
         reads_as(
             {f64({65})}, [](vs v) { return reduce_sum(v[0] * v[0], {0}); },
             "{ lambda ; a:f64[65]. let b:f64[] = dot_general[dimension_numbers=(([0], [0]), ([], []))] a a in (b,) }") &&
         stays({f64({64})}, [](vs v) { return reduce_sum(v[0] * v[0], {0}); }) &&  // short: straight-line code
         stays({rows, rows}, [](vs v) { return reduce_sum(v[0] * v[1], {1}); }) && // short, in each row
         stays({rows}, [](vs v) { return reduce_sum(v[0] * 3.0, {0}); }) &&        // no second array
         stays({rows, rows},
               [](vs v) {
                 value const p = v[0] * v[1];
                 return vec<value>{reduce_sum(p, {0}), p};
               }) && // needed for itself
         stays({rows, rows}, [](vs v) { return bind<reduce_max_t>({axes{0}}, v[0] * v[1]); }) &&
         stays({aval{dtype::i32, f64({n}).shape}}, [](vs v) { return reduce_sum(v[0] * v[0], {0}); });
}
HOLDS(long_sums_of_products_are_contractions)

/// One rounding instead of two: 1 + 2^-30 squared minus 1 - 2^-29 is 2^-60, which mul and sub lose.
constexpr bool the_fma_rounds_once() {
  jaxpr const j = program({f64(), f64()}, [](vs v) { return v[0] * v[0] - v[1]; });
  double const x = 1 + 0x1p-30, y = 1 + 0x1p-29;
  return number(contract(j, true), {x, y}) == 0x1p-60 && number(j, {x, y}) == 0;
}
HOLDS(the_fma_rounds_once)

constexpr bool reductions_go_axis_by_axis() {
  jaxpr const j = program({f64({2, 3, 4})}, [](vs v) { return vec<value>{reduce_sum(v[0], {0, 2}), reduce_sum(v[0], {1})}; });
  jaxpr const k = program({f64({2, 3, 4})}, [](vs v) { return bind<reduce_max_t>({axes{0, 1, 2}}, v[0]); });
  return reads(associate(j),
               "{ lambda ; a:f64[2,3,4]. let\n    b:f64[2,3] = reduce_sum[axes=(2,)] a\n    c:f64[3] = reduce_sum[axes=(0,)] b\n"
               "    d:f64[2,4] = reduce_sum[axes=(1,)] a\n  in (c, d) }") &&
         associate(k).eqns.size() == 3 && same_bits(k, associate(k)) && print(associate(associate(j))) == print(associate(j)).view();
}
HOLDS(reductions_go_axis_by_axis)

// ---- the scale rule ----
constexpr jaxpr mean_of_squares() {
  return program({f64({4}), f64({4})}, [](vs v) {
    value const e = v[0] * v[1] - 1.0;
    return reduce_sum(e * e, {0}) / 4.0;
  });
}
constexpr bool the_scalar_leaves_the_sum() {
  jaxpr const j = mean_of_squares();
  jaxpr const scaled = value_and_grad(j), kept = value_and_grad(j, {}, true);
  if (check(scaled).fault || check(kept).fault) return false;
  constexpr double xs[] = {1, 2, -3, 4, 0.5};
  vec<tensor> const args = arguments(j, {xs, 5}), a = reference::evaluate(scaled, args), b = reference::evaluate(kept, args);
  if (!same_numbers(a, b)) return false; // by powers of two, exactly
  // kept: the scale is applied before the product with e; scaled: after all of it, so the last equation is the product with 0.25.
  jaxpr const s = simplify(scaled);
  eqn const& last = s.eqns[s.eqns.size() - 1];
  return last.prim == &descriptor<mul_t> && s.operands(last)[1].is_literal() && s.lits[s.operands(last)[1].lit()].number() == 0.25;
}
HOLDS(the_scalar_leaves_the_sum)

constexpr bool two_heads_are_not_one_scale() {
  jaxpr const j = program({f64({2})}, [](vs v) { return reduce_sum(v[0] * v[0], {0}) * 3.0 + reduce_sum(v[0], {0}) * 5.0; });
  jaxpr const g = value_and_grad(j);
  vec<tensor> const ys = reference::evaluate(g, vec<tensor>{tensor_of({2}, {1.0, -2.0})});
  return ys.size() == 2 && ys[1].at<double>(0) == 11 && ys[1].at<double>(1) == -7;
}
HOLDS(two_heads_are_not_one_scale)

constexpr bool an_input_beside_the_sum_is_not_scaled() {
  jaxpr const j = program({f64({2}), f64()}, [](vs v) { return reduce_sum(v[0] * v[0], {0}) * 3.0 + v[1] * 2.0; });
  vec<tensor> const ys = reference::evaluate(value_and_grad(j), vec<tensor>{tensor_of({2}, {1.0, -2.0}), tensor_of(shape{}, {4.0})});
  return ys.size() == 3 && ys[1].at<double>(1) == -12 && ys[2].at<double>(0) == 2;
}
HOLDS(an_input_beside_the_sum_is_not_scaled)

constexpr bool second_order_with_a_computed_scale() { // norm: s = 1/(2 sqrt)
  jaxpr const j = program({f64({2})}, [](vs v) { return cx::sqrt(reduce_sum(v[0] * v[0], {0})); });
  jaxpr const g = value_and_grad(j), h = jvp(g);
  vec<tensor> const ys = reference::evaluate(h, vec<tensor>{tensor_of({2}, {3.0, 4.0}), tensor_of({2}, {1.0, 0.0})});
  // gradient x/|x| = (.6, .8); its derivative along e1: (1/5 - 9/125, -12/125)
  return ys.size() == 4 && close(ys[0].at<double>(0), 5) && close(ys[1].at<double>(0), 0.6) && close(ys[1].at<double>(1), 0.8) &&
         close(ys[2].at<double>(0), 0.6) && close(ys[3].at<double>(0), 0.128) && close(ys[3].at<double>(1), -0.096);
}
HOLDS(second_order_with_a_computed_scale)

} // namespace
} // namespace constax_tests
