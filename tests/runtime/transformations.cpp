// SPDX-License-Identifier: BSL-1.0
// Transformations of what is traced at run time: the programs that the compiler makes, in text and bits.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same, late::numbers;

namespace {

constexpr of<double> number;
constexpr of<double, 4> four;
constexpr of<double, 3> three;
constexpr of<double, 3, 4> matrix;

constexpr auto loss = [](auto w, auto b, auto x, auto y) {
  auto e = cx::tanh(cx::dot(x, w) + b) - y;
  return cx::mean(e * e);
};
constexpr auto energy = [](auto x) { return cx::sum(cx::logsumexp(x, 0_c) * cx::sin(x)) + cx::sum(cx::softmax(x)[0_c]); };
constexpr auto wave = [](auto x) { return cx::sin(x) * cx::exp(-x * x) + cx::pow(x, 3); };
} // namespace

TEST_CASE("transformations") {
  same(cx::grad(loss), four, number, matrix, three);
  same(cx::value_and_grad(loss, cx::argnums<0, 1>), four, number, matrix, three);
  same(cx::grad(energy), matrix);
  same(cx::grad(wave), number);
  same(cx::grad(wave, cx::keep_scale), number);
  same(cx::vmap(wave), four);
  same(cx::vmap(cx::grad(wave)), four);
  same(cx::vmap(loss, cx::in_axes<cx::none, 0, cx::none, cx::none>), four, three, matrix, three);
  same(cx::vmap([](auto x, auto y) { return cx::outer(x, y); }, cx::in_axes<1, 0>, cx::out_axes<2>), matrix, of<double, 4, 2>{});
  same([](auto x) { return cx::grad(wave)(x) * 2.0; }, number);
  same([](auto x) { return cx::grad(cx::grad(wave))(x) + cx::grad(wave)(0.5); }, number);
  same([](auto x) { return cx::grad([&](auto y) { return cx::sum(y * x); })(x); }, four); // captures a tracer
  same([](auto x) { return cx::jvp(wave, x, 1.0).second; }, number);
  same([](auto x,
          auto y) { return cx::jvp(loss, std::tuple(x, 1.0, cx::expand_dims(x, 0_c), y), std::tuple(x, 0.5, cx::expand_dims(x, 0_c), y)); },
       four, of<double, 1>{});
  same([](auto x) { return cx::vmap([&](auto r) { return r * cx::sum(x); })(x); }, matrix);
  same([](auto x) { return cx::jit(wave)(x) + cx::checkpoint(wave)(x); }, four);
}

// Gradients of long programs are made in several evaluations, in which the compiler rewrites halves of them: numbers, not text, are the
// same.
TEST_CASE("long gradients and gradients of gradients have the same numbers") {
  auto const lengths = cx::grad([](auto y) { return cx::norm(y) + cx::std_(y) * cx::sum(cx::var(y, 0_c)); });
  cx::ndarray const m = numbers(matrix, 3), slopes = lengths(m);
  auto const expected = lengths(m.to<double, 3, 4>());
  for (int i = 0; i < 12; ++i) CHECK(std::abs(slopes.data<double>()[i] - expected[i]) < 1e-12);
  auto const x = cx::ndarray(0.75);
  auto const f2 = cx::grad(cx::grad(wave));
  auto const f3 = cx::grad(cx::grad(cx::grad(wave)));
  CHECK(std::abs(f2(x).item<double>() - f2(0.75)) < 1e-12);
  CHECK(std::abs(f3(x).item<double>() - f3(0.75)) < 1e-12);
}
