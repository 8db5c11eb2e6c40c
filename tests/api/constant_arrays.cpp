// SPDX-License-Identifier: BSL-1.0
// Arrays beside traced values are constants of the program: in operators, functions, results, under transformations.
#include <constax/constax.hpp>

#include "../support/catch.hpp"

#include <cmath>

namespace {

namespace cx = constax;
using namespace cx::literals;

static_assert(std::is_same_v<decltype(cx::asarray({1.0, 2.0})), cx::array<double, 2>>);
static_assert(std::is_same_v<decltype(cx::asarray({true, false, true})), cx::array<bool, 3>>);
static_assert(cx::asarray({1, 2, 3}) == cx::array<int, 3>{1, 2, 3});
static_assert(cx::asarray({{1.0f, 2.0f}, {3.0f, 4.0f}, {5.0f, 6.0f}}) == cx::array<float, 3, 2>{1, 2, 3, 4, 5, 6});
static_assert(cx::asarray({{{1, 2}, {3, 4}, {5, 6}}}) == cx::array<int, 1, 3, 2>{1, 2, 3, 4, 5, 6});

inline constexpr cx::array<double, 3> w{1, 2, 2};
inline constexpr cx::array<double, 2, 3> m{1, 2, 3, 4, 5, 6};

// What is computed from constants alone is computed by the compiler.
static_assert(cx::sum(w) == 5 && cx::prod(w + 1.0) == 18 && (w * w).eval() == cx::array<double, 3>{1, 4, 4});

TEST_CASE("an array in a program: equal neighbours are one equation") {
  constexpr auto product = [](auto x) { return x * cx::asarray({1.0, 2.0, 2.0}); };
  CHECK(cx::make_jaxpr(product)(cx::spec<double, 3>{}) ==
        "{ lambda ; a:f64[3]. let\n"
        "    b:f64[1] = broadcast_in_dim[broadcast_dimensions=() shape=(1,)] 1.0:f64[]\n"
        "    c:f64[2] = broadcast_in_dim[broadcast_dimensions=() shape=(2,)] 2.0:f64[]\n"
        "    d:f64[3] = concatenate[dimension=0] b c\n"
        "    e:f64[3] = mul a d\n"
        "  in (e,) }");
  constexpr auto equal = [](auto x) { return cx::asarray({{1, 1}, {1, 1}}) + x; };
  CHECK(cx::make_jaxpr(equal)(cx::spec<int>{}) ==
        "{ lambda ; a:i32[]. let\n"
        "    b:i32[2,2] = broadcast_in_dim[broadcast_dimensions=() shape=(2, 2)] 1:i32[]\n"
        "    c:i32[2,2] = broadcast_in_dim[broadcast_dimensions=() shape=(2, 2)] a\n"
        "    d:i32[2,2] = add b c\n"
        "  in (d,) }");
}

TEST_CASE("operators of arrays and traced values") {
  constexpr auto all = [](auto x) {
    auto y = (x + w) * 2.0 - w / x;
    y += w, y -= m(0, 0), y *= w, y /= w + 1.0;
    return std::tuple{y, x<w, w <= x, x> w, w >= x, x == w, w != x, x - (w * 2.0 + w), -w + x};
  };
  cx::array<double, 3> const x{1, 4, 0.5};
  auto const [y, lt, le, gt, ge, eq, ne, sum, neg] = cx::jit(all)(x);
  for (int i = 0; i < 3; ++i) {
    CHECK(y[i] == ((x[i] + w[i]) * 2.0 - w[i] / x[i] + w[i] - 1) * w[i] / (w[i] + 1));
    CHECK((lt[i] == (x[i] < w[i]) && le[i] == (w[i] <= x[i]) && gt[i] == (x[i] > w[i]) && ge[i] == (w[i] >= x[i])));
    CHECK((eq[i] == (x[i] == w[i]) && ne[i] == (x[i] != w[i]) && sum[i] == x[i] - 3 * w[i] && neg[i] == x[i] - w[i]));
  }
  constexpr auto whole = [](auto i) {
    return std::tuple{i % cx::asarray({2, 3}), i & cx::asarray({1, 6}), cx::asarray({8, 1}) | i, i ^ cx::asarray({1, 1})};
  };
  auto const [r, a, o, e] = cx::jit(whole)(cx::array<int, 2>{7, 11});
  CHECK((r == cx::array<int, 2>{1, 2} && a == cx::array<int, 2>{1, 2} && o == cx::array<int, 2>{15, 11} && e == cx::array<int, 2>{6, 10}));
}

TEST_CASE("shapes broadcast, dtypes must agree") {
  constexpr auto outer = [](auto x) { return m * x + w; };
  auto const y = cx::jit(outer)(cx::array<double, 2, 1>{10, 100});
  CHECK(y == cx::array<double, 2, 3>{11, 22, 32, 401, 502, 602});
}

TEST_CASE("functions of arrays and traced values") {
  constexpr auto some = [](auto x) {
    return std::tuple{cx::dot(m, x),          cx::max(x, w),
                      cx::where(x < w, w, x), cx::where(cx::asarray({true, false, true}), x, 0.0),
                      cx::clip(x, 0.0, w),    cx::concatenate(x, w, 0_c),
                      cx::stack(w, x, 0_c),   cx::take(x, cx::asarray({2, 0, 1, 0}), 0_c),
                      cx::divmod(x, w),       cx::atan2(x, w),
                      cx::pow(x, w),          cx::outer(x, w),
                      cx::logaddexp(x, w)};
  };
  cx::array<double, 3> const x{3, 1, 0.5};
  auto const [dot, max, where, chosen, clipped, joined, stacked, taken, divided, angle, power, outer, added] = cx::jit(some)(x);
  CHECK(dot == cx::array<double, 2>{3 + 2 + 1.5, 12 + 5 + 3});
  CHECK(max == cx::array<double, 3>{3, 2, 2});
  CHECK(where == cx::array<double, 3>{3, 2, 2});
  CHECK(chosen == cx::array<double, 3>{3, 0, 0.5});
  CHECK(clipped == cx::array<double, 3>{1, 1, 0.5});
  CHECK(joined == cx::array<double, 6>{3, 1, 0.5, 1, 2, 2});
  CHECK(stacked == cx::array<double, 2, 3>{1, 2, 2, 3, 1, 0.5});
  CHECK(taken == cx::array<double, 4>{0.5, 3, 1, 3});
  CHECK((std::get<0>(divided) == cx::array<double, 3>{3, 0, 0} && std::get<1>(divided) == cx::array<double, 3>{0, 1, 0.5}));
  CHECK(power == cx::array<double, 3>{3, 1, 0.25});
  CHECK(outer == cx::array<double, 3, 3>{3, 6, 6, 1, 2, 2, 0.5, 1, 1});
  CHECK(std::abs(angle[1] - std::atan2(1.0, 2.0)) < 1e-15);
  CHECK(std::abs(added[1] - std::log(std::exp(1.0) + std::exp(2.0))) < 1e-15);
}

TEST_CASE("arrays as indices, and as what is put there") {
  constexpr auto f = [](auto x) {
    constexpr auto places = cx::asarray({2, 0});
    return std::tuple{x[places],      x(places, cx::slice<0, 2>()), x.at(places).set(0.0),
                      x.at(1).set(w), x.at(1).subtract(w),          x.at(cx::asarray({1, 1})).add(w)};
  };
  cx::array<double, 3, 3> const x{1, 2, 3, 4, 5, 6, 7, 8, 9};
  auto const [rows, corner, zeros, set, less, more] = cx::jit(f)(x);
  CHECK(rows == cx::array<double, 2, 3>{7, 8, 9, 1, 2, 3});
  CHECK(corner == cx::array<double, 2, 2>{7, 8, 1, 2});
  CHECK(zeros == cx::array<double, 3, 3>{0, 0, 0, 4, 5, 6, 0, 0, 0});
  CHECK(set == cx::array<double, 3, 3>{1, 2, 3, 1, 2, 2, 7, 8, 9});
  CHECK(less == cx::array<double, 3, 3>{1, 2, 3, 3, 3, 4, 7, 8, 9});
  CHECK(more == cx::array<double, 3, 3>{1, 2, 3, 6, 9, 10, 7, 8, 9});
}

TEST_CASE("constant arrays under transformations") {
  constexpr auto f = [](auto x) { return cx::sum(w * x * x); };
  CHECK(cx::grad(f)(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3>{2, 8, 12});
  CHECK(cx::hessian(f)(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3, 3>{2, 0, 0, 0, 4, 0, 0, 0, 4});
  auto const rows = cx::vmap(f)(cx::array<double, 2, 3>{1, 1, 1, 1, 2, 3});
  CHECK(rows == cx::array<double, 2>{5, 27});
  constexpr auto loop = [](auto x) {
    return cx::fori_loop(0, 3, [](auto, auto acc) { return acc * w + cx::asarray({0.5, 0.0, 0.0}); }, x);
  };
  CHECK(cx::jit(loop)(cx::array<double, 3>{1, 1, 1}) == cx::array<double, 3>{2.5, 8, 8});
}

TEST_CASE("an array at traced places") {
  constexpr auto at_places = [](auto i) { return w[i] * 2.0 + m(1_c, i) * w[1] + cx::sum(m(i % 2), 1_c); };
  CHECK(cx::jit(at_places)(cx::array<int, 3>{2, 0, -1}) == cx::array<double, 3>{4 + 12 + 6, 2 + 8 + 6, 4 + 12 + 15});
  constexpr auto in_loop = [](auto n) { return cx::fori_loop(0, n, [](auto k, auto s) { return s + w[k] * m(1, k); }, 0.0); };
  CHECK(cx::jit(in_loop)(3) == 4 + 2 * 5 + 2 * 6);
  static_assert(w[1] == 2 && m(1, 2) == 6);
}

TEST_CASE("arrays among the operands of sorts, quantiles, scans and updates") {
  cx::array<double, 3> const x{3, 1, 2};
  auto const [by_x, along] = cx::jit([](auto v) { return cx::sort(std::tuple(v, w)); })(x);
  CHECK(by_x == cx::array<double, 3>{1, 2, 3});
  CHECK(along == cx::array<double, 3>{2, 2, 1});
  CHECK(cx::jit([](auto v) { return cx::lexsort(std::tuple(v, w)); })(x) == cx::array<int, 3>{0, 1, 2});
  CHECK(cx::jit([](auto v) { return cx::quantile(v, cx::asarray({0.0, 0.5})) + cx::percentile(v, cx::asarray({0.0, 100.0})); })(x) ==
        cx::array<double, 2>{2, 5});
  CHECK(cx::jit([](auto v) { return cx::histogram(v, cx::asarray({0.0, 1.5, 4.0})).first; })(x) == cx::array<double, 2>{1, 2});
  constexpr auto summed = [](auto v) { return cx::scan([](auto s, auto a) { return std::pair{s + a, s * a}; }, cx::sum(v), w); };
  CHECK(cx::jit(summed)(x).first == 11);
  CHECK(cx::jit(summed)(x).second == cx::array<double, 3>{6, 14, 18});
  CHECK(cx::jit([](auto v) { return cx::sum(v) * cx::map([](auto a) { return a * a; }, w); })(x) == cx::array<double, 3>{6, 24, 24});
  CHECK(cx::jit([](auto v) { return cx::dynamic_update_slice(v, cx::asarray({7.0}), cx::argmax(v)); })(x) == cx::array<double, 3>{7, 1, 2});
  CHECK(cx::jit([](auto v) { return cx::conv(cx::reshape<1, 1, 3>(v), cx::asarray({{{1.0, 2.0}}})); })(x) ==
        cx::array<double, 1, 1, 2>{5, 5});
}

TEST_CASE("functions of arrays alone inside of traced functions are numbers") {
  constexpr auto scaled = [](auto x) { return x / cx::sum(w * w); };
  CHECK(cx::make_jaxpr(scaled)(cx::spec<double>{}) == "{ lambda ; a:f64[]. let b:f64[] = div a 9.0:f64[] in (b,) }");
}

TEST_CASE("arrays as arguments and results inside of traced functions") {
  constexpr auto returned = [](auto x) { return std::pair{x, w}; };
  CHECK(cx::jit(returned)(1.0).second == w);
  constexpr auto mapped = [](auto x) { return cx::vmap([](auto a, auto b) { return a * b; })(w, x); };
  CHECK(cx::jit(mapped)(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3>{1, 4, 6});
  constexpr auto pulled = [](auto x) { return std::get<0>(cx::vjp([](auto y) { return y * y; }, x).second(w)); };
  CHECK(cx::jit(pulled)(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3>{2, 8, 12});
  constexpr auto pushed = [](auto x) { return cx::linearize([](auto y) { return y * y; }, x).second(w); };
  CHECK(cx::jit(pushed)(cx::array<double, 3>{1, 2, 3}) == cx::array<double, 3>{2, 8, 12});
}

inline constexpr cx::dim<"n"> n;
TEST_CASE("a constant row beside many rows") {
  constexpr auto rows = [](auto x) { return x * w + cx::asarray({0.0, 0.0, 1.0}); };
  cx::array<double, n, 3> x(100);
  for (int i = 0; i < 300; ++i) x[i] = i;
  auto const y = cx::jit(rows)(x);
  bool right = true;
  for (int i = 0; i < 300; ++i) right &= y[i] == i * w[i % 3] + (i % 3 == 2);
  CHECK(right);
}

} // namespace
