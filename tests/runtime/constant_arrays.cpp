// SPDX-License-Identifier: BSL-1.0
// Arrays and ndarrays beside run-time tracers are constants of the program.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using late::of;

namespace {
constexpr of<double, 3> three;
constexpr of<double, 2, 3> matrix;
constexpr of<int, 3> three_i;
inline constexpr cx::array<double, 3> w{1, 2, 2};
} // namespace

TEST_CASE("arrays beside run-time tracers: the program that the compiler records") {
  late::same([](auto x) { return x * cx::asarray({1.0, 2.0, 2.0}); }, three);
  late::same([](auto x) { return std::tuple{w + x, x - (w + 1.0), x < w}; }, matrix);
  late::same([](auto i) { return i % cx::asarray({2, 3, 4}); }, three_i);
  late::same_bits(
      [](auto x) {
        return std::tuple{cx::dot(x, w), cx::where(x < w, x, w), cx::concatenate(x, w, 0_c), cx::atan2(w, x)};
      },
      three);
  late::same_bits([](auto x) { return cx::take(x, cx::asarray({2, 0, 1, 0}), 0_c); }, three);
  late::same_bits(cx::grad([](auto x) { return cx::sum(w * x * x); }), three);
  late::same_bits(
      [](auto x) {
        x += w;
        return std::pair{x, w};
      },
      three);
}

TEST_CASE("arrays as indices of run-time tracers, and as what is put there") {
  late::same_bits(
      [](auto x) {
        return std::tuple{x[cx::asarray({2, 0})], x.at(cx::asarray({1, 0})).set(0.0), x.at(cx::asarray({0, 1, 1})).add(w)};
      },
      three);
  late::same_bits([](auto x) { return std::pair{x.at(1).set(w), x(cx::asarray({1, 0}), cx::asarray({2, 1}))}; }, matrix);
  cx::ndarray const x(std::vector<double>{1, 2, 3}), places(std::vector<int>{2, 0});
  CHECK(cx::jit([places](auto a) { return a[places]; })(x) == cx::ndarray(std::vector<double>{3, 1}));
}

TEST_CASE("ndarrays beside run-time tracers") {
  cx::ndarray const x(std::vector<double>{1, 2, 3}), v(std::vector<double>{1, 0.5, 2});
  auto const f = [v](auto a) { return std::tuple{a * v, v - a, cx::max(a, v), cx::dot(v, a), v}; };
  auto const [product, difference, larger, dot, itself] = cx::jit(f)(x);
  CHECK(same(product, cx::array<double, 3>{1, 1, 6}));
  CHECK(same(difference, cx::array<double, 3>{0, -1.5, -1}));
  CHECK(same(larger, cx::array<double, 3>{1, 2, 3}));
  CHECK(same(dot, 8.0));
  CHECK(itself == v);
  CHECK(cx::grad([v](auto a) { return cx::sum(a * a * v); })(x) == cx::ndarray(std::vector<double>{2, 2, 12}));
  cx::ndarray const w{2.0, 3.0, 1.0}, shift(1);
  CHECK(cx::jit([&](auto a) { return cx::roll(a, shift) + cx::roll(a, shift, 0); })(x) == cx::ndarray{6.0, 2.0, 4.0});
  CHECK(cx::jit([&](auto a) { return std::get<1>(cx::sort(std::tuple(w, a))); })(x) == cx::ndarray{3.0, 1.0, 2.0});
  CHECK(cx::jit([&](auto a) { return std::get<1>(cx::sort(std::tuple(-a, w))); })(x) == cx::ndarray{1.0, 3.0, 2.0});
  CHECK(cx::jit([&](auto a) { return cx::lexsort(std::tuple(w, a)); })(x) ==
        cx::jit([](auto a, auto b) { return cx::lexsort(std::tuple(b, a)); })(x, w));
  cx::ndarray const long_one(std::vector<double>(300, 1.0));
  CHECK(thrown<cx::shape_error>([&] { cx::jit([&](auto a) { return a * long_one; })(long_one); }) ==
        "[constax] an array f64[300] meets a traced value: at most 256 elements become literals of the program; pass it as an argument, or "
        "lift it with "
        "cx::closure; outside of traced functions make the traced value an ndarray first, cx::ndarray y = cx::zeros({500})");
}

TEST_CASE("what is made of constants alone becomes an ndarray where one is wanted; what depends on an argument does not") {
  cx::ndarray w = cx::zeros({2});
  w = cx::eye(2)(0);
  CHECK(w == cx::ndarray(std::vector<double>{1, 0}));
  auto const dot = [](auto a, auto b) { return cx::sum(a * b); };
  CHECK(same(cx::jit(dot)(w, cx::arange<double>(2) + 3.0), 3.0));
  CHECK(cx::grad(dot)(cx::ones({2}), w) == w);
  CHECK(cx::vmap([](auto a) { return a * 2.0; })(cx::ndarray(cx::ones({2}))) == cx::ndarray(std::vector<double>{2, 2}));
  auto const silent = [&](auto a) {
    cx::ndarray const numbers = a * 2.0;
    return cx::sum(a * numbers);
  };
  CHECK(thrown<cx::concretization_error>([&] { cx::grad(silent)(w); }) ==
        "[constax] a traced value of type f64[2] becomes an ndarray, or an argument beside ndarrays: it depends on an argument of a traced "
        "function, and no derivative goes through numbers; functions take traced values, cx::ndarray(x) asks for the numbers aloud");
  CHECK(thrown<cx::concretization_error>([&] { cx::grad([&](auto a) { return cx::jit(dot)(a, w); })(w); }).find("beside ndarrays") < 80);
}
