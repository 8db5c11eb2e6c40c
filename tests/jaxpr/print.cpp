// SPDX-License-Identifier: BSL-1.0
// print: JAX's notation of today, and autodidax's older one, letter by letter.
#include <constax/transform/simplify.hpp>
#include <constax/transform/vjp.hpp>

#include "../support/programs.hpp"

namespace constax_tests {
namespace {
using vs = vec<value> const&;

constexpr bool old(jaxpr const& j, std::string_view expected) { return print(j, notation::autodidax) == expected; }
constexpr jaxpr f() {
  return program({f64()}, [](vs v) { return -(cx::sin(v[0]) * 2.0) + v[0]; });
}
constexpr bool autodidax_part_2() {
  jaxpr const twice = program({f64()}, [](vs v) { return 2.0 * v[0]; });
  jaxpr const four = program({}, [](vs) { return vec<value>{}; });
  context c("test"); // with dynamic trace 2 * 2 is an equation
  value const two = c.constant(dtype::f64, 2.0);
  value const product[] = {two * two};
  jaxpr const staged = c.finish({product, 1});
  return old(twice, "{ lambda a:float64[] . let b:float64[] = mul 2.0 a in ( b ) }") &&
         reads(twice, "{ lambda ; a:f64[]. let b:f64[] = mul 2.0:f64[] a in (b,) }") && reads(four, "{ lambda ; . let in () }") &&
         reads(staged, "{ lambda ; . let a:f64[] = mul 2.0:f64[] 2.0:f64[] in (a,) }") &&
         reads(simplify(staged), "{ lambda ; . let in (4.0:f64[],) }");
}
HOLDS(autodidax_part_2)

constexpr bool the_example_function() {
  return reads(
             f(),
             "{ lambda ; a:f64[]. let\n    b:f64[] = sin a\n    c:f64[] = mul b 2.0:f64[]\n    d:f64[] = neg c\n    e:f64[] = add d a\n  in (e,) }") &&
         old(f(),
             "{ lambda a:float64[] .\n  let b:float64[] = sin a\n      c:float64[] = mul b 2.0\n      d:float64[] = neg c\n      e:float64[] = add d a\n  in ( e ) }");
}
HOLDS(the_example_function)

constexpr bool its_derivatives() {
  // autodidax's jvp has 11 equations, because its zeros are not symbolic; here the product has no term for the constant 2.
  jaxpr const t = jvp(f());
  if (t.eqns.size() != 9 || !close(2.979984993200891, 2.979984993200891)) return false;
  return reads(simplify(value_and_grad(f())),
               "{ lambda ; a:f64[]. let\n    b:f64[] = sin a\n    c:f64[] = cos a\n    d:f64[] = mul b 2.0:f64[]\n    e:f64[] = sub a d\n"
               "    f:f64[] = mul -2.0:f64[] c\n    g:f64[] = add 1.0:f64[] f\n  in (e, g) }");
}
HOLDS(its_derivatives)
TEST_CASE("autodidax's numbers") {
  CHECK(close(number(f(), {3}), 2.7177599838802657));
  CHECK(close(number(jvp(f()), {3, 1}, 1), 2.979984993200891));
  CHECK(close(number(value_and_grad(f()), {3}, 1), 2.979984993200891));
  jaxpr const second = jvp(program({f64()}, [](vs v) { return replay(*v[0].ctx, value_and_grad(f()), v)[1]; }));
  CHECK(close(number(second, {3, 1}, 1), 0.2822400161197344));
}

constexpr bool gradient_of_a_sum_of_sines() { // autodidax: sin, cos, reduce_sum, broadcast 1.0, mul; the broadcast is a literal here
  jaxpr const j = program({f64({3})}, [](vs v) { return reduce_sum(cx::sin(v[0]), {0}); });
  return reads(
      simplify(value_and_grad(j)),
      "{ lambda ; a:f64[3]. let\n    b:f64[3] = sin a\n    c:f64[3] = cos a\n    d:f64[] = reduce_sum[axes=(0,)] b\n  in (d, c) }");
}
HOLDS(gradient_of_a_sum_of_sines)

constexpr bool names_and_literals() {
  jaxpr const many = program({f64(), i32s({2, 3}), f32()}, [](vs v) {
    value x = v[0];
    for (int i = 0; i < 26; ++i) x = x + 0.1;
    return vec<value>{x, v[1] * 3.0, v[2] + 0.1, v[0].ctx->constant({dtype::boolean, 1})};
  });
  std::string_view const whole = "    ba:f64[] = add z 0.1:f64[]\n    bb:f64[] = add ba 0.1:f64[]\n    bc:f64[] = add bb 0.1:f64[]\n"
                                 "    bd:i32[2,3] = mul b 3:i32[]\n    be:f32[] = add c 0.1:f32[]\n  in (bc, bd, be, True:bool[]) }";
  text const t = print(many);
  return t.view().substr(0, 41) == "{ lambda ; a:f64[] b:i32[2,3] c:f32[]. le" && t.view().find(whole) != std::string_view::npos;
}
HOLDS(names_and_literals)

constexpr bool unused_results_have_no_name() {
  jaxpr const j = program({f64()}, [](vs v) {
    value const unused = cx::sin(v[0]);
    static_cast<void>(unused);
    return v[0] * 2.0;
  });
  return reads(j, "{ lambda ; a:f64[]. let\n    b:f64[] = mul a 2.0:f64[]\n    _:f64[] = sin a\n  in (b,) }");
}
HOLDS(unused_results_have_no_name)

} // namespace
} // namespace constax_tests
