// SPDX-License-Identifier: BSL-1.0
// Calls: functions of the module, what reverse mode keeps of them, and functions that call themselves.
#include "programs.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace constax_tests {
namespace {
using namespace constax;

using number = spec<double>;

inline tensor as_tensor(double x) { return tensor_of(x); }
template <class A>
tensor as_tensor(A const& a) {
  aval type{dtype::f64, {}};
  for (int d = 0; d < A::rank(); ++d) type.shape.push(extent(a.length(d)));
  tensor t(type);
  for (std::int64_t i = 0; i < a.size(); ++i) t.put(static_cast<u32>(i), a.data()[i]);
  return t;
}
/// What the oracle makes of f, lowered: nothing is compiled.
template <class F, class... X>
std::vector<double> interpreted(F f, X const&... x) {
  vec<tensor> args;
  (args.push(as_tensor(x)), ...);
  fault why;
  vec<tensor> const results = reference::evaluate(lower(traced(f, x...)), args, {}, &why);
  if (why) throw std::runtime_error(std::string(sentence(why).view()));
  std::vector<double> numbers;
  for (u32 i = 0; i < results[0].size(); ++i) numbers.push_back(number_at(results[0], i));
  return numbers;
}

struct step {
  constexpr auto operator()(auto x, auto y) const { return x * cx::sin(y) + 1.0; }
};
inline constexpr auto calls = [](auto x, auto y) {
  auto const f = cx::jit(step{});
  return f(f(x, y), y) * cx::jit<"scaled">([&](auto z) { return z * y; })(x);
};

TEST_CASE("call: jit inside a trace is one equation, and equal functions stand in the module once") {
  CHECK(cx::make_jaxpr([](auto x) { return cx::jit(step{})(x, 2.0); })(1.0) == R"({ lambda ; a:f64[]. let
    b:f64[] = call[name=step jaxpr={ lambda ; a:f64[] b:f64[]. let
        c:f64[] = sin b
        d:f64[] = mul a c
        e:f64[] = add d 1.0:f64[]
      in (e,) }] a 2.0:f64[]
  in (b,) })");
  jaxpr const j = traced(calls, number{}, number{});
  CHECK(j.subs.size() == 2);
  CHECK(j.eqns.size() == 4);
  CHECK(call_t::name_of(j.params(j.eqns[0])) == label("step"));
  CHECK(call_t::name_of(j.params(j.eqns[2])) == label("scaled")); // no longer `<lambda>`
  jaxpr const twice = traced(
      [](auto x) { return cx::jit([](auto v) { return cx::sin(v); })(x) + cx::jit([](auto v) { return cx::sin(v); })(x); }, number{});
  CHECK(simplify(twice).eqns.size() == 2); // two equal calls are one
  CHECK(cx::make_jaxpr(cx::jit(step{}))(1.0, 2.0).eqns().size() == 1);
}

TEST_CASE("call: under all transformations the same numbers as without it") {
  static constexpr auto plain = [](auto x, auto y) { return step{}(step{}(x, y), y) * (x * y); };
  CHECK(near(cx::jit(calls)(1.5, 0.7), interpreted(plain, 1.5, 0.7)[0], 1e-15));
  static_assert(near(cx::grad(calls)(1.5, 0.7), cx::grad(plain)(1.5, 0.7), 1e-14));
  CHECK(near(cx::grad(calls)(1.5, 0.7), interpreted(cx::grad(plain), 1.5, 0.7)[0], 1e-14));
  CHECK(near(cx::grad(cx::grad(calls))(1.5, 0.7), interpreted(cx::grad(cx::grad(plain)), 1.5, 0.7)[0], 1e-14));
  constexpr auto along = [](auto x, auto y) {
    return cx::jvp(cx::grad(plain, cx::argnums<1>), std::tuple{x, y}, std::tuple{1.0 + 0.0 * x, 2.0 + 0.0 * y}).second;
  };
  CHECK(near(cx::jvp(cx::grad(calls, cx::argnums<1>), std::tuple{1.5, 0.7}, std::tuple{1.0, 2.0}).second,
             interpreted(along, 1.5, 0.7)[0], 1e-14));
  constexpr cx::array<double, 20> xs = [] {
    cx::array<double, 20> a{};
    for (int i = 0; i < 20; ++i) a(i) = 0.1 * i;
    return a;
  }();
  auto const rows = cx::vmap(cx::grad(calls), cx::in_axes<0, cx::none>)(xs, 0.7);
  auto const expected = interpreted(cx::vmap(cx::grad(plain), cx::in_axes<0, cx::none>), xs, 0.7);
  for (std::size_t i = 0; i < 20; ++i) CHECK(near(rows.data()[i], expected[i], 1e-14));
  CHECK_FALSE(near(rows(3), expected[4], 1e-14));
}

/// Long enough to stay a function.
inline constexpr auto long_way = [](auto x, auto y) {
  auto r = x;
  for (int i = 0; i < 8; ++i) r = cx::sin(r * y) + 0.1 * i;
  return r;
};
inline constexpr auto long_ways = [](auto x, auto y) {
  auto const f = cx::jit(long_way);
  return cx::sum(f(f(f(x, y), y), y));
};
TEST_CASE("call: a long function that is called more than once is code of its own, others are put where they are called") {
  jaxpr const three = lower(traced(long_ways, spec<double, 20>{}, number{}));
  CHECK(three.subs.size() == 1);
  CHECK(runs_of(three, descriptor<call_t>) == 3);
  CHECK(runs_of(lower(traced([](auto x, auto y) { return cx::jit(long_way)(x, y); }, number{}, number{})), descriptor<call_t>) == 0);
  CHECK(runs_of(lower(traced(calls, number{}, number{})), descriptor<call_t>) == 0);
  cx::array<double, 20> x{};
  for (int i = 0; i < 20; ++i) x(i) = 0.3 + 0.05 * i;
  auto const inlined = [](auto a, auto b) { return cx::sum(long_way(long_way(long_way(a, b), b), b)); };
  CHECK(near(cx::jit(long_ways)(x, 1.1), interpreted(inlined, x, 1.1)[0], 1e-15));
  auto const g = cx::grad(long_ways)(x, 1.1);
  auto const h = interpreted(cx::grad(inlined), x, 1.1);
  for (std::size_t i = 0; i < 20; ++i) CHECK(near(g.data()[i], h[i], 1e-14));
  cx::array<double, 3> few{0.5, 0.25, 2.0};
  CHECK(near(cx::grad(long_ways, cx::argnums<1>)(few, 1.1), interpreted(cx::grad(inlined, cx::argnums<1>), few, 1.1)[0], 1e-14));
}

TEST_CASE("call: inside bodies of loops and branches that each row chooses for itself") {
  auto const f = [](auto x) {
    auto const next = cx::jit([](auto c, auto v) { return cx::sin(c) * v; });
    return cx::cond(
        x > 1.0, [&](auto v) { return cx::fori_loop(0, 3, [&](auto, auto c) { return next(next(c, v), v); }, v); },
        [&](auto v) { return cx::cond(v > 0.5, [&](auto u) { return next(u, u); }, [](auto u) { return u; }, v); }, x);
  };
  auto const by_hand = [](double x) {
    if (x <= 1) return x > 0.5 ? std::sin(x) * x : x;
    double c = x;
    for (int i = 0; i < 6; ++i) c = std::sin(c) * x;
    return c;
  };
  cx::array<double, 40> xs{};
  for (int i = 0; i < 40; ++i) xs(i) = 0.05 * i;
  auto const ys = cx::vmap(f)(xs);
  auto const slopes = cx::vmap(cx::grad(f))(xs);
  for (int i = 0; i < 40; ++i) {
    CHECK(near(ys(i), by_hand(xs(i)), 1e-13));
    if (i != 10 && i != 20) CHECK(near(slopes(i), (by_hand(xs(i) + 1e-6) - by_hand(xs(i) - 1e-6)) / 2e-6, 1e-7));
  }
}

// ---- what reverse mode keeps ----
inline constexpr auto body = [](auto x, auto w) {
  auto const a = cx::sin(cx::dot(x, w));
  auto const b = cx::checkpoint_name<"b">(cx::exp(a));
  return cx::sum(cx::tanh(b * b));
};
template <class Policy>
linearized halves(Policy) {
  return linearize(traced([](auto x, auto w) { return cx::checkpoint(body, Policy{})(x, w); }, spec<double, 3>{}, spec<double, 3, 3>{}));
}
struct counted {
  int residuals, sines, exponentials, products;
};
template <class Policy>
counted count(Policy policy) {
  linearized const l = halves(policy);
  jaxpr const back = lower(pullback(l));
  return {static_cast<int>(l.n_residuals), runs_of(back, descriptor<sin_t>), runs_of(back, descriptor<exp_t>),
          runs_of(back, descriptor<dot_general_t>)};
}
TEST_CASE("checkpoint_policy: what is saved is not computed again, what is not is") {
  // Backwards there are two products in all policies: x^T ct, ct w^T. cos(x w), exp(a), tanh' are needed.
  counted const nothing = count(checkpoint_policy::nothing), everything = count(checkpoint_policy::everything),
                dots = count(checkpoint_policy::dots), names = count(checkpoint_policy::names<"b">),
                others = count(checkpoint_policy::names<"c", "d">);
  CHECK(nothing.residuals == 2); // x and w
  CHECK(nothing.products == 3);
  CHECK(nothing.exponentials == 1);
  CHECK(everything.products == 2);
  CHECK(everything.exponentials == 0);
  CHECK(everything.residuals > dots.residuals);
  CHECK(dots.residuals == 3); // and x w
  CHECK(dots.products == 2);
  CHECK(dots.exponentials == 1);
  CHECK(names.residuals == 3); // and b
  CHECK(names.products == 3);
  CHECK(names.exponentials == 0);
  CHECK(others.residuals == nothing.residuals); // wrong names
  CHECK(others.exponentials == nothing.exponentials);
}
TEST_CASE("checkpoint_policy: all policies give the same derivatives") {
  constexpr cx::array<double, 3> x{0.3, -0.2, 0.5};
  constexpr cx::array<double, 3, 3> w{0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7, -0.8, 0.9};
  auto const expected = interpreted(cx::grad(body), x, w);
  auto const check = [&](double const* g) {
    for (std::size_t i = 0; i < 3; ++i) CHECK(near(g[i], expected[i], 1e-14));
  };
  auto const compiled = cx::grad(cx::checkpoint(body, cx::checkpoint_policy::names<"b">))(x, w);
  check(compiled.data());
  check(interpreted(cx::grad(cx::checkpoint(body)), x, w).data());
  check(interpreted(cx::grad(cx::checkpoint(body, cx::checkpoint_policy::everything)), x, w).data());
  check(interpreted(cx::grad(cx::checkpoint(body, cx::checkpoint_policy::dots)), x, w).data());
  constexpr auto twice = [](auto v, auto u) { return cx::checkpoint(cx::checkpoint(body, cx::checkpoint_policy::dots))(v, u); };
  check(interpreted(cx::grad(twice), x, w).data());
  constexpr auto named = [](auto v, auto u) { return cx::checkpoint(body, cx::checkpoint_policy::names<"b">)(v, u); };
  auto const second = interpreted(cx::hessian(named), x, w);
  auto const plain = interpreted(cx::hessian(body), x, w);
  for (std::size_t i = 0; i < 9; ++i) CHECK(near(second[i], plain[i], 1e-13));
  CHECK(cx::make_jaxpr([](auto v) { return cx::checkpoint_name<"kept">(v); })(1.0) ==
        "{ lambda ; a:f64[]. let b:f64[] = name[name=kept] a in (b,) }");
}

// ---- functions that call themselves ----
/// x -> x * (x - 1 < 2 ? 1 : this function (x - 1)): the factorial from 2 on.
jaxpr factorial() {
  vec<aval> const f64{aval{dtype::f64, {}}};
  return detail::function("test", f64, [&](context& c, range<value> in) {
    jaxpr const one =
        detail::function("test", f64, [](context& inner, range<value>) { return vec<value>{inner.constant(dtype::f64, 1.0)}; });
    value const below = in[0] - 1.0, goes_on = bind<ge_t>({}, below, c.constant(dtype::f64, 2.0));
    vec<atom> const operands{c.enter(bind<convert_element_type_t>({dtype::i32}, goes_on)), c.enter(below)};
    u32 const result = c.program().add(&descriptor<cond_t>, operands, vec<i64>{detail::hold(c.program(), one), detail::self_function}, f64);
    return vec<value>{in[0] * c.result(result)};
  });
}
TEST_CASE("a function may call itself: it is printed, checked, simplified and evaluated, and refused by rules that would not end") {
  jaxpr const f = factorial();
  REQUIRE(sentence(find_fault(f)).view() == "");
  CHECK(detail::calls_itself(f));
  auto const at = [](jaxpr const& j, double x) {
    fault why;
    vec<tensor> const ys = reference::evaluate(j, vec<tensor>{tensor_of(x)}, {}, &why);
    REQUIRE(sentence(why).view() == "");
    return number_at(ys[0], 0);
  };
  for (jaxpr const& j : vec<jaxpr>{f, simplify(f), cse(f), dce(f)}) {
    CHECK(detail::calls_itself(j));
    CHECK(at(j, 2) == 2);
    CHECK(at(j, 5) == 120);
    CHECK(at(j, 10) == 3628800);
  }
  CHECK(print(f).view().find("self)]") != std::string_view::npos);
  // Called by another function, and put where it is called: there its first call is one of another function.
  jaxpr const outer = detail::function("test", vec<aval>{aval{dtype::f64, {}}}, [&](context& c, range<value> in) {
    value const called = call_t::record(c, label("factorial"), {}, in, f)[0], put_here = replay(c, f, in)[0];
    return vec<value>{called + put_here};
  });
  REQUIRE(sentence(find_fault(outer)).view() == "");
  CHECK_FALSE(detail::calls_itself(outer));
  CHECK(outer.subs.size() == 2); // the function that is 1; and f, which is called, and a branch
  CHECK(at(outer, 6) == 1440);
  CHECK(at(simplify(outer), 6) == 1440);
  for (jaxpr const& j : vec<jaxpr>{jvp(f), value_and_grad(f), vmap(f, vec<i32>{0}, extent(3), vec<i32>{0}), lower(f)})
    CHECK(sentence(j.fault).view().find("calls itself") != std::string_view::npos);
}

} // namespace
} // namespace constax_tests
