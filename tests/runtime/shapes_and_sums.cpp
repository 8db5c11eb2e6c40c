// SPDX-License-Identifier: BSL-1.0
// Shapes, sums and products that are traced at run time: the text and bits of static programs.
#include "../support/late.hpp"

using namespace cx::literals;
using late::of, late::same;

namespace {

constexpr of<double, 4> four;
constexpr of<double, 3> three;
constexpr of<float, 4> four_f;
constexpr of<bool, 4> four_b;
constexpr of<double, 3, 4> matrix;
constexpr of<double, 4, 5> wide;
constexpr of<double, 2, 3, 4> cube;

} // namespace

TEST_CASE("shapes") {
  same([](auto x) { return cx::reshape<4, 3>(x) + cx::reshape<2, -1, 3>(x)[0_c][0_c]; }, matrix);
  same([](auto x) { return cx::ravel(x) * cx::reshape(x, 12_c); }, matrix);
  same([](auto x) { return cx::transpose(x) + cx::swapaxes(x, 0_c, -1_c); }, matrix);
  same([](auto x) { return cx::transpose(x, cx::axes_c<2, 0, -2>); }, cube);
  same([](auto x) { return cx::squeeze(cx::expand_dims(cx::expand_dims(x, 0_c), -1_c)) + cx::squeeze(cx::expand_dims(x, 1_c), 1_c); },
       matrix);
  same([](auto x) { return cx::flip(x) + cx::flip(x, 1_c) + cx::flip(x, cx::axes_c<0>); }, matrix);
  same([](auto x) { return cx::broadcast_to<3, 4>(x); }, four);
  same([](auto x, auto y) { return cx::concatenate(x, y, x); }, four, three);
  same([](auto x, auto y) { return cx::concatenate(std::tuple(x, y), -1_c); }, matrix, matrix);
  same([](auto x, auto y) { return cx::stack(x, y, -1_c) + cx::transpose(cx::stack(y, x)); }, four, four);
}

TEST_CASE("reductions") {
  same([](auto x) { return cx::sum(x) + cx::prod(x, 0_c) + cx::sum(x, cx::axes_c<0, 1>); }, matrix);
  same([](auto x) { return cx::mean(x) + cx::mean(x, 1_c)[0_c][1] + cx::mean(x, cx::axes_c<0, -1>); }, cube);
  same([](auto x) { return cx::max(x) - cx::min(x, -1_c); }, matrix);
  same([](auto x) { return std::tuple(cx::sum(x), cx::any(x), cx::all(x, 0_c)); }, four_b);
  same([](auto x) { return cx::argmax(x) + cx::argmin(x, 1_c); }, matrix);
  same([](auto x) { return cx::logsumexp(x) + cx::logsumexp(x, 0_c); }, matrix);
  same([](auto x) { return cx::softmax(x) + cx::softmax(x, 0_c) + cx::log_softmax(x); }, matrix);
  same([](auto x) { return cx::cumsum(x, 1_c) + cx::cumprod(x, 0_c, cx::reverse); }, matrix);
  same([](auto x) { return cx::cumsum(x) + cx::cummax(x) + cx::cumlogsumexp(x, cx::reverse); }, four);
}

TEST_CASE("norms, and a choice between functions") {
  same([](auto x) { return cx::norm(x) + cx::norm(x, 1_c)[0_c] + cx::var(x) + cx::std_(x, 0_c)[1_c]; }, matrix);
  same([](auto x) { return cx::norm(x) + cx::var(x, 2_c); }, cube); // so many elements that a branch sums again
  same([](auto x) { return cx::std_(x) + cx::norm(x) + cx::var(x); }, four_f);
  same(
      [](auto x) {
        return cx::cond(
            cx::sum(x) > 1.0, [](auto y) { return std::tuple(y * 2.0, 1.0); }, [&](auto y) { return std::tuple(x, y[0]); }, x);
      },
      four);
}

TEST_CASE("products") {
  same([](auto x, auto y) { return cx::dot(x, y); }, matrix, wide);
  same([](auto x, auto y) { return cx::dot(x, y) + cx::matmul(x, y) + cx::dot(x, 1.0 * cx::sum(y))[0_c][0_c]; }, matrix, four);
  same([](auto x, auto y) { return cx::matmul(x, y); }, cube, wide);
  same([](auto x, auto y) { return cx::outer(x, y) + cx::vdot(x, x) + cx::inner(y, y); }, four, three);
}
