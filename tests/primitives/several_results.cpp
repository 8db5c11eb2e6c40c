// SPDX-License-Identifier: BSL-1.0
// Primitives with several results keep the laws; what programs hold of them, and what becomes of them.
#include <constax/constax.hpp>

#include "../support/catch.hpp"
#include "../support/laws.hpp"
#include "../support/several_results.hpp"

namespace constax_tests {

namespace cx = constax;

/// One equation of P.
template <class P, u32 Operands, params_of<P> Params = params_of<P>{}>
inline constexpr auto equation = [](dtype t) {
  aval const all[] = {{t, {2, 3}}, {t, {2, 3}}};
  return program_of<P>({all, Operands}, Params);
};

TEST_CASE("primitives with several results keep the laws") {
  CHECK(laws(equation<my::sincos_t, 1>, standard));
  CHECK(laws(equation<my::three_t, 2>, between(0.5, 2)));
  CHECK(laws(equation<my::turned_t, 2>, standard, {}, {dtype::i32}));
  CHECK(laws(equation<my::scaled_t, 1, my::scaled_t::params{2.5}>, standard));
  CHECK(laws(equation<frexp_t, 1>, between(0.51, 0.99)));
}
TEST_CASE("laws reject wrong twins with several results") {
  CHECK(laws(equation<my::wrong_tangent, 1>, standard).rejects("difference"));
  CHECK(laws(equation<my::wrong_transpose, 2>, standard).rejects("adjoint"));
}

TEST_CASE("a program holds one equation for all results") {
  CHECK(cx::make_jaxpr(my::sincos)(cx::spec<double, 3>{}) == "{ lambda ; a:f64[3]. let b:f64[3] c:f64[3] = my::sincos a in (b, c) }");
  CHECK(cx::make_jaxpr(my::three)(cx::spec<double, 3>{}, cx::spec<double>{}) ==
        "{ lambda ; a:f64[3] b:f64[]. let\n"
        "    c:f64[3] = broadcast_in_dim[broadcast_dimensions=() shape=(3,)] b\n"
        "    d:f64[3] e:bool[3] f:f64[3] = my::three a c\n"
        "  in (d, e, f) }");
  CHECK(cx::make_jaxpr([](auto x) { return cx::emit<my::scaled_t, my::scaled_t::params{2.0}>(x); })(cx::spec<float, 2>{}) ==
        "{ lambda ; a:f32[2]. let b:f32[2] c:f32[2] = my::scaled[by=2.0] a in (b, c) }");
  CHECK(cx::make_jaxpr(cx::vmap(my::turned, cx::in_axes<0, cx::none>))(cx::spec<int, 4>{}, cx::spec<int>{}) ==
        "{ lambda ; a:i32[4] b:i32[]. let\n"
        "    c:i32[4] = broadcast_in_dim[broadcast_dimensions=() shape=(4,)] b\n"
        "    d:i32[4] e:i32[4] = my::turned a c\n"
        "  in (d, e) }");
}

TEST_CASE("an equation with several results is shared, and dropped where nothing reads it") {
  constexpr auto twice = [](auto x) {
    auto const [s, c] = my::sincos(x);
    auto const [s2, c2] = my::sincos(x);
    my::turned(x, s);
    return s * c2 + s2 * c;
  };
  jaxpr const j = simplify(cx::make_jaxpr(twice)(cx::spec<double>{}).get());
  CHECK(print(j) ==
        "{ lambda ; a:f64[]. let\n"
        "    b:f64[] c:f64[] = my::sincos a\n"
        "    d:f64[] = mul b c\n"
        "    e:f64[] = add d d\n"
        "  in (e,) }");
}
TEST_CASE("what is evaluated computes the results that are read") {
  constexpr auto second = [](auto x) { return std::get<1>(my::three(x, 2.0)); };
  CHECK(print(lower(cx::make_jaxpr(second)(cx::spec<float, 3>{}).get())) ==
        "{ lambda ; a:f32[3]. let b:bool[3] = my::three.1 a 2.0:f32[] in (b,) }");
  CHECK(print(lower(cx::make_jaxpr(my::sincos)(cx::spec<double>{}).get())) ==
        "{ lambda ; a:f64[]. let\n"
        "    b:f64[] = my::sincos.0 a\n"
        "    c:f64[] = my::sincos.1 a\n"
        "  in (b, c) }");
}
TEST_CASE("an exact primitive of literals is folded") {
  constexpr auto of_number = [](auto x) { return x * std::get<0>(cx::frexp(cx::full_like(x, 12.0))); };
  CHECK(print(lower(cx::make_jaxpr(of_number)(cx::spec<double>{}).get())) ==
        "{ lambda ; a:f64[]. let b:f64[] = mul a 0.75:f64[] in (b,) }");
}

TEST_CASE("several results in constant evaluation, of numbers, of arrays") {
  constexpr auto number = cx::frexp(12.0);
  static_assert(std::is_same_v<decltype(number), std::tuple<double, std::int32_t> const> && number == std::tuple(0.75, 4));
  static_assert(std::get<0>(cx::frexp(3)) == 0.75 && std::is_same_v<decltype(cx::frexp(3.0f)), std::tuple<float, std::int32_t>>);
  auto const [below, above] = my::turned(cx::array<int, 2>{5, 7}, 2);
  CHECK((below == cx::array<int, 2>{3, 5} && above == cx::array<int, 2>{7, 9}));
  auto const [m, n] = cx::frexp(cx::array<double, 2>{1, -6} * 2.0);
  CHECK((m == cx::array<double, 2>{0.5, -0.75} && n == cx::array<std::int32_t, 2>{2, 4}));
}

TEST_CASE("derivatives through all results, to second order") {
  constexpr auto f = [](auto x) {
    auto const [s, c] = my::sincos(x);
    return s * c; // sin(2x) / 2
  };
  CHECK(std::abs(cx::grad(f)(0.3) - std::cos(0.6)) < 1e-15);
  CHECK(std::abs(cx::grad(cx::grad(f))(0.3) + 2 * std::sin(0.6)) < 1e-14);
  CHECK(cx::grad([](auto x) { return std::get<0>(cx::frexp(x)) * 3.0; })(12.0) == 3.0 / 16);
  CHECK(cx::grad([](auto x) { return std::get<0>(cx::frexp(x)); })(0.0) == 1); // as in JAX
  auto const [y, dy] = cx::jvp([](auto x) { return std::get<0>(cx::frexp(x)) + cx::astype<double>(std::get<1>(cx::frexp(x))); }, 6.0, 1.0);
  CHECK((y == 3.75 && dy == 0.125));
}

TEST_CASE("a linear primitive of which one result is read: the other's cotangent is zero") {
  constexpr auto first = [](auto x, auto y) { return std::get<0>(my::turned(x, y)); };
  constexpr auto second = [](auto x, auto y) { return std::get<1>(my::turned(x, y)); };
  CHECK(cx::grad(first, cx::argnums<0, 1>)(2.0, 3.0) == std::tuple{1.0, -1.0});
  CHECK(cx::grad(second, cx::argnums<0, 1>)(2.0, 3.0) == std::tuple{1.0, 1.0});
}

TEST_CASE("derivatives of frexp, modf, divmod are JAX's") {
  constexpr auto divided = [](auto x, auto y) { return cx::divmod(x, y); };
  struct line {
    double x, y, q, r, dq, dr; // in direction (1, 10)
  };
  for (line const& l : {line{7.25, 3, 2, 1.25, 0, -19}, line{-7.25, 3, -3, 1.75, 0, 31}, line{7.25, -3, -3, -1.75, 0, 31}}) {
    auto const [y, dy] = cx::jvp(divided, std::tuple{l.x, l.y}, std::tuple{1.0, 10.0});
    CHECK((y == std::tuple{l.q, l.r} && dy == std::tuple{l.dq, l.dr}));
  }
  auto const [y, dy] = cx::jvp([](auto x) { return cx::modf(x); }, -3.25, 1.0);
  CHECK((y == std::tuple{-0.25, -3.0} && dy == std::tuple{1.0, 0.0}));
  constexpr auto mantissa = [](auto x) { return std::get<0>(cx::frexp(x)); };
  CHECK(cx::grad(mantissa)(-0.7) == 1);
  CHECK(cx::grad(mantissa)(std::numeric_limits<double>::infinity()) == 1);
}

TEST_CASE("several results inside loops and branches") {
  constexpr auto loop = [](auto x, auto y) {
    return cx::fori_loop(
        0, 3,
        [=](auto, auto acc) {
          auto const [s, c] = my::sincos(y); // computed once, before the loop
          auto const [a, b] = my::turned(acc, s);
          return a * b + c;
        },
        x);
  };
  auto const by_hand = [](double x, double y) {
    for (int i = 0; i < 3; ++i) x = (x - std::sin(y)) * (x + std::sin(y)) + std::cos(y);
    return x;
  };
  CHECK(std::abs(cx::jit(loop)(0.4, 0.7) - by_hand(0.4, 0.7)) < 1e-15);
  double const h = 1e-6, slope = (by_hand(0.4 + h, 0.7) - by_hand(0.4 - h, 0.7)) / (2 * h);
  CHECK(std::abs(cx::grad(loop)(0.4, 0.7) - slope) < 1e-8);
  constexpr auto branch = [](auto x) {
    return cx::cond(
        x > 0.0, [](auto z) { return std::get<0>(my::sincos(z)); }, [](auto z) { return std::get<1>(my::sincos(z)); }, x);
  };
  CHECK(std::abs(cx::grad(branch)(0.5) - std::cos(0.5)) < 1e-15);
  CHECK(std::abs(cx::grad(branch)(-0.5) - std::sin(0.5)) < 1e-15);
}

} // namespace constax_tests
