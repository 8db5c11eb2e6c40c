// SPDX-License-Identifier: BSL-1.0
// make_jaxpr, eval_shape and cost: what a call would do, known while compiling.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <sstream>

namespace cx = constax;
using namespace cx::literals;

namespace {

inline constexpr cx::dim<"n"> n;
inline constexpr auto f = [](auto w, auto x) { return cx::sum(cx::tanh(cx::dot(x, w)) * 0.5); };
inline constexpr cx::spec<double, 3> w;
inline constexpr cx::spec<double, n, 3> x;

constexpr auto program = cx::make_jaxpr(f)(w, x);
static_assert(program == "{ lambda ; a:f64[3] b:f64[n,3]. let\n"
                         "    c:f64[n] = dot_general[dimension_numbers=(([1], [0]), ([], []))] b a\n"
                         "    d:f64[n] = tanh c\n"
                         "    e:f64[n] = mul d 0.5:f64[]\n"
                         "    f:f64[] = reduce_sum[axes=(0,)] e\n"
                         "  in (f,) }");
static_assert(program.eqns().size() == 4);
static_assert(program.in_avals().size() == 2 && program.in_avals()[1] == cx::aval{cx::dtype::f64, {n, 3}});
static_assert(program.out_avals()[0] == cx::aval{cx::dtype::f64, {}});
static_assert(program.out_avals()[0] != cx::aval{cx::dtype::f32, {}});

// An array, a view and a spec of one type give one program.
TEST_CASE("arrays, views and specs stand for the same type") {
  cx::array<double, 3> const a;
  cx::array<double, n, 3> const b(2);
  static_assert(std::is_same_v<decltype(cx::make_jaxpr(f)(a, b)), std::remove_const_t<decltype(program)>>);
}

// ---- streams ----------------------------------------------------------------------------------------------------------------------
template <class X>
std::string shown(X const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
TEST_CASE("what has a text, types, arrays and views go to streams") {
  CHECK(shown(program) == program.str().view());
  CHECK(shown(cx::plan(f)(w, x)) == cx::plan(f)(w, x).str().view());
  CHECK(shown(cx::cost([](auto a) { return a * 2.0; })(cx::spec<double, 3>{})) ==
        "3 flops, 0 transcendental; reads 24 bytes of arguments, writes 24 of results");
  CHECK(shown(program.in_avals()[1]) == "f64[n,3]");
  CHECK(shown(cx::eval_shape(f)(w, x)) == "f64[]");
  CHECK(shown(cx::dtype::i32) == "i32");
  CHECK(shown(cx::text("words")) == "words");

  CHECK(shown(cx::array<double, 3>{1, 2.5, -3}) == "[1 2.5 -3]");
  cx::array<int, 2, 3> const matrix{1, 2, 3, 4, 5, 6};
  CHECK(shown(matrix) == "[[1 2 3]\n [4 5 6]]");
  CHECK(shown(cx::array<int, 2, 1, 2>{1, 2, 3, 4}) == "[[[1 2]]\n\n [[3 4]]]");
  CHECK(shown(cx::view<int const, 3, 2, cx::col_major>(matrix.data())) == "[[1 4]\n [2 5]\n [3 6]]");
  CHECK(shown(cx::array<double>{7}) == "7");
  CHECK(shown(cx::array<double, n>(0)) == "[]");
  CHECK(shown(cx::array<bool, 2>{true, false}) == "[1 0]");
  CHECK(shown(cx::array<std::uint8_t, 2>{65, 66}) == "[65 66]");
  std::ostringstream precise;
  precise << std::hex << cx::array<int, 1>{255};
  CHECK(precise.str() == "[ff]");
}

// ---- eval_shape: in the structure of the result ----------------------------------------------------------------------------------------
static_assert(std::is_same_v<decltype(cx::eval_shape(cx::grad(f, cx::argnums<0, 1>))(w, x)),
                             std::tuple<cx::spec<double, 3>, cx::spec<double, n, 3>>>);
static_assert(
    std::is_same_v<decltype(cx::eval_shape(cx::vmap(f, cx::in_axes<cx::none, 1>))(cx::spec<double, n>{}, cx::spec<double, 4, 7, n>{})),
                   cx::spec<double, 7>>);
static_assert(std::is_same_v<decltype(cx::eval_shape([](auto a) { return std::pair{a > 0, cx::astype<float>(a)}; })(w)),
                             std::pair<cx::spec<bool, 3>, cx::spec<float, 3>>>);
static_assert(!std::is_same_v<decltype(cx::eval_shape(f)(w, x)), cx::spec<float>>);

// ---- cost -------------------------------------------------------------------------------------------------------------------------
inline constexpr auto g = [](auto v) { return cx::sum(cx::sin(v) * v + cx::exp(v) * 2.0); };
inline constexpr cx::spec<double, 30> v;
constexpr auto once = cx::cost(g)(v), gradient = cx::cost(cx::grad(g))(v);
static_assert(once.transcendental == 60 && once.bytes_read == 240 && once.bytes_written == 8);
static_assert(gradient.bytes_written == 240);
static_assert(gradient.flops <= 4 * once.flops);
static_assert(cx::cost(cx::grad(g))(v).flops <= 4 * cx::cost(g)(v).flops);
static_assert(gradient.flops > once.flops / 2);
static_assert(!(cx::cost(cx::jacrev(cx::grad(g)))(v).flops <= 4 * once.flops)); // the bound is one that can be broken

inline constexpr auto rosenbrock = [](auto p) {
  auto const a = p[cx::slice(0_c, -1_c)], b = p[cx::slice(1_c, cx::end)];
  return cx::sum(100.0 * cx::square(b - cx::square(a)) + cx::square(1.0 - a));
};
static_assert(cx::cost(cx::value_and_grad(rosenbrock))(cx::spec<double, 10>{}).flops <=
              5 * cx::cost(rosenbrock)(cx::spec<double, 10>{}).flops);

TEST_CASE("symbols take their lengths from the arguments") {
  cx::array<double, 3> const a;
  cx::array<double, n, 3> const ten(10), twenty(20);
  auto const c10 = cx::cost(f)(a, ten), c20 = cx::cost(f)(a, twenty);
  CHECK(c10.transcendental == 10);
  CHECK(c20.transcendental == 20);
  CHECK(c10.bytes_read == 24 + 240);
  CHECK(c20.flops > c10.flops);
}

} // namespace
