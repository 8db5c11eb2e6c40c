// SPDX-License-Identifier: BSL-1.0
// The cases of JAX's tutorial autodidax, with its numbers.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace cx = constax;
using namespace cx::literals;

namespace {

bool close(double a, double b, double tolerance = 1e-14) { return std::abs(a - b) <= tolerance * std::fmax(1.0, std::abs(b)); }

inline constexpr auto f = [](auto x) {
  auto const y = cx::sin(x) * 2.0;
  auto const z = -y + x;
  return z;
};
inline constexpr auto sine = [](auto x) { return cx::sin(x); };

TEST_CASE("part 1: f(3), its jvp, and the derivatives of sin") {
  CHECK(close(cx::jit(f)(3.0), 2.7177599838802657));
  auto const [s, ds] = cx::jvp(sine, 3.0, 1.0);
  CHECK(close(s, 0.1411200080598672));
  CHECK(close(ds, -0.9899924966004454));
  auto const [y, dy] = cx::jvp(f, 3.0, 1.0);
  CHECK(close(y, 2.7177599838802657));
  CHECK(close(dy, 2.979984993200891));
  CHECK(close(cx::grad(sine)(3.0), -0.9899924966004454));
  CHECK(close(cx::grad(cx::grad(sine))(3.0), -0.1411200080598672));
  CHECK(close(cx::grad(cx::grad(cx::grad(sine)))(3.0), 0.9899924966004454));
  CHECK(close(cx::grad(cx::grad(cx::grad(cx::grad(sine))))(3.0), 0.1411200080598672));
  CHECK_FALSE(close(dy, 2.97998499320)); // the comparison tells the twelfth digit
}
TEST_CASE("part 1: the same by forward mode, order after order") {
  static constexpr auto d = [](auto g) { return [g](auto x) { return cx::jvp(g, x, cx::ones_like(x)).second; }; };
  constexpr auto deriv3 = [](auto x) { return d(d(d(sine)))(x); };
  constexpr auto deriv4 = [](auto x) { return d(d(d(d(sine))))(x); };
  CHECK(close(cx::jit(deriv3)(3.0), 0.9899924966004454));
  CHECK(close(cx::jit(deriv4)(3.0), 0.1411200080598672));
}
TEST_CASE("part 1: a branch on data") {
  constexpr auto branch = [](auto x) { return cx::where(x > 0, 2.0 * x, x); };
  CHECK(cx::grad(branch)(3.0) == 2.0);
  CHECK(cx::grad(branch)(-3.0) == 1.0);
}
TEST_CASE("part 1: results in a tree") {
  constexpr auto tree = [](auto x) {
    auto const y = cx::sin(x) * 2.0;
    auto const z = -y + x;
    return std::pair{z, std::tuple{x, y}};
  };
  auto const [primal, tangent] = cx::jvp(tree, 3.0, 1.0);
  CHECK(close(primal.first, 2.7177599838802657));
  CHECK(std::get<0>(primal.second) == 3.0);
  CHECK(close(std::get<1>(primal.second), 0.2822400161197344));
  CHECK(close(tangent.first, 2.979984993200891));
  CHECK(std::get<0>(tangent.second) == 1.0);
  CHECK(close(std::get<1>(tangent.second), -1.9799849932008908));
}
TEST_CASE("part 1: vmap and jacfwd") {
  constexpr auto add_one = [](auto s) {
    static_assert(s.rank() == 0);
    return 1.0 + s;
  };
  cx::array<double, 3> const x{0.0, 1.0, 2.0};
  auto const y = cx::vmap(add_one)(x);
  for (int i = 0; i < 3; ++i) CHECK(y[i] == i + 1.0);
  auto const j = cx::jacfwd(sine)(x);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) CHECK(close(j(i, k), i == k ? std::cos(x[i]) : 0.0));
  CHECK(close(j(1, 1), 0.54030231, 1e-8));
  CHECK(close(j(2, 2), -0.41614684, 1e-8));
  auto const v = cx::vmap(cx::jit(f))(x);
  CHECK(v[0] == 0.0);
  CHECK(close(v[1], -0.68294197, 1e-8));
  CHECK(close(v[2], 0.18140515, 1e-8));
}

// ---- part 2: text --------------------------------------------------------------------------------------------------------------

inline constexpr cx::spec<double> x;
inline constexpr auto twice = cx::make_jaxpr([](auto a) { return 2.0 * a; })(x);
static_assert(twice == "{ lambda ; a:f64[]. let b:f64[] = mul 2.0:f64[] a in (b,) }");
static_assert(twice.str(cx::notation::autodidax) == "{ lambda a:float64[] . let b:float64[] = mul 2.0 a in ( b ) }");
static_assert(!(twice == "{ lambda ; a:f64[]. let b:f64[] = mul a 2.0:f64[] in (b,) }")); // the comparison tells the order of operands
inline constexpr auto jaxpr_of_f = cx::make_jaxpr(f)(x);
static_assert(jaxpr_of_f == "{ lambda ; a:f64[]. let\n"
                            "    b:f64[] = sin a\n"
                            "    c:f64[] = mul b 2.0:f64[]\n"
                            "    d:f64[] = neg c\n"
                            "    e:f64[] = add d a\n"
                            "  in (e,) }");
static_assert(jaxpr_of_f.str(cx::notation::autodidax) == "{ lambda a:float64[] .\n"
                                                         "  let b:float64[] = sin a\n"
                                                         "      c:float64[] = mul b 2.0\n"
                                                         "      d:float64[] = neg c\n"
                                                         "      e:float64[] = add d a\n"
                                                         "  in ( e ) }");
// autodidax2: foo
inline constexpr auto foo = [](auto a) { return a * (a + 3.0); };
static_assert(cx::make_jaxpr(foo)(x) == "{ lambda ; a:f64[]. let\n"
                                        "    b:f64[] = add a 3.0:f64[]\n"
                                        "    c:f64[] = mul a b\n"
                                        "  in (c,) }");
static_assert(cx::make_jaxpr(f)(x).eqns().size() == 4);
// The tangent of f is 4 equations longer than f, not 7: zero tangents are symbolic here.
static_assert(cx::make_jaxpr([](auto a, auto da) { return cx::jvp(f, a, da); })(x, x).eqns().size() <= 9);

TEST_CASE("part 2: the gradient of a sum of sines is sin, cos, reduce_sum, a broadcast and a mul, at most") {
  constexpr auto g = cx::grad([](auto a) { return cx::sum(cx::sin(a)); });
  CHECK(cx::make_jaxpr(g)(cx::spec<double, 3>{}).eqns().size() <= 5);
  auto const d = g(cx::array<double, 3>{0.0, 1.0, 2.0});
  for (int i = 0; i < 3; ++i) CHECK(close(d[i], std::cos(i)));
}

// ---- parts 3 and 4 -------------------------------------------------------------------------------------------------------------

TEST_CASE("part 3: jit") {
  constexpr auto sc = cx::jit([](auto a, auto b) { return cx::sin(a) * cx::cos(b); });
  CHECK(close(sc(3.0, 4.0), -0.09224219304455371));
  CHECK(close(sc(4.0, 5.0), -0.21467624978307004));
  CHECK(cx::jit([](auto a) { return cx::sum(a, 0_c); })(cx::array<double, 3>{1.0, 2.0, 3.0}) == 6.0);
  CHECK(close(cx::grad(cx::grad(f))(3.0), 0.2822400161197344));
  CHECK(close(cx::jit(cx::grad(cx::grad(cx::jit(f))))(3.0), 0.2822400161197344));
  auto const [y, dy] = cx::jvp(cx::jit(f), 3.0, 1.0);
  CHECK(close(y, 2.7177599838802657));
  CHECK(close(dy, 2.979984993200891));
}
TEST_CASE("part 4: linearize, vjp, grad") {
  auto const [s, lin] = cx::linearize(sine, 3.0);
  CHECK(close(s, 0.1411200080598672));
  CHECK(close(lin(1.0), -0.9899924966004454));
  auto const [y, lin_f] = cx::linearize(cx::jit(f), 3.0);
  CHECK(close(y, 2.7177599838802657));
  CHECK(close(lin_f(1.0), 2.979984993200891));
  CHECK(close(lin_f(2.0), 2 * 2.979984993200891)); // it may be called often
  constexpr auto nested = [](auto a) {
    auto const g = cx::jit([](auto b) { return cx::cos(b) + 2.0 * cx::jit([](auto c) { return cx::sin(c); })(b); });
    return cx::jit(g)(a);
  };
  auto const [n, lin_n] = cx::linearize(nested, 3.0);
  CHECK(close(n, -0.7077524804807109));
  CHECK(close(lin_n(1.0), -2.121105001260758));
  auto const [t, pullback] = cx::vjp(sine, 3.0);
  CHECK(close(t, 0.1411200080598672));
  CHECK(close(std::get<0>(pullback(1.0)), -0.9899924966004454));
  CHECK(close(cx::grad(f)(3.0), 2.979984993200891));
  constexpr auto deep = cx::jit([](auto a) {
    auto const b = a * 2.0;
    return cx::jit([](auto c) { return cx::cos(c) * 2.0; })(b);
  });
  CHECK(close(cx::grad(deep)(3.0), 1.1176619927957037));
}

// JAX's core_test, fun_with_nested_calls_2
inline constexpr auto nested_calls = [](auto a) {
  return cx::jit([&](auto y) {
    auto const baz = [&](auto w) {
      auto q = cx::jit([&](auto) { return y; })(a);
      q = q + cx::jit([&](auto) { return y; })(w);
      q = q + cx::jit([&](auto v) { return w + v; })(y);
      q = cx::jit([&](auto) { return cx::jit([](auto v) { return cx::sin(v); })(a) * y; })(a) + q;
      return q;
    };
    auto const [p, t] = cx::jvp(baz, a + 1.0, y);
    return t + a * p;
  })(a);
};
TEST_CASE("part 4: nested calls that capture") {
  CHECK(close(cx::jit(nested_calls)(3.0), 43.2700800725388));
  CHECK(close(cx::grad(nested_calls)(3.0), 17.936787578955194));
  CHECK(close(cx::grad(cx::grad(nested_calls))(3.0), -4.8677500156244164, 1e-13));
  auto const [y, dy] = cx::jvp(cx::jit(nested_calls), 3.0, 1.0);
  CHECK(close(y, 43.2700800725388));
  CHECK(close(dy, 17.936787578955194));
}
// autodidax's stress test: no order of nesting changes a number. jit inside grad is an equation
// that holds a program; grad inside jit, a program made of one.
TEST_CASE("part 4: nested calls that capture, in all nestings of jit, grad and jvp") {
  constexpr double first = 17.936787578955194, second = -4.8677500156244164;
  CHECK(close(cx::grad(cx::jit(nested_calls))(3.0), first));
  CHECK(close(cx::jit(cx::grad(cx::jit(nested_calls)))(3.0), first));
  CHECK(close(cx::grad(cx::grad(cx::jit(nested_calls)))(3.0), second, 1e-13));
  CHECK(close(cx::grad(cx::jit(cx::grad(nested_calls)))(3.0), second, 1e-13));
  CHECK(close(cx::jit(cx::grad(cx::grad(nested_calls)))(3.0), second, 1e-13));
  auto const [d, dd] = cx::jvp(cx::grad(nested_calls), 3.0, 1.0);
  CHECK(close(d, first));
  CHECK(close(dd, second, 1e-13));
  auto const [jitted_d, jitted_dd] = cx::jvp(cx::jit(cx::grad(nested_calls)), 3.0, 1.0);
  CHECK(close(jitted_d, first));
  CHECK(close(jitted_dd, second, 1e-13));
}
// The two that go through the most transformations, while compiling.
constexpr bool nested_while_compiling(double first, double second) {
  auto const near = [](double a, double b) { return a - b < 1e-12 && b - a < 1e-12; };
  return near(cx::jit(cx::grad(cx::jit(nested_calls)))(3.0), first) &&
         near(cx::jvp(cx::jit(cx::grad(nested_calls)), 3.0, 1.0).second, second);
}
static_assert(nested_while_compiling(17.936787578955194, -4.8677500156244164));
static_assert(!nested_while_compiling(17.936787578, -4.8677500156244164)); // each of the two is told in its tenth digit
static_assert(!nested_while_compiling(17.936787578955194, -4.867750015));
TEST_CASE("autodidax2: foo and its derivatives") {
  auto const [y, dy] = cx::jvp(foo, 2.0, 1.0);
  CHECK(y == 10.0);
  CHECK(dy == 7.0);
  CHECK(cx::grad(foo)(2.0) == 7.0);
  CHECK(cx::grad(cx::grad(foo))(2.0) == 2.0);
  CHECK(cx::grad(cx::grad(cx::grad(foo)))(2.0) == 0.0);
  CHECK(cx::grad(cx::grad(cx::grad(cx::grad(foo))))(2.0) == 0.0);
  double const h = 1e-5;
  CHECK(close((cx::jit(foo)(2.0 + h) - cx::jit(foo)(2.0)) / h, 7.000009999913458, 1e-9));
}

} // namespace
