// SPDX-License-Identifier: BSL-1.0
// Examples of transformations of functions, and of their options.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("transformations, an example of each") {
  EXAMPLE("closure", "{0.5, 4, 2}", cx::grad(cx::closure([](auto w, auto v) { return cx::dot(w, v); }, y))(x));
  STEPS("custom_jvp", "1",
        auto const softplus = cx::custom_jvp([](auto t) { return cx::log(1.0 + cx::exp(t)); },
                                             [](auto t, auto dt) { return std::pair{cx::log(1.0 + cx::exp(t)), dt * cx::logistic(t)}; });
        return cx::grad(softplus)(cx::ndarray(800.0)););
  STEPS("custom_vjp", "({0.5, 1, 1})",
        auto const clipped = cx::custom_vjp([](auto v) { return v; }, [](auto v) { return std::pair{v, std::tuple{}}; },
                                            [](auto, auto ct) { return cx::clip(ct, -1.0, 1.0); });
        auto const [value, pullback] = cx::vjp(clipped, x); return pullback(y););
  EXAMPLE("grad", "{6, 2, 4}", cx::grad([](auto v) { return cx::sum(v * v); })(x));
  EXAMPLE("hessian", "{{0, 2, 1}, {2, 0, 3}, {1, 3, 0}}", cx::hessian([](auto v) { return cx::prod(v); })(x));
  EXAMPLE("jacfwd", "{{1, 0, 0}, {1, 3, 0}, {2, 6, 3}}", cx::jacfwd([](auto v) { return cx::cumprod(v); })(x));
  EXAMPLE("jacrev", "{{1, 0, 0}, {1, 3, 0}, {2, 6, 3}}", cx::jacrev([](auto v) { return cx::cumprod(v); })(x));
  DERIVED("jit", "14", "{6, 2, 4}", cx::jit([](auto v) { return cx::sum(v * v); })(x));
  EXAMPLE("jvp", "({9, 1, 4}, {3, 8, 8})", cx::jvp([](auto v) { return v * v; }, x, y));
  STEPS("linearize", "{3, 8, 8}", auto const [value, tangent] = cx::linearize([](auto v) { return v * v; }, x); return tangent(y););
  EXAMPLE("value_and_grad", "(14, {6, 2, 4})", cx::value_and_grad([](auto v) { return cx::sum(v * v); })(x));
  STEPS("vjp", "({3, 8, 8})", auto const [value, pullback] = cx::vjp([](auto v) { return v * v; }, x); return pullback(y););
  EXAMPLE("vmap", "{6, 120}", cx::vmap([](auto row) { return cx::prod(row); })(a));
}

TEST_CASE("options of transformations, an example of each") {
  EXAMPLE("argnums", "({0.5, 4, 2}, {3, 1, 2})", cx::grad([](auto v, auto w) { return cx::dot(v, w); }, cx::argnums<0, 1>)(x, y));
  EXAMPLE("has_aux", "((14, 3), {6, 2, 4})",
          cx::value_and_grad([](auto v) { return std::pair{cx::sum(v * v), cx::max(v)}; }, cx::has_aux)(x));
  EXAMPLE("in_axes", "{11, 29}", cx::vmap([](auto row, auto v) { return cx::dot(row, v); }, cx::in_axes<0, cx::none>)(a, x));
  EXAMPLE("keep_scale", "{2, 0.666667, 1.33333}", cx::grad([](auto v) { return cx::mean(v * v); }, cx::keep_scale)(x));
  EXAMPLE("none", "{{3, 2, 6}, {12, 5, 12}}", cx::vmap([](auto row, auto v) { return row * v; }, cx::in_axes<0, cx::none>)(a, x));
  EXAMPLE("out_axes", "{{1, 4}, {3, 9}, {6, 15}}", cx::vmap([](auto row) { return cx::cumsum(row); }, cx::in_axes<0>, cx::out_axes<1>)(a));
  EXAMPLE("static_arg", "{9, 1, 4}", cx::jit([](auto v, auto squared) {
            if constexpr (squared) return v * v;
            else return v;
          })(x, cx::static_arg<true>));
}

TEST_CASE("what reverse mode keeps, an example of each") {
  DERIVED("checkpoint", "{0.944471, 0.410781, 0.893855}", "{6.6, -2.47835, 3.31293}",
          cx::checkpoint([](auto v) { return cx::sin(cx::exp(v)); })(x));
  DERIVED("checkpoint_name", "{0.944471, 0.410781, 0.893855}", "{6.6, -2.47835, 3.31293}",
          cx::checkpoint([](auto v) { return cx::sin(cx::checkpoint_name<"e">(cx::exp(v))); }, cx::checkpoint_policy::names<"e">)(x));
  DERIVED("checkpoint_policy::dots", "0.990607", "{0.820423, 0.273474, 0.546949}",
          cx::checkpoint([](auto v) { return cx::sin(cx::dot(v, v)); }, cx::checkpoint_policy::dots)(x));
  DERIVED("checkpoint_policy::everything", "{0.944471, 0.410781, 0.893855}", "{6.6, -2.47835, 3.31293}",
          cx::checkpoint([](auto v) { return cx::sin(cx::exp(v)); }, cx::checkpoint_policy::everything)(x));
  DERIVED("checkpoint_policy::names", "{0.944471, 0.410781, 0.893855}", "{6.6, -2.47835, 3.31293}",
          cx::checkpoint([](auto v) { return cx::sin(cx::checkpoint_name<"e">(cx::exp(v))); }, cx::checkpoint_policy::names<"e">)(x));
  DERIVED("checkpoint_policy::nothing", "{0.944471, 0.410781, 0.893855}", "{6.6, -2.47835, 3.31293}",
          cx::checkpoint([](auto v) { return cx::sin(cx::exp(v)); }, cx::checkpoint_policy::nothing)(x));
}
