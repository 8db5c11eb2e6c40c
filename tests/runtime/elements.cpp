// SPDX-License-Identifier: BSL-1.0
// A lambda that is traced at run time records the program that the compiler records of it: the same text, and the same bits by the oracle.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same, late::late_text, late::static_text;

namespace {

constexpr of<double> number;
constexpr of<double, 4> four;
constexpr of<double, 3> three;
constexpr of<float, 4> four_f;
constexpr of<int, 4> four_i;
constexpr of<bool, 4> four_b;
constexpr of<double, 3, 4> matrix;
constexpr of<double, 2, 3, 4> cube;

} // namespace

TEST_CASE("elements: operators, functions, broadcasting, numbers") {
  same([](auto x) { return cx::sin(x) * 2.0 + x / 3 - 1; }, four);
  same([](auto x) { return 1.0 - x * x; }, four_f);
  same([](auto x, auto y) { return cx::atan2(x, y) + cx::hypot(x, 1.0) + cx::nextafter(x, y); }, matrix, four);
  same([](auto x, auto y) { return (x + y) % 3 + (x & y) + (x ^ 1) - ~x; }, four_i, four_i);
  same([](auto x, auto y) { return cx::max(x, y) - cx::min(x, 0.5) + cx::maximum(1.0, y); }, matrix, four);
  same([](auto x, auto y) { return cx::where(x < y, x, 0.0) + cx::where(x == y, 1.0, 2.0); }, four, four);
  same([](auto i, auto x) { return cx::where(i, x, -x) + cx::select_n(i, x, 2.0, x * x); }, four_i, four);
  same([](auto b, auto x) { return cx::select_n(b, x, 1.0) + cx::select_n(!b, 0.0, x); }, four_b, four);
  same([](auto x) { return cx::clip(x, 0.5, 1.0) + cx::relu(x - 1.0) + cx::abs(-x) + cx::sign(x); }, four);
  same([](auto x, auto y) { return cx::pow(x, 3) + cx::pow(x, 2_c) + cx::pow(x, 0.5) + cx::pow(2.0, y) + cx::pow(x, y); }, four, four);
  same([](auto x, auto i) { return cx::pow(x, i) + cx::ldexp(x, i) + cx::ldexp(x, 3) + cx::ldexp(1.5, i); }, four, four_i);
  same([](auto x) { return cx::tanh(x) + cx::logistic(x) + cx::erf(x) + cx::lgamma(x) + cx::expm1(x) + cx::log1p(x); }, four);
  same([](auto x) { return cx::astype<float>(x) + cx::cast<float>(2.5); }, four);
  same([](auto x) { return cx::astype<double>(x) + cx::zeros_like(cx::astype<double>(x)) + cx::full_like(x, 2); }, four);
  same([](auto x) { return cx::stop_gradient(x) * cx::ones_like(x) + cx::full_like(x, 7.0); }, matrix);
  same([](auto x) { return cx::sinc(x) + cx::rint(x) + cx::reciprocal(x) + cx::deg2rad(x); }, four);
  same([](auto x) { return cx::gelu(x) + cx::gelu(x, cx::exact) + cx::silu(x) + cx::elu(x) + cx::leaky_relu(x) + cx::selu(x) + cx::celu(x); }, four);
  same([](auto x) { return cx::relu6(x) + cx::mish(x) + cx::log_sigmoid(x) + cx::soft_sign(x) + cx::squareplus(x) + cx::sparse_plus(x); }, four_f);
  same([](auto x) { return cx::glu(x) + cx::standardize(x)(cx::slice(), cx::slice(0_c, 2_c)); }, matrix);
  same([](auto x, auto y) { return cx::xlogy(x, y) + cx::xlog1py(x, 2.0) + cx::rel_entr(x, y) + cx::kl_div(x, y) + cx::entr(x); }, four, four);
  same([](auto x) { return cx::logit(x) + cx::ndtr(x) + cx::log_ndtr(x) + cx::expit(x); }, four);
  same([](auto x, auto y) { return cx::logical_and(x, y) | cx::logical_not(x); }, four, four_b);
  same([](auto x) { return cx::isnan(x) | (x >= 1.0) | (x != 2.0); }, four);
}

TEST_CASE("loops, assignments and helpers") {
  same(
      [](auto x) {
        auto y = x;
        for (int i = 0; i < 3; ++i) y += x[i] * cx::cos(y), y *= 0.5;
        return y - 1.0;
      },
      four);
  same(
      [](auto x) {
        auto s = cx::zeros<4>();
        for (int i = 0; i < 3; ++i) s += x[i];
        return s;
      },
      matrix);
  same([](auto x) { return x + cx::iota<double, 4>() + cx::full<4>(2.0); }, four);
}

TEST_CASE("indices") {
  same([](auto x) { return x[0_c] + x[-1] + x[1]; }, matrix);
  same([](auto x) { return x[cx::slice(1_c, -1_c)] * x[cx::slice<0, 2>()]; }, four);
  same([](auto x) { return x(0_c, cx::slice(cx::end, cx::end, -1_c)) + x(1, cx::ellipsis, 2, cx::slice()); }, cube);
  same([](auto x) { return x(cx::newaxis, cx::ellipsis, 1_c) + x(cx::slice(), cx::newaxis, 0); }, matrix);
  same([](auto x) { return x(cx::slice(cx::end, cx::end, -2_c)); }, four);
}

TEST_CASE("several results, trees of them") {
  same([](auto x, auto y) { return std::tuple(x + y, cx::sum(x), std::pair(y, 3.0)); }, four, four);
  same([](auto x) { return std::array{x, x * 2.0}; }, number);
}

TEST_CASE("wrong twin: programs that differ are told apart") {
  auto const f = [](auto x) { return cx::sin(x) + 1.0; };
  auto const g = [](auto x) { return 1.0 + cx::sin(x); };
  CHECK(late_text(f, four) != static_text(g, four));
  CHECK(late_text(f, four) != static_text(f, three));
  CHECK(late_text(f, four) != static_text(f, four_f));
}
