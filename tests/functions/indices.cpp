// SPDX-License-Identifier: BSL-1.0
// Examples of indices, places and slices; of windows over arrays, and of convolutions.
#include "examples.hpp"

namespace cx = constax;

TEST_CASE("elements and slices at places, an example of each function") {
  DERIVED("dynamic_slice", "{1, 2}", "{0, 1, 1}", cx::dynamic_slice(x, {2}, 1));
  DERIVED("dynamic_slice_in_dim", "{1, 2}", "{0, 1, 1}", cx::dynamic_slice_in_dim(x, 1, 2, 0));
  DERIVED("dynamic_update_slice", "{3, 7, 8}", "{1, 0, 0}", cx::dynamic_update_slice(x, cx::ndarray{7.0, 8.0}, 1));
  DERIVED("dynamic_update_slice_in_dim", "{7, 8, 2}", "{0, 0, 1}", cx::dynamic_update_slice_in_dim(x, cx::ndarray{7.0, 8.0}, 0));
  DERIVED("take", "{2, 3}", "{1, 0, 1}", cx::take(x, i, 0));
  DERIVED("take_along_axis", "{1, 1, 2}", "{0, 2, 1}", cx::take_along_axis(x, cx::ndarray{1, 1, 2}, 0));
}

TEST_CASE("sums by number, an example of each function") {
  EXAMPLE("bincount", "{1, 2, 0}", cx::bincount(cx::ndarray{0, 1, 1}, 3));
  EXAMPLE("one_hot", "{{0, 0, 1}, {1, 0, 0}}", cx::one_hot(i, 3));
  DERIVED("segment_max", "{3, 1}", "{1, 1, 0}", cx::segment_max(x, cx::ndarray{0, 1, 0}, 2));
  DERIVED("segment_min", "{2, 1}", "{0, 1, 1}", cx::segment_min(x, cx::ndarray{0, 1, 0}, 2));
  EXAMPLE("segment_prod", "{6, 1}", cx::segment_prod(x, cx::ndarray{0, 1, 0}, 2));
  DERIVED("segment_sum", "{5, 1}", "{1, 1, 1}", cx::segment_sum(x, cx::ndarray{0, 1, 0}, 2));
}

TEST_CASE("where elements are, an example of each function") {
  EXAMPLE("argwhere", "{{1, 0}, {1, 1}, {1, 2}}", cx::argwhere(a > 3.5));
  EXAMPLE("flatnonzero", "{0, 2}", cx::flatnonzero(x > 1.5));
  EXAMPLE("isin", "{false, false, true}", cx::isin(x, y));
  EXAMPLE("nonzero", "({1, 1, 1}, {0, 1, 2})", cx::nonzero(a > 3.5));
  EXAMPLE("unravel_index", "({0, 1}, {1, 2})", cx::unravel_index(cx::ndarray{1, 5}, {2, 3}));
}

TEST_CASE("slices and axes, an example of each") {
  EXAMPLE("ellipsis", "{1, 4}", a(cx::ellipsis, 0));
  DERIVED("end", "{1, 2}", "{0, 1, 1}", x[cx::slice(1, cx::end)]);
  EXAMPLE("integer", "{5, 7, 9}", cx::sum(a, cx::integer<0>{}));
  DERIVED("newaxis", "{{3, 1, 2}}", "{1, 1, 1}", x[cx::newaxis]);
  DERIVED("slice", "{3, 2}", "{1, 0, 1}", x[cx::slice(0, 3, 2)]);
}

TEST_CASE("places outside of an array, an example of each") {
  DERIVED("mode::clip", "{3, 2}", "{1, 0, 1}", x.at(cx::ndarray{0, 4}).get(cx::mode::clip));
  DERIVED("mode::drop", "{13, 1, 2}", "{1, 1, 1}", x.at(cx::ndarray{0, 4}).add(10.0, cx::mode::drop));
  DERIVED("mode::fill", "{3, nan}", "{1, 0, 0}", x.at(cx::ndarray{0, 4}).get(cx::mode::fill));
  DERIVED("mode::promise_in_bounds", "{2, 3}", "{1, 0, 1}", x.at(i).get(cx::mode::promise_in_bounds));
  DERIVED("mode::wrap", "{3, 1}", "{1, 1, 0}", x.at(cx::ndarray{0, 4}).get(cx::mode::wrap));
}

TEST_CASE("windows, an example of each") {
  DERIVED("avg_pool", "{{{2}, {1.5}}}", "{0.5, 1, 0.5}", cx::avg_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("max_pool", "{{{3}, {2}}}", "{1, 0, 1}", cx::max_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("min_pool", "{{{1}, {1}}}", "{0, 2, 0}", cx::min_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>));
  DERIVED("reduce_window", "{3, 2}", "{1, 5, 1}", cx::reduce_window(x, cx::mul, cx::window<2>));
}

TEST_CASE("convolutions, an example of each") {
  DERIVED("conv", "{{{5, 5}}}", "{1, 3, 2}", cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}));
  DERIVED("conv_general_dilated", "{{{5, 5, 2}}}", "{1, 3, 3}",
          cx::conv_general_dilated(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::mode::same));
}

TEST_CASE("options of windows and convolutions, an example of each") {
  DERIVED("base_dilation", "{3, 1, 1, 2}", "{1, 2, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::base_dilation<2>));
  DERIVED("batch_group_count", "{{{1.5}, {4}, {4}}}", "{0.5, 4, 2}",
          cx::conv(cx::reshape(x, {3, 1, 1}), cx::reshape(y, {3, 1, 1}), cx::batch_group_count<3>));
  DERIVED("dimension_numbers", "{{{5}, {5}}}", "{1, 3, 2}",
          cx::conv(cx::reshape(x, {1, 3, 1}), cx::ndarray{{{1.0}}, {{2.0}}}, cx::dimension_numbers<"NHC", "HIO", "NHC">));
  DERIVED("feature_group_count", "{{{1.5}, {4}, {4}}}", "{0.5, 4, 2}",
          cx::conv(cx::reshape(x, {1, 3, 1}), cx::reshape(y, {3, 1, 1}), cx::feature_group_count<3>));
  DERIVED("lhs_dilation", "{{{3, 2, 1, 4}}}", "{1, 3, 2}",
          cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::lhs_dilation<2>));
  DERIVED("mode::count_inside", "{{{2}, {1.5}, {2}}}", "{0.5, 1, 1.5}",
          cx::avg_pool(cx::reshape(x, {1, 3, 1}), cx::window<2>, cx::mode::same, cx::mode::count_inside));
  DERIVED("mode::same_lower", "{3, 4, 3}", "{2, 2, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::mode::same_lower));
  DERIVED("rhs_dilation", "{{{7}}}", "{1, 0, 2}", cx::conv(cx::reshape(x, {1, 1, 3}), cx::ndarray{{{1.0, 2.0}}}, cx::rhs_dilation<2>));
  DERIVED("strides", "{4, 2}", "{1, 1, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::strides<2>, cx::mode::same));
  DERIVED("window", "{3, 2}", "{1, 0, 1}", cx::reduce_window(x, cx::max, cx::window<2>));
  DERIVED("window_dilation", "{5}", "{1, 0, 1}", cx::reduce_window(x, cx::add, cx::window<2>, cx::window_dilation<2>));
}
