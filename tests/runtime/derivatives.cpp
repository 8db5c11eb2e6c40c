// SPDX-License-Identifier: BSL-1.0
// Jacobians, Hessians, pullbacks and functions with rules of their own on ndarrays: the bits and the texts of static programs, and what is
// refused.
#include "../support/catch.hpp"
#include "../support/thrown.hpp"

namespace {

namespace cx = constax;
using cx::ndarray;
using namespace cx::literals;

constexpr auto twisted = [](auto x, auto w) { return cx::sin(x) * cx::dot(w, x) + cx::flip(x) * x; };
constexpr auto loss = [](auto x, auto w) { return cx::sum(cx::exp(-x) * cx::dot(w, cx::tanh(x))); };
constexpr auto pair_of = [](auto x) { return std::pair{cx::sum(x * x), std::tuple{x * x[0_c], cx::cumsum(x)}}; };

cx::array<double, 3> const x{0.5, -1.25, 2.0};
cx::array<double, 3, 3> const w{1, 2, 3, -1, 0.5, 2, 0.25, 4, -3};

} // namespace

TEST_CASE("Jacobians and Hessians") {
  CHECK(same(cx::jacfwd(twisted)(ndarray(x), w), cx::jacfwd(twisted)(x, w)));
  CHECK(same(cx::jacrev(twisted)(ndarray(x), w), cx::jacrev(twisted)(x, w)));
  CHECK(same(cx::hessian(loss)(ndarray(x), w), cx::hessian(loss)(x, w)));
  auto const [in_x, in_w] = cx::jacrev(twisted, cx::argnums<0, 1>)(ndarray(x), w);
  auto const [static_x, static_w] = cx::jacrev(twisted, cx::argnums<0, 1>)(x, w);
  CHECK(same(in_x, static_x));
  CHECK(same(in_w, static_w));
  auto const [a, rest] = cx::jacfwd(pair_of)(ndarray(x));
  auto const [b, expected] = cx::jacfwd(pair_of)(x);
  CHECK(same(a, b));
  CHECK(same(std::get<0>(rest), std::get<0>(expected)));
  CHECK(same(std::get<1>(rest), std::get<1>(expected)));
  CHECK(cx::make_jaxpr(cx::hessian(loss))(ndarray(x), w) == cx::make_jaxpr(cx::hessian(loss))(x, w).str().view());
  constexpr auto inside = [](auto y) { return cx::sum(cx::jacfwd([](auto z) { return z * z * z; })(y)); };
  CHECK(same(cx::jit(inside)(ndarray(x)), cx::jit(inside)(x)));
  constexpr auto places = [](auto y) { return cx::floor(y) > 0.0; };
  CHECK(thrown<cx::type_error>([&] { cx::jacfwd(places)(ndarray(x)); }) ==
        "[constax] jacfwd: the function must return floating-point numbers, it returns a leaf of type bool[3]; convert it with cx::astype, "
        "or "
        "leave it out");
  CHECK(thrown<cx::type_error>([&] {
          cx::jacrev(twisted)(ndarray{1, 2, 3}, w);
        }) ==
        "[constax] jacrev: derivatives are taken in floating-point arguments, argument 0 has a leaf of type i32[3]; convert it with "
        "cx::astype, "
        "or leave it out of cx::argnums");
}

TEST_CASE("pullbacks and linear functions") {
  auto const [y, back] = cx::vjp(twisted, ndarray(x), w);
  auto const [static_y, static_back] = cx::vjp(twisted, x, w);
  CHECK(same(y, static_y));
  cx::array<double, 3> const ct{1, -2, 0.5};
  for (int i = 0; i < 2; ++i) {
    auto const [dx, dw] = back(ct);
    CHECK(same(dx, std::get<0>(static_back(ct))));
    CHECK(same(dw, std::get<1>(static_back(ct))));
  }
  auto const [z, forward] = cx::linearize(pair_of, ndarray(x));
  auto const [static_z, static_forward] = cx::linearize(pair_of, x);
  CHECK(same(z.first, static_z.first));
  CHECK(same(forward(ndarray(ct)).first, static_forward(ct).first));
  CHECK(same(std::get<1>(forward(ct).second), std::get<1>(static_forward(ct).second)));
  CHECK(thrown<cx::type_error>([&, pull = back] { pull(2.0); }) ==
        "[constax] vjp: the cotangent of a result of type f64[3] has type f64[]; they must be the same");
  CHECK(thrown<cx::type_error>([&, pull = back] { pull(ct, ct); }) == 
        "[constax] vjp: a pullback takes one cotangent, a tree like the result; it is called with 2");
}
TEST_CASE("integers have no cotangent: bools in their place, all false") {
  constexpr auto f = [](auto k, auto y) { return cx::astype<double>(k) * y; };
  auto const [y, back] = cx::vjp(f, ndarray{1, 2, 3}, ndarray(x));
  auto const [dk, dx] = back(y);
  CHECK(dk.type() == ndarray{false, false, false}.type());
  CHECK(dk == ndarray{false, false, false});
  CHECK(dx == ndarray{0.5, -5.0, 18.0});
  CHECK(thrown<cx::type_error>([] {
          cx::linearize([](auto k) { return k + 1; }, ndarray{1, 2});
        }) == "[constax] linearize: derivatives are taken in floating-point arguments, no argument has any; convert one with cx::astype");
}
TEST_CASE("pullbacks inside of a traced function") {
  constexpr auto f = [](auto y, auto v) {
    auto const [z, back] = cx::vjp(twisted, y, v);
    auto const [dy, dv] = back(z * 2.0);
    auto const [u, forward] = cx::linearize([&](auto s) { return cx::sum(cx::cos(s) * y); }, y);
    return std::tuple{dy, dv, u, forward(dy)};
  };
  auto const got = cx::jit(f)(ndarray(x), w);
  auto const expected = cx::jit(f)(x, w);
  CHECK(same(std::get<0>(got), std::get<0>(expected)));
  CHECK(same(std::get<1>(got), std::get<1>(expected)));
  CHECK(same(std::get<2>(got), std::get<2>(expected)));
  CHECK(same(std::get<3>(got), std::get<3>(expected)));
  constexpr auto wrong = [](auto y) { return cx::vjp([](auto z) { return z * z; }, y).second(cx::sum(y)); };
  CHECK(thrown<cx::type_error>([&] { cx::jit(wrong)(ndarray(x)); }) ==
        "[constax] vjp: the cotangent of a result of type f64[3] has type f64[]; they must be the same");
  CHECK(same(std::get<0>(cx::jit(f)(ndarray(x), w)), std::get<0>(expected))); // nothing is left of the error
}

TEST_CASE("what comes along with a pullback, a Jacobian") {
  static constexpr auto f = [](auto y) { return std::pair{cx::sin(y) * y[0_c], std::tuple{cx::sum(y), cx::argmax(y)}}; };
  auto const [y, back, aux] = cx::vjp(f, cx::has_aux, ndarray(x));
  auto const [static_y, static_back, static_aux] = cx::vjp(f, cx::has_aux, x);
  CHECK(same(y, static_y));
  CHECK(same(std::get<0>(back(y)), std::get<0>(static_back(static_y))));
  CHECK(same(std::get<0>(aux), std::get<0>(static_aux)));
  CHECK(same(std::get<1>(aux), std::get<1>(static_aux)));
  auto const [jacobian, beside] = cx::jacrev(f, cx::has_aux)(ndarray(x));
  auto const [static_jacobian, static_beside] = cx::jacrev(f, cx::has_aux)(x);
  CHECK(same(jacobian, static_jacobian));
  CHECK(same(std::get<0>(beside), std::get<0>(static_beside)));
  constexpr auto inside = [](auto z) {
    auto const [v, pull, rest] = cx::vjp(f, cx::has_aux, z);
    return std::tuple{std::get<0>(pull(v)), cx::jacfwd(f, cx::has_aux)(z).first, std::get<0>(rest)};
  };
  auto const late = cx::jit(inside)(ndarray(x));
  auto const known = cx::jit(inside)(x);
  CHECK(same(std::get<0>(late), std::get<0>(known)));
  CHECK(same(std::get<1>(late), std::get<1>(known)));
  CHECK(same(std::get<2>(late), std::get<2>(known)));
}

namespace {
// log(1 + exp(x)) with a derivative of its own
constexpr auto softplus_rule = cx::custom_jvp([](auto t) { return cx::log(1.0 + cx::exp(t)); },
                                              [](auto t, auto dt) {
                                                auto const y = cx::log(1.0 + cx::exp(t));
                                                return std::pair{y, (1.0 - 1.0 / (1.0 + cx::exp(t))) * dt};
                                              });
constexpr auto clipped = cx::custom_vjp([](auto t, auto bound) { return t * 1.0 + bound * 0.0; },
                                        [](auto t, auto bound) {
                                          return std::pair{t * 1.0 + bound * 0.0, bound};
                                        },
                                        [](auto bound, auto ct) {
                                          return std::tuple{cx::clip(ct, -bound, bound), 0.0 * bound};
                                        });
} // namespace
TEST_CASE("custom rules") {
  constexpr auto f = [](auto y) { return cx::sum(softplus_rule(y) * y); };
  CHECK(same(cx::jit(f)(ndarray(x)), cx::jit(f)(x)));
  CHECK(same(cx::grad(f)(ndarray(x)), cx::grad(f)(x)));
  CHECK(same(cx::hessian(f)(ndarray(x)), cx::hessian(f)(x)));
  constexpr auto g = [](auto y) { return cx::sum(clipped(y, 1.5) * y); };
  CHECK(same(cx::grad(g)(ndarray(x)), cx::grad(g)(x)));
  constexpr auto rows = [](auto m) { return cx::vmap(cx::grad([](auto y) { return cx::sum(softplus_rule(y)); }))(m); };
  CHECK(same(cx::jit(rows)(ndarray(w)), cx::jit(rows)(w)));
  constexpr auto sums = [](auto t) { return t * 2.0; };
  constexpr auto wrong_rule = [](auto t, auto dt) { return std::pair{t * 2.0, cx::sum(dt)}; };
  CHECK(thrown<cx::type_error>([&] { cx::jit(cx::custom_jvp(sums, wrong_rule))(ndarray(x)); }) ==
        "[constax] custom_jvp: the rule's tangent is f64[] where the function has f64[3]; they must be the same");
  constexpr auto fwd = [](auto t) { return std::pair{t * 2.0, t}; };
  constexpr auto bwd = [](auto t, auto ct) { return cx::sum(t) * cx::sum(ct); };
  CHECK(thrown<cx::type_error>([&] { cx::jit(cx::custom_vjp(sums, fwd, bwd))(ndarray(x)); }) ==
        "[constax] custom_vjp: bwd's cotangent is f64[] where the function has f64[3]; they must be the same");
}

TEST_CASE("closures hold ndarrays, and are traced once") {
  constexpr auto f = [](auto v, auto y) { return cx::sum(cx::dot(v, y) * y); };
  auto const held = cx::closure(f, ndarray(w));
  CHECK(same(cx::grad(held)(ndarray(x)), cx::grad(cx::closure(f, w))(x)));
  CHECK(same(cx::grad(cx::closure(f, ndarray(w)))(x), cx::grad(cx::closure(f, w))(x)));
  CHECK(same(cx::jit(cx::closure(f, w))(ndarray(x)), cx::jit(cx::closure(f, w))(x)));
  auto const [y, back] = cx::vjp(held, ndarray(x));
  CHECK(same(std::get<0>(back(1.0)), cx::grad(cx::closure(f, w))(x)));
  static int traces = 0;
  constexpr auto counted = [](auto v, auto z) { return ++traces, v * z; };
  for (double scale : {1.0, 2.0, 3.0}) CHECK(cx::jit(cx::closure(counted, ndarray(scale)))(ndarray{2.0}) == ndarray{2.0 * scale});
  CHECK(traces == 1);
}
