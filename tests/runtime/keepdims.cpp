// SPDX-License-Identifier: BSL-1.0
// Reductions that keep their axes with length 1: in both kinds of traces, and at once on arrays.
#include "../support/late.hpp"
#include "../support/thrown.hpp"

using namespace cx::literals;
using late::of, late::same, late::same_bits;

namespace {

constexpr of<double, 3, 4> matrix;
constexpr of<double, 2, 3, 4> cube;

template <class F, class... X> constexpr auto shape_of(F f, X... x) { return cx::eval_shape(f)(x...); }
using cx::keepdims;

} // namespace

TEST_CASE("axes that are reduced stay with length 1") {
  static_assert(cx::make_jaxpr([](auto x) { return cx::sum(x, 1_c, keepdims); })(cx::spec<double, 3, 4>{}).out_avals()[0].shape ==
                cx::shape{3, 1});
  static_assert(
      cx::make_jaxpr([](auto x) { return cx::max(x, cx::axes_c<0, -1>, keepdims); })(cx::spec<double, 2, 3, 4>{}).out_avals()[0].shape ==
      cx::shape{1, 3, 1});
  static_assert(cx::make_jaxpr([](auto x) { return cx::mean(x, keepdims); })(cx::spec<double, 3, 4>{}).out_avals()[0].shape ==
                cx::shape{1, 1});
}
TEST_CASE("each reduction keeps its axes, in both kinds of traces") {
  same([](auto x) { return x / cx::sum(x, 1_c, keepdims); }, matrix);
  same([](auto x) { return cx::sum(x, keepdims) + x; }, matrix);
  same([](auto x) { return x - cx::max(x, -1_c, keepdims); }, cube);
  same([](auto x) { return (x - cx::mean(x, cx::axes_c<0, 2>, keepdims)) / cx::std_(x, cx::axes_c<0, 2>, keepdims); }, cube);
  same([](auto x) { return cx::min(x, 0_c, keepdims) * cx::prod(x, 1_c, keepdims); }, matrix);
  same([](auto x) { return x - cx::logsumexp(x, 1_c, keepdims); }, matrix);
  same([](auto x) { return x / cx::norm(x, 1_c, keepdims) + cx::var(x, 0_c, keepdims); }, matrix);
  same([](auto x) { return cx::argmax(x, 1_c, keepdims) + cx::argmin(x, 0_c, keepdims) + cx::argmax(x, keepdims); }, matrix);
  same([](auto x) { return cx::any(x > 0.0, 1_c, keepdims) & cx::all(x > -9.0, 0_c, keepdims); }, matrix);
  same([](auto x) { return cx::ptp(x, 1_c, keepdims) + cx::average(x, 0_c, keepdims); }, matrix);
  same([](auto x) { return cx::count_nonzero(x, 0_c, keepdims); }, matrix);
  same([](auto x) { return cx::nansum(x, 1_c, keepdims) + cx::nanmean(x, 0_c, keepdims) + cx::nanmax(x, keepdims); }, matrix);
  same([](auto x) { return x - cx::median(x, 1_c, keepdims); }, matrix);
}
TEST_CASE("derivatives go through them") {
  same_bits([](auto x) { return cx::grad([](auto y) { return cx::sum(cx::square(y - cx::mean(y, 1_c, keepdims))); })(x); }, matrix);
}
TEST_CASE("arrays are reduced at once") {
  cx::array<double, 2, 2> const x{1, 3, 2, 6};
  CHECK(cx::sum(x, 1_c, keepdims) == cx::array<double, 2, 1>{4, 8});
  CHECK(cx::array<double, 2, 2>(x / cx::sum(x, 1_c, keepdims)) == cx::array<double, 2, 2>{0.25, 0.75, 0.25, 0.75});
  CHECK(cx::max(x, keepdims) == cx::array<double, 1, 1>{6});
}
