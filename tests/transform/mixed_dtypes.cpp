// SPDX-License-Identifier: BSL-1.0
// Derivatives through conversions: values of f32 and f64 in one program, and in the carries of one loop. The oracle is the same program in
// f64 alone, with closed forms where there are any.
#include "../support/recorded.hpp"

namespace constax_tests {
namespace {

constexpr double numbers[] = {0.7, -0.4, 1.3, 0.25, -0.9, 0.6, 1.1};
constexpr double single = 2e-5; // of numbers that go through f32

/// Scalar losses of a vector of A, computed in A and B.
template <class A, class B>
struct losses {
  static constexpr auto narrowed = [](auto x) { return cx::astype<A>(cx::sum(cx::square(cx::astype<B>(x)))); };
  static constexpr auto mean = [](auto x) { return cx::mean(cx::square(cx::astype<B>(x))); };
  static constexpr auto of_its_own = [](auto x) { return cx::astype<B>(cx::mean(cx::sin(x) * x)); };
  static constexpr auto to_and_fro = [](auto x) {
    auto const w = cx::astype<A>(cx::astype<B>(x) * cx::astype<B>(x));
    return cx::astype<A>(cx::mean(cx::astype<B>(w * x)));
  };
  static constexpr auto log_of_sum = [](auto x) { return cx::log(cx::astype<A>(cx::sum(cx::exp(cx::astype<B>(x))))); };
  static constexpr auto both_beside = [](auto x) { return cx::astype<B>(cx::sum(x * x)) * cx::mean(cx::cos(cx::astype<B>(x))); };
  /// A scale and terms that only together are numbers of f32.
  static constexpr auto far_apart = [](auto x) {
    if constexpr (std::is_same_v<B, double>) return cx::sum(cx::square(cx::astype<B>(x)) * 1e-60) * 1e60;
    else return cx::sum(cx::square(x) * 1e-60) * 1e60;
  };
  /// Carries of both dtypes, an integer, a bool; traced and known numbers of trips.
  static constexpr auto whiles = [](auto x) {
    auto const last = cx::while_loop([](auto const& s) { return std::get<3>(s); },
                                     [](auto const& s) {
                                       auto const [a, b, n, on] = s;
                                       return std::tuple{a * cx::astype<A>(1.5 + 0.1 * b), b + cx::astype<B>(a) * b, n + 1, n < 3};
                                     },
                                     std::tuple{x[0], cx::astype<B>(cx::sum(x)), 0, true});
    return cx::astype<B>(std::get<0>(last)) + std::get<1>(last);
  };
  static constexpr auto counts = [](auto x) {
    auto const last = cx::fori_loop(
        0, 4,
        [&](auto i, auto const& s) {
          auto const [a, b] = s;
          return std::pair{cx::sin(a) + cx::astype<A>(b) * cx::astype<A>(i), b * cx::astype<B>(x[1]) + cx::astype<B>(a)};
        },
        std::pair{x[0], cx::astype<B>(x[2])});
    return cx::astype<B>(last.first) * last.second;
  };
  static constexpr auto scans = [](auto x) {
    auto const [last, ys] = cx::scan(
        [](auto const& s, auto y) {
          auto const next = s.second + cx::astype<B>(s.first * y);
          return std::pair{std::pair{cx::astype<A>(cx::tanh(next)) * y, next}, next * next};
        },
        std::pair{x[0], cx::astype<B>(x[1])}, x);
    return cx::sum(ys) + last.second;
  };
};
template <class A, class B>
vec<jaxpr> programs() {
  using of = losses<A, B>;
  cx::spec<A, 5> const x;
  return {recorded(of::narrowed, x),   recorded(of::mean, x),        recorded(of::of_its_own, x), recorded(of::to_and_fro, x),
          recorded(of::log_of_sum, x), recorded(of::both_beside, x), recorded(of::far_apart, x),  recorded(of::whiles, x),
          recorded(of::counts, x),     recorded(of::scans, x)};
}

/// Its derivatives, each as a program of its own: gradients with the scale rule and without, tangents, second derivatives, rows of
/// gradients.
vec<jaxpr> derivatives(jaxpr const& j) {
  jaxpr const g = value_and_grad(j);
  return {g,
          value_and_grad(j, {}, true),
          jvp(j),
          vjp(j),
          jvp(g),
          vjp(g),
          vmap(g, vec<i32>{0}, 2, vec<i32>{0, 0}),
          vjp(vmap(j, vec<i32>{0}, 2, vec<i32>{0}))};
}
void same_derivatives(vec<jaxpr> const& mixed, vec<jaxpr> const& alone) {
  for (u32 k = 0; k < mixed.size(); ++k) {
    vec<jaxpr> const a = derivatives(mixed[k]), b = derivatives(alone[k]);
    for (u32 d = 0; d < a.size(); ++d) {
      INFO("program " << k << ", derivative " << d);
      CHECK(near_all(numbers_of(a[d], filled_from(a[d], {numbers, 7})), numbers_of(b[d], filled_from(b[d], {numbers, 7})), single * 50));
    }
  }
}

TEST_CASE("derivatives through conversions are those of the program in one dtype") {
  vec<jaxpr> const alone = programs<double, double>();
  same_derivatives(programs<float, double>(), alone);
  same_derivatives(programs<double, float>(), alone);
}
TEST_CASE("a wrong twin is told apart") {
  jaxpr const g = value_and_grad(programs<float, double>()[0]), other = value_and_grad(programs<double, double>()[1]);
  CHECK(!near_all(numbers_of(g, filled_from(g, {numbers, 7})), numbers_of(other, filled_from(other, {numbers, 7})), single * 50));
}
TEST_CASE("a gradient through a conversion: 2 x, 2 x / n") {
  for (u32 k : {0u, 1u, 6u}) {
    jaxpr const g = value_and_grad(programs<float, double>()[k]);
    vec<double> const ys = numbers_of(g, filled_from(g, {numbers, 7}));
    for (u32 i = 0; i < 5; ++i) CHECK(close(ys[1 + i], 2.0 * numbers[i] / (k == 1 ? 5 : 1), 1e-7));
  }
}
TEST_CASE("the scale rule stays where there is one dtype, and is left where there are two") {
  auto const last = [](jaxpr const& j) { return j.eqns[j.eqns.size() - 1].prim; };
  jaxpr const one = recorded([](auto x) { return cx::mean(cx::sin(x)); }, cx::spec<double, 5>{});
  CHECK(last(value_and_grad(one)) == &descriptor<mul_t>);
  CHECK(last(value_and_grad(programs<float, double>()[1])) == &descriptor<convert_element_type_t>);
}

/// A loop whose carries have two dtypes, at 0.7: 97.7119.
TEST_CASE("a loop with carries of two dtypes") {
  auto const f = [](auto x) {
    return std::get<1>(cx::while_loop([](auto const& c) { return std::get<2>(c) < 4; },
                                      [](auto const& c) {
                                        auto [a, b, n] = c;
                                        return std::tuple{a * 1.5f, b + cx::astype<double>(a) * b, n + 1};
                                      },
                                      std::tuple{x, cx::astype<double>(x), 0}));
  };
  jaxpr const rows = vmap(value_and_grad(recorded(f, cx::spec<float>{})), vec<i32>{0}, 2, vec<i32>{0, 0});
  double const at[] = {0.7, 0.6};
  vec<double> const ys = numbers_of(rows, filled_from(rows, {at, 2}));
  // b_n = x (1 + x) (1 + 1.5 x) (1 + 2.25 x) (1 + 3.375 x): its logarithmic derivative
  for (u32 i = 0; i < 2; ++i) {
    double const x = at[i];
    double b = x, of_log = 1 / x;
    for (double p = 1; p < 4; p *= 1.5) b *= 1 + p * x, of_log += p / (1 + p * x);
    CHECK(close(ys[i], b, single));
    CHECK(close(ys[2 + i], b * of_log, single));
  }
}

// ---- Jacobians ------------------------------------------------------------------------------------------------------------------

/// Results of dtype B of arguments of dtype A: every block has the result's dtype, and the numbers of the formula.
template <class A, class B>
void jacobians() {
  constexpr double at[] = {0.5, -1.25, 2.0, 3.0, 0.75, -0.5};
  constexpr dtype b = dtype_of<B>;
  cx::spec<A, 3> const x;
  auto const holds = [&](jaxpr const& j, u32 n_rows, auto&& expected) {
    CHECK(j.outs.size() == 1);
    CHECK(j.type(j.outs[0]).type == b);
    vec<double> const ys = numbers_of(j, filled_from(j, {at, 6}));
    REQUIRE(ys.size() == 9 * n_rows);
    for (u32 r = 0; r < n_rows; ++r)
      for (u32 i = 0; i < 9; ++i) CHECK(close(ys[9 * r + i], i % 4 == 0 ? expected(at[3 * r + i / 4]) : 0.0, 1e-6));
  };
  auto const cube = [](auto v) { return cx::astype<B>(v) * cx::astype<B>(v * v); };
  auto const sum_of_cubes = [=](auto v) { return cx::sum(cube(v)); };
  auto const derivative = [](double v) { return 3 * v * v; };
  auto const second = [](double v) { return 6 * v; };
  holds(recorded([&](auto v) { return cx::jacfwd(cube)(v); }, x), 1, derivative);
  holds(recorded([&](auto v) { return cx::jacrev(cube)(v); }, x), 1, derivative);
  holds(recorded([&](auto v) { return cx::hessian(sum_of_cubes)(v); }, x), 1, second);
  holds(recorded([&](auto v) { return cx::jacrev(cx::jacfwd(sum_of_cubes))(v); }, x), 1, second);
  holds(recorded([&](auto v) { return cx::vmap(cx::jacrev(cube))(v); }, cx::spec<A, 2, 3>{}), 2, derivative);
  holds(recorded([&](auto v) { return cx::vmap(cx::hessian(sum_of_cubes))(v); }, cx::spec<A, 2, 3>{}), 2, second);

  // Several arguments and results, each of a dtype of its own.
  auto const f = [](auto u, auto v) { return std::pair{cx::astype<B>(u) * v, cx::sum(u) * cx::astype<A>(v[0])}; };
  for (bool forwards : {true, false}) {
    jaxpr const j = forwards ? recorded([&](auto u, auto v) { return cx::jacfwd(f, cx::argnums<0, 1>)(u, v); }, x, cx::spec<B, 3>{})
                             : recorded([&](auto u, auto v) { return cx::jacrev(f, cx::argnums<0, 1>)(u, v); }, x, cx::spec<B, 3>{});
    REQUIRE(j.outs.size() == 4); // d first/du, d first/dv, d second/du, d second/dv
    for (u32 k = 0; k < 4; ++k) CHECK(j.type(j.outs[k]).type == (k < 2 ? b : dtype_of<A>));
    vec<double> const ys = numbers_of(j, filled_from(j, {at, 6}));
    REQUIRE(ys.size() == 24);
    for (u32 i = 0; i < 9; ++i) {
      CHECK(close(ys[i], i % 4 == 0 ? at[3 + i / 4] : 0.0, 1e-6));
      CHECK(close(ys[9 + i], i % 4 == 0 ? at[i / 4] : 0.0, 1e-6));
    }
    for (u32 i = 0; i < 3; ++i) {
      CHECK(close(ys[18 + i], at[3], 1e-6));
      CHECK(close(ys[21 + i], i == 0 ? at[0] + at[1] + at[2] : 0.0, 1e-6));
    }
  }
}
TEST_CASE("Jacobians where the result's dtype is not the argument's") {
  jacobians<float, double>();
  jacobians<double, float>();
  jacobians<float, float>();
}

} // namespace
} // namespace constax_tests
