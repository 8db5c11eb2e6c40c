// SPDX-License-Identifier: BSL-1.0
// Examples of transformations; of loops and branches of a program.
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

TEST_CASE("branches and loops, an example of each") {
  DERIVED("associative_scan", "{3, 3, 6}", "{4, 9, 3}", cx::associative_scan([](auto v, auto w) { return v * w; }, x));
  DERIVED("cond", "{9, 1, 4}", "{6, 2, 4}", cx::cond(cx::sum(x) > 0.0, [](auto v) { return v * v; }, [](auto v) { return -v; }, x));
  DERIVED("fori_loop", "{51.2578, 0.0078125, 2}", "{136.688, 0.0625, 8}", cx::fori_loop(0, 3, [](auto, auto v) { return 0.5 * v * v; }, x));
  DERIVED("map", "{9, 1, 4}", "{6, 2, 4}", cx::map([](auto t) { return t * t; }, x));
  DERIVED("scan", "(6, {0, 3, 8})", "{4, 6, 5}", cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x));
  DERIVED("switch_", "{9, 1, 4}", "{6, 2, 4}",
          cx::switch_(1, std::tuple{[](auto v) { return v; }, [](auto v) { return v * v; }, [](auto v) { return v * v * v; }}, x));
  DERIVED("while_loop", "{96, 32, 64}", "{32, 32, 32}",
          cx::while_loop([](auto v) { return cx::sum(v) < 100.0; }, [](auto v) { return 2.0 * v; }, x));
}

TEST_CASE("options of loops, an example of each") {
  DERIVED("checkpoints", "{0.109556, 0.168852, 0.169261}", "{-0.462474, 0.00369862, -0.00219134}",
          cx::scan([](auto v) { return std::pair{cx::sin(v), cx::max(v)}; }, x, cx::length<100>, cx::checkpoints<10>).first);
  DERIVED("length", "{6, 3, 1.5, 0.75}", "{1.875, 1.875, 1.875}",
          cx::scan([](auto v) { return std::pair{0.5 * v, cx::sum(v)}; }, x, cx::length<4>).second);
  DERIVED("reverse", "(6, {9, 2, 0})", "{4, 6, 5}",
          cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x, cx::reverse));
  DERIVED("reversed", "{6, 3, 2}", "{1, 2, 3}", cx::cumsum(x, 0, cx::reversed));
  DERIVED("unroll", "(6, {0, 3, 8})", "{4, 6, 5}",
          cx::scan([](auto sum, auto t) { return std::pair{sum + t, sum * t}; }, 0.0, x, cx::unroll<3>));
}
